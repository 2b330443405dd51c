//! Table files under attack: flipped bits, cut ends, other names, two makers, dead makers.

use crate::files::{names, random_bytes, write_random_table};
use cubesolve::Solver;
use cubesolve::cube::{Cube, Metric};
use cubesolve::table::file::{
    Description, Partial, Place, Section, TableError, TableFile, belongs_to_another, path_of,
    remove_abandoned,
};
use cubesolve::table::{BuildProgress, Directory, Encoding, Load, Making, Room, Spec, Table};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
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

fn write(directory: &Path, name: &str, sections: &[&[u8]]) -> PathBuf {
    let sections: Vec<&dyn Section> = sections.iter().map(|s| s as &dyn Section).collect();
    Partial::claim(directory, name, &CONTINUE, || ())
        .and_then(|file| file.write(&|| description(name), &sections, &CONTINUE, &|_| ()))
        .unwrap()
}

/// A file of two sections, the first of more than one block.
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
fn what_is_written_is_read() {
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
fn every_flipped_bit_is_found() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let mut random = SmallRng::seed_from_u64(3);
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    let mut put = |at: usize, byte: u8| {
        file.seek(SeekFrom::Start(at as u64)).unwrap();
        file.write_all(&[byte]).unwrap();
    };
    // as many flips in the short parts at both ends as in the long one between
    let ranges = [0..4096, 4096..good.len(), good.len() - 64..good.len()];
    for trial in 0..1000 {
        let at = random.random_range(ranges[trial % 3].clone());
        put(at, good[at] ^ 1 << random.random_range(0..8));
        let error = check(&path).expect_err("a flip went unseen");
        put(at, good[at]);
        assert!(error.to_string().contains("made.table"), "{error}");
        if (4096..good.len() - 64).contains(&at) {
            assert!(matches!(error, TableError::Corrupted { .. }), "{error}");
        }
    }
    check(&path).unwrap();
}

#[test]
fn every_other_length_is_found() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let mut random = SmallRng::seed_from_u64(4);
    for trial in 0..300 {
        let longest = if trial % 2 == 0 { good.len() } else { 5000 };
        let mut bad = good.clone();
        bad.truncate(random.random_range(0..longest));
        fs::write(&path, &bad).unwrap();
        match check(&path).expect_err("a cut went unseen") {
            TableError::NotATable { .. } => assert!(bad.len() < 24),
            TableError::WrongLength { actual, .. } => assert_eq!(actual, bad.len() as u64),
            other => panic!("{other}"),
        }
    }
    let mut bad = good.clone();
    bad.push(0);
    fs::write(&path, bad).unwrap();
    assert!(matches!(check(&path), Err(TableError::WrongLength { .. })));
}

#[test]
fn other_things_are_not_taken_for_tables() {
    let (directory, path, _) = sample();
    let in_directory = |name: &str| directory.path().join(name);
    let open = |path: &Path| TableFile::open(path).map(|_| ()).unwrap_err();

    let renamed = in_directory("h2.table");
    fs::copy(&path, &renamed).unwrap();
    assert!(matches!(open(&renamed), TableError::WrongName { found, .. } if found == "made"));
    let junk = in_directory("junk.table");
    fs::write(&junk, random_bytes(100_000, 5)).unwrap();
    assert!(matches!(open(&junk), TableError::NotATable { .. }));
    fs::write(&junk, "").unwrap();
    assert!(matches!(open(&junk), TableError::NotATable { .. }));
    assert!(matches!(
        open(&in_directory("no.table")),
        TableError::Missing { .. }
    ));
    assert!(matches!(
        open(directory.path()),
        TableError::NotRegular { .. }
    ));
}

/// A file as the format's next version, or a machine of the other kind, would write it.
#[test]
fn other_versions_and_byte_orders_are_told() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    let open_with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        TableFile::open(&path).map(|_| ()).unwrap_err()
    };
    let version = open_with(&|bytes| bytes[16..20].copy_from_slice(&1u32.to_ne_bytes()));
    assert!(matches!(version, TableError::Version { found: 1, .. }));
    let order = open_with(&|bytes| bytes[16..24].chunks_mut(4).for_each(<[u8]>::reverse));
    assert!(matches!(order, TableError::ForeignByteOrder { .. }));
    let order = open_with(&|bytes| bytes[20] ^= 1);
    assert!(matches!(order, TableError::Corrupted { .. }));
}

