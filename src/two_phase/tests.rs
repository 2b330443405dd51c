use super::*;
use crate::coord::Basic;
use crate::cube::Position;
use crate::search::depth_first::{Counter, DepthFirst};
use crate::search::{Bounds, Limits, Query, Threads};
use crate::table::{Directory, FileProblem, Partial, TableError};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::HashSet;
use std::fs;
use std::sync::atomic::AtomicBool;

/// The number of paths of a length into the domino group.
fn count<S: PhaseSpace>(first: &S, cube: &Cube, length: u8) -> u64 {
    let counter = Counter::new(&|_| ControlFlow::Continue(()));
    let mut paths = 0;
    let mut search = DepthFirst::new(first, first.rules(), &counter);
    let searched = search.find(&[], &first.node(cube), length, |_, _| {
        paths += 1;
        ControlFlow::Continue(())
    });
    assert!(searched.is_continue());
    paths
}

/// The numbers of cosets of the domino group at each distance, as <https://kociemba.org> publishes them.
const COSETS: [u64; 13] = [
    1,
    4,
    50,
    592,
    7156,
    87_236,
    1_043_817,
    12_070_278,
    124_946_368,
    821_605_960,
    1_199_128_738,
    58_202_444,
    476,
];

/// The number of values in a class of the first phase.
fn class_size(representative: u32) -> u64 {
    let slice = Basic::oriented_slice();
    let cube = slice.cube(representative as usize);
    let transformations = slice.transformations().iter();
    let values: HashSet<usize> = transformations
        .map(|s| slice.index(&s.apply(&cube)))
        .collect();
    values.len() as u64
}

/// All of the table in one test, since it takes seconds to generate.
#[test]
fn table_has_published_distances_finds_the_same_paths_and_is_refused_when_damaged() {
    let tables = exact::GeneratedTables::new(Stop::never()).unwrap();
    let mut cosets = [0; 13];
    let rows = tables.distances.chunks(exact::TWISTS);
    for (distances, representative) in rows.zip(&tables.representatives) {
        let size = class_size(*representative);
        for distance in distances {
            cosets[usize::from(*distance)] += size;
        }
    }
    assert_eq!(cosets, COSETS);

    let (place, stop) = (tempfile::tempdir().unwrap(), AtomicBool::new(false));
    let directory = Directory::at(place.path());
    assert!(QuickTable::open(&directory).unwrap().is_none());
    let partial = Partial::claim(place.path(), Directory::QUICK, &stop, || ()).unwrap();
    QuickTable::write(&tables, partial, &stop).unwrap();
    let path = directory.find_quick().unwrap();
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    QuickTable::generate(&directory, &stop).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), written);
    assert!(directory.files().unwrap().is_empty());

    let table = QuickTable::open(&directory).unwrap().unwrap();
    let small = TwoPhaseTables::shared(Metric::HalfTurn, Stop::never()).unwrap();
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let random = (0..4).map(|_| Cube::random(&mut rng));
    let symmetric = ["", "R", "R U R' U'", "R2 L2 F B U D"].map(|text| text.parse().unwrap());
    for cube in random.chain(symmetric) {
        for length in 0..=9 {
            let found = count(&table.first(), &cube, length);
            assert_eq!(found, count(&small.first.phase(), &cube, length));
        }
        let roots = [Root::new(Position::from(cube))];
        let (limits, threads) = (Limits::default(), Threads::new(1));
        let answer = |table| {
            let control = Control::new(Bounds::from(&Query::new()), &limits, &threads);
            search(&roots, &control, table, None).unwrap()
        };
        let (with, without) = (answer(Some(&table)), answer(None));
        assert!(with.length().unwrap() <= without.length().unwrap());
        assert!(with.lower_bound >= without.lower_bound && with.nodes <= without.nodes);
    }
    drop(table);

    let bytes = fs::read(&path).unwrap();
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        QuickTable::open(&directory).err().expect("it is damaged")
    };
    let problem = |error: TableError| error.file_problem().unwrap().clone();
    let truncated = problem(open(&bytes[..bytes.len() - 1]));
    assert!(
        matches!(truncated, FileProblem::WrongLength { .. }),
        "{truncated}"
    );
    let mut flipped = bytes.clone();
    flipped[20_000_000] ^= 1;
    let corrupted = problem(open(&flipped));
    assert!(
        matches!(corrupted, FileProblem::Corrupted { .. }),
        "{corrupted}"
    );
}
