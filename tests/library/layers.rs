//! Sequences of NxNxN cubes, and the cycles of cubies.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, FaceletTuple, Move, Sequence};
use cubesolve::notation::layers::parse;
use cubesolve::permutation::Permutation;
use proptest::prelude::*;

fn tuple(size: usize) -> FaceletTuple {
    FaceletTuple::new(size).unwrap()
}

fn made(text: &str, size: usize) -> Permutation {
    parse(text, &tuple(size)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn order(text: &str, size: usize) -> u128 {
    made(text, size).order().unwrap()
}

/// The letters of the facelets, faces in the order U R F D L B.
fn in_kociemba_order(facelets: &Permutation) -> String {
    let letters: Vec<u8> = facelets
        .images()
        .iter()
        .map(|facelet| b"ULFRBD"[*facelet as usize / 9])
        .collect();
    let faces = [0, 3, 2, 5, 1, 4].iter();
    let colours = faces.flat_map(|face| &letters[9 * face..9 * face + 9]);
    colours.map(|letter| char::from(*letter)).collect()
}

fn tokens() -> impl Strategy<Value = String> {
    let names = "U L F R B D u l f r b d Uw Lw Fw Rw Bw Dw M E S x y z";
    let name = prop::sample::select(names.split(' ').collect::<Vec<_>>());
    (name, prop::sample::select(vec!["", "2", "'"]))
        .prop_map(|(name, turns)| format!("{name}{turns}"))
}

proptest! {
    #[test]
    fn sequences_on_3x3x3_agree_with_naive_cube(tokens in prop::collection::vec(tokens(), 0..30)) {
        let text = tokens.join(" ");
        prop_assert_eq!(
            in_kociemba_order(&made(&text, 3)),
            NaiveCube::from_str(&text).facelets()
        );
    }

    #[test]
    fn brackets_expand_to_their_definition(
        a in prop::collection::vec(tokens(), 1..5),
        b in prop::collection::vec(tokens(), 1..5),
        size in prop::sample::select(vec![3usize, 5, 7]),
    ) {
        let (a, b) = (a.join(""), b.join(" "));
        prop_assert_eq!(made(&format!("({a})3"), size), made(&format!("{a} {a} {a}"), size));
        prop_assert_eq!(made(&format!("{b}({a})'"), size), made(&b, size).product(&made(&a, size).inverse()));
        prop_assert_eq!(made(&format!("[{a}, {b}]"), size), made(&format!("{a} {b} ({a})' ({b})'"), size));
        prop_assert_eq!(made(&format!("[{a}: {b}]2"), size), made(&format!("{a} {b} {b} ({a})'"), size));
    }

    /// Cubies and facelets are restored after the same number of repetitions.
    #[test]
    fn cubies_and_facelets_have_same_order(moves in prop::collection::vec(0..18usize, 0..30)) {
        let sequence: Sequence = moves.into_iter().map(Move::from_index).collect();
        let cube = sequence.cube();
        prop_assert_eq!(u128::from(cube.order()), order(&sequence.to_string(), 3));
    }
}

#[test]
fn layer_numbers_and_wide_moves_agree() {
    for size in FaceletTuple::SIZES {
        let layer = |n: usize| format!("{n}R");
        let all = (1..=size).map(layer).collect::<Vec<_>>().join(" ");
        assert_eq!(made(&all, size), made("x", size));
        assert_eq!(made(&format!("{size}Rw"), size), made("x", size));
        assert_eq!(made("Rw", size), made("1R 2R", size));
        assert_eq!(made("r", size), made("2Rw", size));
        assert_eq!(made(&layer(size), size), made("L'", size));
    }
    assert_eq!(made("2-3Rw", 5), made("2R 3R", 5));
    assert_eq!(made("2-3R", 5), made("2R 3R", 5));
    assert_eq!(made("2-4u2", 6), made("2U2 3U2 4U2", 6));
    assert_eq!(made("M", 5), made("3L", 5));
    assert_eq!(made("3l", 4), made("1-3Lw", 4));
}

#[test]
fn known_sequences_have_published_order() {
    assert_eq!(order("R U", 3), 105);
    assert_eq!(order("R U'", 3), 63);
    assert_eq!(order("R U R' U'", 3), 6);
    assert_eq!(order("R U2 D' B D'", 3), 1260);
    assert_eq!(order("", 3), 1);
    assert_eq!(order("(R U)99999999", 3), 105 / 3);
    // the 2x2x2 consists of the corners of the larger cubes
    assert_eq!(order("R U", 2), 15);
}

#[test]
fn cubie_cycles_display_in_singmaster_notation() {
    let cycles = |text| {
        let cube = Sequence::parse(text).unwrap().cube();
        let cycles = cube.cycles();
        cycles
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(cycles(""), "");
    assert_eq!(cycles("R"), "(URF BRU DRB FRD) (UR BR DR FR)");
    assert_eq!(cycles("U2"), "(URF ULB) (UFL UBR) (UR UL) (UF UB)");
    // by hand: the U facelet of URF ends on F, against the clock
    assert_eq!(cycles("(R' D' R D)2 U (D' R' D R)2 U'"), "(URF)- (UBR)+");
    assert_eq!(Cube::SOLVED.order(), 1);
}

#[test]
fn errors_report_column_and_problem() {
    let cases = [
        ("R Q", 4, 3, "bracket, found 'Q'"),
        ("R 2x", 4, 4, "layer, found 'x'"),
        ("3", 4, 1, "layer, found the end"),
        ("5R", 4, 1, "expected layers from 1 to 4"),
        ("0R", 4, 1, "expected layers from 1 to 4"),
        ("3-2Rw", 4, 3, "expected layers from 1 to 4"),
        ("99999999999R", 4, 11, "expected layers from 1 to 4"),
        ("M", 4, 1, "none on the 4x4x4"),
        ("U R4", 4, 4, "turns, found 4"),
        ("U (R", 4, 3, "'(' is never closed"),
        ("U)", 4, 2, "')' closes nothing"),
        ("[U)", 4, 3, "')' closes nothing"),
        ("(U, R)", 4, 3, "expected ',' only once"),
        ("[]", 4, 2, "expected moves in brackets, found ']'"),
        ("(U)0", 4, 4, "expected a repeat count"),
        ("(U)99999999999", 4, 14, "expected a repeat count"),
    ];
    for (text, size, column, problem) in cases {
        let error = parse(text, &tuple(size)).unwrap_err();
        assert_eq!(error.column, column, "{text}");
        assert!(error.problem.contains(problem), "{text}: {error}");
    }
    let deep = "(".repeat(1_000_000);
    let error = parse(&deep, &tuple(3)).unwrap_err();
    assert!(error.problem.contains("more than 32 brackets"));
}
