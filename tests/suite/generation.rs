//! Making tables when things go wrong: killed, interrupted, two at once, no room.

use crate::common::program;

use cubesolve::table::{Load, Table, check::check_samples};
use program::{program, stderr, stdout, tables};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;
use tempfile::tempdir;

fn generate(directory: &Path) -> Command {
    let mut command = program(directory);
    command.args(["gen-tables", "--table", "h0"]);
    command
}

fn start(directory: &Path) -> Child {
    let mut command = generate(directory);
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::null());
    quiet.spawn().unwrap()
}

/// Runs it from a shell, after commands that take something away.
fn limited(limits: &str, command: &Command) -> Output {
    let words = [command.get_program()]
        .into_iter()
        .chain(command.get_args());
    let words: Vec<&str> = words.map(|word| word.to_str().unwrap()).collect();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec '{}'", words.join("' '"))]);
    for (name, value) in command.get_envs() {
        shell.env(name, value.unwrap());
    }
    shell.output().unwrap()
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn check_table(directory: &Path) {
    let table = Table::open(&directory.join("h0.table"), Load::Map).unwrap();
    check_samples(&table).unwrap();
}

/// With and without the processor's special instructions a table is the same, byte by byte.
#[test]
fn portable_and_fast_builds_are_the_same() {
    let [portable, fast] = [true, false].map(|portable| {
        let directory = tempdir().unwrap();
        let mut command = generate(directory.path());
        if portable {
            command.env("CUBESOLVE_PORTABLE", "1");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        fs::read(directory.path().join("h0.table")).unwrap()
    });
    assert!(portable == fast);
}

/// Whatever the moment, a kill leaves no table or a whole one, and the next run makes good.
#[test]
fn kills_leave_nothing_that_passes_for_a_table() {
    let directory = tempdir().unwrap();
    let partial = directory.path().join(".h0.table.partial");
    let is_writing = || fs::metadata(&partial).is_ok_and(|metadata| metadata.len() > 0);
    for trial in 0..12 {
        let _ = fs::remove_file(&partial);
        let mut child = start(directory.path());
        if trial % 3 == 0 {
            while child.try_wait().unwrap().is_none() && !is_writing() {
                std::thread::sleep(Duration::from_millis(1));
            }
            std::thread::sleep(Duration::from_millis(5 * trial));
        } else {
            std::thread::sleep(Duration::from_millis(70 * trial));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for name in names(directory.path()) {
            match name.as_str() {
                ".h0.table.partial" => {}
                "h0.table" => {
                    check_table(directory.path());
                    fs::remove_file(directory.path().join(name)).unwrap();
                }
                _ => panic!("{name} was left"),
            }
        }
    }
    let output = generate(directory.path()).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(names(directory.path()), ["h0.table"]);
    check_table(directory.path());
}

#[test]
fn interruptions_leave_nothing() {
    let directory = tempdir().unwrap();
    for signal in [Signal::INT, Signal::TERM] {
        let mut child = start(directory.path());
        while !directory.path().join(".h0.table.partial").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(names(directory.path()), [""; 0]);
    }
}

#[test]
fn two_at_once_share_the_work() {
    let directory = tempdir().unwrap();
    let mut children = [start(directory.path()), start(directory.path())];
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(names(directory.path()), ["h0.table"]);
    check_table(directory.path());
}

/// A limit on the length of files stands for a full disk.
#[test]
fn a_full_disk_is_told() {
    let directory = tempdir().unwrap();
    let limits = "trap '' XFSZ; ulimit -f 1000";
    let output = limited(limits, &generate(directory.path()));
    assert!(
        stderr(&output).contains("no space left"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn too_little_memory_is_told() {
    let directory = tempdir().unwrap();
    let mut command = program(directory.path());
    command.args(["gen-tables", "--table", "h8"]);
    let output = limited("ulimit -v 4000000", &command);
    assert!(stderr(&output).contains("memory"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn what_does_not_fit_is_refused_with_numbers() {
    let directory = tempdir().unwrap();
    let mut command = program(directory.path());
    let output = command
        .args(["gen-tables", "--memory", "1M"])
        .output()
        .unwrap();
    assert!(
        stderr(&output).contains("1.0 MB of memory"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_file_in_the_way_is_told() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let output = generate(&file.join("tables")).output().unwrap();
    assert!(
        stderr(&output).starts_with("cubesolve: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn a_bad_table_is_told_everywhere_and_used_nowhere() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("h2.table"), "not a table").unwrap();
    for arguments in [
        ["solve", "R"].as_slice(),
        &["gen-tables", "--table", "h2"],
        &["tables", "list"],
        &["tables", "verify"],
    ] {
        let mut command = program(directory.path());
        let output = command.args(arguments).output().unwrap();
        assert!(stdout(&output).is_empty());
        let advice = "is not a table file; delete it and run `cubesolve gen-tables --table h2`";
        assert!(stderr(&output).contains(advice), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn tables_are_listed_checked_and_found() {
    let run = |arguments: &[&str]| {
        let mut command = program(tables());
        command.arg("tables").args(arguments).output().unwrap()
    };
    let list = run(&[]);
    assert!(stdout(&list).starts_with("h2: 126 MB, base 8, 470269800 entries\n"));
    assert!(stdout(&list).contains(" 9: 57677277 "));
    assert!(stdout(&list).contains("a random cube takes about "));
    let path = tables().join("h2.table");
    let verify = run(&["verify"]);
    assert_eq!(stdout(&verify), format!("{} is good\n", path.display()));
    assert_eq!(
        stdout(&run(&["path", "h2"])),
        format!("{}\n", path.display())
    );
    assert_eq!(stdout(&run(&["path"])), format!("{}\n", tables().display()));
    let missing = run(&["path", "h9"]);
    assert!(stderr(&missing).contains("cubesolve gen-tables --table h9"));
    assert_eq!(missing.status.code(), Some(1));
}

/// On a machine without any table, solving makes a small one and keeps it.
#[test]
fn solving_without_a_table_makes_one() {
    let directory = tempdir().unwrap();
    let solve = || {
        let mut command = program(directory.path());
        command.args(["solve", "R U F'"]).output().unwrap()
    };
    let first = solve();
    assert_eq!(stdout(&first), "F U' R'\n");
    assert!(stderr(&first).contains("make a larger table: cubesolve gen-tables"));
    assert_eq!(names(directory.path()), ["h2.table"]);
    let second = solve();
    assert_eq!((stdout(&second), stderr(&second)), ("F U' R'\n", ""));
}