/// A file tells as soon as its version is there what it is, and in letters what it is for.
#[test]
fn files_begin_with_what_they_are() {
    let (_directory, path, _) = sample();
    let good = fs::read(&path).unwrap();
    assert_eq!(&good[24..32], b"HTM\0\0\0\0\0");
    assert_eq!(&good[32..37], b"made\0");
    for (length, is_known) in [(23, false), (24, true)] {
        fs::write(&path, &good[..length]).unwrap();
        let error = check(&path).unwrap_err();
        let tells_length = matches!(error, TableError::WrongLength { .. });
        assert_eq!(tells_length, is_known, "{error}");
    }
}

/// Opening a file checks samples, which no corruption of the whole escapes.
#[test]
fn a_file_that_is_corrupted_everywhere_is_not_opened() {
    let directory = tempdir().unwrap();
    let path = write(directory.path(), "made", &[&random_bytes(4096, 21)]);
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..2 * 4096].fill(0);
    fs::write(&path, bytes).unwrap();
    let error = TableFile::open(&path).map(|_| ()).unwrap_err();
    let TableError::Corrupted { place, .. } = error else {
        panic!("{error}")
    };
    let (start, end) = (4096, 2 * 4096);
    assert_eq!(place, Place::Block { start, end });
}

/// Whoever listens hears of the bytes that are written, and of those that are checked.
#[test]
fn bytes_are_counted() {
    let directory = tempdir().unwrap();
    let section = random_bytes(5 << 20, 22);
    let (most, reports) = (AtomicU64::new(0), AtomicUsize::new(0));
    let hear = |bytes: u64| {
        most.fetch_max(bytes, Ordering::Relaxed);
        reports.fetch_add(1, Ordering::Relaxed);
    };
    let sections: &[&dyn Section] = &[&&section[..]];
    let path = Partial::claim(directory.path(), "made", &CONTINUE, || ())
        .and_then(|file| file.write(&|| description("made"), sections, &CONTINUE, &hear))
        .unwrap();
    assert!(reports.swap(0, Ordering::Relaxed) > 1);
    assert_eq!(most.swap(0, Ordering::Relaxed), 4096 + (5 << 20));
    TableFile::open(&path).unwrap().verify(&hear).unwrap();
    assert!(reports.into_inner() > 1);
    assert_eq!(most.into_inner(), 5 << 20);
}

/// What somebody else has put in the place of the unfinished file stays there.
#[test]
fn only_the_own_file_is_given_up() {
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
fn pipes_and_loops_do_not_hang() {
    let directory = tempdir().unwrap();
    let pipe = directory.path().join("pipe.table");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let error = TableFile::open(&pipe).map(|_| ()).unwrap_err();
        assert!(matches!(error, TableError::NotRegular { .. }), "{error}");
    }
    let link = directory.path().join("loop.table");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    assert!(TableFile::open(&link).is_err());
}

/// Somebody else may have prepared a link where the unfinished file goes.
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

/// The same by a second name for a file, or a pipe: it makes way, and nothing is written to it.
#[cfg(unix)]
#[test]
fn what_was_put_in_the_way_is_not_written_to() {
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

/// A table is its maker's alone to change, even if somebody else has put a file in the way.
#[cfg(unix)]
#[test]
fn tables_are_their_makers_own() {
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
    assert!(!belongs_to_another(&path) && !belongs_to_another(Path::new("/")));
    // whoever lets others write to a file of their own knows why
    fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
    check(&path).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();

    if is_root {
        chown(&path, Some(12_345), None).unwrap();
        check(&path).unwrap();
        assert!(belongs_to_another(&path));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o646)).unwrap();
        assert!(matches!(check(&path), Err(TableError::Untrusted { .. })));
    }
}

