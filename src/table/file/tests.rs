//! Table files with flipped bits, truncated, under other names; two processes writing one, abandoned files.

use super::header::VERSION;
use super::{Description, FileLayout, Partial, Section, TableFile, path_of, remove_abandoned};
use crate::cube::Metric;
use crate::host;
use crate::table::error::{FileProblem, TableError};
use rand::rngs::SmallRng;
use rand::{Rng, RngExt, SeedableRng};
use std::fs::{self, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tempfile::{TempDir, tempdir};

static CONTINUE: AtomicBool = AtomicBool::new(false);

fn description(name: &str) -> Description {
    Description {
        metric: Metric::HalfTurn,
        name: name.to_owned(),
        base: 9,
        counts: vec![1, 1, 4, 34],
    }
}

/// Names of the files in a directory, sorted.
fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

fn random_bytes(length: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; length];
    SmallRng::seed_from_u64(seed).fill_bytes(&mut bytes);
    bytes
}

fn write(directory: &Path, name: &str, sections: &[&[u8]]) -> PathBuf {
    let sections: Vec<&dyn Section> = sections.iter().map(|s| s as &dyn Section).collect();
    Partial::claim(directory, name, &CONTINUE, || ())
        .and_then(|file| file.write(&|| description(name), &sections, &CONTINUE, &|_| ()))
        .unwrap()
}

/// A file with two sections, the first longer than a block.
fn sample() -> (TempDir, PathBuf, [Vec<u8>; 2]) {
    let directory = tempdir().unwrap();
    let sections = [random_bytes((1 << 20) + 77_777, 1), random_bytes(999, 2)];
    let path = write(directory.path(), "made", &[&sections[0], &sections[1]]);
    (directory, path, sections)
}

/// Opens and checks a file in full.
fn check(path: &Path) -> Result<(), TableError> {
    TableFile::open(path)?.verify(&|_| ())
}

#[test]
fn written_sections_are_read_back() {
    let (directory, path, sections) = sample();
    let file = TableFile::open(&path).unwrap();
    assert_eq!(file.description(), &description("made"));
    assert_eq!(file.sections(), 2);
    assert_eq!(file.length(), fs::metadata(&path).unwrap().len());
    for (i, section) in sections.iter().enumerate() {
        assert_eq!(file.section(i), section);
        let mut copy = vec![0; section.len()];
        file.copy_section(i, &mut copy).unwrap();
        assert_eq!(&copy, section);
    }
    file.verify(&|_| ()).unwrap();
    assert_eq!(names(directory.path()), ["made.table"]);
}

#[test]
fn flipped_bits_are_detected() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let mut random = SmallRng::seed_from_u64(3);
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    let mut put = |at: usize, byte: u8| {
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    // as many flips in the short parts at both ends as in the long one in between
    let ranges = [0..4096, 4096..good.len(), good.len() - 64..good.len()];
    for trial in 0..1000 {
        let at = random.random_range(ranges[trial % 3].clone());
        put(at, good[at] ^ 1 << random.random_range(0..8));
        let error = check(&path).expect_err("a flipped bit was not detected");
        put(at, good[at]);
        assert!(error.to_string().contains("made.table"), "{error}");
        if (4096..good.len() - 64).contains(&at) {
            assert!(
                matches!(error.file_problem(), Some(FileProblem::Corrupted { .. })),
                "{error}"
            );
        }
    }
    check(&path).unwrap();
}

#[test]
fn wrong_lengths_are_detected() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let mut random = SmallRng::seed_from_u64(4);
    for trial in 0..300 {
        let longest = if trial % 2 == 0 { good.len() } else { 5000 };
        let mut bad = good.clone();
        bad.truncate(random.random_range(0..longest));
        fs::write(&path, &bad).unwrap();
        let error = check(&path).expect_err("a truncation was not detected");
        match error.file_problem() {
            Some(FileProblem::NotATable) => assert!(bad.len() < 24),
            Some(FileProblem::WrongLength { actual, .. }) => assert_eq!(*actual, bad.len() as u64),
            _ => panic!("{error}"),
        }
    }
    let mut bad = good.clone();
    bad.push(0);
    fs::write(&path, bad).unwrap();
    assert!(matches!(
        check(&path).unwrap_err().file_problem(),
        Some(FileProblem::WrongLength { .. })
    ));
}

