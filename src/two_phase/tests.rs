use super::exact::{ExactPhase, Frames, GeneratedTables, TWISTS};
use super::phase::{PhaseSpace, first_rules};
use crate::coord::{Basic, Stop};
use crate::cube::{Cube, Metric, Move};
use crate::goals::DOMINO;
use crate::search::depth_first::{Counter, DepthFirst};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::ops::ControlFlow;

/// The same tables for the positions of the edges of E alone, without the orientation of edges: 1.1 M cosets, whose
/// distances are known by a plain breadth-first search.
#[test]
fn exact_distances_are_those_of_a_plain_search_and_lead_to_all_paths() {
    let (slice, twist) = (Basic::slice_positions(), Basic::corner_orientation());
    let tables = GeneratedTables::new(slice.clone(), Stop::never()).unwrap();
    let plain = DOMINO[1].prepare(Metric::HalfTurn, Stop::never()).unwrap();
    let plain = |slice_value: usize, twist: usize| plain.get(slice.size() * twist + slice_value);
    for (distances, representative) in tables.distances.chunks(TWISTS).zip(&tables.representatives)
    {
        for (twist, distance) in distances.iter().enumerate() {
            assert_eq!(*distance, plain(*representative as usize, twist));
        }
    }
    assert_eq!(
        tables.counts.iter().sum::<u64>(),
        (slice.size() * TWISTS) as u64
    );

    let mut residues = vec![0; tables.distances.len().div_ceil(4)];
    tables.pack(0, &mut residues);
    let views = tables.views(&residues);
    let frames = Frames::new(views, slice.clone());
    let first = ExactPhase::new(views, &frames);
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let random = (0..4).map(|_| Cube::random(&mut rng));
    let near = ["", "R", "R U R' U'", "R2 L2 F B U D"].map(|text| text.parse().unwrap());
    for cube in random.chain(near) {
        let left = |cube: &Cube| plain(slice.index(cube), twist.index(cube));
        let distance = left(&cube);
        for length in 0..=distance + 1 {
            let found = paths(&first, &cube, length);
            let is_expected = |path: &Vec<u8>| left(&after(&cube, path)) == 0;
            assert!(found.iter().all(is_expected));
            assert_eq!(found.len(), count(&cube, None, length, &left));
        }
    }
}

fn after(cube: &Cube, path: &[u8]) -> Cube {
    cube.apply_all(path.iter().map(|m| Move::from_index((*m).into())))
}

/// The paths of a length into the domino group.
fn paths(first: &ExactPhase, cube: &Cube, length: u8) -> Vec<Vec<u8>> {
    let counter = Counter::new(&|_| ControlFlow::Continue(()));
    let mut paths = vec![];
    let mut search = DepthFirst::new(first, first.rules(), &counter);
    let searched = search.find(&[], &first.node(cube), length, |_, path| {
        paths.push(path.to_vec());
        ControlFlow::Continue(())
    });
    assert!(searched.is_continue());
    paths
}

/// Their number by moves of the cube; `left` are the moves that are left at least.
fn count(cube: &Cube, last: Option<usize>, length: u8, left: &impl Fn(&Cube) -> u8) -> usize {
    if left(cube) > length {
        return 0;
    }
    if length == 0 {
        return 1;
    }
    let rules = first_rules(Metric::HalfTurn);
    let moves = rules.after(last) & rules.usable(length);
    let moves = (0..Move::COUNT).filter(|m| moves >> m & 1 == 1);
    let child = |m| cube.apply(Move::from_index(m));
    moves
        .map(|m| count(&child(m), Some(m), length - 1, left))
        .sum()
}
