//! Distances in coordinates against breadth-first search over cubes, and known counts.

use cubesolve::coord::{Basic, Coordinate, CornerRefinement, Distances, Stop, Tables, UNREACHED};
use cubesolve::cube::{Cube, EDGE_NAMES, Face, Metric, Move, MoveSet};
use std::collections::HashSet;

/// Cubes by depth, each distinct by `key` once, found by moving whole cubes.
fn levels(key: impl Fn(&Cube) -> Vec<u8>, moves: MoveSet, max_depth: usize) -> Vec<Vec<Cube>> {
    let mut seen = HashSet::from([key(&Cube::SOLVED)]);
    let mut levels = vec![vec![Cube::SOLVED]];
    while levels.len() <= max_depth {
        let last = levels.last().expect("there is a first level");
        let children = last.iter().flat_map(|x| moves.iter().map(|m| x.apply(m)));
        let next: Vec<Cube> = children.filter(|x| seen.insert(key(x))).collect();
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}

fn counts(levels: &[Vec<Cube>]) -> Vec<u64> {
    levels.iter().map(|level| level.len() as u64).collect()
}

/// Distances from solved by these moves, in half turns.
fn distances_by(coordinate: &Coordinate, moves: MoveSet) -> Distances {
    let tables = Tables::new(coordinate, Stop::never()).unwrap();
    let goals = [coordinate.index(&Cube::SOLVED)];
    Distances::new(&tables, moves, &goals, Metric::HalfTurn, Stop::never()).unwrap()
}

/// The slice of an edge by its name: that of the axis whose letters are missing.
fn slice_of(cubie: u8) -> u8 {
    let name = EDGE_NAMES[usize::from(cubie)];
    let axis_letters = ["UD", "RL", "FB"];
    let missing = axis_letters
        .iter()
        .position(|pair| !name.contains(|c| pair.contains(c)));
    missing.expect("an edge has two letters") as u8
}

/// The information in a coordinate, read off the cube without it.
type Key = fn(&Cube) -> Vec<u8>;

#[test]
fn distances_are_those_of_cubes() {
    let small: [(Basic, Key); 7] = [
        (Basic::edge_orientation(), |x| {
            x.edge_orientations().to_vec()
        }),
        (Basic::corner_orientation(), |x| {
            x.corner_orientations().to_vec()
        }),
        (Basic::corner_permutation(), |x| x.corners().to_vec()),
        (Basic::tetrads(CornerRefinement::None), |x| {
            x.corners()
                .map(|c| u8::from([0, 2, 5, 7].contains(&c)))
                .to_vec()
        }),
        (Basic::slice_positions(), |x| {
            x.edges().map(|e| u8::from(slice_of(e) == 0)).to_vec()
        }),
        (Basic::slice_positions().turned(Face::U, Face::R), |x| {
            x.edges().map(|e| u8::from(slice_of(e) == 1)).to_vec()
        }),
        (Basic::slices(), |x| x.edges().map(slice_of).to_vec()),
    ];
    for (basic, key) in small {
        let coordinate = basic.into();
        for moves in [MoveSet::ALL, domino_moves()] {
            let distances = distances_by(&coordinate, moves);
            let levels = levels(key, moves, 20);
            assert_eq!(distances.distribution(), counts(&levels), "{coordinate:?}");
            for (depth, level) in levels.iter().enumerate() {
                for cube in level {
                    assert_eq!(usize::from(distances.get(coordinate.index(cube))), depth);
                }
            }
        }
    }
}

/// U, D and half turns.
fn domino_moves() -> MoveSet {
    let quarter = [Face::U, Face::D]
        .into_iter()
        .flat_map(|f| [1, 3].map(|n| Move::new(f, n)));
    quarter.chain(MoveSet::HALF_TURNS.iter()).collect()
}

#[test]
fn unreachable_values_are_unreached() {
    let distances = distances_by(&Basic::edge_orientation().into(), MoveSet::HALF_TURNS);
    assert_eq!(distances.distribution(), [1]);
    assert_eq!(distances.get(1), UNREACHED);
}

#[test]
fn distances_are_the_same_with_symmetry() {
    let composite = Coordinate::composite([Basic::edge_orientation(), Basic::slice_positions()]);
    let plain = distances_by(&composite, MoveSet::ALL);

    let coordinate = Coordinate::by_common(Basic::slice_positions(), Basic::edge_orientation());
    assert_eq!(coordinate.symmetric().unwrap().group().len(), 8);
    assert!(coordinate.size() < composite.size() / 6);
    let reduced = distances_by(&coordinate, MoveSet::ALL);
    for value in 0..composite.size() {
        let cube = composite.cube(value);
        assert_eq!(reduced.get(coordinate.index(&cube)), plain.get(value));
    }
}

/// The number of positions, not classes, at each distance.
fn positions(coordinate: &Coordinate, distances: &Distances) -> Vec<u64> {
    let symmetric = coordinate.symmetric().unwrap();
    let mut counts = vec![0; distances.distribution().len()];
    let values_of_class = coordinate.size() / symmetric.classes();
    for value in 0..coordinate.size() {
        let class = value / values_of_class;
        let members = symmetric.group().len() / symmetric.self_symmetries(class).len();
        counts[usize::from(distances.get(value))] += members as u64;
    }
    counts
}

#[test]
fn corner_distances_have_known_extent() {
    let coordinate =
        Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation());
    let distances = distances_by(&coordinate, MoveSet::ALL);
    let found = positions(&coordinate, &distances);

    let key = |x: &Cube| [*x.corners(), *x.corner_orientations()].concat();
    assert_eq!(found[..=4], counts(&levels(key, MoveSet::ALL, 4)));
    assert_eq!(found.len(), 12);
    assert_eq!(found.iter().sum::<u64>(), 40_320 * 2187);
}
