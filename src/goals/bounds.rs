//! The lower bounds of goals: distances of coordinates. A cube is at a goal if all are 0.

use crate::coord::{Basic, Coordinate, CoordinateBound, CornerRefinement, DOMINO_MOVES};
use crate::cube::{Cube, Face, Move, MoveSet, Transformation};
use crate::permutation::arrangement;
use std::sync::LazyLock;

/// Domino reduction on the U-D axis with all moves: phase 1 of the two-phase algorithm.
pub static DOMINO: LazyLock<Vec<CoordinateBound>> = LazyLock::new(|| domino(MoveSet::ALL));

/// Solved from domino reduction on the U-D axis: phase 2 of the two-phase algorithm.
pub static FINISH: LazyLock<Vec<CoordinateBound>> = LazyLock::new(|| finish(DOMINO_MOVES));

/// Edge orientation relative to the F-B axis.
static EDGE_ORIENTATION: LazyLock<CoordinateBound> =
    LazyLock::new(|| CoordinateBound::new(Basic::edge_orientation()));

/// The four edges of D.
pub static CROSS: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let keeping_d = Transformation::all().filter(|s| s.apply_face(Face::D) == Face::D);
    let edges = Basic::edge_cubies(CROSS_EDGES).with_transformations(keeping_d.collect());
    CoordinateBound::new(edges)
});

/// The four edges of D and the corner DFR.
pub static CROSS_AND_CORNER: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let parts = [Basic::corner_cubies([4]), Basic::edge_cubies(CROSS_EDGES)];
    composite(parts, MoveSet::ALL)
});

/// The corner URF and its three edges.
pub static BLOCK: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let parts = [Basic::corner_cubies([0]), Basic::edge_cubies([0, 1, 8])];
    composite(parts, MoveSet::ALL)
});

/// Four of the five edges of the 2x2x3 block around UF: all but UL.
static LONG_BLOCK_EDGES: LazyLock<CoordinateBound> =
    LazyLock::new(|| CoordinateBound::new(Basic::edge_cubies([0, 1, 8, 9])));

/// The 1x2x3 block on R beside U: the corners URF and UBR with the edges UR, FR and BR.
static SIDE_BLOCK: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let parts = [Basic::corner_cubies([0, 3]), Basic::edge_cubies([0, 8, 11])];
    composite(parts, MoveSet::ALL)
});

/// Edge orientation relative to the F-B axis, and the edges of U on it.
static LINE: LazyLock<CoordinateBound> = LazyLock::new(|| oriented_with([1, 3]));

/// The same with the edges of U on the R-L axis.
static OTHER_LINE: LazyLock<CoordinateBound> = LazyLock::new(|| oriented_with([0, 2]));

fn oriented_with<const K: usize>(edges: [u8; K]) -> CoordinateBound {
    let parts = [Basic::edge_orientation(), Basic::edge_positions(edges)];
    composite(parts, MoveSet::ALL)
}

const CROSS_EDGES: [u8; 4] = [4, 5, 6, 7];

/// Domino reduction on the U-D axis, whose values are all cosets of its subgroup.
static WHOLE_DOMINO: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let both = Coordinate::by_common(Basic::oriented_slice(), Basic::corner_orientation());
    CoordinateBound::new(both)
});

/// The four edges of D with the corner DFR and the edge FR.
static CROSS_AND_PAIR: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let edges = Basic::edge_cubies([4, 5, 6, 7, 8]);
    composite([Basic::corner_cubies([4]), edges], MoveSet::ALL)
});

/// The 2x2x3 block around UF.
static WHOLE_LONG_BLOCK: LazyLock<CoordinateBound> = LazyLock::new(|| {
    let edges = Basic::edge_cubies([0, 1, 2, 8, 9]);
    composite([Basic::corner_cubies([0, 1]), edges], MoveSet::ALL)
});

/// Edge orientation relative to the F-B axis, and the edges of U.
static ORIENTED_CROSS: LazyLock<CoordinateBound> = LazyLock::new(|| oriented_with([0, 1, 2, 3]));