#[test]
fn interruption_leaves_nothing() {
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
fn one_maker_at_a_time() {
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
fn waiting_can_be_interrupted() {
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
fn leftovers_of_the_dead_are_removed() {
    let directory = tempdir().unwrap();
    let in_directory = |name: &str| directory.path().join(name);
    fs::write(in_directory(".h2.table.partial"), "of a dead process").unwrap();
    fs::write(in_directory(".notes"), "somebody's").unwrap();
    let living = Partial::claim(directory.path(), "h8", &CONTINUE, || ()).unwrap();
    remove_abandoned(directory.path()).unwrap();
    assert_eq!(names(directory.path()), [".h8.table.partial", ".notes"]);
    drop(living);
    assert_eq!(names(directory.path()), [".notes"]);
}

#[test]
fn a_dead_makers_file_is_taken_over() {
    let directory = tempdir().unwrap();
    let leftover = directory.path().join(".made.table.partial");
    fs::write(leftover, random_bytes(5 << 20, 8)).unwrap();
    let section: &[u8] = &random_bytes(4096, 9);
    check(&write(directory.path(), "made", &[section])).unwrap();
    assert_eq!(names(directory.path()), ["made.table"]);
}

#[test]
fn a_built_table_comes_back_the_same() {
    let directory = tempdir().unwrap();
    let spec = Spec::by_name("h0").unwrap();
    let make = || Directory::at(directory.path()).make(spec, &CONTINUE, &|_| ());
    let path = make().unwrap();
    let made = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(make().unwrap(), path);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), made);
    assert_eq!(TableFile::open(&path).unwrap().spec().unwrap(), spec);
    let tables = [
        Table::build(spec, &CONTINUE, &|_| ()).unwrap(),
        Table::open(&path, Load::Map).unwrap(),
        Table::open(&path, Load::Copy).unwrap(),
    ];
    let mut random = SmallRng::seed_from_u64(10);
    let mut cube = cubesolve::cube::Cube::SOLVED;
    for _ in 0..10_000 {
        let bounds = tables.each_ref().map(|table| table.lower_bound(&cube));
        assert_eq!(bounds, [bounds[0]; 3]);
        let m = cubesolve::cube::Move::from_index(random.random_range(0..18));
        cube = cube.apply(m);
    }
}

/// Neither a map of a small table nor a copy is ever given out with a wrong bit.
#[test]
fn a_flipped_bit_never_gets_into_use() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let length = fs::metadata(&path).unwrap().len();
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&path)
        .unwrap();
    let mut random = SmallRng::seed_from_u64(13);
    for _ in 0..500 {
        let at = random.random_range(0..length);
        flip(&mut file, at);
        for load in [Load::Map, Load::Copy] {
            assert!(Table::open(&path, load).is_err(), "byte {at}, {load:?}");
        }
        flip(&mut file, at);
    }
    Table::open(&path, Load::Map).unwrap();
    Table::open(&path, Load::Copy).unwrap();
}

/// Changes a bit of a byte.
fn flip(file: &mut File, at: u64) {
    let mut byte = [0];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&[byte[0] ^ 16]).unwrap();
}

/// A solver goes on with a copy in memory of the file that its table is mapped from, unless the
/// copy shows that what it has answered may be wrong.
#[test]
fn a_mapped_table_is_copied_later() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let table = Arc::new(Table::open(&path, Load::Map).unwrap());
    let solver = Solver::new(table.clone());
    let copy = || {
        let (copied, wait) = channel();
        solver.copy_later(path.clone(), move |_| copied.send(()).unwrap());
        wait.recv()
    };
    copy().unwrap();
    assert!(!Arc::ptr_eq(&solver.table(), &table));
    assert!(solver.solve(&Cube::SOLVED).is_ok());

    let mut file = OpenOptions::new().read(true).write(true).open(&path);
    flip(file.as_mut().unwrap(), 1 << 20);
    assert!(copy().is_err());
    let answer = solver.solve(&Cube::SOLVED);
    assert!(matches!(answer, Err(TableError::Corrupted { .. })));
}

