use super::ends::{self, BoundedPhase, EndTables, FollowTables, SecondPhase};
use super::exact::{ExactPhase, ExactTables, Frames, TWISTS};
use super::generate::{GeneratedTables, UNREACHED};
use super::phase::{PhaseSpace, PhaseTables, first_rules};
use crate::coord::{Basic, BasicTables, DOMINO_MOVES, Stop};
use crate::cube::{Cube, Metric, Move, TransformationSet};
use crate::goals::DOMINO;
use crate::search::depth_first::{Counter, DepthFirst};
use rand::rngs::ChaCha12Rng;
use rand::{RngExt, SeedableRng};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// The same tables for the positions of the edges of E alone, without the orientation of edges: 1.1 M cosets, whose
/// distances are known by a plain breadth-first search.
#[test]
fn exact_distances_are_those_of_a_plain_search_and_lead_to_all_paths() {
    let (slice, twist) = (Basic::slice_positions(), Basic::corner_orientation());
    let tables = ExactTables::generate(slice.clone(), Stop::never()).unwrap();
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

    let residues = tables.pack(|distance| distance % 3);
    let views = ExactTables::of(&tables, &residues);
    let frames = Frames::new(views, slice.clone());
    let near = ExactPhase::new(views, &frames).find_near();
    let views = ExactTables {
        near: &near,
        ..views
    };
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

/// The distances of the permutations of corners together with another coordinate of the domino group.
fn plain_distances(corners: &Basic, other: &Basic) -> Vec<u8> {
    let tables = |basic: &Basic| {
        let none = TransformationSet::default();
        BasicTables::new(basic.clone(), DOMINO_MOVES, none, Stop::never()).unwrap()
    };
    let (corners, other) = (tables(corners), tables(other));
    let size = other.coordinate.size();
    let value = |cube: &Cube| size * corners.coordinate.index(cube) + other.coordinate.index(cube);
    let moved =
        |value: usize, m| size * corners.apply(value / size, m) + other.apply(value % size, m);
    let mut distances = vec![UNREACHED; size * corners.coordinate.size()];
    let (mut newest, mut depth) = (vec![value(&Cube::SOLVED)], 0);
    while !newest.is_empty() {
        newest.retain(|value| std::mem::replace(&mut distances[*value], depth) == UNREACHED);
        let moved = |value: &usize| {
            DOMINO_MOVES
                .iter()
                .map(|m| moved(*value, m))
                .collect::<Vec<_>>()
        };
        newest = newest.iter().flat_map(moved).collect();
        newest.retain(|value| distances[*value] == UNREACHED);
        depth += 1;
    }
    distances
}

#[test]
fn distances_up_to_a_greatest_one_are_those_of_a_plain_search() {
    let (corners, other) = (ends::corner_classes(), Basic::domino_m_slice());
    assert_eq!(corners.classes(), ends::CORNER_CLASSES);
    let size = other.size();
    let plain = plain_distances(corners.base(), &other);
    for max in [9, u8::MAX] {
        let stop = Stop::never();
        let tables =
            GeneratedTables::new(&corners, other.clone(), DOMINO_MOVES, max, stop).unwrap();
        for (row, representative) in tables.distances.chunks(size).zip(&tables.representatives) {
            let plain = &plain[size * *representative as usize..][..size];
            let known = |distance: &u8| {
                if *distance <= max {
                    *distance
                } else {
                    UNREACHED
                }
            };
            assert!(row.iter().copied().eq(plain.iter().map(known)));
        }
        let at = |depth: u8| plain.iter().filter(|distance| **distance == depth).count() as u64;
        let depths = 0..tables.counts.len() as u8;
        assert!(tables.counts.iter().copied().eq(depths.map(at)));
    }
}

fn slices(halves: &[Vec<u16>; 2]) -> [&[u16]; 2] {
    halves.each_ref().map(|half| &half[..])
}

/// The bounds are tested with lesser distances: those of positions with up to five moves, of which all are visited.
#[test]
fn bounds_at_the_ends_of_paths_are_distances_of_corners_and_edges() {
    let (corners, edges) = (ends::corner_classes(), Basic::domino_edge_positions());
    let pair = |cube: &Cube| (corners.base().index(cube), edges.index(cube));
    let mut distances = HashMap::new();
    let (mut seen, mut newest) = (HashSet::from([Cube::SOLVED]), vec![Cube::SOLVED]);
    let (mut counts, mut pairs) = (vec![], vec![]);
    for depth in 0..=5 {
        counts.push(newest.len());
        for cube in &newest {
            distances.entry(pair(cube)).or_insert(depth);
        }
        let children = newest
            .iter()
            .flat_map(|cube| DOMINO_MOVES.iter().map(|m| cube.apply(m)));
        newest = children.filter(|cube| seen.insert(*cube)).collect();
        pairs.push(
            distances
                .values()
                .filter(|distance| **distance == depth)
                .count() as u64,
        );
    }
    // the published numbers of positions of the domino group
    assert_eq!(counts, [1, 10, 67, 456, 3079, 19_948]);

    let stop = Stop::never();
    let tables = GeneratedTables::new(&corners, edges.clone(), DOMINO_MOVES, 5, stop).unwrap();
    assert_eq!(tables.counts, pairs);
    let codes = tables.pack(|distance| distance.clamp(3, 6) - 3);
    let follow = FollowTables::new(&corners, stop).unwrap();
    let tables = EndTables {
        distances: &codes,
        classes: &follow.classes,
        conjugates: &tables.conjugates,
        moves: slices(&follow.moves),
        parts: follow.parts.each_ref().map(slices),
    };
    let phase = PhaseTables::second(Metric::HalfTurn, stop).unwrap();
    let ends = BoundedPhase::new(phase.phase(), tables);
    let expected = |cube: &Cube| match distances.get(&pair(cube)) {
        Some(0..=3) => 0,
        Some(distance) => 5 + distance,
        None => 11,
    };
    let mut rng = ChaCha12Rng::seed_from_u64(2);
    for cube in seen {
        assert_eq!(ends.bound(&ends.place(&cube)), expected(&cube));
        let m = Move::ALL[rng.random_range(0..Move::COUNT)];
        assert_eq!(
            ends.after(&ends.place(&cube), m),
            ends.place(&cube.apply(m))
        );
    }
}