/// For a kind of goals that is reached directly and has several bounds: one whose values are the cosets of the
/// goal's subgroup, so that its distances are exact, and the faces that it is for. It may need much memory.
pub fn exact(kind: &str) -> Option<(&'static CoordinateBound, &'static [Face])> {
    Some(match kind {
        "dr" => (&WHOLE_DOMINO, &[Face::U]),
        "eoline" => (&LINE, &[Face::U, Face::F]),
        "eocross" => (&ORIENTED_CROSS, &[Face::U, Face::F]),
        "223" => (&WHOLE_LONG_BLOCK, &[Face::U, Face::F]),
        "xcross" => (&CROSS_AND_PAIR, &[Face::D, Face::F]),
        _ => return None,
    })
}

/// Corners modulo half turns, without their orientation.
pub static TETRADS: LazyLock<Basic> = LazyLock::new(|| Basic::tetrads(CornerRefinement::HalfTurn));

/// All edges oriented with respect to the F-B axis.
pub fn edge_orientation(_: MoveSet) -> Vec<CoordinateBound> {
    vec![EDGE_ORIENTATION.clone()]
}

/// All edges oriented with respect to the F-B axis, and those of U on this axis solved.
pub fn line(_: MoveSet) -> Vec<CoordinateBound> {
    vec![LINE.clone(), EDGE_ORIENTATION.clone()]
}

/// All edges oriented with respect to the F-B axis, and the four of U solved.
pub fn oriented_cross(moves: MoveSet) -> Vec<CoordinateBound> {
    let cross = CROSS.conjugated(Transformation::carrying(Face::U, Face::D));
    let mut bounds = vec![OTHER_LINE.clone(), cross];
    bounds.extend(line(moves));
    bounds
}

/// The 2x2x3 block around UF: its edges, and the 2x2x2 blocks of URF and UFL.
pub fn long_block(_: MoveSet) -> Vec<CoordinateBound> {
    let other = BLOCK.conjugated(carrying([(Face::U, Face::U), (Face::F, Face::R)]));
    let behind = carrying([(Face::U, Face::F), (Face::F, Face::U)]);
    let edges = [
        LONG_BLOCK_EDGES.clone(),
        LONG_BLOCK_EDGES.conjugated(behind),
    ];
    edges.into_iter().chain([BLOCK.clone(), other]).collect()
}

/// The four corners of D, each with the four edges, which are a cross.
pub fn layer(_: MoveSet) -> Vec<CoordinateBound> {
    let mut bounds = around_d(&CROSS_AND_CORNER).to_vec();
    bounds.push(CROSS.clone());
    bounds
}

/// The layer of D and the one beside it, as the blocks of its corners, and all others oriented.
pub fn oriented_last_layer(moves: MoveSet) -> Vec<CoordinateBound> {
    let block = BLOCK.conjugated(carrying([(Face::D, Face::U), (Face::F, Face::R)]));
    let mut bounds = layer(moves);
    bounds.extend(around_d(&block));
    bounds.extend(edge_orientation(moves));
    bounds.extend(corner_orientation(moves));
    bounds
}

/// A bound for what is at DFR, there and at the other corners of D.
fn around_d(bound: &CoordinateBound) -> [CoordinateBound; 4] {
    let sides = [Face::F, Face::R, Face::B, Face::L];
    sides.map(|side| bound.conjugated(carrying([(Face::D, Face::D), (side, Face::F)])))
}

/// The 1x2x3 block on R beside U.
pub fn side_block(_: MoveSet) -> Vec<CoordinateBound> {
    vec![SIDE_BLOCK.clone()]
}

/// The 1x2x3 blocks on R and on L beside U.
pub fn both_side_blocks(_: MoveSet) -> Vec<CoordinateBound> {
    let other = carrying([(Face::L, Face::R), (Face::U, Face::U)]);
    vec![SIDE_BLOCK.clone(), SIDE_BLOCK.conjugated(other)]
}

/// The same with all corners solved up to a turn of D. The corners of the blocks say of which face.
pub fn all_but_last_edges(moves: MoveSet) -> Vec<CoordinateBound> {
    let both = Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation());
    let turns = (1..4).map(|turns| *Move::new(Face::D, turns).cube());
    let cubes: Vec<Cube> = turns.chain([Cube::SOLVED]).collect();
    let mut bounds = vec![CoordinateBound::from_nearest(both, &cubes)];
    bounds.extend(both_side_blocks(moves));
    bounds
}