/// Content that passes every checksum but is not a table of this program.
#[test]
fn tables_of_other_shapes_are_refused() {
    let directory = tempdir().unwrap();
    let spec = Spec::by_name("h0").unwrap();
    let [codes, shallow] = [spec.code_bytes(), spec.shallow_bytes()].map(|length| vec![0; length]);
    let shapes: [(&str, u8, &[&[u8]]); 6] = [
        ("unknown", 8, &[&codes, &shallow]),
        ("h0", 8, &[&codes[1..], &shallow]),
        ("h0", 8, &[&codes, &shallow[1..]]),
        ("h0", 8, &[&codes]),
        ("h0", 8, &[&codes, &shallow, &[]]),
        ("h0", 9, &[&codes, &shallow]),
    ];
    for (name, base, sections) in shapes {
        let sections: Vec<&dyn Section> = sections.iter().map(|s| s as &dyn Section).collect();
        let description = Description {
            base,
            ..description(name)
        };
        let path = Partial::claim(directory.path(), name, &CONTINUE, || ())
            .and_then(|file| file.write(&|| description.clone(), &sections, &CONTINUE, &|_| ()))
            .unwrap();
        let error = TableFile::open(&path).unwrap().spec().unwrap_err();
        assert!(matches!(error, TableError::OtherTable { .. }), "{error}");
        fs::remove_file(path).unwrap();
    }
}

/// Tables are taken for what their files are called, until they are opened.
#[test]
fn the_fastest_table_that_fits_is_the_best() {
    let directory = tempdir().unwrap();
    let tables = Directory::at(directory.path());
    assert_eq!(
        (tables.best(Metric::HalfTurn), tables.files()),
        (None, vec![])
    );
    for name in ["h2.table", "h0.table", ".h8.table", "h8.txt", "h8"] {
        fs::write(directory.path().join(name), "").unwrap();
    }
    let files = ["h0.table", "h2.table"].map(|name| directory.path().join(name));
    assert_eq!(tables.files(), files);
    assert_eq!(tables.best(Metric::HalfTurn), Spec::by_name("h2"));
    fs::remove_file(&files[1]).unwrap();
    assert_eq!(tables.best(Metric::HalfTurn), Spec::by_name("h0"));
    assert_eq!(tables.find(Spec::by_name("h2").unwrap()), None);
    fs::rename(&files[0], directory.path().join("f8.table")).unwrap();
    assert_eq!(
        tables.best(Metric::HalfTurn),
        Spec::by_name("f8"),
        "however large"
    );
}

/// A table that is there is not made again, and a file that is none is not put up with.
#[test]
fn what_is_there_is_not_made() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let make = || {
        let h0 = Spec::by_name("h0").unwrap();
        Directory::at(directory.path()).make(h0, &CONTINUE, &|_| panic!("it is there"))
    };
    assert_eq!(make().unwrap(), path);
    fs::write(&path, "no table").unwrap();
    assert!(matches!(make(), Err(TableError::NotATable { .. })));
}

#[test]
fn a_directory_has_a_name_or_none() {
    let named = |name: &str| Directory::named(Some(name.as_ref()));
    assert_eq!(named("there"), Some(Directory::at("there")));
    assert_eq!((named(""), Directory::named(None)), (None, None));
}

/// The steps count alike, and so do the rows of one.
#[test]
fn the_part_of_the_making_that_is_done() {
    let building = |depth, rows_done| {
        let progress = BuildProgress {
            depth,
            last_depth: 10,
            rows_done,
            rows: 4,
        };
        Making::Building(progress).part()
    };
    let [begun, later, done] = [building(1, 0), building(3, 1), building(10, 4)];
    assert!((later - 0.225).abs() < 1e-9, "{later}");
    assert_eq!((begun, done), (0.0, 1.0));
    let writing = |written, before| {
        let total = 8;
        Making::Writing {
            written,
            total,
            before,
        }
        .part()
    };
    assert_eq!(Making::Waiting.part(), 0.0);
    assert_eq!(
        [0, 2, 8, 9].map(|written| writing(written, 0.5)),
        [0.5, 0.625, 1.0, 1.0]
    );
    assert_eq!(writing(0, 1.0), 1.0);
}

/// The last step of a filter comes with the writing, and counts like the others.
#[test]
fn the_part_of_a_filter_that_is_done() {
    let directory = tempdir().unwrap();
    let spec = Spec {
        base: 2,
        encoding: Encoding::Filter { lines: 512 },
        ..*Spec::by_name("f8").unwrap()
    };
    let parts = Mutex::new([vec![], vec![]]);
    let note = |making: Making| {
        let is_written = matches!(making, Making::Writing { .. });
        parts.lock().unwrap()[usize::from(is_written)].push(making.part());
    };
    let directory = Directory::at(directory.path());
    directory.make(&spec, &CONTINUE, &note).unwrap();
    let extremes = parts.into_inner().unwrap().map(|mut parts| {
        parts.sort_by(f64::total_cmp);
        [parts[0], parts[parts.len() - 1]]
    });
    assert_eq!(extremes, [[0.25, 0.75], [0.75, 1.0]]);
}

