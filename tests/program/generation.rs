//! Tables when things go wrong around them: full disks, missing rights, files that are changed.

use crate::files::{names, write_random_table};
use crate::killed::{generate, smallest};
use crate::naive::NaiveCube;
use crate::program::{converse, copy, program, small_table, stderr, stdout, tables};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use rustix::process::geteuid;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;
use tempfile::{TempDir, tempdir};

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

/// A limit on the length of files stands for a full disk.
#[test]
fn full_disk_reports_error() {
    let directory = tempdir().unwrap();
    let limits = "trap '' XFSZ; ulimit -f 1000";
    let output = limited(limits, &generate(directory.path()));
    assert!(
        stderr(&output).contains("no space left"),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn full_disk_leaves_an_array_as_it_was() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("slice.npy");
    fs::write(&path, "before").unwrap();
    let mut command = program(directory.path());
    command
        .args(["coord", "slice", "--table", "moves", "--output"])
        .arg(&path);
    let output = limited("trap '' XFSZ; ulimit -f 1", &command);
    assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot write"));
    assert_eq!(fs::read(&path).unwrap(), b"before");
    assert_eq!(names(directory.path()), ["slice.npy"]);
}

/// A disk in memory, taken away at the end.
struct Disk(TempDir);

impl Disk {
    /// A disk with these mount options; `None` unless run by root.
    fn new(options: &str) -> Option<Disk> {
        let directory = tempdir().unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
        let output = mount.arg(directory.path()).output();
        let made = output.is_ok_and(|output| output.status.success());
        if !made {
            eprintln!("not tried on a disk of its own: mounting one takes root");
        }
        made.then(|| Disk(directory))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // as soon as nothing uses it: what other tests are starting has files of it open, too
        let status = Command::new("umount")
            .arg("--lazy")
            .arg(self.path())
            .status();
        assert!(status.unwrap().success());
    }
}

#[test]
fn small_disk_is_refused_before_generation() {
    let Some(disk) = Disk::new("size=8m") else {
        return;
    };
    let output = generate(disk.path()).output().unwrap();
    let message = stderr(&output);
    assert!(
        message.contains("of disk space, 8 MB are free"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(names(disk.path()), [""; 0]);
}

#[test]
fn read_only_disk_solves_but_refuses_generation() {
    let Some(disk) = Disk::new("size=64m") else {
        return;
    };
    copy(&smallest(), &disk.path().join("32M.table"));
    let mut mount = Command::new("mount");
    let remounted = mount.args(["-o", "remount,ro"]).arg(disk.path()).status();
    assert!(remounted.unwrap().success());
    assert_solves(&mut program(disk.path()));
    let mut command = program(disk.path());
    let output = command
        .args(["gen-tables", "--table", "64M"])
        .output()
        .unwrap();
    assert_fails_with(&output, "");
}

fn assert_solves(command: &mut Command) {
    let output = command.args(["solve", "R U F'"]).output().unwrap();
    assert_eq!(stdout(&output), "F U' R'\n", "{}", stderr(&output));
    assert!(output.status.success());
}

/// It exits with this message and without an answer.
fn assert_fails_with(output: &Output, message: &str) {
    let text = stderr(output);
    assert!(text.starts_with("cubesolve: "), "{text}");
    assert!(text.contains(message), "{text}");
    assert!(!text.contains("panicked"), "{text}");
    assert_eq!(stdout(output), "");
    assert_eq!(output.status.code(), Some(4));
}

/// The program run by somebody who has no special rights: by us, or if we are root by nobody,
/// who may not see where the program is and gets a copy.
fn unprivileged(directory: &Path) -> Command {
    const NOBODY: u32 = 65_534;
    if !geteuid().is_root() {
        return program(directory);
    }
    let copied = directory.join("cubesolve");
    if !copied.exists() {
        copy(Path::new(env!("CARGO_BIN_EXE_cubesolve")), &copied);
    }
    let mut command = Command::new(copied);
    command
        .env("CUBESOLVE_TABLES", directory)
        .current_dir("/")
        .uid(NOBODY);
    command
}

#[test]
fn missing_permissions_report_error() {
    let directory = tempdir().unwrap();
    let allow = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let table = directory.path().join("32M.table");
    fs::copy(smallest(), &table).unwrap();
    unprivileged(directory.path()); // the copy is made while that is allowed
    allow(directory.path(), 0o555);

    allow(&table, 0o444);
    assert_solves(&mut unprivileged(directory.path()));
    let mut generate = unprivileged(directory.path());
    let output = generate
        .args(["gen-tables", "--table", "64M"])
        .output()
        .unwrap();
    assert_fails_with(&output, "cannot be created: Permission denied");

    allow(&table, 0o000);
    let output = unprivileged(directory.path())
        .args(["solve", "R"])
        .output()
        .unwrap();
    assert_fails_with(&output, "cannot be read: Permission denied");
    allow(directory.path(), 0o755);
}

/// What lies in ./tables may be a stranger's.
#[test]
fn table_owned_by_another_user_prints_warning() {
    if !geteuid().is_root() {
        eprintln!("not tried: giving files to others takes root");
        return;
    }
    let directory = tempdir().unwrap();
    let table = directory.path().join("tables/32M.table");
    fs::create_dir(directory.path().join("tables")).unwrap();
    fs::copy(smallest(), &table).unwrap();
    let here = || {
        let mut command = program(Path::new(""));
        command.current_dir(directory.path());
        command
    };
    let text = |mut command: Command| {
        let output = command.args(["solve", "R"]).output().unwrap();
        assert_eq!(stdout(&output), "R'\n");
        stderr(&output).to_owned()
    };
    assert_eq!(text(here()), "");
    chown(&table, Some(12_345), None).unwrap();
    let warning = text(here());
    assert!(
        warning.starts_with("cubesolve: tables/32M.table belongs to another user"),
        "{warning}"
    );
    let named = here()
        .args(["solve", "--tables", "tables", "R"])
        .output()
        .unwrap();
    assert_eq!((stdout(&named), stderr(&named)), ("R'\n", ""));

    fs::set_permissions(&table, fs::Permissions::from_mode(0o666)).unwrap();
    let output = here().args(["-q", "solve", "R"]).output().unwrap();
    assert_fails_with(&output, "anyone may write to it");
}

/// Each table's file under each other's name.
#[test]
fn renamed_table_is_refused() {
    let files = ["32M", "32M-qtm", "64M"].map(|name| (name, small_table(name)));
    let wrong_pairs = files.iter().flat_map(|(name, _)| {
        let others = files.iter().filter(move |(other, _)| other != name);
        others.map(move |(other, file)| (name, other, file))
    });
    for (name, other, file) in wrong_pairs {
        let exchanged = tempdir().unwrap();
        let path = exchanged.path().join(format!("{name}.table"));
        fs::copy(file, &path).unwrap();
        let verify = ["tables", "verify"].as_slice();
        for arguments in [
            &["solve", "--table", name, "R"],
            verify,
            &["gen-tables", "--table", name],
        ] {
            let output = program(exchanged.path()).args(arguments).output().unwrap();
            assert_fails_with(
                &output,
                &format!("holds the table {other}; rename it to {other}.table"),
            );
        }
        // not even with the header of the right one
        let right = &files.iter().find(|(right, _)| right == name).unwrap().1;
        let mut header = [0; 4096];
        fs::File::open(right)
            .unwrap()
            .read_exact_at(&mut header, 0)
            .unwrap();
        let forged = fs::OpenOptions::new().write(true).open(&path).unwrap();
        forged.write_all_at(&header, 0).unwrap();
        let output = program(exchanged.path())
            .args(["solve", "--table", name, "R"])
            .output()
            .unwrap();
        assert_fails_with(&output, &format!("gen-tables --table {name}"));
    }
}

/// Whatever bit is flipped, `solve` and `tables verify` report it.
#[test]
fn flipped_bit_is_detected() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("32M.table");
    fs::copy(smallest(), &path).unwrap();
    let file = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    let length = file.metadata().unwrap().len();
    let mut random = SmallRng::seed_from_u64(2);
    for _ in 0..20 {
        let at = random.random_range(0..length);
        let mut byte = [0];
        file.read_exact_at(&mut byte, at).unwrap();
        let flipped = byte[0] ^ 1 << random.random_range(0..8);
        file.write_all_at(&[flipped], at).unwrap();
        for arguments in [["solve", "R"], ["tables", "verify"]] {
            let output = program(directory.path())
                .args(["-q"])
                .args(arguments)
                .output()
                .unwrap();
            assert_fails_with(&output, "32M.table");
        }
        file.write_all_at(&byte, at).unwrap();
    }
    assert_solves(&mut program(directory.path()));
}

/// Right checksums do not make a table: its entries have to fit each other.
#[test]
fn verify_detects_wrong_entries() {
    let directory = tempdir().unwrap();
    write_random_table(directory.path());
    let mut verify = program(directory.path());
    let output = verify.args(["-q", "tables", "verify"]).output().unwrap();
    assert_fails_with(&output, "an entry gives the bound");
}

/// Removed or replaced by another file, a table in use serves on.
#[test]
fn table_deleted_or_replaced_while_in_use_keeps_working() {
    for load in ["auto", "map", "copy"] {
        for replacement in [None, Some("something else")] {
            let directory = tempdir().unwrap();
            let path = directory.path().join("32M.table");
            fs::copy(smallest(), &path).unwrap();
            let mut command = program(directory.path());
            let command = command.args(["solve", "--load", load]);
            let (child, mut stdin, mut answers) = converse(command.stderr(Stdio::piped()));
            let mut solve = |scramble: &str| {
                writeln!(stdin, "{scramble}").unwrap();
                let mut cube = NaiveCube::from_str(scramble);
                cube.apply_str(&answers.next().unwrap().unwrap());
                assert!(cube.is_solved());
            };
            solve("R U F");
            fs::remove_file(&path).unwrap();
            if let Some(content) = replacement {
                fs::write(&path, content).unwrap();
            }
            for scramble in ["U R2 F D L", "B L D' R2 U F B2", "D B2 L' U R F2 D' L"] {
                solve(scramble);
                std::thread::sleep(Duration::from_millis(30));
            }
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert_eq!(stderr(&output), "");
            assert!(output.status.success());
        }
    }
}

/// What no maker of tables does. It gives no wrong answer before, and a copy serves on.
#[test]
fn truncated_table_in_use_ends_the_program_with_a_message() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("32M.table");
    for (load, code) in [("map", 4), ("copy", 0)] {
        fs::copy(smallest(), &path).unwrap();
        let mut command = program(directory.path());
        command.args(["solve", "--load", load]);
        let (child, mut stdin, mut answers) = converse(command.stderr(Stdio::piped()));
        writeln!(stdin, "R U F").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), "F' U' R'");
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(4096).unwrap();
        writeln!(stdin, "U R2 F D L B2 D' R U2").unwrap();
        drop(stdin);
        assert_eq!(answers.next().is_some(), code == 0);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", stderr(&output));
        assert_eq!(stderr(&output).lines().count(), usize::from(code > 0));
        assert_eq!(stderr(&output).contains("was truncated"), code > 0);
    }
}

