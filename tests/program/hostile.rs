//! Whatever bytes the program gets, on the command line, on stdin or in a file: it neither
//! panics nor hangs, takes bounded memory, and ends as its help says.

use crate::files;
use crate::program::{converse, program, run_with, stderr, stdout, with_table};

use cubesolve::table::{FileProblem, Load, Spec, Table};
use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
use std::fs;
use std::process::{Command, Output};
use tempfile::tempdir;

/// Every command that reads cubes or sequences from stdin.
const READERS: [&[&str]; 14] = [
    &["solve", "--no-build", "--load", "map"],
    &["solve", "--no-build", "--load", "map", "--json", "--all"],
    &["solve", "--goal", "eo"],
    &["solve", "--puzzle", "2x2x2"],
    &["convert", "--to", "facelets"],
    &["convert", "--to", "moves"],
    &["convert", "--format", "niss", "--to", "speffz:xv"],
    &["convert", "--format", "json", "--to", "h48"],
    &["show"],
    &["order"],
    &["order", "--size", "7"],
    &["canon", "--inverse", "--unique"],
    &["coord", "eo", "-"],
    &["inspect"],
];

fn command(arguments: &[&str]) -> Command {
    let mut command = with_table();
    command.args(arguments);
    command
}

/// It exited by itself, with a code that the help lists.
fn assert_documented_exit(output: &Output, context: &dyn std::fmt::Debug) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains("panicked"), "{context:?}: {stderr}");
    let code = output.status.code();
    assert!(
        matches!(code, Some(0..=4)),
        "{context:?}: {code:?} {stderr}"
    );
}

fn utf16(text: &str, encode: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(encode).collect()
}