/// The whole cube, by all moves.
pub fn whole_cube(moves: MoveSet) -> Vec<CoordinateBound> {
    corners(moves).into_iter().chain(edges(moves)).collect()
}

fn carrying(faces: [(Face, Face); 2]) -> Transformation {
    Transformation::rotation(faces).expect("neighbours are carried to neighbours")
}

/// All corners oriented with respect to the U-D axis.
pub fn corner_orientation(_: MoveSet) -> Vec<CoordinateBound> {
    vec![CoordinateBound::new(Basic::corner_orientation())]
}

/// Edge orientation with the E slice, and corner orientation with it.
pub fn domino(moves: MoveSet) -> Vec<CoordinateBound> {
    [Basic::edge_orientation(), Basic::corner_orientation()]
        .map(|orientation| composite([Basic::slice_positions(), orientation], moves))
        .into()
}

/// Domino reduction from edge orientation: the slice and corner orientation determine the distance.
pub fn domino_from_edge_orientation(moves: MoveSet) -> Vec<CoordinateBound> {
    let parts = [Basic::slice_positions(), Basic::corner_orientation()];
    vec![composite(parts, moves)]
}

/// Domino reduction from edge orientation but for turns of R and L and half turns.
pub fn axial_reduction(moves: MoveSet) -> Vec<CoordinateBound> {
    let parts = [Basic::slice_positions(), Basic::corner_orientation()];
    let coordinate = Coordinate::composite(parts).restricted_to(moves);
    let turns = [Face::R, Face::L].map(MoveSet::of_face);
    let turns = turns.into_iter().fold(MoveSet::HALF_TURNS, MoveSet::union);
    let cubes = turns.reached(|cube| coordinate.index(cube));
    vec![CoordinateBound::from_nearest(coordinate, &cubes)]
}

/// Half-turn reduction from domino reduction, with its exact distance: corners modulo half turns,
/// and every edge in its slice.
pub fn half_turns_from_domino(moves: MoveSet) -> Vec<CoordinateBound> {
    vec![composite([TETRADS.clone(), Basic::domino_m_slice()], moves)]
}

/// Half-turn reduction: domino reduction on each axis, corners modulo half turns, and every edge in
/// its slice.
pub fn half_turns(moves: MoveSet) -> Vec<CoordinateBound> {
    let mut bounds = vec![composite([Basic::slices_and_flip_parities()], moves)];
    bounds.extend(half_turn_corners(moves));
    bounds.extend(DOMINO.iter().flat_map(CoordinateBound::on_each_axis));
    bounds
}

/// Corners modulo half turns.
pub fn half_turn_corners(moves: MoveSet) -> Vec<CoordinateBound> {
    vec![composite(
        [Basic::corner_orientation(), TETRADS.clone()],
        moves,
    )]
}

/// The edges of the E slice with the corners, and with the other edges.
pub fn finish(moves: MoveSet) -> Vec<CoordinateBound> {
    finish_nearest(moves, [])
}

/// The same for the nearest of the solved cube and these.
fn finish_nearest(moves: MoveSet, cubes: impl IntoIterator<Item = Cube>) -> Vec<CoordinateBound> {
    let cubes: Vec<Cube> = cubes.into_iter().chain([Cube::SOLVED]).collect();
    let with_slice = |other| {
        let both = Coordinate::of_disjoint([Basic::domino_slice(), other]);
        CoordinateBound::from_nearest(both.restricted_to(moves), &cubes)
    };
    [Basic::corner_permutation(), Basic::domino_edges()]
        .map(with_slice)
        .into()
}

/// Solved from half-turn reduction: the whole cube, with its exact distance.
pub fn finish_from_half_turns(moves: MoveSet) -> Vec<CoordinateBound> {
    of_half_turns(&[0, 1, 2], &[Cube::SOLVED], moves)
}

/// Solved from domino reduction but for up to `COUNT` corners: these are permuted as by two 3-cycles.
pub fn all_but_permuted_corners<const COUNT: u32>(moves: MoveSet) -> Vec<CoordinateBound> {
    let cycles = three_cycles()
        .flat_map(|corners| Cube::new(corners, [0; 8], *Cube::SOLVED.edges(), [0; 12]));
    let cycles: Vec<Cube> = cycles.collect();
    let pairs = cycles
        .iter()
        .flat_map(|a| cycles.iter().map(|b| a.product(b)));
    let few = pairs.filter(|x| permuted_corners(x).count_ones() <= COUNT);
    finish_nearest(moves, few)
}