/// Two bits an entry, in rows of whole bytes, or a cache line for so many lines of a filter: as
/// large as the documents say.
#[test]
fn tables_have_known_sizes() {
    let expected = [
        ("h0", 117_567_450, 29_396_952, 62_951_384),
        ("h2", 470_269_800, 117_567_450, 62_951_384),
        ("h0c6", 690_435_900, 172_638_864, 206_193_296),
        ("h2c2", 940_539_600, 235_134_900, 92_348_336),
        ("h2c6", 2_761_743_600, 690_435_900, 206_193_296),
        ("f1", 1_444_668_825_600, 940_702_464, 919_891_698),
        ("f2", 1_444_668_825_600, 1_881_404_928, 2_658_992_266),
        ("h8", 30_097_267_200, 7_524_316_800, 62_951_384),
        ("f4", 1_444_668_825_600, 3_762_809_856, 777_587_338),
        ("f8", 1_444_668_825_600, 7_525_619_712, 0),
    ];
    let sizes = |spec: &Spec| {
        assert_eq!(spec.table_bytes(), (spec.code_bytes() + (8 << 20)) as u64);
        let needed = spec.build_bytes() - spec.table_bytes();
        (spec.name, spec.entries(), spec.code_bytes(), needed)
    };
    assert_eq!(
        Spec::all_in(Metric::HalfTurn)
            .map(sizes)
            .collect::<Vec<_>>(),
        expected
    );
    // of filters in quarter turns other distances are stored
    for quarter_turns in Spec::all_in(Metric::QuarterTurn) {
        let half_turns = quarter_turns.in_metric(Metric::HalfTurn).unwrap();
        let (_, entries, bytes, needed) = sizes(half_turns);
        let needed = match quarter_turns.name {
            "f1-qtm" => 2_947_693_014,
            "f2-qtm" => 2_006_990_550,
            "f4-qtm" => 125_585_622,
            "f8-qtm" => 7_054_989_902,
            _ => needed,
        };
        let expected = (quarter_turns.name, entries, bytes, needed);
        assert_eq!(sizes(quarter_turns), expected);
    }
}

/// The fastest table is proposed that memory and disk suffice for, if only just.
#[test]
fn the_fastest_table_that_there_is_room_for() {
    let fastest = |memory, disk| Room { memory, disk }.fastest(Metric::HalfTurn);
    let all = || Spec::all_in(Metric::HalfTurn);
    assert_eq!(fastest(None, None), Spec::by_name("f8"));
    assert_eq!(fastest(Some(1 << 20), None), None);
    let number = |spec| all().position(|s| Some(s) == spec);
    for (i, spec) in all().enumerate() {
        let name = spec.name;
        let in_memory = |memory| fastest(Some(memory), None);
        assert!(number(in_memory(spec.build_bytes())) >= Some(i), "{name}");
        assert_ne!(in_memory(spec.build_bytes() - 1), Some(spec), "{name}");
        // a file has checksums, too
        let on_disk = |disk| fastest(None, Some(disk));
        let bytes = spec.table_bytes();
        let smaller = all().rfind(|other| other.table_bytes() < bytes);
        assert_eq!(on_disk(bytes), smaller, "{name}");
        let no_larger = all().rfind(|other| other.table_bytes() <= bytes);
        assert_eq!(
            on_disk(bytes + bytes / 1000 + (100 << 10)),
            no_larger,
            "{name}"
        );
    }
    let room = |memory| Room { memory, disk: None };
    let soon = |threads| room(None).fastest_soon(Metric::HalfTurn, threads);
    assert_eq!(soon(1), Spec::by_name("h8"));
    assert_eq!(soon(64), Spec::by_name("f8"));
    let room = room(Some(1000));
    assert_eq!(room.comfortable().memory, Some(700));
}
