//! Table files and their directory.

use crate::files::{random_bytes, write_random_table, write_table};
use cubesolve::cube::{Cube, Metric, Move};
use cubesolve::table::{
    Directory, FileProblem, FreeSpace, GenerationProgress, Load, Spec, Table, TableError,
};
use proptest::prelude::*;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;
use tempfile::{NamedTempFile, tempdir};

static CONTINUE: AtomicBool = AtomicBool::new(false);

#[test]
fn generated_table_is_read_back_equal() {
    let directory = tempdir().unwrap();
    let spec = Spec::by_name("32M").unwrap();
    let generate = || Directory::at(directory.path()).generate(spec, &CONTINUE, &|_| ());
    let path = generate().unwrap();
    let made = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(generate().unwrap(), path);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), made);
    let tables = [
        Table::generate(spec, &CONTINUE, &|_| ()).unwrap(),
        Table::open(&path, Load::Map).unwrap(),
        Table::open(&path, Load::Copy).unwrap(),
        read(&path).unwrap(),
    ];
    for table in &tables {
        assert_eq!(table.spec(), spec);
        assert_eq!(table.counts()[..6], [1, 1, 4, 34, 333, 3831]);
        assert_eq!(table.counts(), tables[0].counts());
        let mut bytes = vec![];
        table.write(&mut bytes).unwrap();
        assert!(bytes == fs::read(&path).unwrap());
    }
    let [_, mapped, copied, _] = tables.each_ref().map(|table| format!("{table:?}"));
    assert!(mapped.contains("is_mapped: true") && copied.contains("is_mapped: false"));
    let checked = AtomicU64::new(0);
    let on_progress = |bytes| {
        checked.fetch_max(bytes, Ordering::Relaxed);
    };
    tables
        .iter()
        .for_each(|table| table.verify(&on_progress).unwrap());
    let whole = spec.table_bytes()..=fs::metadata(&path).unwrap().len();
    assert!(whole.contains(&checked.into_inner()));
    let mut random = SmallRng::seed_from_u64(10);
    let mut cube = Cube::SOLVED;
    for _ in 0..10_000 {
        let bounds = tables.each_ref().map(|table| table.lower_bound(&cube));
        assert_eq!(bounds, [bounds[0]; 4]);
        let m = Move::from_index(random.random_range(0..18));
        cube = cube.apply(m);
    }
}

fn read(path: &Path) -> Result<Table, TableError> {
    let length = fs::metadata(path).unwrap().len();
    Table::read(&mut fs::File::open(path).unwrap(), length)
}

/// Small tables are checked in full when they are mapped, and all when they are copied.
#[test]
fn flipped_bits_are_detected_when_a_table_is_opened() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let length = fs::metadata(&path).unwrap().len();
    let mut random = SmallRng::seed_from_u64(13);
    // as many flips in the short parts at both ends as in the long one in between
    let ranges = [0..4096, 4096..length, length - 64..length];
    for trial in 0..60 {
        let at = random.random_range(ranges[trial % 3].clone());
        with_bit_flipped(&path, at, || {
            let [mapped, copied] = [Load::Map, Load::Copy].map(|load| Table::open(&path, load));
            let read = read(&path);
            for (table, name) in [
                (mapped, "32M.table"),
                (copied, "32M.table"),
                (read, "the table's file"),
            ] {
                let error = table.unwrap_err();
                assert!(error.to_string().contains(name), "{error}");
                let is_found = match error.file_problem() {
                    Some(FileProblem::Corrupted { bytes }) => {
                        bytes.contains(&at) && bytes.end <= length
                    }
                    _ => at < 4096,
                };
                assert!(is_found, "byte {at}: {error}");
            }
        });
    }
    Table::open(&path, Load::Map).unwrap();
    Table::open(&path, Load::Copy).unwrap();
}

/// Changes a bit of a byte of a file for the time of some work.
fn with_bit_flipped(path: &Path, at: u64, work: impl FnOnce()) {
    let options = OpenOptions::new().read(true).write(true).clone();
    let mut file = options.open(path).unwrap();
    let mut flip = || {
        let mut byte = [0];
        file.seek(SeekFrom::Start(at)).unwrap();
        file.read_exact(&mut byte).unwrap();
        file.seek(SeekFrom::Start(at)).unwrap();
        file.write_all(&[byte[0] ^ 16]).unwrap();
    };
    flip();
    work();
    flip();
}

fn problem_of(path: &Path) -> FileProblem {
    let error = Table::open(path, Load::Map).unwrap_err();
    let problem = error.file_problem().unwrap_or_else(|| panic!("{error}"));
    if let FileProblem::WrongLength { .. } | FileProblem::NotATable = problem {
        let of_read = read(path).unwrap_err();
        assert_eq!(
            of_read.file_problem().unwrap().to_string(),
            problem.to_string()
        );
    }
    problem.clone()
}

