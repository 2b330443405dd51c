//! The program as users run it, with a small table made once.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::{Once, OnceLock};
use std::thread;

/// The program, blind to the tables and settings of whoever runs the tests.
pub fn program(tables: &Path) -> Command {
    hear_interruptions();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    command.env("CUBESOLVE_TABLES", tables);
    command
}

/// Lets programs be interrupted even if the tests are a shell's job in the background, which ignores
/// Ctrl-C and hands that down: what has a handler here is back to the default in a new program.
fn hear_interruptions() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| ctrlc::set_handler(|| std::process::exit(130)).unwrap());
}

/// `cubesolve solve` with the small table and no other.
pub fn solve(arguments: &[&str]) -> Command {
    let mut command = program(tables());
    command.args(["solve", "--no-build"]).args(arguments);
    command
}

/// A directory with the table h2, kept between runs.
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables");
        let make = || {
            let mut command = program(&directory);
            let output = command.args(["gen-tables", "--table", "h2"]).output();
            output.unwrap()
        };
        if !make().status.success() {
            // made by an earlier version
            std::fs::remove_dir_all(&directory).unwrap();
            let output = make();
            assert!(output.status.success(), "{}", stderr(&output));
        }
        directory
    })
}

/// `cubesolve solve` with the first of these tables that whoever runs the tests has; says so
/// on stderr if there is none.
pub fn solve_with(tables: &[&str], arguments: &[&str]) -> Option<Command> {
    let own = || Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    let is_there = |name: &&&str| {
        let output = own().args(["tables", "path", name]).output();
        output.unwrap().status.success()
    };
    let Some(table) = tables.iter().find(is_there) else {
        eprintln!("skipped: it needs one of the tables {tables:?}");
        return None;
    };
    let mut command = own();
    command.args(["solve", "--table", table]).args(arguments);
    Some(command)
}

/// The tables with which a random cube takes no more than seconds.
pub const LARGE: [&str; 4] = ["f8", "f4", "h8", "f2"];

/// The moves of an answer: none where it is a comment.
pub fn moves(answer: &str) -> &str {
    answer.split("//").next().unwrap().trim()
}

/// Runs a command with `input` on its stdin.
pub fn run_with(command: &mut Command, input: &[u8]) -> Output {
    let pipes = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // it may end without reading everything
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// Starts a command to talk with: it, where it reads, and the lines that it answers.
pub fn converse(command: &mut Command) -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, stdin, answers)
}

/// Whether all programs are there that tests need. Where they have to be, because this
/// variable says `require`, as in CI, they are missed.
pub fn installed(programs: &[&str], variable: &str, is_there: impl Fn(&str) -> bool) -> bool {
    let missing: Vec<_> = programs.iter().filter(|name| !is_there(name)).collect();
    if missing.is_empty() {
        return true;
    }
    let required = std::env::var(variable).is_ok_and(|value| value == "require");
    assert!(!required, "{missing:?} are not installed");
    // not by a macro, whose output only failing tests show
    let _ = writeln!(std::io::stderr(), "skipped: {missing:?} are not installed");
    false
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
