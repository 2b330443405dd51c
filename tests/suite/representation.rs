//! Every representation against the cube itself, and the sizes that their inventors give.

use cubesolve::cube::{Cube, Face, Move};
use cubesolve::representation::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::collections::HashSet;

/// Random walks, and each move from random positions.
fn agrees_with_cubes<R: Representation>() {
    let mut rng = SmallRng::seed_from_u64(1);
    assert_eq!(
        R::from_cube(&Cube::SOLVED).cube(),
        Cube::SOLVED,
        "{}",
        R::NAME
    );
    for _ in 0..20 {
        let cube = Cube::random(&mut rng);
        let held = R::from_cube(&cube);
        assert_eq!(held.cube(), cube, "{}", R::NAME);
        for m in Move::ALL {
            assert_eq!(held.apply(m).cube(), cube.apply(m), "{} {m}", R::NAME);
        }
    }
    let mut cube = Cube::random(&mut rng);
    let mut held = R::from_cube(&cube);
    for _ in 0..500 {
        let m = Move::from_index(rng.random_range(0..Move::COUNT));
        cube = cube.apply(m);
        held = held.apply(m);
        assert_eq!(held, R::from_cube(&cube), "{} {m}", R::NAME);
    }
    assert_eq!(held.cube(), cube, "{}", R::NAME);
}

#[test]
fn all_representations_agree() {
    agrees_with_cubes::<FaceletArray>();
    agrees_with_cubes::<MovingFacelets>();
    agrees_with_cubes::<PackedFacelets>();
    agrees_with_cubes::<IndexBytes>();
    agrees_with_cubes::<Digits>();
    agrees_with_cubes::<SplitState>();
    agrees_with_cubes::<PermutationArrays>();
    agrees_with_cubes::<PackedPermutations>();
    agrees_with_cubes::<TightPermutations>();
    agrees_with_cubes::<PieceOffsets>();
    agrees_with_cubes::<LayerOffsets>();
}

#[test]
fn sizes_in_bits() {
    assert_eq!(FaceletArray::BITS, 432);
    assert_eq!(MovingFacelets::BITS, 384);
    assert_eq!(PackedFacelets::BITS, 144);
    assert_eq!(IndexBytes::BITS, 72);
    assert_eq!(Digits::BITS, 80);
    assert_eq!(SplitState::BITS, 80);
    assert_eq!(PermutationArrays::BITS, 192);
    assert_eq!(PackedPermutations::BITS, 128);
    assert_eq!(TightPermutations::BITS, 104);
    assert_eq!(PieceOffsets::BITS, 69);
    assert_eq!(LayerOffsets::BITS, 71);
    assert_eq!(128 - (cubesolve::cube::POSITIONS - 1).leading_zeros(), 66);
}

/// What has no unused bits in memory has the size it says.
#[test]
fn sizes_in_memory() {
    assert_eq!(8 * size_of::<FaceletArray>(), 432);
    assert_eq!(8 * size_of::<MovingFacelets>(), 384);
    assert_eq!(8 * size_of::<PackedFacelets>(), 144);
    assert_eq!(8 * size_of::<IndexBytes>(), 72);
    assert_eq!(8 * size_of::<SplitState>(), 80);
}

#[test]
fn tables_of_the_split_state() {
    let [
        corner_permutation,
        corner_orientation,
        first_edges,
        edge_orientation,
    ] = SplitState::move_table_bytes();
    assert_eq!(corner_permutation, 1_451_520);
    assert_eq!(corner_orientation, 2_187 * 18 * 2);
    assert_eq!(first_edges, 427_680);
    assert_eq!(edge_orientation, 2_048 * 18 * 2);
    let megabytes = SplitState::table_bytes() as f64 / 1e6;
    assert!((2.0..3.0).contains(&megabytes), "{megabytes}");
}

/// Why the last edges have no table of 20,160 lines and 18 columns, 725,760 bytes: the same
/// number and move lead to different numbers.
#[test]
fn last_edges_do_not_move_on_their_own() {
    let last_edges_after = |moves: &[Move]| {
        let cube = Cube::from_moves(moves.iter().copied());
        // positions of the edges from DR to BL, by rank
        let mut positions = *cube.inverse().edges();
        let mut sorted = positions[4..].to_vec();
        sorted.sort();
        for p in &mut positions[4..] {
            *p = sorted.binary_search(p).unwrap() as u8;
        }
        positions[4..10].to_vec()
    };
    let r = Move::new(Face::R, 1);
    let before_and_after_r = Move::ALL.map(|m| (last_edges_after(&[m]), last_edges_after(&[m, r])));
    let pairs = HashSet::from(before_and_after_r);
    let before: HashSet<_> = pairs.iter().map(|(before, _)| before).collect();
    assert!(before.len() < pairs.len());
}

#[test]
fn rubbik_counts_from_the_solved_cube() {
    assert_eq!(PieceOffsets::from_cube(&Cube::SOLVED).bits(), 0);
    assert_eq!(LayerOffsets::from_cube(&Cube::SOLVED).bits(), 0);
}

/// Each field of the 71 bits is 0 as soon as its part is solved: U leaves the lower fields
/// alone, D the upper ones.
#[test]
fn layers_of_rubbik() {
    let bits = |face| {
        let cube = Cube::from_moves([Move::new(face, 1)]);
        LayerOffsets::from_cube(&cube).bits()
    };
    assert!(bits(Face::U) > 0);
    assert!(
        bits(Face::U) < 1 << 20,
        "11 + 5 + 4 bits for the upper layer"
    );
    assert_eq!(bits(Face::D) & ((1 << 20) - 1), 0);
    assert!(bits(Face::D) >> 20 > 0);
}

#[test]
fn rubbik_bits_are_the_cube() {
    let mut rng = SmallRng::seed_from_u64(2);
    for _ in 0..100 {
        let cube = Cube::random(&mut rng);
        let pieces = PieceOffsets::from_cube(&cube);
        assert!(pieces.bits() < 1 << 69);
        assert_eq!(PieceOffsets::from_bits(pieces.bits()), Some(pieces));
        let layers = LayerOffsets::from_cube(&cube);
        assert!(layers.bits() < 1 << 71);
        assert_eq!(LayerOffsets::from_bits(layers.bits()), Some(layers));
    }
}

#[test]
fn bits_that_are_no_cube_are_refused() {
    // an edge flipped, and fields and words that are too large
    for bits in [1, 1 << 69, 1 << 71, u128::MAX, (1 << 69) - 1, (1 << 71) - 1] {
        assert_eq!(PieceOffsets::from_bits(bits), None, "{bits:#x}");
    }
    for bits in [1, 7, 1 << 71, u128::MAX, (1 << 71) - 1] {
        assert_eq!(LayerOffsets::from_bits(bits), None, "{bits:#x}");
    }
}
