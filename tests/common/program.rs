//! Runs the program as users do, with a small table that is generated once.

use signal_hook::{consts::SIGINT, flag};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, Once, OnceLock};
use std::thread;

/// The program, with the tables of this directory instead of the user's.
pub fn program(tables: &Path) -> Command {
    restore_interruptions();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    command.env("CUBESOLVE_TABLES", tables);
    command
}

/// Restores the default action of Ctrl-C in child processes, also where the tests run in the
/// background of a shell without job control and inherit that it is ignored: a signal that has a
/// handler here gets its default action in a child.
fn restore_interruptions() {
    static ALWAYS: AtomicBool = AtomicBool::new(true);
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, &ALWAYS).unwrap();
    });
}

/// Copies a file by another process. A file that is open for writing here is so, for a moment, in whatever other tests
/// start, which keeps it from being run, and its disk from becoming read-only.
#[cfg(unix)]
pub fn copy(from: &Path, to: &Path) {
    let status = Command::new("cp").arg(from).arg(to).status();
    assert!(status.unwrap().success());
}

/// `cubesolve solve` with the small table only.
pub fn solve(arguments: &[&str]) -> Command {
    let mut command = program(tables());
    command.args(["solve", "--no-build"]).args(arguments);
    command
}

/// The program with the table 64M, in a directory where it may generate larger ones.
pub fn with_table() -> Command {
    program(growing_tables())
}

/// A directory with the table 64M only, for programs that generate no others.
pub fn tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| directory_with_small_table("tables"))
}

/// A directory with the table 64M, where searches that take long on this machine may have put larger ones.
pub fn growing_tables() -> &'static Path {
    static TABLES: OnceLock<PathBuf> = OnceLock::new();
    TABLES.get_or_init(|| directory_with_small_table("growing-tables"))
}

fn directory_with_small_table(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory); // an earlier run's
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::hard_link(small_table("64M"), directory.join("64M.table")).unwrap();
    directory
}

/// The file of a small table, kept between runs.
pub fn small_table(name: &str) -> PathBuf {
    static SMALL: Mutex<()> = Mutex::new(());
    let _one_at_a_time = SMALL.lock();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("small");
    let file = directory.join(format!("{name}.table"));
    let generate = || {
        let mut command = program(&directory);
        let output = command.args(["gen-tables", "--table", name]).output();
        output.unwrap().status.success()
    };
    if !generate() {
        // a table of an earlier version
        std::fs::remove_file(&file).unwrap();
        assert!(generate());
    }
    file
}

/// `cubesolve solve` with the first of these tables that the user has; `None`, with a note on
/// stderr, if there is none.
pub fn solve_with(tables: &[&str], arguments: &[&str]) -> Option<Command> {
    let own = || Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    let is_installed = |name: &&&str| {
        let output = own().args(["tables", "path", name]).output();
        output.unwrap().status.success()
    };
    let Some(table) = tables.iter().find(is_installed) else {
        eprintln!("skipped: needs one of the tables {tables:?}");
        return None;
    };
    let mut command = own();
    command.args(["solve", "--table", table]).args(arguments);
    Some(command)
}

/// Tables that solve random cubes within seconds.
pub const LARGE: [&str; 3] = ["8G", "4G", "2G"];

/// The moves of an answer without its comment.
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
        // the program may exit without reading everything
        scope.spawn(move || drop(stdin.write_all(input)));
        child.wait_with_output().unwrap()
    })
}

/// Starts a command; returns it with its stdin and the lines of its stdout.
pub fn converse(command: &mut Command) -> (Child, ChildStdin, Lines<BufReader<ChildStdout>>) {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    let stdin = child.stdin.take().unwrap();
    let answers = BufReader::new(child.stdout.take().unwrap()).lines();
    (child, stdin, answers)
}

/// Whether the programs that a test needs are installed. It is an error if they are not and the
/// environment variable is `require`, as in CI.
pub fn installed(programs: &[&str], variable: &str, is_installed: impl Fn(&str) -> bool) -> bool {
    let missing: Vec<_> = programs.iter().filter(|name| !is_installed(name)).collect();
    if missing.is_empty() {
        return true;
    }
    let required = std::env::var(variable).is_ok_and(|value| value == "require");
    assert!(!required, "{missing:?} are not installed");
    // not with a macro, whose output is shown for failing tests only
    let _ = writeln!(std::io::stderr(), "skipped: {missing:?} are not installed");
    false
}

/// Installs a package of npm, such as `axe-core@4.14.1`, in a directory of its own; `None` without npm or
/// the network.
pub fn install(package: &str, variable: &str) -> Option<PathBuf> {
    let (name, _) = package.split_once('@').unwrap();
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&directory).unwrap();
    let is_installed = |name: &str| {
        let mut command = Command::new(if name == package { "npm" } else { name });
        match name == package {
            true => command
                .args(["install", "--no-audit", package, "--prefix"])
                .arg(&directory),
            false => command.arg("--version"),
        };
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    installed(&["node", "npm", package], variable, is_installed).then_some(directory)
}

pub fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