#[test]
fn other_files_are_refused() {
    let (directory, path, _) = sample();
    let in_directory = |name: &str| directory.path().join(name);
    let open = |path: &Path| TableFile::open(path).map(|_| ()).unwrap_err();

    let renamed = in_directory("h2.table");
    fs::copy(&path, &renamed).unwrap();
    let error = open(&renamed);
    assert!(
        matches!(error.file_problem(), Some(FileProblem::WrongName { found }) if found == "made")
    );
    let junk = in_directory("junk.table");
    fs::write(&junk, random_bytes(100_000, 5)).unwrap();
    assert!(matches!(
        open(&junk).file_problem(),
        Some(FileProblem::NotATable)
    ));
    fs::write(&junk, "").unwrap();
    assert!(matches!(
        open(&junk).file_problem(),
        Some(FileProblem::NotATable)
    ));
    assert!(matches!(
        open(&in_directory("no.table")).file_problem(),
        Some(FileProblem::Missing)
    ));
    assert!(matches!(
        open(directory.path()).file_problem(),
        Some(FileProblem::NotRegular)
    ));
}

#[test]
fn other_versions_and_byte_orders_are_refused() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let open_with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        TableFile::open(&path).map(|_| ()).unwrap_err()
    };
    let version = open_with(&|bytes| bytes[16..20].copy_from_slice(&(VERSION - 1).to_ne_bytes()));
    assert!(matches!(
        version.file_problem(),
        Some(FileProblem::Version { .. })
    ));
    let order = open_with(&|bytes| bytes[16..24].chunks_mut(4).for_each(<[u8]>::reverse));
    assert!(matches!(
        order.file_problem(),
        Some(FileProblem::ForeignByteOrder)
    ));
    let order = open_with(&|bytes| bytes[20] ^= 1);
    assert!(matches!(
        order.file_problem(),
        Some(FileProblem::Corrupted { .. })
    ));
}

#[test]
fn files_start_with_magic_version_metric_and_name() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    assert_eq!(&good[24..32], b"HTM\0\0\0\0\0");
    assert_eq!(&good[32..37], b"made\0");
    for (length, is_known) in [(23, false), (24, true)] {
        fs::write(&path, &good[..length]).unwrap();
        let error = check(&path).unwrap_err();
        let is_recognised = matches!(error.file_problem(), Some(FileProblem::WrongLength { .. }));
        assert_eq!(is_recognised, is_known, "{error}");
    }
}

#[test]
fn completely_corrupted_file_is_not_opened() {
    let directory = tempdir().unwrap();
    let path = write(directory.path(), "made", &[&random_bytes(4096, 21)]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..2 * 4096].fill(0);
    fs::write(&path, bytes).unwrap();
    let error = TableFile::open(&path).map(|_| ()).unwrap_err();
    let Some(FileProblem::Corrupted { bytes }) = error.file_problem() else {
        panic!("{error}")
    };
    assert_eq!(*bytes, 4096..2 * 4096);
}

