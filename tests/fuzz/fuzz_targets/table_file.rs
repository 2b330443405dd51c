//! Table files: any bytes, any header with a checksum that fits, and a good file with bytes
//! changed, which must never be taken for good.
#![no_main]

use cubesolve::cube::Metric;
use cubesolve::table::file::{Description, Partial, Section, TableFile};
use cubesolve::table::{Load, Table, TableError};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

/// Where the checksum of the header is: after all its fields.
const OWN_CHECKSUM: usize = 272;

static DIRECTORY: LazyLock<TempDir> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() {
        memory.to_owned()
    } else {
        std::env::temp_dir()
    };
    tempfile::tempdir_in(parent).expect("a directory to write to")
});

/// A good file: a header, sections of two pages and one, two checksums.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let description = Description {
        metric: Metric::HalfTurn,
        name: "64M".into(),
        base: 8,
        counts: vec![1, 1, 4],
    };
    let sections = [&[7_u8; 5000][..], &[9; 100]];
    let sections: Vec<&dyn Section> = sections.iter().map(|s| s as &dyn Section).collect();
    let stop = AtomicBool::new(false);
    let file = Partial::claim(DIRECTORY.path(), "64M", &stop, || ());
    let path = file.and_then(|f| f.write(&|| description.clone(), &sections, &stop, &|_| ()));
    fs::read(path.expect("it can be written")).expect("it can be read")
});

fuzz_target!(|input: &[u8]| {
    let Some((&kind, bytes)) = input.split_first() else {
        return;
    };
    match kind % 3 {
        0 => drop(check(bytes)),
        1 => drop(check(&with_checksum(bytes))),
        _ => {
            let changed = changed(bytes);
            assert_eq!(check(&changed).is_ok(), changed == *GOOD);
        }
    }
});

/// Opens a file of these bytes and checks all of it.
fn check(bytes: &[u8]) -> Result<(), TableError> {
    let path: PathBuf = DIRECTORY.path().join("64M.table");
    fs::write(&path, bytes).expect("the disk is not full");
    let file =
        TableFile::open(&path).inspect_err(|error| assert!(!error.to_string().is_empty()))?;
    assert_eq!(file.length(), bytes.len() as u64);
    for i in 0..file.section_lengths().len() {
        let mut copy = vec![0; file.section(i).len()];
        if file.copy_section(i, &mut copy).is_ok() {
            assert_eq!(file.section(i), copy);
        }
    }
    // no table of this program is so small
    assert!(Table::open(&path, Load::Map).is_err());
    assert!(Table::read(&mut &bytes[..], bytes.len() as u64).is_err());
    file.verify(&|_| ())
}

/// The good file with its beginning replaced, and the checksum of the header mended.
fn with_checksum(beginning: &[u8]) -> Vec<u8> {
    let mut bytes = GOOD.clone();
    let fields = beginning.len().min(OWN_CHECKSUM);
    bytes[..fields].copy_from_slice(&beginning[..fields]);
    let own = xxh3_64(&bytes[..OWN_CHECKSUM]).to_ne_bytes();
    bytes[OWN_CHECKSUM..][..8].copy_from_slice(&own);
    bytes
}

/// The good file with bytes changed, each given by place (two bytes) and difference; a byte
/// that is left over says by how much the file becomes longer or shorter.
fn changed(changes: &[u8]) -> Vec<u8> {
    let mut bytes = GOOD.clone();
    let chunks = changes.chunks_exact(3);
    if let [longer, ..] = chunks.remainder() {
        let length = bytes.len().saturating_add_signed((*longer as i8).into());
        bytes.resize(length, 0);
    }
    for change in chunks {
        let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % bytes.len();
        bytes[at] ^= change[2];
    }
    bytes
}