#[test]
fn too_little_memory_is_reported() {
    let directory = tempdir().unwrap();
    let mut command = program(directory.path());
    command.args(["gen-tables", "--table", "512M"]);
    let output = limited("ulimit -v 600000", &command);
    assert!(stderr(&output).contains("memory"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(4));
    assert_eq!(names(directory.path()), [""; 0]);
}

/// The tables have 38 and 67 MB.
#[cfg(target_os = "linux")]
#[test]
fn table_that_does_not_fit_in_memory_is_replaced_by_a_smaller_one() {
    let directory = tempdir().unwrap();
    for name in ["32M", "64M"] {
        let file = directory.path().join(format!("{name}.table"));
        fs::copy(small_table(name), file).unwrap();
    }
    let mut command = program(directory.path());
    command.args(["solve", "--no-build", "--threads", "1", "F2"]);
    let output = limited("export RAYON_NUM_THREADS=1; ulimit -v 90000", &command);
    assert_eq!(stdout(&output), "F2\n");
    let message = stderr(&output);
    assert!(
        message.contains("continuing without the table 64M"),
        "{message}"
    );
    assert!(message.contains("Cannot allocate memory"), "{message}");
}

#[test]
fn memory_option_too_small_reports_numbers() {
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
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn directory_that_is_a_file_reports_error() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let output = generate(&file.join("tables")).output().unwrap();
    assert!(
        stderr(&output).starts_with("cubesolve: "),
        "{}",
        stderr(&output)
    );
    assert_eq!(output.status.code(), Some(4));
}

#[test]
fn invalid_table_file_fails_every_command() {
    let directory = tempdir().unwrap();
    fs::write(directory.path().join("64M.table"), "not a table").unwrap();
    for arguments in [
        ["solve", "R"].as_slice(),
        &["gen-tables", "--table", "64M"],
        &["tables", "list"],
        &["tables", "verify"],
    ] {
        let mut command = program(directory.path());
        let output = command.args(arguments).output().unwrap();
        assert!(stdout(&output).is_empty());
        let advice = "is not a table file; delete it and run `cubesolve gen-tables --table 64M`";
        assert!(stderr(&output).contains(advice), "{}", stderr(&output));
        assert_eq!(output.status.code(), Some(4), "{arguments:?}");
    }
}

#[test]
fn tables_command_lists_verifies_and_finds() {
    let run = |arguments: &[&str]| {
        let mut command = program(tables());
        command.arg("tables").args(arguments).output().unwrap()
    };
    let list = run(&[]);
    assert!(stdout(&list).starts_with("64M: 67.2 MB, base 7, 1444668825600 entries\n"));
    assert!(stdout(&list).contains(" 8: 6911679 "));
    assert!(stdout(&list).contains("a random cube takes about "));
    let path = tables().join("64M.table");
    let verify = run(&["verify"]);
    assert_eq!(stdout(&verify), format!("{}: no errors\n", path.display()));
    assert_eq!(
        stdout(&run(&["path", "64M"])),
        format!("{}\n", path.display())
    );
    assert_eq!(stdout(&run(&["path"])), format!("{}\n", tables().display()));
    let missing = run(&["path", "8G"]);
    assert!(stderr(&missing).contains("cubesolve gen-tables --table 8G"));
    assert_eq!(missing.status.code(), Some(4));
}

/// On a machine without any table, solving a cube that needs one makes a small one and keeps it.
#[test]
fn solve_without_table_generates_small_one() {
    let directory = tempdir().unwrap();
    assert_solves(&mut program(directory.path()));
    assert_eq!(names(directory.path()), [""; 0]);
    let solve = || {
        let scramble = "R U F' L2 D B' U2 R' F2 L D' B U";
        let mut command = program(directory.path());
        let output = command.args(["solve", scramble]).output().unwrap();
        let mut cube = NaiveCube::from_str(scramble);
        cube.apply_str(stdout(&output));
        assert!(cube.is_solved() && output.status.success());
        output
    };
    let first = solve();
    assert!(
        stderr(&first).contains("generating the table 64M "),
        "{}",
        stderr(&first)
    );
    assert_eq!(names(directory.path()), ["64M.table"]);
    let second = solve();
    assert_eq!((stdout(&second), stderr(&second)), (stdout(&first), ""));
}

/// The numbers of cosets of the domino group at each distance, as <https://kociemba.org> publishes them.
const COSETS: &str = " 0: 1 1: 4 2: 50 3: 592 4: 7156 5: 87236 6: 1043817 7: 12070278 8: 124946368 9: 821605960 \
                      10: 1199128738 11: 58202444 12: 476";

/// All in one test, since its generation takes seconds.
#[test]
fn table_for_quick_solutions_is_listed_used_verified_and_refused_when_damaged() {
    let directory = tempdir().unwrap();
    let run = |arguments: &[&str]| program(directory.path()).args(arguments).output().unwrap();
    let generated = run(&["gen-tables", "--fast"]);
    let path = directory.path().join("fast.table");
    assert_eq!(stdout(&generated).trim(), path.to_str().unwrap());
    let listed = run(&["tables"]);
    let expected = format!("fast: 102 MB, for solve --fast\n  at distance{COSETS}\n");
    assert_eq!((stdout(&listed), stderr(&listed)), (&expected[..], ""));
    let verified = format!("{}: no errors\n", path.display());
    assert_eq!(stdout(&run(&["tables", "verify"])), verified);
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(stdout(&run(&["gen-tables", "--fast"])), stdout(&generated));
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);

    let mut rng = SmallRng::seed_from_u64(1);
    let moves = ["R ", "U2 ", "F' ", "L ", "D' ", "B "];
    let scramble: String = (0..30).map(|_| moves[rng.random_range(0..6)]).collect();
    // a proof that is stopped ends with a solution as short as a quick one
    let lengths = [&["--fast"][..], &["--timeout", "0"]].map(|options| {
        let solved = run(&[&["solve", "--quiet", &scramble], options].concat());
        let (solution, _) = stdout(&solved)
            .split_once(" //")
            .unwrap_or((stdout(&solved), ""));
        let mut cube = NaiveCube::from_str(&scramble);
        cube.apply_str(solution);
        assert!(cube.is_solved());
        solution.split_whitespace().count()
    });
    assert!(lengths[1] <= lengths[0], "{lengths:?}");

    let damage = |expected: &str| {
        for command in [
            &["solve", "--fast", "R U F'"][..],
            &["tables"],
            &["tables", "verify"],
            &["gen-tables", "--fast"],
        ] {
            let refused = run(command);
            assert_eq!(refused.status.code(), Some(4), "{command:?}");
            assert!(
                stderr(&refused).contains(expected),
                "{command:?}: {}",
                stderr(&refused)
            );
        }
    };
    let file = fs::File::options()
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, 20_000_000).unwrap();
    file.write_all_at(&[byte[0] ^ 1], 20_000_000).unwrap();
    damage("fast.table is corrupted");
    damage("delete it and run `cubesolve gen-tables --fast`");
    file.set_len(30_000_000).unwrap();
    damage("fast.table has 30000000 bytes instead of");
}