/// Solved but for up to `COUNT` corners.
pub fn all_but_corners<const COUNT: u32>(moves: MoveSet) -> Vec<CoordinateBound> {
    let orientation = Basic::corner_orientation();
    let both = Coordinate::by_common(Basic::corner_permutation(), orientation.clone());
    let twists = orientation.size;
    let twisted = |v| corner_mask(|p| orientation.cube(v).corner_orientations()[p] > 0);
    let twisted: Vec<u8> = (0..twists).map(twisted).collect();
    // with solved edges the permutation is even
    let permuted = |class| match both.cube(class * twists) {
        x if arrangement::is_odd(x.corners()) => u8::MAX,
        x => permuted_corners(&x),
    };
    let permuted: Vec<u8> = (0..both.size() / twists).map(permuted).collect();
    let unsolved = |v: &usize| permuted[v / twists] | twisted[v % twists];
    let is_near = |v: &usize| unsolved(v).count_ones() <= COUNT;
    let values = (0..both.size()).filter(is_near).collect();
    let mut bounds = edges(moves);
    bounds.push(CoordinateBound::from_values(both, values));
    bounds
}

fn permuted_corners(cube: &Cube) -> u8 {
    corner_mask(|p| usize::from(cube.corners()[p]) != p)
}

fn corner_mask(is_in: impl Fn(usize) -> bool) -> u8 {
    (0..8).fold(0, |mask, p| mask | u8::from(is_in(p)) << p)
}

/// Solved from domino reduction but for a 3-cycle of edges.
pub fn all_but_three_edges(moves: MoveSet) -> Vec<CoordinateBound> {
    let in_domino = |edges: &[u8; 12]| edges[..8].iter().all(|edge| *edge < 8);
    let cycles = three_cycles().filter(in_domino);
    let cubes = cycles.flat_map(|edges| Cube::new(*Cube::SOLVED.corners(), [0; 8], edges, [0; 12]));
    finish_nearest(moves, cubes)
}

/// The cubies at all places after each 3-cycle.
fn three_cycles<const N: usize>() -> impl Iterator<Item = [u8; N]> {
    let all = (0..N.pow(3)).map(|i| [i % N, i / N % N, i / N / N]);
    let different = all.filter(|[a, b, c]| a != b && b != c && c != a);
    different.map(|[a, b, c]| {
        let mut cubies = std::array::from_fn(|i| i as u8);
        (cubies[a], cubies[b], cubies[c]) = (b as u8, c as u8, a as u8);
        cubies
    })
}

/// The cubes that half turns of R, L, F and B solve: as coordinates that have a value of one of them.
/// That both are values of the same cube follows from the parity of the edges.
pub fn floppy(moves: MoveSet) -> Vec<CoordinateBound> {
    finish_nearest(moves, floppy_cubes())
}

/// The same but for the edges of E, up to turning both layers beside them together.
pub fn floppy_but_slice(moves: MoveSet) -> Vec<CoordinateBound> {
    let turned = |cube: Cube| [cube, cube.product(&half_turns_of(Face::U))];
    let cubes: Vec<Cube> = floppy_cubes().into_iter().flat_map(turned).collect();
    of_half_turns(&[1, 2], &cubes, moves)
}

fn floppy_cubes() -> Vec<Cube> {
    let layers = MoveSet::of_face(Face::U).union(MoveSet::of_face(Face::D));
    let others = MoveSet::HALF_TURNS.difference(layers);
    others.reached(|cube| *cube)
}

/// Half turns of a face and the opposite one.
fn half_turns_of(face: Face) -> Cube {
    Cube::from_moves([face, face.opposite()].map(|face| Move::new(face, 2)))
}

/// Corners and some slices, for the nearest of these cubes.
fn of_half_turns(slices: &[usize], cubes: &[Cube], moves: MoveSet) -> Vec<CoordinateBound> {
    let mut parts = vec![Basic::half_turn_corners()];
    parts.extend(slices.iter().map(|slice| Basic::half_turn_slice(*slice)));
    let coordinate = Coordinate::of_disjoint(parts).restricted_to(moves);
    vec![CoordinateBound::from_nearest(coordinate, cubes)]
}