#[test]
fn junk_input_reports_errors_in_every_command() {
    let mut random = SmallRng::seed_from_u64(1);
    let mut bytes = vec![0; 20_000];
    random.fill_bytes(&mut bytes);
    let symbols = b"URFDLBxyzMESrw'23()[],:/ \t\r.=0{}\"\x00\x1b\xc3\xa9\n";
    let similar = (0..20_000).map(|_| symbols[random.random_range(0..symbols.len())]);
    let junk: [&[u8]; 7] = [
        &utf16("\u{feff}R U\r\nF\n", u16::to_le_bytes),
        &utf16("\u{feff}R U\r\nF\n", u16::to_be_bytes),
        b"\n\0\n\0\0R\n\r\r\n\xef\xbb\xbf\n\xef\xbb\n",
        b"\x0b\x0c\x1b[2J\x7f\n\xc2\x85\n\xe2\x80\xa8\xe2\x80\xae\n",
        b"{\"c\\np\\u001b[2J\":1}\n{\"cp\":\"\\u0000\\n\"}\n{\"cp\":[1e999]}\n[[[[[[[[\n",
        &similar.collect::<Vec<u8>>(),
        &bytes,
    ];
    for arguments in READERS {
        let output = run_with(command(arguments).arg("-q"), &junk.concat());
        assert_documented_exit(&output, &arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let messages = stderr(&output);
        let control = |c: char| c.is_control() && c != '\n';
        assert!(!messages.contains(control), "{arguments:?}: {messages:?}");
        let starts = |line: &str| line.starts_with("cubesolve: line ");
        assert!(messages.lines().all(starts), "{arguments:?}: {messages}");
    }
}

#[test]
fn line_ends_and_byte_order_marks_do_not_change_answers() {
    let plain = b"R U\n\n(F' U)2\n";
    let others: [&[u8]; 3] = [
        b"R U\r\n\r\n(F' U)2\r\n",
        b"\xef\xbb\xbfR U\n\n(F' U)2",
        b"\xef\xbb\xbfR U\r\n\r\n(F' U)2\r\n",
    ];
    for arguments in [READERS[0], READERS[4]] {
        let expected = run_with(&mut command(arguments), plain);
        for input in others {
            let output = run_with(&mut command(arguments), input);
            assert_eq!(stdout(&output), stdout(&expected), "{arguments:?}");
            assert_eq!(stderr(&output), stderr(&expected), "{arguments:?}");
        }
    }
}

#[test]
fn junk_arguments_exit_with_documented_codes() {
    let long = "R".repeat(100_000);
    let brackets = "(".repeat(100_000);
    let junk = [
        "",
        " ",
        "-",
        "--",
        "0",
        "99999999999999999999",
        "nan",
        "é",
        "\u{1b}[2J",
        "{",
        "/dev/null",
        &long,
        &brackets,
    ];
    let with_value: [&[&str]; 26] = [
        &["solve", "--format"],
        &["solve", "--timeout"],
        &["solve", "--number"],
        &["solve", "--extra"],
        &["solve", "--max-moves"],
        &["solve", "--threads"],
        &["solve", "--load"],
        &["solve", "--table"],
        &["solve", "--to"],
        &["solve", "--goal"],
        &["solve", "--puzzle"],
        &["solve", "--goal", "dr", "--format"],
        &["convert", "--to"],
        &["convert", "--to", "index", "--format"],
        &["canon", "--to"],
        &["order", "--size"],
        &["coord"],
        &["coord", "eo", "--format"],
        &["scramble", "--seed"],
        &["scramble", "--distance"],
        &["scramble", "--goal-solved"],
        &["gen-tables", "--memory", "1", "--table"],
        &["tables", "verify"],
        &["tables", "path"],
        &["man"],
        &["completions"],
    ];
    for arguments in with_value {
        for value in junk {
            let output = run_with(command(arguments).arg(value), b"R\n");
            assert_documented_exit(&output, &(arguments, value.len(), value.get(..20)));
        }
    }
    for arguments in READERS {
        let output = run_with(command(arguments).arg("--").args(junk), b"");
        assert_documented_exit(&output, &arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn arguments_that_are_not_utf8_exit_with_2() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    for arguments in READERS {
        let output = run_with(command(arguments).arg(OsStr::from_bytes(b"R\xff")), b"");
        assert_documented_exit(&output, &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("UTF-8"), "{arguments:?}");
    }
}

/// Lines without end, and the longest that are read.
#[cfg(target_os = "linux")]
mod long_lines {
    use super::*;
    use std::io::Write;
    use std::process::Stdio;

    /// Mebibytes that no command takes more of, the table that is mapped (114) included.
    const MOST_MEMORY: u64 = 256;

    /// Gives a command a line of `length` bytes, then another line. Returns the answer to the
    /// first up to an empty line, and the most memory taken so far, in MiB.
    fn answer_to(arguments: &[&str], pattern: &[u8], length: usize) -> (String, u64) {
        let mut command = command(arguments);
        let (child, mut stdin, mut answers) = converse(command.stderr(Stdio::piped()));
        let chunk = pattern.repeat((1 << 16) / pattern.len());
        for _ in 0..length / chunk.len() {
            stdin.write_all(&chunk).unwrap();
        }
        stdin.write_all(b"\n").unwrap();
        // it is still there, waiting for the next line
        let mut answer = answers.next().unwrap().unwrap() + "\n";
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kibibytes = peak.unwrap().trim().trim_end_matches(" kB");
        drop(stdin);
        let reader = std::thread::spawn(move || answers.for_each(drop));
        let output = child.wait_with_output().unwrap();
        reader.join().unwrap();
        assert_documented_exit(&output, &(arguments, &pattern[..1]));
        answer.push_str(&String::from_utf8(output.stderr).unwrap());
        (answer, kibibytes.parse::<u64>().unwrap() / 1024)
    }

    fn assert_refused(arguments: &[&str], pattern: &[u8], length: usize, problem: &str) {
        let (answer, mebibytes) = answer_to(arguments, pattern, length);
        let context = format!("{arguments:?} {:?}", &pattern[..1]);
        assert!(mebibytes <= MOST_MEMORY, "{context}: {mebibytes} MiB");
        let text = answer.find("cubesolve: line 1: ").map(|at| &answer[at..]);
        let text = text.unwrap_or_else(|| panic!("{context}: {answer:.200}"));
        assert!(text.contains(problem), "{context}: {text:.200}");
        assert!(text.len() < 500, "{context}: {text:.200}");
    }

    #[test]
    fn overlong_lines_are_skipped_in_bounded_memory() {
        for arguments in READERS {
            assert_refused(arguments, b"\0", 128 << 20, "longer than");
        }
        assert_refused(READERS[0], b"R ", 256 << 20, "longer than");
    }

    #[test]
    #[ignore = "half a minute of pipes"]
    fn line_of_a_gigabyte_is_skipped_in_bounded_memory() {
        for arguments in READERS {
            for pattern in [b"\0".as_slice(), b"R "] {
                assert_refused(arguments, pattern, 1 << 30, "longer than");
            }
        }
    }

    #[test]
    fn longest_invalid_lines_are_rejected_in_bounded_memory() {
        const LENGTH: usize = 60 << 20;
        for arguments in [READERS[0], READERS[9]] {
            assert_refused(arguments, b"R ", LENGTH, "");
        }
        // as JSON it would be six times as long
        assert_refused(READERS[1], b"\x01", LENGTH, "found '\\u{1}'");
        assert_refused(READERS[4], b"[R,U]'", LENGTH, "more than");
        assert_refused(
            &["convert", "--to", "index"],
            b"(R U)2",
            LENGTH,
            "more than",
        );
        let json = ["convert", "--format", "json", "--to", "index"];
        assert_refused(&json, b"[\"\\u0001\"", LENGTH, "more than");
    }

    /// Ten million moves, which leave the cube solved.
    #[test]
    fn longest_sequences_are_answered() {
        let half = "R U F L2 ".repeat(1_249_999);
        let input = format!("{half}({half})'\n");
        for arguments in [READERS[0], READERS[4], READERS[9]] {
            let output = run_with(&mut command(arguments), input.as_bytes());
            assert_eq!(stderr(&output), "", "{arguments:?}");
            let solved = run_with(&mut command(arguments), b"R R'\n");
            assert_eq!(stdout(&output), stdout(&solved), "{arguments:?}");
        }
    }
}

/// The header of a file of 64M without blocks.
fn header(section_lengths: [u64; 4], section_count: u64, counts: [u64; 21]) -> Vec<u8> {
    files::header("64M", 8, section_count, section_lengths, counts, &[])
}

/// The memory for the list of blocks would come to gigabytes.
#[test]
fn headers_with_excessive_lengths_are_rejected() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("64M.table");
    for length in [
        5000,
        1 << 40,
        1 << 48,
        (1 << 48) + 1,
        u64::MAX - 4095,
        u64::MAX,
    ] {
        for count in [1, 4, 5, u64::MAX] {
            fs::write(&path, header([length; 4], count, [1; 21])).unwrap();
            let error = Table::open(&path, Load::Map).unwrap_err();
            let expected = count <= 4 && length <= 1 << 48;
            let wrong_length =
                matches!(error.file_problem(), Some(FileProblem::WrongLength { .. }));
            assert_eq!(wrong_length, expected, "{count} {length}: {error}");
        }
    }
    fs::write(&path, header([0; 4], 0, [1; 21])).unwrap();
    let error = Table::open(&path, Load::Map).unwrap_err();
    assert!(
        matches!(error.file_problem(), Some(FileProblem::OtherTable { .. })),
        "{error}"
    );
}

#[test]
fn table_files_of_any_content_report_errors() {
    let mut junk = vec![0; 100_000];
    SmallRng::seed_from_u64(2).fill_bytes(&mut junk);
    let mut cut = header([1 << 20, 1 << 20, 0, 0], 2, [1; 21]);
    cut.resize(70_000, 1);
    let contents = [
        vec![],
        b"\n".to_vec(),
        junk,
        header([1 << 48; 4], 4, [u64::MAX; 21]),
        header([0; 4], 2, [u64::MAX; 21]),
        cut,
    ];
    let directory = tempdir().unwrap();
    for content in contents {
        fs::write(directory.path().join("64M.table"), content).unwrap();
        for arguments in [
            ["tables", "list"].as_slice(),
            &["tables", "verify"],
            &["tables", "verify", "64M"],
            &["solve", "R"],
            &["solve", "--load", "copy", "R"],
            &["scramble", "--distance", "3"],
            &["bench"],
        ] {
            let output = program(directory.path()).args(arguments).output().unwrap();
            assert_documented_exit(&output, &arguments);
            assert_eq!(output.status.code(), Some(4), "{arguments:?}");
            assert!(
                stderr(&output).contains("gen-tables --table 64M"),
                "{arguments:?}"
            );
        }
    }
}

/// Files made for the purpose, with checksums that fit: nothing but wrong answers.
#[test]
fn tables_with_wrong_entries_neither_panic_nor_hang() {
    let spec = Spec::by_name("32M").unwrap();
    for (entries, near) in [(0xff_u8, 0xff_u8), (0xff, 0), (0, 0), (0x55, 7)] {
        let directory = tempdir().unwrap();
        let sections = [
            vec![entries; spec.entry_bytes() as usize],
            vec![near; spec.shallow_bytes()],
        ];
        files::write_table(
            directory.path(),
            "32M",
            8,
            &sections.each_ref().map(Vec::as_slice),
        );
        for arguments in [
            ["tables", "list"].as_slice(),
            &["tables", "verify"],
            &["solve", "--timeout", "0.2", "R U F"],
            &[
                "solve",
                "--timeout",
                "0.2",
                "--all",
                "--load",
                "copy",
                "R U F",
                "",
            ],
            &[
                "solve",
                "--timeout",
                "0.2",
                "--max-moves",
                "255",
                "--extra",
                "1",
                "R",
            ],
        ] {
            let output = program(directory.path()).args(arguments).output().unwrap();
            assert_documented_exit(&output, &(entries, near, arguments));
        }
    }
}

#[test]
fn svg_of_junk_writes_no_file() {
    let directory = tempdir().unwrap();
    let picture = directory.path().join("cube.svg");
    for input in [b"".as_slice(), b"\0\n", b"\xff\xfeR\0", b"(((", b"\x1b[2J"] {
        let mut command = with_table();
        let output = run_with(command.args(["show", "--svg"]).arg(&picture), input);
        assert_documented_exit(&output, &input);
        assert_eq!(output.status.code(), Some(4), "{input:?}");
        assert!(!picture.exists());
    }
}

/// Tables of coordinates are the largest allocations of these commands.
#[test]
#[cfg(target_os = "linux")]
fn memory_that_is_not_available_is_one_line_and_exit_4() {
    for kilobytes in [100_000, 110_000, 120_000, 150_000, 200_000] {
        for arguments in ["coord cp/16+co R", "inspect R"] {
            let name = env!("CARGO_BIN_EXE_cubesolve");
            let script = format!("ulimit -v {kilobytes} && exec {name} {arguments}");
            let output = Command::new("sh").args(["-c", &script]).output().unwrap();
            let (code, stderr) = (output.status.code(), stderr(&output));
            let is_clear = stderr.starts_with("cubesolve: ") && stderr.lines().count() == 1;
            assert!(
                code == Some(0) || (code == Some(4) && is_clear),
                "{script}: {code:?} {stderr}"
            );
        }
    }
}
