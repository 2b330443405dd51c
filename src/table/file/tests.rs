//! Writing table files: two processes writing one, abandoned and planted files. `tests/library` has reading.

use super::{Description, Partial, Section, TableFile, remove_abandoned};
use crate::cube::Metric;
use crate::host;
use crate::table::error::{FileProblem, TableError};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::tempdir;

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

/// Opens and checks a file in full.
fn check(path: &Path) -> Result<(), TableError> {
    TableFile::open(path)?.verify(&|_| ())
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
