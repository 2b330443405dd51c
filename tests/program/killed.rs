//! Generations that are killed, interrupted, or two at once.

use crate::files::names;
use crate::program::{program, small_table, stderr, stdout};
use cubesolve::cpu::InstructionSet;
use cubesolve::table::{Load, Table};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;

pub fn generate(directory: &Path) -> Command {
    let mut command = program(directory);
    command.args(["gen-tables", "--table", "32M"]);
    command
}

fn start(directory: &Path) -> Child {
    let mut command = generate(directory);
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().unwrap()
}

fn check_table(directory: &Path) {
    let table = Table::open(&directory.join("32M.table"), Load::Map).unwrap();
    table.check_samples().unwrap();
}

pub fn smallest() -> PathBuf {
    small_table("32M")
}

/// With any instruction set a table is the same, byte by byte.
#[test]
fn tables_generated_with_any_instruction_set_are_equal() {
    let directory = tempdir().unwrap();
    let others = InstructionSet::available().iter();
    for set in others.filter(|set| **set != InstructionSet::in_use()) {
        let out = directory.path().join(set.name());
        let mut command = generate(directory.path());
        let command = command.arg("--out").arg(&out);
        let output = command.env("CUBESOLVE_INSTRUCTIONS", set.name()).output();
        let path = out.join("32M.table");
        assert_eq!(stdout(&output.unwrap()), format!("{}\n", path.display()));
        assert!(fs::read(path).unwrap() == fs::read(smallest()).unwrap());
    }
}

/// Whatever the moment, a kill leaves no table or a whole one, and the next run makes good.
#[test]
fn killed_generation_leaves_no_incomplete_table() {
    let directory = tempdir().unwrap();
    let table = directory.path().join("32M.table");
    let partial = directory.path().join(".32M.table.partial");
    let is_claimed = || partial.exists();
    let is_writing = || fs::metadata(&partial).is_ok_and(|metadata| metadata.len() > 0);
    let mut random = SmallRng::seed_from_u64(1);
    for trial in 0..9 {
        let mut child = start(directory.path());
        let is_time: &dyn Fn() -> bool = if trial % 3 == 0 {
            &is_claimed
        } else {
            &is_writing
        };
        while child.try_wait().unwrap().is_none() && !is_time() {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_millis(random.random_range(0..60)));
        child.kill().unwrap();
        child.wait().unwrap();
        if table.exists() {
            check_table(directory.path());
            fs::remove_file(&table).unwrap();
        }
        let left = names(directory.path());
        assert!(
            left.iter().all(|name| name == ".32M.table.partial"),
            "{left:?}"
        );
    }
    let output = generate(directory.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(names(directory.path()), ["32M.table"]);
    check_table(directory.path());
}

/// Who waits for one that is killed makes the table itself.
#[test]
fn process_waiting_for_a_killed_one_generates_the_table() {
    let directory = tempdir().unwrap();
    let mut first = start(directory.path());
    while !directory.path().join(".32M.table.partial").exists() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let mut second = start(directory.path());
    std::thread::sleep(Duration::from_millis(20));
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(second.wait().unwrap().success());
    assert_eq!(names(directory.path()), ["32M.table"]);
    check_table(directory.path());
}

/// On Windows: `.ci/try-windows`.
#[cfg(unix)]
#[test]
fn interrupted_generation_leaves_no_file() {
    let directory = tempdir().unwrap();
    use rustix::process::{Pid, Signal, kill_process};
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut child = start(directory.path());
        while !directory.path().join(".32M.table.partial").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(names(directory.path()), [""; 0]);
    }
}

#[test]
fn concurrent_generations_both_succeed() {
    let directory = tempdir().unwrap();
    let mut children = [start(directory.path()), start(directory.path())];
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(names(directory.path()), ["32M.table"]);
    check_table(directory.path());
}
