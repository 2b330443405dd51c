//! A machine without tables, a cube that is hard, a person who waits.

use crate::files::names;
use crate::naive::NaiveCube;
use crate::program::{program, run_with, solve, stderr, stdout};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Read;
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// All edges flipped, 20 moves: more than the small table does while somebody waits.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

fn is_solved_by(scramble: &str, solution: &str) -> bool {
    let mut cube = NaiveCube::from_str(scramble);
    cube.apply_str(solution);
    cube.is_solved()
}

#[test]
fn fast_without_table_solves() {
    let directory = tempdir().unwrap();
    let fast = |arguments: &[&str]| {
        let mut command = program(directory.path());
        command.args(["solve", "--fast"]).args(arguments);
        command
    };
    let lines = format!("{SUPERFLIP}\nR U F'\n# none\n");
    let output = run_with(&mut fast(&["--json"]), lines.as_bytes());
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let objects: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let moves = objects[0]["solution"].as_str().unwrap();
    assert!(is_solved_by(SUPERFLIP, moves));
    assert_eq!(
        objects[0]["optimal"],
        objects[0]["length"] == objects[0]["lower_bound"]
    );
    let short = ["solution", "optimal", "lower_bound"].map(|field| objects[1][field].clone());
    assert_eq!(short, [json!("F U' R'"), json!(true), json!(3)]);
    assert_eq!(objects[2]["length"], json!(null));
    // the same every time without --timeout, and never longer with it
    let again = fast(&[SUPERFLIP]).output().unwrap();
    assert_eq!(stdout(&again).trim(), moves);
    let longer = fast(&["--timeout", "0.5", SUPERFLIP]).output().unwrap();
    assert!(is_solved_by(SUPERFLIP, stdout(&longer)));
    assert_eq!(longer.status.code(), Some(0));
    assert!(names(directory.path()).is_empty());
}

#[test]
fn no_build_without_table_fails() {
    let directory = tempdir().unwrap();
    let solve = |arguments: &[&str]| {
        let mut command = program(directory.path());
        command.arg("solve").args(arguments).output().unwrap()
    };
    let near = solve(&["--no-build", "R U F' L2 D B' U2 R' F2 L"]);
    assert_eq!((near.status.code(), stderr(&near)), (Some(0), ""));
    assert_eq!(stdout(&near), "L' F2 R U2 B D' L2 F U' R'\n");
    let output = solve(&["--no-build", SUPERFLIP]);
    assert_eq!(output.status.code(), Some(4));
    assert!(
        stderr(&output).contains("generate it with `cubesolve gen-tables --table 64M`"),
        "{}",
        stderr(&output)
    );
    assert!(names(directory.path()).is_empty());
}

/// The time is up before the generation of a table would begin.
#[test]
fn timeout_without_table_prints_quick_solution_and_bound() {
    let directory = tempdir().unwrap();
    let mut command = program(directory.path());
    command.args(["solve", "--timeout", "0"]);
    let output = run_with(&mut command, format!("R U F'\n{SUPERFLIP}\n").as_bytes());
    assert_eq!(output.status.code(), Some(3));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].starts_with("F U' R'"), "{lines:?}");
    let (moves, bound) = lines[1].split_once(" // at least ").unwrap();
    assert!(is_solved_by(SUPERFLIP, moves) && bound.parse::<usize>().unwrap() <= 20);
    assert!(
        stderr(&output).contains("time is up before the table "),
        "{}",
        stderr(&output)
    );
    assert!(names(directory.path()).is_empty());
}

#[test]
fn generation_is_over_when_the_program_ends() {
    let directory = tempdir().unwrap();
    let mut command = program(directory.path());
    let output = command
        .args(["solve", "--timeout", "0.7", SUPERFLIP])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let left = names(directory.path());
    assert!(left.iter().all(|name| name.ends_with(".table")), "{left:?}");
}

/// A hard cube gets the larger table that solves it sooner, and a slow one the advice.
#[test]
#[ignore = "it makes a table of 700 MB"]
fn hard_cube_generates_larger_table() {
    let directory = tempdir().unwrap();
    // 18 moves: minutes with the small table and one thread
    let scramble = "R F D2 R U2 F R' B D' R' L' D2 F2 D L2 U2 D2 F2 L2 U2 B2";
    let mut command = program(directory.path());
    command.args(["solve", "--threads", "1", "--json", scramble]);
    let output = command.output().unwrap();
    let object: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert!(is_solved_by(scramble, object["solution"].as_str().unwrap()));
    assert_eq!(object["optimal"], true);
    assert_eq!(names(directory.path()), ["64M.table", "512M.table"]);
    let text = stderr(&output);
    assert_eq!(
        text.matches("generating the table 512M ").count(),
        1,
        "{text}"
    );
    assert_eq!(object["table"], "512M");
}