#[test]
fn progress_reports_bytes_written_and_checked() {
    let directory = tempdir().unwrap();
    let section = random_bytes(5 << 20, 22);
    let (most, reports) = (AtomicU64::new(0), AtomicUsize::new(0));
    let on_progress = |bytes: u64| {
        most.fetch_max(bytes, Ordering::Relaxed);
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let sections: &[&dyn Section] = &[&&section[..]];
    let path = Partial::claim(directory.path(), "made", &CONTINUE, || ())
        .and_then(|file| file.write(&|| description("made"), sections, &CONTINUE, &on_progress))
        .unwrap();
    assert!(reports.swap(0, Ordering::Relaxed) > 1);
    assert_eq!(most.swap(0, Ordering::Relaxed), 4096 + (5 << 20));
    TableFile::open(&path)
        .unwrap()
        .verify(&on_progress)
        .unwrap();
    assert!(reports.into_inner() > 1);
    assert_eq!(most.into_inner(), 5 << 20);
}

#[test]
fn dropped_partial_leaves_a_file_that_replaced_it() {
    let directory = tempdir().unwrap();
    let partial = directory.path().join(".made.table.partial");
    let claimed = Partial::claim(directory.path(), "made", &CONTINUE, || ()).unwrap();
    fs::rename(&partial, directory.path().join("moved")).unwrap();
    fs::write(&partial, "another's").unwrap();
    drop(claimed);
    assert_eq!(fs::read(&partial).unwrap(), b"another's");
}

#[cfg(unix)]
#[test]
fn pipes_and_link_loops_are_refused_at_once() {
    let directory = tempdir().unwrap();
    let pipe = directory.path().join("pipe.table");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let error = TableFile::open(&pipe).map(|_| ()).unwrap_err();
        assert!(
            matches!(error.file_problem(), Some(FileProblem::NotRegular)),
            "{error}"
        );
    }
    let link = directory.path().join("loop.table");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    assert!(TableFile::open(&link).is_err());
}

/// Another user may have planted a link at the partial file's name.
#[cfg(unix)]
#[test]
fn links_are_not_written_through() {
    let directory = tempdir().unwrap();
    let precious = directory.path().join("precious");
    fs::write(&precious, "data").unwrap();
    std::os::unix::fs::symlink(&precious, directory.path().join(".h2.table.partial")).unwrap();
    assert!(Partial::claim(directory.path(), "h2", &CONTINUE, || ()).is_err());
    assert_eq!(fs::read(&precious).unwrap(), b"data");
}

/// The same with a hard link, or a pipe: it is replaced, and nothing is written to it.
#[cfg(unix)]
#[test]
fn planted_files_are_replaced_and_not_written_to() {
    use std::os::unix::fs::FileTypeExt;
    let directory = tempdir().unwrap();
    let precious = directory.path().join("precious");
    fs::write(&precious, "data").unwrap();
    let partial = directory.path().join(".made.table.partial");
    let section: &[u8] = &random_bytes(4096, 14);

    fs::hard_link(&precious, &partial).unwrap();
    check(&write(directory.path(), "made", &[section])).unwrap();
    assert_eq!(fs::read(&precious).unwrap(), b"data");

    let made = std::process::Command::new("mkfifo").arg(&partial).status();
    assert!(made.unwrap().success());
    assert!(fs::metadata(&partial).unwrap().file_type().is_fifo());
    check(&write(directory.path(), "made", &[section])).unwrap();
    assert_eq!(names(directory.path()), ["made.table", "precious"]);
}

/// Even if another user has planted a file and keeps it open.
#[cfg(unix)]
#[test]
fn only_the_owner_can_write_to_a_table() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let directory = tempdir().unwrap();
    let partial = directory.path().join(".made.table.partial");
    fs::write(&partial, "prepared").unwrap();
    fs::set_permissions(&partial, fs::Permissions::from_mode(0o666)).unwrap();
    let is_root = rustix::process::geteuid().is_root();
    if is_root {
        chown(&partial, Some(12_345), None).unwrap();
    }
    let mut held_open = OpenOptions::new().write(true).open(&partial).unwrap();
    let path = write(directory.path(), "made", &[&random_bytes(4096, 15)]);
    held_open.write_all(b"something else").unwrap();
    check(&path).unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(metadata.uid(), rustix::process::geteuid().as_raw());
    assert_eq!(metadata.mode() & 0o022, 0, "others may write to it");
    assert!(
        !host::is_owned_by_another_user(&path) && !host::is_owned_by_another_user(Path::new("/"))
    );
    // one's own file is trusted whatever its permissions
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    check(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();

    if is_root {
        chown(&path, Some(12_345), None).unwrap();
        check(&path).unwrap();
        assert!(host::is_owned_by_another_user(&path));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o646)).unwrap();
        assert!(matches!(
            check(&path).unwrap_err().file_problem(),
            Some(FileProblem::Untrusted)
        ));
    }
}

