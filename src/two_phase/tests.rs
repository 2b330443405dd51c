use super::endings::{self, Endings};
use super::ends::{self, EndTables, FollowTables, PairMoves};
use super::exact::{ExactPhase, ExactTables, Frames, TWISTS};
use super::generate::{GeneratedTables, UNREACHED};
use super::paths::{PathSearch, QuickPaths, Task};
use super::phase::first_rules;
use crate::coord::{Basic, BasicTables, DOMINO_MOVES, Stop};
use crate::cube::{Cube, Metric, Move, MoveSet, Transformation, TransformationSet};
use crate::goals::DOMINO;
use crate::search::depth_first::{Counter, MoveRules};
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
    let first = ExactPhase::new(views, &frames);
    let found = first
        .find_endings(&tables.distances, Stop::never())
        .unwrap();
    let endings = Endings {
        slots: &found.slots,
        lists: &found.lists,
    };
    // no bound leaves a path out
    let follow = FollowTables::new(&ends::corner_classes());
    let distances = vec![0; (ends::CORNER_CLASSES * ends::PERMUTATIONS).div_ceil(4)];
    let conjugates = vec![0; Transformation::COUNT * ends::PERMUTATIONS];
    let ends = EndTables {
        distances: &distances,
        classes: &follow.classes,
        conjugates: &conjugates,
        parts: follow.parts.each_ref().map(slices),
    };
    let moves = PairMoves::new();
    let mut search = QuickPaths::new(first, endings, ends, &moves);
    let none = TransformationSet::default();
    let tables =
        |basic: &Basic| BasicTables::new(basic.clone(), MoveSet::ALL, none, Stop::never()).unwrap();
    let (slices, twists) = (tables(&slice), tables(&twist));
    let after = |(slice, twist), m| (slices.apply(slice, m), twists.apply(twist, m));
    let left = |(slice, twist)| plain(slice, twist);
    let rules = first_rules(Metric::HalfTurn);
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let random = (0..2).map(|_| Cube::random(&mut rng));
    let near = ["", "R U R' U'", "R2 L2 F B U D"].map(|text| text.parse().unwrap());
    for cube in random.chain(near) {
        let values = (slice.index(&cube), twist.index(&cube));
        let longest = left(values).max(endings::LENGTH + 1);
        for length in 0..=longest {
            let mut expected = HashSet::new();
            plain_paths(
                (values, &mut vec![]),
                length,
                &rules,
                &(left, after),
                &mut expected,
            );
            let found = paths(&mut search, &cube, length);
            assert_eq!(found.len(), found.iter().collect::<HashSet<_>>().len());
            let found: HashSet<_> = found.into_iter().filter(|path| is_short(path)).collect();
            assert_eq!(found, expected);
        }
    }
}

/// The paths of a length into the domino group.
fn paths(search: &mut QuickPaths, cube: &Cube, length: u8) -> Vec<Vec<u8>> {
    let mut paths = vec![];
    let start = search.start(cube);
    for m in 0..Move::COUNT {
        let mut task = Task {
            counter: &Counter::new(&|_| ControlFlow::Continue(())),
            max: &|| Some(0),
            found: &mut |path| {
                paths.push(path.to_vec());
                ControlFlow::Continue(())
            },
        };
        assert!(search.find(&start, m, length, &mut task).is_continue());
    }
    paths
}

/// The same by plain tables: of the moves that are left at least, and of the values after a move.
fn plain_paths(
    (values, path): ((usize, usize), &mut Vec<u8>),
    length: u8,
    rules: &MoveRules,
    plain: &(
        impl Fn((usize, usize)) -> u8,
        impl Fn((usize, usize), Move) -> (usize, usize),
    ),
    found: &mut HashSet<Vec<u8>>,
) {
    let (left, after) = plain;
    if left(values) > length {
        return;
    }
    if length == 0 {
        found.extend(is_short(path).then(|| path.clone()));
        return;
    }
    let moves = rules.after(path.last().map(|m| usize::from(*m))) & rules.usable(length);
    for m in (0..Move::COUNT).filter(|m| moves >> m & 1 == 1) {
        path.push(m as u8);
        let values = after(values, Move::from_index(m));
        plain_paths((values, path), length - 1, rules, plain, found);
        path.pop();
    }
}

/// Whether no half turn could be moved to the end of a path and left out.
fn is_short(path: &[u8]) -> bool {
    let moves: Vec<Move> = path.iter().map(|m| Move::from_index((*m).into())).collect();
    !matches!(moves[..], [.., a, b] if a.turns() == 2 && a.face() == b.face().opposite())
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
    let follow = FollowTables::new(&corners);
    let tables = EndTables {
        distances: &codes,
        classes: &follow.classes,
        conjugates: &tables.conjugates,
        parts: follow.parts.each_ref().map(slices),
    };
    let moves = PairMoves::new();
    let expected = |cube: &Cube| match distances.get(&pair(cube)) {
        Some(0..=3) => 0,
        Some(distance) => 5 + distance,
        None => 11,
    };
    let mut rng = ChaCha12Rng::seed_from_u64(2);
    for cube in seen {
        let place = ends::place(&cube);
        let value = tables.value(tables.conjugate(&place));
        assert_eq!(tables.bound(value), expected(&cube));
        let m = Move::ALL[rng.random_range(0..Move::COUNT)];
        assert_eq!(moves.after(&place, m.index()), ends::place(&cube.apply(m)));
    }
}