#[test]
fn wrong_lengths_are_detected() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let whole = fs::metadata(&path).unwrap().len();
    let mut random = SmallRng::seed_from_u64(4);
    let longer = [whole + 1, whole - 1];
    let random = std::iter::repeat_with(|| random.random_range(24..whole)).take(10);
    let mut lengths: Vec<u64> = longer.into_iter().chain(random).chain(20..30).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    let file = OpenOptions::new().write(true).open(&path).unwrap();
    for length in lengths {
        file.set_len(length).unwrap();
        match problem_of(&path) {
            FileProblem::NotATable => assert!(length < 24),
            FileProblem::WrongLength { actual, .. } => assert!(length >= 24 && actual == length),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn other_files_are_refused() {
    let directory = tempdir().unwrap();
    let in_directory = |name: &str| directory.path().join(name);
    let path = write_random_table(directory.path());
    let renamed = in_directory("64M.table");
    fs::rename(&path, &renamed).unwrap();
    let is_of_smallest =
        |problem| matches!(problem, FileProblem::WrongName { found } if found == "32M");
    assert!(is_of_smallest(problem_of(&renamed)));
    for content in [random_bytes(100_000, 5), vec![]] {
        fs::write(&path, content).unwrap();
        assert!(matches!(problem_of(&path), FileProblem::NotATable));
    }
    assert!(matches!(
        problem_of(&in_directory("no.table")),
        FileProblem::Missing
    ));
    assert!(matches!(
        problem_of(directory.path()),
        FileProblem::NotRegular
    ));
}

#[test]
fn other_versions_and_byte_orders_are_refused() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let good = fs::read(&path).unwrap();
    let problem_with = |range: std::ops::Range<usize>, change: fn(&mut [u8])| {
        let mut bytes = good.clone();
        change(&mut bytes[range]);
        fs::write(&path, bytes).unwrap();
        problem_of(&path)
    };
    let older = problem_with(16..20, |version| {
        version.copy_from_slice(&1u32.to_ne_bytes())
    });
    assert!(matches!(older, FileProblem::Version { found: 1, .. }));
    let swapped = problem_with(16..24, |both| both.chunks_mut(4).for_each(<[u8]>::reverse));
    assert!(matches!(swapped, FileProblem::ForeignByteOrder));
    let neither = problem_with(20..24, |order| order[0] ^= 1);
    assert!(matches!(neither, FileProblem::Corrupted { .. }));
    let empty = problem_with(4096..good.len() - 400, |blocks| blocks.fill(0));
    assert!(matches!(empty, FileProblem::Corrupted { .. }));
}

/// Makes a named pipe, not by another process, which would share the locks of tests that run meanwhile.
#[cfg(target_os = "linux")]
pub fn make_pipe(path: &Path) {
    use rustix::fs::{CWD, Mode, mkfifoat};
    mkfifoat(CWD, path, Mode::RUSR | Mode::WUSR).unwrap();
}

#[cfg(unix)]
#[test]
fn pipes_and_link_loops_are_refused_at_once() {
    let directory = tempdir().unwrap();
    #[cfg(target_os = "linux")]
    {
        let pipe = directory.path().join("pipe.table");
        make_pipe(&pipe);
        assert!(matches!(problem_of(&pipe), FileProblem::NotRegular));
    }
    let link = directory.path().join("loop.table");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    assert!(Table::open(&link, Load::Map).is_err());
}

/// Content that passes every checksum but is not a table of this program.
#[test]
fn tables_of_other_shapes_are_refused() {
    let directory = tempdir().unwrap();
    let spec = Spec::by_name("32M").unwrap();
    let [entries, shallow] =
        [spec.entry_bytes() as usize, spec.shallow_bytes()].map(|length| vec![0; length]);
    let shapes: [(&str, u32, &[&[u8]]); 6] = [
        ("unknown", 8, &[&entries, &shallow]),
        ("32M", 8, &[&entries[1..], &shallow]),
        ("32M", 8, &[&entries, &shallow[1..]]),
        ("32M", 8, &[&entries]),
        ("32M", 8, &[&entries, &shallow, &[]]),
        ("32M", 9, &[&entries, &shallow]),
    ];
    for (name, base, sections) in shapes {
        let path = write_table(directory.path(), name, base, sections);
        let error = Table::open(&path, Load::Map).unwrap_err();
        assert!(
            matches!(error.file_problem(), Some(FileProblem::OtherTable { .. })),
            "{error}"
        );
        fs::remove_file(path).unwrap();
    }
}

/// A name is printed in messages, and names a file.
#[test]
fn names_have_only_letters_digits_and_hyphens() {
    let directory = tempdir().unwrap();
    for name in ["512M-qtm", "h2_c6", "64M c6", "64M\u{e9}", ""] {
        let path = write_table(directory.path(), name, 8, &[]);
        match problem_of(&path) {
            FileProblem::OtherTable { .. } => assert_eq!(name, "512M-qtm"),
            FileProblem::Corrupted { .. } => assert_ne!(name, "512M-qtm"),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn installed_tables_are_found_by_file_name_largest_first() {
    let directory = tempdir().unwrap();
    let tables = Directory::at(directory.path());
    let installed = || -> Vec<&str> {
        let installed = tables.installed(Metric::HalfTurn);
        installed.iter().map(|spec| spec.name()).collect()
    };
    assert_eq!((installed(), tables.files().unwrap()), (vec![], vec![]));
    for name in ["64M.table", "32M.table", ".4G.table", "4G.txt", "4G"] {
        fs::write(directory.path().join(name), "").unwrap();
    }
    let files = ["32M.table", "64M.table"].map(|name| directory.path().join(name));
    assert_eq!(tables.files().unwrap(), files);
    assert_eq!(installed(), ["64M", "32M"]);
    assert_eq!(tables.best(Metric::HalfTurn), Spec::by_name("64M"));
    assert_eq!(tables.best(Metric::QuarterTurn), None);
    fs::remove_file(&files[1]).unwrap();
    assert_eq!(installed(), ["32M"]);
}

#[test]
fn directory_that_is_a_file_is_reported() {
    let file = NamedTempFile::new().unwrap();
    let directory = Directory::at(file.path());
    let smallest = Spec::by_name("32M").unwrap();
    let below = Directory::at(file.path().join("below"));
    let errors = [
        directory.files().unwrap_err(),
        directory
            .generate(smallest, &CONTINUE, &|_| ())
            .unwrap_err(),
        below.generate(smallest, &CONTINUE, &|_| ()).unwrap_err(),
    ];
    for error in errors {
        let expected = format!("{} is not a directory", file.path().display());
        assert_eq!(error.to_string(), expected);
    }
    let missing = Directory::at(file.path().with_extension("missing"));
    assert!(missing.files().unwrap().is_empty());
}

#[test]
fn installed_table_is_not_generated_again() {
    let directory = tempdir().unwrap();
    let path = write_random_table(directory.path());
    let generate = || {
        let smallest = Spec::by_name("32M").unwrap();
        let on_progress = |_| panic!("it is installed");
        Directory::at(directory.path()).generate(smallest, &CONTINUE, &on_progress)
    };
    assert_eq!(generate().unwrap(), path);
    fs::write(&path, "no table").unwrap();
    assert!(matches!(
        generate().unwrap_err().file_problem(),
        Some(FileProblem::NotATable)
    ));
}

#[test]
fn empty_directory_name_is_no_directory() {
    let named = |name: &str| Directory::named(Some(name.as_ref()));
    assert_eq!(named("there"), Some(Directory::at("there")));
    assert_eq!((named(""), Directory::named(None)), (None, None));
}

/// A table that is quickly generated.
fn small() -> Spec {
    Spec::by_name("32M").unwrap().with_base(2)
}

/// The steps of the search count by their time: hardly at all where the sets are small.
#[test]
fn generation_reports_fractions_up_to_the_whole() {
    for (spec, known) in [
        (*Spec::by_name("32M").unwrap(), [0.1..=0.5, 0.5..=1.0]),
        (small(), [0.0..=0.1, 0.3..=0.7]),
    ] {
        let directory = tempdir().unwrap();
        let fractions = Mutex::new(vec![]);
        let on_progress = |progress: GenerationProgress| {
            fractions.lock().unwrap().push(progress.fraction());
        };
        let directory = Directory::at(directory.path());
        directory.generate(&spec, &CONTINUE, &on_progress).unwrap();
        let fractions = fractions.into_inner().unwrap();
        let extremes = [fractions[0], fractions[fractions.len() - 1]];
        assert!(extremes[0] <= 0.25 && extremes[1] > 0.95, "{extremes:?}");
        assert!(fractions.iter().all(|f| (0.0..=1.0).contains(f)));
        // threads may overtake each other
        assert!(fractions.windows(2).all(|pair| pair[1] > pair[0] - 0.3));
        assert!(
            known
                .iter()
                .all(|range| fractions.iter().any(|f| range.contains(f)))
        );
    }
}

#[test]
fn generation_stops_when_the_flag_is_set() {
    for spec in [small(), *Spec::by_name("32M").unwrap()] {
        for fraction in [0.0, 0.3, 0.8] {
            let (directory, stop) = (tempdir().unwrap(), AtomicBool::new(fraction == 0.0));
            let on_progress = |progress: GenerationProgress| {
                stop.fetch_or(progress.fraction() >= fraction, Ordering::Relaxed);
            };
            let generated = Directory::at(directory.path()).generate(&spec, &stop, &on_progress);
            assert!(matches!(generated, Err(TableError::Interrupted)));
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        }
    }
}

/// The sizes in the documentation.
#[test]
fn tables_have_known_sizes() {
    let expected = [
        ("32M", 29_532_672),
        ("64M", 58_848_192),
        ("128M", 117_696_384),
        ("256M", 235_175_616),
        ("512M", 470_351_232),
        ("1G", 940_702_464),
        ("2G", 1_881_404_928),
        ("4G", 3_762_809_856),
        ("8G", 7_525_619_712),
        ("16G", 15_051_239_424),
        ("32G", 30_102_478_848),
    ];
    let sizes = |spec: &Spec| (spec.name(), spec.entry_bytes());
    let found: Vec<_> = Spec::all_in(Metric::HalfTurn).map(sizes).collect();
    assert_eq!(found, expected);
    for spec in Spec::ALL {
        assert_eq!(spec.table_bytes(), spec.entry_bytes() + (8 << 20));
        assert!(spec.generation_memory() >= spec.table_bytes());
        assert_eq!(spec.entries(), 1_444_668_825_600);
        let half_turns = spec.in_metric(Metric::HalfTurn).unwrap();
        assert_eq!(spec.entry_bytes(), half_turns.entry_bytes());
    }
}

#[test]
fn generation_time_falls_with_threads() {
    let spec = Spec::by_name("32M").unwrap();
    assert!(spec.generation_time(2) > Duration::ZERO);
    let half = spec.generation_time(2) / 2;
    assert!(half.abs_diff(spec.generation_time(4)) < Duration::from_millis(1));
}

#[test]
fn fastest_table_is_the_largest_that_fits() {
    let fastest = |memory, disk| FreeSpace { memory, disk }.fastest(Metric::HalfTurn);
    let all: Vec<_> = Spec::all_in(Metric::HalfTurn).collect();
    // where free memory is unknown, no large table is chosen
    assert_eq!(fastest(None, None), fastest(Some(2 << 30), None));
    assert_eq!(fastest(Some(1 << 20), None), None);
    let number = |found: Option<&Spec>| all.iter().position(|spec| Some(*spec) == found);
    for (i, &spec) in all.iter().enumerate() {
        let in_memory = |memory| number(fastest(Some(memory), None));
        assert!(
            in_memory(spec.generation_memory()) >= Some(i),
            "{}",
            spec.name()
        );
        assert_ne!(in_memory(spec.generation_memory() - 1), Some(i));
        // checksums and padding take less than a hundredth
        let on_disk = |bytes| number(fastest(Some(u64::MAX), Some(bytes)));
        assert_eq!(on_disk(spec.table_bytes()), i.checked_sub(1));
        assert_eq!(on_disk(spec.table_bytes() / 100 * 101), Some(i));
    }
}

#[test]
fn fastest_table_soon_depends_on_threads() {
    let free = |memory| FreeSpace { memory, disk: None };
    let machine = free(Some(u64::MAX));
    let soon = |threads| machine.fastest_soon(Metric::HalfTurn, threads).unwrap();
    assert_eq!(soon(100_000).name(), "32G");
    assert!(soon(1).table_bytes() < soon(64).table_bytes());
    assert_eq!(free(Some(1000)).with_reserve().memory, Some(700));
    let unknown = free(None).with_reserve();
    assert!(
        unknown.fits(Spec::by_name("64M").unwrap()) && !unknown.fits(Spec::by_name("4G").unwrap())
    );
}

/// Small tables of all metrics.
static SMALL: LazyLock<[Table; 3]> = LazyLock::new(|| {
    Metric::ALL.map(|metric| {
        let spec = Spec::by_name("32M").unwrap().in_metric(metric).unwrap();
        let spec = spec.with_base(3);
        Table::generate(&spec, &CONTINUE, &|_| ()).unwrap()
    })
});

proptest! {
    #[test]
    fn bounds_are_at_most_the_number_of_moves(moves in prop::collection::vec(0..18usize, 1..30)) {
        for table in SMALL.iter() {
            let (mut cube, mut length) = (Cube::SOLVED, 0);
            for m in moves.iter().map(|m| Move::from_index(*m)) {
                cube = cube.apply(m);
                length += table.spec().metric().cost(m);
                prop_assert!(table.lower_bound(&cube) <= length);
            }
        }
    }
}
