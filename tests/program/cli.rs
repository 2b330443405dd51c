//! The program from outside: what goes in, what comes out, how it ends.

use crate::naive;
use crate::program;

use cubesolve::cpu::InstructionSet;
use cubesolve::cube::{Cube, Sequence};
use naive::NaiveCube;
use program::{converse, growing_tables, run_with, solve, stderr, stdout, tables, with_table};
#[cfg(unix)]
use rustix::process::{Pid, Signal};
use serde_json::Value;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Scrambles of a few moves, from a simple generator of random numbers.
fn scrambles(count: usize, moves: usize) -> Vec<String> {
    let mut state = 1u64;
    let mut random = |n: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % n
    };
    let mut scramble = || {
        let tokens = (0..moves).map(|_| {
            let face = ["U", "R", "F", "D", "L", "B"][random(6) as usize];
            format!("{face}{}", ["", "2", "'"][random(3) as usize])
        });
        tokens.collect::<Vec<_>>().join(" ")
    };
    (0..count).map(|_| scramble()).collect()
}

fn is_solved_by(scramble: &str, solution: &str) -> bool {
    let mut cube = NaiveCube::from_str(scramble);
    cube.apply_str(program::moves(solution));
    cube.is_solved()
}

#[test]
fn solve_prints_only_the_solution_on_stdout() {
    let output = solve(&["R U F'"]).output().unwrap();
    assert_eq!(stdout(&output), "F U' R'\n");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn lines_are_answered_in_order_and_correctly() {
    let scrambles = scrambles(3000, 9);
    let output = run_with(&mut solve(&[]), scrambles.join("\n").as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers.len(), scrambles.len());
    for (scramble, solution) in scrambles.iter().zip(answers) {
        assert!(is_solved_by(scramble, solution), "{scramble}: {solution}");
        assert!(solution.split_whitespace().count() <= 9);
    }
}

#[test]
fn several_arguments_are_answered_in_order() {
    let output = solve(&["R", "U D", "", "F2"]).output().unwrap();
    let answers: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(answers[0], "R'");
    assert!(is_solved_by("U D", answers[1]));
    assert_eq!(answers[2..], ["// solved", "F2"]);
}

/// The solver's moves are for the cube as it is held when the scramble is over.
#[test]
fn solution_after_rotations_is_for_the_cube_as_held() {
    for scramble in ["x R U", "R y U2 F", "Rw U M2 z'", "z2 y' L"] {
        let output = solve(&[scramble]).output().unwrap();
        assert!(is_solved_by(scramble, stdout(&output)), "{scramble}");
    }
}

#[test]
fn bad_lines_report_errors_and_the_rest_is_solved() {
    let input = b"R\nR Q\n\nU\r\n\xff\xfe\n// nothing\nF(\nD";
    let output = run_with(&mut solve(&[]), input);
    let answers: Vec<&str> = stdout(&output).lines().collect();
    let [one, three, utf8, seven] = [1, 2, 4, 6].map(|n| answers[n]);
    assert_eq!(
        [answers[0], answers[3], answers[5], answers[7]],
        ["R'", "U'", "// nothing", "D'"]
    );
    assert!(one.starts_with("// error: column 3: expected"), "{one}");
    assert_eq!(three, "");
    assert!(utf8.starts_with("// error: expected UTF-8"), "{utf8}");
    assert!(seven.starts_with("// error: column 2: "), "{seven}");
    let mut messages: Vec<&str> = stderr(&output).lines().collect();
    messages.sort();
    assert_eq!(messages.len(), 3);
    assert!(messages[0].starts_with("cubesolve: line 2: column 3: expected"));
    assert!(messages[1].starts_with("cubesolve: line 5: expected UTF-8"));
    assert!(messages[2].starts_with("cubesolve: line 7: column 2: "));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn binary_and_utf16_input_report_errors() {
    let binary: Vec<u8> = (0..100_000u32)
        .map(|i| (i.wrapping_mul(i) >> 7) as u8)
        .collect();
    let lines = binary.split(|&byte| byte == b'\n').count();
    let output = run_with(&mut solve(&[]), &binary);
    assert_eq!(output.status.code(), Some(1));
    let ends_in_line_feed = usize::from(binary.last() == Some(&b'\n'));
    assert_eq!(stdout(&output).lines().count(), lines - ends_in_line_feed);

    let utf16: Vec<u8> = "\u{feff}R U\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let output = run_with(&mut solve(&[]), &utf16);
    assert!(stderr(&output).contains("UTF-16"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn very_long_lines_are_read_or_rejected() {
    let mut input = "R U R' U' ".repeat(6 * 50_000).into_bytes();
    input.extend(b"\nR\n");
    let output = run_with(&mut solve(&[]), &input);
    assert_eq!(stdout(&output), "// solved\nR'\n");
    assert_eq!(output.status.code(), Some(0));

    let mut input = vec![b'R'; 70 << 20];
    input.extend(b"\nR\n");
    let output = run_with(&mut solve(&[]), &input);
    assert!(stdout(&output).starts_with("// error: the line is longer than"));
    assert!(stdout(&output).ends_with("\nR'\n"));
    assert!(stderr(&output).contains("line 1: the line is longer than"));
    assert_eq!(output.status.code(), Some(1));
}

/// Each answer comes before the next line is written.
#[test]
fn answers_are_flushed_before_the_next_line() {
    let (mut child, mut stdin, mut answers) = converse(&mut solve(&[]));
    for scramble in scrambles(20, 6) {
        writeln!(stdin, "{scramble}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(is_solved_by(&scramble, &answer));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn closed_reader_ends_solve_with_success() {
    let (child, mut stdin, mut answers) = converse(solve(&[]).stderr(Stdio::piped()));
    writeln!(stdin, "R").unwrap();
    answers.next().unwrap().unwrap();
    drop(answers);
    // its stdin stays open: it ends because nobody reads what it writes
    writeln!(stdin, "U").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn usage_errors_exit_with_2() {
    let wrong: [&[&str]; 8] = [
        &["solve", "--no-such-option"],
        &["solve", "--number", "0"],
        &["solve", "--all", "--number", "2"],
        &["solve", "--timeout", "-1"],
        &["solve", "--table", "h99"],
        &["gen-tables", "--memory", "much"],
        &["no-such-command"],
        &[],
    ];
    for arguments in wrong {
        let output = with_table().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(!output.stderr.is_empty());
    }
}

/// A cube without a command gets a tip, wrong values and combinations the usage.
#[test]
fn usage_errors_show_usage_or_a_tip() {
    let text = |arguments: &[&str]| {
        let output = with_table().args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output).to_owned()
    };
    for (arguments, cube) in [(&["R U F'"][..], "R U F'"), (&["-q", "R", "U2"], "R U2")] {
        let tip = format!("to solve a cube: cubesolve solve \"{cube}\"");
        assert!(text(arguments).contains(&tip), "{arguments:?}");
    }
    assert!(!text(&["no-such-command"]).contains("to solve a cube"));
    let far = text(&["scramble", "--distance", "21"]);
    assert!(far.contains("Usage: cubesolve scramble"), "{far}");
    for arguments in [
        &["--goal", "eo", "--extra", "1,2"][..],
        &["--fast", "--to", &format!("U{}", ".".repeat(53))],
    ] {
        let error = text(&[&["solve"], arguments, &["R"]].concat());
        assert!(error.contains("Usage: cubesolve solve"), "{error}");
    }
}

#[test]
fn all_prints_a_paragraph_per_cube() {
    let output = solve(&["--all", "U D", "R2 L2"]).output().unwrap();
    let paragraphs: Vec<&str> = stdout(&output).trim_end().split("\n\n").collect();
    assert_eq!(paragraphs, ["U' D'", "R2 L2"]);
    let scramble = "R2 L2 U2 D2 F2 B2";
    let output = solve(&["--all", scramble]).output().unwrap();
    let solutions: Vec<&str> = stdout(&output).trim_end().lines().collect();
    assert!(solutions.len() > 1);
    assert_eq!(
        solutions.iter().collect::<HashSet<_>>().len(),
        solutions.len()
    );
    for solution in &solutions {
        assert!(is_solved_by(scramble, solution), "{solution}");
        assert_eq!(solution.split(' ').count(), 6);
    }
    let output = solve(&["--number", "2", scramble]).output().unwrap();
    assert_eq!(stdout(&output).trim_end().lines().count(), 2);
}

#[test]
fn extra_prints_longer_solutions_by_length() {
    let scramble = "R U R' U'";
    let output = solve(&["--extra", "4", scramble]).output().unwrap();
    let lengths: Vec<usize> = stdout(&output)
        .trim_end()
        .lines()
        .map(|solution| {
            assert!(is_solved_by(scramble, solution), "{solution}");
            solution.split(' ').count()
        })
        .collect();
    assert!(lengths.is_sorted());
    assert_eq!((lengths[0], lengths.last()), (4, Some(&8)));
}

#[test]
fn max_moves_too_small_reports_error() {
    let output = solve(&["--max-moves", "2", "R U F"]).output().unwrap();
    assert_eq!(stdout(&output), "// error: no solution within 2 moves\n");
    assert!(stderr(&output).contains("no solution within 2 moves"));
    assert_eq!(output.status.code(), Some(1));
}

/// All edges flipped, 20 moves: more than the small table does in the time.
const SUPERFLIP: &str = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";

#[test]
fn timeout_prints_unproved_solution_and_exits_with_3() {
    let output = solve(&["--timeout", "0.3", SUPERFLIP]).output().unwrap();
    let (solution, _) = stdout(&output).split_once(" // at least ").unwrap();
    assert!(is_solved_by(SUPERFLIP, solution));
    let moves = solution.split_whitespace().count();
    let report = format!("time is up: found {moves} moves; not proven optimal");
    assert!(stderr(&output).contains(&report), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(3));
    // without a scramble, whose inverse would be a solution, and without time to find one
    let facelets = NaiveCube::from_str(SUPERFLIP).facelets();
    let output = solve(&["--json", "--timeout", "0", &facelets]).output();
    let object: Value = serde_json::from_str(stdout(&output.unwrap())).unwrap();
    assert_eq!(object["optimal"], false);
    assert!(object["lower_bound"].as_u64() < object["length"].as_u64());
    assert!(is_solved_by(
        SUPERFLIP,
        object["solution"].as_str().unwrap()
    ));
}

#[cfg(unix)]
fn send(signal: Signal, child: &std::process::Child) {
    rustix::process::kill_process(Pid::from_child(child), signal).unwrap();
}

#[cfg(unix)]
#[test]
fn interrupted_search_reports_proven_bound() {
    let child = solve(&["-v", SUPERFLIP])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap()).lines();
    // once it reports a depth it is searching
    stderr
        .find(|line| line.as_ref().unwrap().contains("depth"))
        .unwrap()
        .unwrap();
    send(Signal::INT, &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let rest: Vec<String> = stderr.map(Result::unwrap).collect();
    let reports = |line: &String| line.contains("interrupted: ");
    assert!(rest.iter().any(reports), "{rest:?}");
}

/// As a process that the signal killed is reported by a shell.
#[cfg(unix)]
#[test]
fn signal_while_waiting_for_input_exits_with_128_and_its_number() {
    // not ignored in child processes, even if the tests run under `nohup`
    signal_hook::flag::register(signal_hook::consts::SIGHUP, Arc::default()).unwrap();
    for (signal, code) in [(Signal::HUP, 129), (Signal::INT, 130), (Signal::TERM, 143)] {
        let (mut child, mut stdin, mut answers) = converse(&mut solve(&[]));
        writeln!(stdin, "R").unwrap();
        answers.next().unwrap().unwrap();
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn hangup_under_nohup_is_ignored() {
    let script = format!(
        "trap '' HUP; exec '{}' solve --no-build",
        env!("CARGO_BIN_EXE_cubesolve")
    );
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", &script])
        .env("CUBESOLVE_TABLES", tables());
    let (mut child, mut stdin, mut answers) = converse(&mut shell);
    for _ in 0..2 {
        writeln!(stdin, "R").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), "R'");
        send(Signal::HUP, &child);
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Service managers stop a service by SIGTERM and take any other exit code for a failure.
#[cfg(all(unix, feature = "serve"))]
#[test]
fn terminated_server_exits_with_0() {
    for (signal, code) in [(Signal::TERM, 0), (Signal::INT, 130)] {
        let mut serve = with_table();
        serve.args(["serve", "--no-build", "--address", "127.0.0.1:0"]);
        let (mut child, _stdin, mut lines) = converse(&mut serve);
        assert!(lines.next().unwrap().unwrap().starts_with("http://127."));
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn json_of_comments_has_no_solution() {
    let output = run_with(&mut solve(&["--json"]), b"# R\n // R\nR // U\nR R'\n; R\n");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let objects = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lengths: Vec<Value> = objects
        .map(|object: Value| object["length"].clone())
        .collect();
    let none = Value::Null;
    assert_eq!(
        lengths,
        [none.clone(), none.clone(), 1.into(), 0.into(), none]
    );
}

/// Probes are the sum of those of the JSON objects; what is no cube is counted by itself.
#[test]
fn stats_prints_summary_on_stderr() {
    let input = b"R U\nF\nbad\nR\n\nR R'\nU D R2\n";
    let output = run_with(&mut solve(&["--stats", "--json"]), input);
    let objects = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let probes: u64 = objects
        .map(|object: Value| object["probes"].as_u64().unwrap())
        .sum();
    let summary = stderr(&output);
    let expected = "cubes     5, 0 without a solution, and 2 that could not be read\n 0 moves  1\n 1 moves  2\n 2 moves  1\n 3 moves  1\ntime      ";
    assert!(summary.contains(expected), "{summary}");
    assert!(
        summary.contains(&format!("\nprobes    {probes}\nspeed     ")),
        "{summary}"
    );
    let output = run_with(&mut solve(&["--stats", "--max-moves", "1"]), b"R U\n");
    assert!(
        stderr(&output).contains("cubes     1, 1 without a solution\ntime"),
        "{}",
        stderr(&output)
    );
    assert!(!stderr(&solve(&["R"]).output().unwrap()).contains("cubes"));
}

#[test]
fn json_reports_solution_work_and_errors() {
    let output = run_with(&mut solve(&["--json"]), b"R U\nbad\n\xff\n");
    assert_eq!(output.status.code(), Some(1));
    let objects: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let [good, bad, binary] = &objects[..] else {
        panic!("{objects:?}");
    };
    assert_eq!(good["line"], 1);
    assert_eq!(good["input"], "R U");
    assert_eq!(good["solution"], "U' R'");
    assert_eq!(good["length"], 2);
    assert_eq!(good["optimal"], true);
    assert_eq!(good["lower_bound"], 2);
    assert_eq!(good["table"], "64M");
    assert_eq!(good["error"], Value::Null);
    assert!(good["seconds"].as_f64().unwrap() > 0.0);
    assert!(good["nodes"].is_u64() && good["probes"].is_u64());
    assert_eq!(
        (&bad["solution"], &bad["optimal"]),
        (&Value::Null, &Value::Bool(false))
    );
    assert_eq!(bad["lower_bound"], Value::Null);
    assert!(bad["error"].as_str().unwrap().contains("column 2"));
    assert_eq!(binary["input"], Value::Null);

    let output = solve(&["--json", "--all", "U D"]).output().unwrap();
    let object: Value = serde_json::from_str(stdout(&output)).unwrap();
    assert_eq!(object["solutions"][0]["solution"], "U' D'");
}

/// Programs rely on these: fields may be added, which changes this test, but not taken away.
#[test]
fn json_fields_are_documented_in_the_help() {
    let fields = [
        "error",
        "input",
        "length",
        "line",
        "lower_bound",
        "metric",
        "moves",
        "nodes",
        "note",
        "optimal",
        "probes",
        "puzzle",
        "seconds",
        "solution",
        "solutions",
        "table",
        "to",
    ];
    let help = with_table().args(["solve", "--help"]).output().unwrap();
    for arguments in [
        &["--json", "R U"][..],
        &["--json", "not a cube"],
        &["--json", "--timeout", "0.1", SUPERFLIP],
        &["--json", "--all", "R U"],
    ] {
        let output = solve(arguments).output().unwrap();
        let object: Value = serde_json::from_str(stdout(&output)).unwrap();
        let found: HashSet<&str> = object
            .as_object()
            .unwrap()
            .keys()
            .map(|key| &**key)
            .collect();
        assert_eq!(found, fields.into_iter().collect(), "{arguments:?}");
        for field in fields {
            assert!(stdout(&help).contains(&format!("{field}: ")), "{field}");
        }
    }
}

/// Whatever is wrong with where it reads from and writes to.
#[cfg(target_os = "linux")]
#[test]
fn failing_stdin_and_stdout_report_errors() {
    let full = || std::fs::File::create("/dev/full").unwrap();
    let output = solve(&["R"]).stdout(full()).output().unwrap();
    assert!(stderr(&output).starts_with("cubesolve: cannot write to stdout: "));
    assert_eq!(output.status.code(), Some(4));

    let status = solve(&["R Q"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(1));

    let directory = std::fs::File::open("/").unwrap();
    let output = solve(&[]).stdin(directory).output().unwrap();
    assert!(stderr(&output).starts_with("cubesolve: cannot read stdin: "));
    assert_eq!(output.status.code(), Some(4));
}

/// One of each command that prints something.
const PRINTING: [&[&str]; 18] = [
    &["--version"],
    &["solve", "--help"],
    &["solve", "R"],
    &["solve", "--json", "R"],
    &["solve", "--goal", "eo", "R"],
    &["convert", "--to", "facelets", "R"],
    &["show", "R"],
    &["inspect", "R"],
    &["coord"],
    &["coord", "corners/48", "R"],
    &["scramble", "--seed", "1"],
    &["order", "R"],
    &["canon", "R"],
    &["tables"],
    &["tables", "path"],
    &["tables", "--quiet", "verify"],
    &["completions", "bash"],
    &["man"],
];

#[cfg(target_os = "linux")]
#[test]
fn full_stdout_fails_every_command() {
    for arguments in PRINTING {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = with_table();
        let output = command.args(arguments).stdout(full).output().unwrap();
        let message = "cubesolve: cannot write to stdout: ";
        assert!(stderr(&output).starts_with(message), "{arguments:?}");
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn closed_pipe_is_success_for_every_command() {
    for arguments in PRINTING {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = with_table();
        let output = command.args(arguments).stdout(writer).output().unwrap();
        assert_eq!(stderr(&output), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// The runtime of Rust opens /dev/null in place of closed streams, so that nothing is written to
/// whatever file would get their number.
#[cfg(unix)]
#[test]
fn closed_stdout_fails_closed_stdin_is_empty() {
    let run = |arguments: &str| {
        let script = format!("exec '{}' {arguments}", env!("CARGO_BIN_EXE_cubesolve"));
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &script])
            .env("CUBESOLVE_TABLES", growing_tables());
        shell.output().unwrap()
    };
    let cannot_write = "cubesolve: cannot write to stdout: ";
    for (arguments, code, error) in [
        ("solve <&-", 0, ""),
        ("solve R >&-", 4, cannot_write),
        ("solve R <&- >&-", 4, cannot_write),
        ("convert --to index R >&-", 4, cannot_write),
        ("--help >&-", 4, cannot_write),
        ("solve 'R Q' 2>&-", 1, ""),
        ("solve 'R Q' <&- >&- 2>&-", 4, ""),
        ("tables -q verify <&- >&- 2>&-", 4, ""),
        // as programs discard output, Python's subprocess.DEVNULL for one
        ("solve R 1<>/dev/null", 0, ""),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments}");
        assert!(stderr(&output).starts_with(error), "{arguments}");
        assert_eq!(error.is_empty(), output.stderr.is_empty(), "{arguments}");
    }
    assert!(run("tables -q verify").status.success());
}

/// The table has 119 MB: the limits leave no memory for a map, for a map but no copy, or for both.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_reported() {
    for kibibytes in [20_000, 60_000, 120_000, 180_000, 250_000, 400_000, 800_000] {
        for how in ["map", "copy"] {
            let script = format!(
                "ulimit -v {kibibytes}; exec '{}' solve --load {how} \"R U F'\"",
                env!("CARGO_BIN_EXE_cubesolve")
            );
            let mut shell = std::process::Command::new("sh");
            shell
                .args(["-c", &script])
                .env("CUBESOLVE_TABLES", growing_tables());
            let output = shell.output().unwrap();
            if output.status.success() {
                assert_eq!(stdout(&output), "F U' R'\n");
            } else {
                assert_eq!(output.status.code(), Some(4), "{kibibytes} {how}");
                assert!(stderr(&output).contains("memory"), "{}", stderr(&output));
            }
        }
    }
}

#[test]
fn format_facelets_is_read() {
    let turned = NaiveCube::from_str("R").facelets();
    let output = solve(&["--format", "facelets", &turned]).output().unwrap();
    assert_eq!(stdout(&output), "R'\n");
}

#[test]
fn load_choices_find_the_same_lengths() {
    let scramble = &scrambles(1, 12)[0];
    let lengths = ["map", "copy", "auto"].map(|how| {
        let output = solve(&["--load", how, scramble]).output().unwrap();
        assert!(is_solved_by(scramble, stdout(&output)));
        stdout(&output).split_whitespace().count()
    });
    assert_eq!(lengths, [lengths[0]; 3]);
}

#[test]
fn help_version_completions_and_manual() {
    for (arguments, expected) in [
        (["--help"].as_slice(), "Exit codes:"),
        (&["solve", "--help"], "--max-moves"),
        (&["solve", "--help"], "Exit codes:"),
        (&["--version"], "instructions: "),
        (&["--version"], "table used: 64M"),
        (&["completions", "bash"], "corners-halfturn/48"),
        (&["completions", "zsh"], "rubbik-layers"),
        (&["completions", "fish"], "complete -c cubesolve"),
        (&["man"], ".TH cubesolve 1"),
        (&["man", "solve"], "max\\-moves"),
        (
            &["man", "solve"],
            concat!("cubesolve ", env!("CARGO_PKG_VERSION")),
        ),
        (&["man", "solve"], "512M\\-qtm"),
    ] {
        let output = with_table().args(arguments).output().unwrap();
        assert!(stdout(&output).contains(expected), "{arguments:?}");
        assert!(output.status.success());
    }
}

#[test]
fn instructions_are_chosen_among_those_of_the_processor() {
    let version = |name: &str| {
        let mut command = with_table();
        let command = command.arg("--version").env("CUBESOLVE_INSTRUCTIONS", name);
        command.output().unwrap()
    };
    let available: Vec<&str> = InstructionSet::available()
        .iter()
        .map(|set| set.name())
        .collect();
    for name in ["portable", "neon", "avx2", "avx512", "AVX2"] {
        let output = version(name);
        if available.contains(&name) {
            assert!(stdout(&output).contains(&format!("instructions: {name}\n")));
        } else {
            let available = available.join(", ");
            let problem = format!(
                "cubesolve: CUBESOLVE_INSTRUCTIONS is {name:?}, but this processor has {available}\n"
            );
            assert_eq!((stdout(&output), stderr(&output)), ("", &*problem));
            assert_eq!(output.status.code(), Some(4));
        }
    }
    let highest = format!("instructions: {}\n", available[available.len() - 1]);
    assert!(stdout(&version("")).contains(&highest));
}

#[test]
fn man_write_creates_the_pages_of_all_commands() {
    let run = |arguments: &[&str]| with_table().args(arguments).output().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let man1 = directory.path().join("man/man1");
    let output = run(&["man", "--write", man1.to_str().unwrap()]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(0), ""));
    for (file, arguments) in [
        ("cubesolve.1", &["man"][..]),
        ("cubesolve-solve.1", &["man", "solve"]),
    ] {
        let written = std::fs::read_to_string(man1.join(file)).unwrap();
        assert_eq!(written, stdout(&run(arguments)));
    }
}

/// An option that does nothing is an error.
#[test]
fn options_of_tables_and_metric_are_refused_where_they_are_not_used() {
    for (command, option) in [
        ("convert", "--tables"),
        ("order", "--tables"),
        ("inspect", "--tables"),
        ("show", "--metric"),
        ("tables", "--metric"),
    ] {
        let output = with_table().args([command, option, "qtm"]).output();
        assert_eq!(output.unwrap().status.code(), Some(2), "{command} {option}");
    }
}

#[test]
fn number_of_threads_does_not_change_lengths() {
    let scrambles = scrambles(200, 10).join("\n");
    let lengths = |threads: &str| -> Vec<usize> {
        let mut command = solve(&["--threads", threads]);
        let output = run_with(&mut command, scrambles.as_bytes());
        let lines = stdout(&output).lines();
        lines.map(|line| line.split_whitespace().count()).collect()
    };
    assert_eq!(lengths("1"), lengths("7"));
}

/// However long it takes to answer the first, the others wait in bounded memory and order.
#[test]
fn slow_answer_delays_later_ones_in_order() {
    let mut input = format!("{SUPERFLIP}\n");
    input.push_str(&"R U F\n".repeat(2000));
    let start = Instant::now();
    let mut command = solve(&["--timeout", "0.5", "--threads", "2"]);
    let output = run_with(&mut command, input.as_bytes());
    assert!(start.elapsed() >= Duration::from_millis(500));
    let mut answers = stdout(&output).lines();
    let (first, _) = answers.next().unwrap().split_once(" // ").unwrap();
    assert!(is_solved_by(SUPERFLIP, first));
    assert_eq!(answers.filter(|answer| *answer == "F' U' R'").count(), 2000);
    assert_eq!(output.status.code(), Some(3));
}

/// While the first cube is searched for, the errors after it wait.
#[test]
fn errors_are_reported_in_the_order_of_lines() {
    let mut input = format!("{SUPERFLIP}\n");
    input.extend((2..50).map(|line| format!("?{line}\n")));
    let mut command = solve(&["-q", "--timeout", "0.5", "--threads", "4"]);
    let output = run_with(&mut command, input.as_bytes());
    let numbers = stderr(&output).lines().map(|line| {
        let (_, rest) = line.split_once("cubesolve: line ").unwrap();
        rest.split_once(':').unwrap().0.parse().unwrap()
    });
    assert_eq!(numbers.collect::<Vec<u32>>(), Vec::from_iter(1..50));
}

#[test]
fn dash_among_arguments_is_refused() {
    let output = solve(&["R U", "-"]).output().unwrap();
    assert_eq!(stdout(&output).lines().next(), Some("U' R'"));
    assert!(stderr(&output).contains("argument 2: - reads stdin only if"));
    assert_eq!(output.status.code(), Some(1));
}

/// The link at the end of the first line.
fn link_in(answer: &str) -> &str {
    let line = answer.lines().next().unwrap();
    line.rsplit_once(" // ").unwrap().1
}

/// The link of a solution is a comment, begins with the cube, and is read back as the solved cube.
#[test]
fn links_play_the_solution_from_the_cube_on() {
    const EDITOR: &str = "https://alpha.twizzle.net/edit/?";
    let facelets = "UUUUUUFFFUBBRRRRRRRRRFFDFFDDDBDDBDDBFFDLLLLLLLLLUBBUBB";
    let long = "R L ".repeat(101);
    for (arguments, moves, setup) in [
        (&["R U F'"][..], "F+U%27+R%27", "R+U+F%27"),
        (&["x R"], "R%27", "R+x"),
        (&[facelets], "U%27+R%27", "R+U"),
        (&[&long], "R%27+L%27", "L+R"),
        (&["R R'"], "", "R+R%27"),
        (&["--puzzle", "2x2x2", "R"], "R%27", "R&puzzle=2x2x2"),
        (&["--moves", "M,U", "M"], "M%27", "L%27+R+x%27"),
        (&["--to", "R", "R U"], "U%27", "R+U"),
    ] {
        let output = solve(&[&["--link"], arguments].concat()).output().unwrap();
        let link = link_in(stdout(&output));
        assert_eq!(link, format!("{EDITOR}alg={moves}&setup-alg={setup}"));
        let json = solve(&[&["--json", "--link"], arguments].concat()).output();
        let record: serde_json::Value = serde_json::from_slice(&json.unwrap().stdout).unwrap();
        assert_eq!(record["solutions"][0]["link"], link);
        let played = Sequence::parse(link).unwrap().cube();
        let is_whole = !arguments.contains(&"--to");
        assert_eq!(played.is_solved(), is_whole, "{link}");
    }
    // moves on the inverse are undone before the scramble; a chain that solves the cube has none
    let niss_scramble = "R' U' F L2 D B2 R2 U' F";
    let niss = ["--link", "--goal", "eo", "--niss", niss_scramble];
    let niss = solve(&niss).output().unwrap();
    assert!(
        stdout(&niss).starts_with("(R) // eo-rl // https"),
        "{}",
        stdout(&niss)
    );
    assert!(stdout(&niss).contains("?alg=&setup-alg=R%27+R%27+U%27+F+"));
    let chain = [
        "--link",
        "--niss",
        "--goal",
        "eo,dr,htr,solved",
        niss_scramble,
    ];
    let chain = solve(&chain).output().unwrap();
    let link = link_in(stdout(&chain));
    assert!(link.contains("&setup-alg=R%27+U%27+F+"));
    assert!(Sequence::parse(link).unwrap().cube().is_solved());
    let step = solve(&["--link", "--goal", "eo-fb", facelets])
        .output()
        .unwrap();
    assert!(stdout(&step).starts_with("// solved // https"));
    let played = Sequence::parse(link_in(stdout(&step))).unwrap();
    assert_eq!(played.cube(), facelets.parse::<Cube>().unwrap());
}