/// A terminal of 80 columns: where the program writes, and where what it wrote is read.
#[cfg(target_os = "linux")]
fn terminal() -> (File, File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Winsize, tcsetwinsize};
    let reader = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&reader).unwrap();
    unlockpt(&reader).unwrap();
    let name = ptsname(&reader, vec![]).unwrap().into_string().unwrap();
    let writer = File::options().read(true).write(true).open(name).unwrap();
    let size = Winsize {
        ws_row: 24,
        ws_col: 80,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&writer, size).unwrap();
    (writer, reader.into())
}

/// What a search shows on a terminal until it is interrupted, which is when `enough` says so.
/// Returns stdout, and what the terminal got.
#[cfg(target_os = "linux")]
fn watched(command: &mut Command, enough: impl Fn(&str) -> bool) -> (String, String) {
    use rustix::process::{Pid, Signal, kill_process};
    let (writer, mut reader) = terminal();
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(writer)
        .spawn()
        .unwrap();
    // the program's is then the only one
    command.stderr(Stdio::null());
    let (mut shown, mut part, mut interrupted) = (String::new(), [0; 4096], false);
    // the end of what a terminal gets is an error
    while let Ok(length @ 1..) = reader.read(&mut part) {
        shown.push_str(&String::from_utf8_lossy(&part[..length]));
        if !interrupted && enough(&shown) {
            kill_process(Pid::from_child(&child), Signal::INT).unwrap();
            interrupted = true;
        }
    }
    let mut printed = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut printed)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{shown}");
    (printed, shown)
}

/// The lines that were on a terminal at any time, without what moves the cursor.
#[cfg(target_os = "linux")]
fn lines(shown: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut rest = shown.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.find(char::is_ascii_alphabetic);
            plain.push('\n');
        } else {
            plain.push(c);
        }
    }
    plain.split(['\r', '\n']).map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn terminal_shows_status_line_during_search() {
    let command = || solve(&[SUPERFLIP]);
    let shows_all = |shown: &str| {
        let reports = |line: &String| {
            ["at least ", ", at most ", "; depth "]
                .iter()
                .all(|part| line.contains(part))
        };
        lines(shown).iter().any(reports)
    };
    let (printed, shown) = watched(command().env("TERM", "xterm"), shows_all);
    let (moves, bound) = printed.trim().split_once(" // at least ").unwrap();
    assert!(is_solved_by(SUPERFLIP, moves));
    assert!(bound.parse::<usize>().unwrap() <= 20);
    let lives = lines(&shown);
    let mut lives = lives.iter().filter(|line| line.contains("; depth "));
    assert!(lives.all(|line| line.chars().count() <= 80), "{shown}");
    // it was taken away before the last message
    let last = lines(&shown);
    let last: Vec<&String> = last.iter().filter(|line| !line.trim().is_empty()).collect();
    assert!(last.last().unwrap().contains("interrupted: "), "{shown}");
    // a dumb terminal shows whole lines only, and these with -v only
    let shows_a_depth = |shown: &str| shown.contains("depth 1");
    let mut verbose = solve(&["-v", SUPERFLIP]);
    let (_, shown) = watched(verbose.env("TERM", "dumb"), shows_a_depth);
    assert!(
        !shown.contains('\u{1b}') && !shown.contains(" left"),
        "{shown}"
    );
}

/// An easy cube is answered before any progress is reported.
#[cfg(target_os = "linux")]
#[test]
fn easy_cube_shows_no_status_line() {
    let (writer, mut reader) = terminal();
    let mut command = solve(&["R U F'"]);
    let output = command.stderr(writer).output().unwrap();
    command.stderr(Stdio::null());
    assert_eq!(stdout(&output), "F U' R'\n");
    // the end of what a terminal gets is an error, and here it gets nothing before
    assert!(!matches!(reader.read(&mut [0]), Ok(1)));
}