/// Corners and edges of the U and D layers, solved up to turning both layers together. A bound for
/// one corner with one edge ensures that corners and edges are turned equally far.
pub fn all_but_slice(moves: MoveSet) -> Vec<CoordinateBound> {
    let turned = |turns| {
        let [u, d] = [(Face::U, turns), (Face::D, 4 - turns)].map(|(face, n)| Move::new(face, n));
        Cube::from_moves([u, d])
    };
    let solved = [Cube::SOLVED, turned(1), turned(2), turned(3)];
    let coordinates = [
        Basic::corner_permutation().into(),
        Basic::domino_edges().into(),
        Coordinate::composite([Basic::corner_cubies([0]), Basic::edge_cubies([0])]),
    ];
    let bound = |coordinate: Coordinate| {
        CoordinateBound::from_nearest(coordinate.restricted_to(moves), &solved)
    };
    coordinates.map(bound).into()
}

/// The corners and the S slice, solved from half-turn reduction up to turning both layers beside E, or
/// beside M, together.
pub fn all_but_two_slices(moves: MoveSet) -> Vec<CoordinateBound> {
    let [of_e, of_m] = [Face::U, Face::R].map(half_turns_of);
    let solved = [Cube::SOLVED, of_e, of_m, of_e.product(&of_m)];
    of_half_turns(&[2], &solved, moves)
}

/// All corners, with their exact distance.
pub fn corners(_: MoveSet) -> Vec<CoordinateBound> {
    let both = Coordinate::by_common(Basic::corner_permutation(), Basic::corner_orientation());
    vec![CoordinateBound::new(both)]
}

/// All corners, of cubes in domino reduction.
pub fn corner_permutation(moves: MoveSet) -> Vec<CoordinateBound> {
    vec![composite([Basic::corner_permutation()], moves)]
}

/// All edges. The edges of each slice are solved exactly; all orientations together see further
/// while few edges are in place.
pub fn edges(_: MoveSet) -> Vec<CoordinateBound> {
    let orientations = Coordinate::by_common(Basic::slices(), Basic::edge_orientation());
    let slice = CoordinateBound::new(Basic::edge_cubies([8, 9, 10, 11]));
    let mut bounds = vec![CoordinateBound::new(orientations)];
    bounds.extend(slice.on_each_axis());
    bounds
}

fn composite(parts: impl Into<Vec<Basic>>, moves: MoveSet) -> CoordinateBound {
    CoordinateBound::new(Coordinate::composite(parts).restricted_to(moves))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Swap;
    use std::collections::HashSet;

    #[test]
    fn three_cycles_are_all_112_of_eight_corners() {
        let cycles: HashSet<[u8; 8]> = three_cycles().collect();
        assert_eq!(cycles.len(), 8 * 7 * 6 / 3);
        for cycle in cycles {
            let thrice = |p: usize| cycle[usize::from(cycle[usize::from(cycle[p])])];
            assert!((0..8).all(|p| usize::from(thrice(p)) == p), "{cycle:?}");
        }
    }

    /// Within U and D or within E; a swap of two edges is no cycle, nor does one go through both.
    #[test]
    fn three_edges_are_cycled_within_their_slices() {
        let with_edges = |edges: [u8; 12]| {
            let corners = *Cube::SOLVED.corners();
            Cube::with_parity_fixed(corners, [0; 8], edges, [0; 12], Swap::Corners(0, 1)).unwrap()
        };
        let bounds = all_but_three_edges(DOMINO_MOVES);
        for edges in [
            [1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11],
            [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 8, 11],
        ] {
            let cube = with_edges(edges);
            assert!(bounds.iter().all(|bound| bound.is_reached(&cube)));
        }
        let swapped = with_edges([1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert!(!bounds[1].is_reached(&swapped));
    }

    /// With solved edges no two corners are swapped.
    #[test]
    fn few_corners_are_permuted_evenly() {
        let swapped: Cube = "R U R' U' R' F R2 U' R' U' R U R' F'".parse().unwrap();
        let bounds = all_but_corners::<3>(MoveSet::ALL);
        let of_corners = bounds.last().unwrap();
        assert!(of_corners.is_reached(&Cube::SOLVED) && !of_corners.is_reached(&swapped));
    }
}