#[test]
fn interrupted_write_leaves_no_file() {
    let directory = tempdir().unwrap();
    let section: &[u8] = &random_bytes(20 << 20, 6);
    let stop = AtomicBool::new(false);
    let partial = Partial::claim(directory.path(), "made", &CONTINUE, || ()).unwrap();
    let result = partial.write(&|| description("made"), &[&section], &stop, &|written| {
        stop.store(written > 3 << 20, Ordering::Relaxed);
    });
    assert!(matches!(result, Err(TableError::Interrupted)));
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn concurrent_claims_write_the_table_once() {
    let directory = tempdir().unwrap();
    let section: &[u8] = &random_bytes(3 << 20, 7);
    let made = AtomicUsize::new(0);
    let make = || {
        let partial = Partial::claim(directory.path(), "made", &CONTINUE, || ()).unwrap();
        let path = path_of(directory.path(), "made");
        if !path.exists() {
            made.fetch_add(1, Ordering::Relaxed);
            partial
                .write(&|| description("made"), &[&section], &CONTINUE, &|_| ())
                .unwrap();
        }
        check(&path).unwrap();
    };
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(make);
        }
    });
    assert_eq!(made.into_inner(), 1);
    assert_eq!(names(directory.path()), ["made.table"]);
}

#[test]
fn waiting_claim_can_be_interrupted() {
    let directory = tempdir().unwrap();
    let stop = AtomicBool::new(false);
    let living = Partial::claim(directory.path(), "made", &CONTINUE, || ()).unwrap();
    let waits = || stop.store(true, Ordering::Relaxed);
    let second = Partial::claim(directory.path(), "made", &stop, waits);
    assert!(matches!(second, Err(TableError::Interrupted)));
    assert_eq!(names(directory.path()), [".made.table.partial"]);
    drop(living);
    assert_eq!(names(directory.path()), [""; 0]);
}

#[test]
fn abandoned_files_are_removed() {
    let directory = tempdir().unwrap();
    let in_directory = |name: &str| directory.path().join(name);
    fs::write(in_directory(".h2.table.partial"), "of a dead process").unwrap();
    fs::write(in_directory(".notes"), "somebody's").unwrap();
    let living = Partial::claim(directory.path(), "f4", &CONTINUE, || ()).unwrap();
    remove_abandoned(directory.path()).unwrap();
    assert_eq!(names(directory.path()), [".f4.table.partial", ".notes"]);
    drop(living);
    assert_eq!(names(directory.path()), [".notes"]);
}

#[test]
fn abandoned_file_does_not_block_a_claim() {
    let directory = tempdir().unwrap();
    let leftover = directory.path().join(".made.table.partial");
    fs::write(leftover, random_bytes(5 << 20, 8)).unwrap();
    let section: &[u8] = &random_bytes(4096, 9);
    check(&write(directory.path(), "made", &[section])).unwrap();
    assert_eq!(names(directory.path()), ["made.table"]);
}

#[test]
fn claim_below_a_file_names_the_file() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    for path in [file.clone(), file.join("below")] {
        let claimed = Partial::claim(&path, "made", &CONTINUE, || ()).map(|_| ());
        let expected = format!("{} is not a directory", file.display());
        assert_eq!(claimed.unwrap_err().to_string(), expected);
    }
}

/// A page, pages, and pages of checksums; and nothing that overflows.
#[test]
fn file_length_follows_from_section_lengths() {
    assert_eq!(FileLayout::total(&[]), Some(4096));
    assert_eq!(FileLayout::total(&[1, 4096]), Some(3 * 4096 + 2 * 8));
    let longest = 1 << 48;
    assert!(FileLayout::total(&[longest]).is_some_and(|total| total > longest));
    assert_eq!(FileLayout::total(&[longest + 1]), None);
    assert_eq!(FileLayout::total(&[u64::MAX]), None);
}
