//! Generating into a directory that others use, too: two generations at once, abandoned and planted files.

use crate::files::{names, write_random_table};
use cubesolve::table::{Directory, GenerationProgress, Load, Spec, Table, TableError};
use std::fs::{self, File};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tempfile::tempdir;

static CONTINUE: AtomicBool = AtomicBool::new(false);

/// A table of distances up to 2, which is generated at once but cannot be opened.
fn quick() -> Spec {
    Spec::by_name("32M").unwrap().with_base(0)
}

#[test]
fn stopped_generation_leaves_a_file_that_replaced_its_own() {
    let directory = tempdir().unwrap();
    let partial = directory.path().join(".32M.table.partial");
    let stop = AtomicBool::new(false);
    let on_progress = |_| {
        if !stop.swap(true, Ordering::Relaxed) {
            fs::rename(&partial, directory.path().join("moved")).unwrap();
            fs::write(&partial, "another's").unwrap();
        }
    };
    let generated = Directory::at(directory.path()).generate(&quick(), &stop, &on_progress);
    assert!(matches!(generated, Err(TableError::Interrupted)));
    assert_eq!(fs::read(&partial).unwrap(), b"another's");
}

/// A file in a directory, locked as by a process that generates the table.
fn claimed(directory: &Path, name: &str) -> File {
    let file = File::create(directory.join(name)).unwrap();
    file.try_lock().unwrap();
    file
}

#[test]
fn waiting_generation_can_be_interrupted() {
    let directory = tempdir().unwrap();
    let living = claimed(directory.path(), ".32M.table.partial");
    let stop = AtomicBool::new(false);
    let on_progress = |progress| {
        assert_eq!(progress, GenerationProgress::Waiting);
        stop.store(true, Ordering::Relaxed);
    };
    let generated = Directory::at(directory.path()).generate(&quick(), &stop, &on_progress);
    assert!(matches!(generated, Err(TableError::Interrupted)));
    assert_eq!(names(directory.path()), [".32M.table.partial"]);
    drop(living);
}

#[test]
fn abandoned_files_are_removed_and_claimed_ones_are_not() {
    let directory = tempdir().unwrap();
    for name in [".64M.table.partial", ".notes"] {
        fs::write(
            directory.path().join(name),
            "of a dead process, or somebody's",
        )
        .unwrap();
    }
    let living = claimed(directory.path(), ".4G.table.partial");
    let generated = Directory::at(directory.path()).generate(&quick(), &CONTINUE, &|_| ());
    generated.unwrap();
    let left = [".4G.table.partial", ".notes", "32M.table"];
    assert_eq!(names(directory.path()), left);
    drop(living);
}

/// Where a mapped file cannot be replaced, it is used.
#[test]
fn table_that_appears_and_is_used_meanwhile_is_no_obstacle() {
    let directory = tempdir().unwrap();
    let opened = Mutex::new(None);
    let on_progress = |_| {
        let mut opened = opened.lock().unwrap();
        opened.get_or_insert_with(|| {
            let path = write_random_table(directory.path());
            Table::open(&path, Load::Map).unwrap()
        });
    };
    let generated = Directory::at(directory.path()).generate(&quick(), &CONTINUE, &on_progress);
    assert_eq!(generated.unwrap(), directory.path().join("32M.table"));
    assert_eq!(names(directory.path()), ["32M.table"]);
}

/// Generates 32M and checks the file.
#[cfg(unix)]
fn generate_and_check(directory: &Path) -> std::path::PathBuf {
    let smallest = Spec::by_name("32M").unwrap();
    let generated = Directory::at(directory).generate(smallest, &CONTINUE, &|_| ());
    let path = generated.unwrap();
    Table::open(&path, Load::Map).unwrap();
    path
}

/// Another user may have planted a link at the partial file's name, a hard link, or a pipe: nothing is
/// written to it, and all but the first are replaced.
#[cfg(unix)]
#[test]
fn planted_files_are_not_written_to() {
    use std::os::unix::fs::symlink;
    let directory = tempdir().unwrap();
    let precious = directory.path().join("precious");
    fs::write(&precious, "data").unwrap();
    let partial = directory.path().join(".32M.table.partial");

    symlink(&precious, &partial).unwrap();
    let generated = Directory::at(directory.path()).generate(&quick(), &CONTINUE, &|_| ());
    assert!(generated.is_err());
    fs::remove_file(&partial).unwrap();

    fs::hard_link(&precious, &partial).unwrap();
    fs::remove_file(generate_and_check(directory.path())).unwrap();

    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::FileTypeExt;
        crate::table_files::make_pipe(&partial);
        assert!(fs::metadata(&partial).unwrap().file_type().is_fifo());
    }
    generate_and_check(directory.path());
    assert_eq!(fs::read(&precious).unwrap(), b"data");
    assert_eq!(names(directory.path()), ["32M.table", "precious"]);
}

/// Even if another user has planted a file and keeps it open.
#[cfg(unix)]
#[test]
fn only_the_owner_can_write_to_a_table() {
    use cubesolve::table::FileProblem;
    use std::io::Write;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let directory = tempdir().unwrap();
    let partial = directory.path().join(".32M.table.partial");
    let set_mode = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    fs::write(&partial, "prepared").unwrap();
    set_mode(&partial, 0o666);
    let user = rustix::process::geteuid();
    if user.is_root() {
        chown(&partial, Some(12_345), None).unwrap();
    }
    let mut held_open = File::options().write(true).open(&partial).unwrap();
    let path = generate_and_check(directory.path());
    held_open.write_all(b"something else").unwrap();
    let open = || Table::open(&path, Load::Map);
    open().unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(metadata.uid(), user.as_raw());
    assert_eq!(metadata.mode() & 0o022, 0, "others may write to it");
    let is_owned_by_another = || {
        let smallest = Spec::by_name("32M").unwrap();
        Directory::at(directory.path()).is_owned_by_another_user(smallest)
    };
    assert!(!is_owned_by_another());
    // one's own file is trusted whatever its permissions
    set_mode(&path, 0o666);
    open().unwrap();
    set_mode(&path, 0o644);

    if user.is_root() {
        chown(&path, Some(12_345), None).unwrap();
        open().unwrap();
        assert!(is_owned_by_another());
        set_mode(&path, 0o646);
        let error = open().unwrap_err();
        assert!(matches!(error.file_problem(), Some(FileProblem::Untrusted)));
    }
}
