//! Distances in coordinates against breadth-first search over cubes, and known counts.

use cubesolve::coord::{
    BasicTables, Composite, CompositeTables, Coordinate, CornerOrientation, CornerPermutation,
    CornerRefinement, Distances, EdgeOrientation, MoveTable, SlicePositions, Slices, Stop,
    Symmetric, SymmetricComposite, SymmetricCompositeTables, Tetrads, Turned, UNREACHED,
};
use cubesolve::cube::{Cube, EDGE_NAMES, Face, Metric, Move, MoveSet, TransformationSet};
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

/// Distances from solved of a coordinate that has no symmetry.
fn basic_distances(coordinate: &dyn Coordinate, moves: MoveSet) -> Distances {
    let tables = BasicTables::new(
        coordinate,
        moves,
        TransformationSet::default(),
        Stop::never(),
    );
    let tables = tables.unwrap();
    Distances::new(
        &tables,
        &[coordinate.index(&Cube::SOLVED)],
        Metric::HalfTurn,
        Stop::never(),
    )
    .unwrap()
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

const TETRADS: Tetrads = Tetrads {
    refinement: CornerRefinement::None,
};

#[test]
fn distances_are_those_of_cubes() {
    let small: [(Box<dyn Coordinate>, Key); 7] = [
        (Box::new(EdgeOrientation), |x| {
            x.edge_orientations().to_vec()
        }),
        (Box::new(CornerOrientation), |x| {
            x.corner_orientations().to_vec()
        }),
        (Box::new(CornerPermutation), |x| x.corners().to_vec()),
        (Box::new(TETRADS), |x| {
            x.corners()
                .map(|c| u8::from([0, 2, 5, 7].contains(&c)))
                .to_vec()
        }),
        (Box::new(SlicePositions), |x| {
            x.edges().map(|e| u8::from(slice_of(e) == 0)).to_vec()
        }),
        (
            Box::new(Turned::new(SlicePositions, Face::U, Face::R)),
            |x| x.edges().map(|e| u8::from(slice_of(e) == 1)).to_vec(),
        ),
        (Box::new(Slices), |x| x.edges().map(slice_of).to_vec()),
    ];
    for (coordinate, key) in small {
        for moves in [MoveSet::ALL, domino_moves()] {
            let distances = basic_distances(coordinate.as_ref(), moves);
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
    let distances = basic_distances(&EdgeOrientation, MoveSet::HALF_TURNS);
    assert_eq!(distances.distribution(), [1]);
    assert_eq!(distances.get(1), UNREACHED);
}

#[test]
fn distances_are_the_same_with_symmetry() {
    let composite = Composite::new(vec![Box::new(EdgeOrientation), Box::new(SlicePositions)]);
    let solved = composite.index(&Cube::SOLVED);
    let tables = CompositeTables::new(&composite, TransformationSet::default(), Stop::never());
    let tables = tables.unwrap();
    let plain = Distances::new(&tables, &[solved], Metric::HalfTurn, Stop::never()).unwrap();

    let group = composite.transformations();
    assert_eq!(group.len(), 8);
    let coordinate = SymmetricComposite::new(
        Symmetric::new(SlicePositions, group),
        Composite::new(vec![Box::new(EdgeOrientation)]),
    );
    let tables = SymmetricCompositeTables::new(&coordinate, Stop::never()).unwrap();
    let reduced = Distances::new(
        &tables,
        &[coordinate.index(&Cube::SOLVED)],
        Metric::HalfTurn,
        Stop::never(),
    )
    .unwrap();
    assert!(tables.size() < composite.size() / 6);
    for value in 0..composite.size() {
        let cube = composite.cube(value);
        assert_eq!(reduced.get(coordinate.index(&cube)), plain.get(value));
    }
}

/// The number of positions, not classes, at each distance.
fn positions(coordinate: &SymmetricComposite, distances: &Distances) -> Vec<u64> {
    let symmetric = coordinate.symmetric();
    let mut counts = vec![0; distances.distribution().len()];
    for value in 0..coordinate.size() {
        let class = value / coordinate.composite().size();
        let members = symmetric.group().len() / symmetric.self_symmetries(class).len();
        counts[usize::from(distances.get(value))] += members as u64;
    }
    counts
}

#[test]
fn corner_distances_have_known_extent() {
    let group = CornerOrientation.transformations();
    let coordinate = SymmetricComposite::new(
        Symmetric::new(CornerPermutation, group),
        Composite::new(vec![Box::new(CornerOrientation)]),
    );
    let tables = SymmetricCompositeTables::new(&coordinate, Stop::never()).unwrap();
    let goal = coordinate.index(&Cube::SOLVED);
    let distances = Distances::new(&tables, &[goal], Metric::HalfTurn, Stop::never()).unwrap();
    let found = positions(&coordinate, &distances);

    let key = |x: &Cube| [*x.corners(), *x.corner_orientations()].concat();
    assert_eq!(found[..=4], counts(&levels(key, MoveSet::ALL, 4)));
    assert_eq!(found.len(), 12);
    assert_eq!(found.iter().sum::<u64>(), 40_320 * 2187);
}
