//! Sequences against a naive cube of stickers, and the parser against everything.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, Face, Move, Sequence, Transformation, is_canonical};
use cubesolve::notation::{MAX_MOVES, facelets, moves_to_string};
use proptest::prelude::*;

const TURNABLE: [&str; 27] = [
    "U", "R", "F", "D", "L", "B", "Uw", "Rw", "Fw", "Dw", "Lw", "Bw", "u", "r", "f", "d", "l", "b",
    "M", "E", "S", "x", "y", "z", "U", "R", "F",
];

fn tokens() -> impl Strategy<Value = String> {
    let token = (0..TURNABLE.len(), 0..3usize)
        .prop_map(|(letter, turns)| format!("{}{}", TURNABLE[letter], ["", "2", "'"][turns]));
    prop::collection::vec(token, 0..30).prop_map(|tokens| tokens.join(" "))
}

fn plain_moves() -> impl Strategy<Value = String> {
    prop::collection::vec(0..18usize, 0..9)
        .prop_map(|moves| {
            moves
                .into_iter()
                .map(Move::from_index)
                .collect::<Vec<Move>>()
        })
        .prop_map(|moves| moves_to_string(&moves))
}

fn sequences() -> impl Strategy<Value = Sequence> {
    tokens().prop_map(|text| parse(&text))
}

fn parse(text: &str) -> Sequence {
    Sequence::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn assert_same(a: &str, b: &str) {
    assert_eq!(parse(a), parse(b), "{a} is not {b}");
}

/// Checks the column of an error, unless it is 0, and a part of the message.
fn assert_error(text: &str, column: usize, problem: &str) {
    let error = Sequence::parse(text).expect_err(text);
    assert!([0, error.column].contains(&column), "{text}: {error}");
    assert!(error.problem.contains(problem), "{text}: {error}");
}

/// Holds a sequence against stickers that went through the same text.
fn assert_agrees(text: &str, sequence: &Sequence, judge: &NaiveCube) {
    assert_eq!(
        facelets::print(&sequence.cube()),
        judge.upright().facelets(),
        "{text}"
    );
    let held: String = Face::ALL
        .iter()
        .map(|face| sequence.orientation().apply_face(*face).letter())
        .collect();
    assert_eq!(held, judge.centres(), "{text}");
}

proptest! {
    #[test]
    fn sequences_agree_with_naive_cube(text in tokens()) {
        assert_agrees(&text, &parse(&text), &NaiveCube::from_str(&text));
    }

    #[test]
    fn spaces_do_not_matter(text in tokens()) {
        prop_assert_eq!(parse(&text), parse(&text.replace(' ', "")));
    }

    #[test]
    fn sequences_round_trip_as_text(sequence in sequences()) {
        prop_assert_eq!(parse(&sequence.to_string()), sequence.clone());
        let moves_only = parse(&moves_to_string(sequence.moves()));
        prop_assert_eq!(moves_only.moves(), sequence.moves());
    }

    #[test]
    fn append_is_concatenation_of_texts(a in tokens(), b in tokens()) {
        let mut both = parse(&a);
        both.append(&parse(&b));
        prop_assert_eq!(both, parse(&format!("{a} {b}")));
    }

    #[test]
    fn inverse_undoes_moves_and_rotations(sequence in sequences()) {
        prop_assert_eq!(sequence.inverse().inverse(), sequence.clone());
        let mut nothing = sequence.clone();
        nothing.append(&sequence.inverse());
        prop_assert!(nothing.cube().is_solved());
        prop_assert_eq!(nothing.orientation(), Transformation::IDENTITY);
        prop_assert!(nothing.simplified().is_empty());
    }

    #[test]
    fn conjugate_sequence_has_conjugate_cube(sequence in sequences(), s in 0..48usize) {
        let s = Transformation::from_index(s);
        let conjugate = sequence.conjugate(s);
        prop_assert_eq!(conjugate.cube(), s.apply(&sequence.cube()));
        prop_assert_eq!(conjugate.conjugate(s.inverse()), sequence);
    }

    #[test]
    fn simplified_is_canonical_with_same_cube(moves in prop::collection::vec(0..18usize, 0..60)) {
        let moves: Vec<Move> = moves.into_iter().map(Move::from_index).collect();
        let sequence: Sequence = moves.iter().copied().collect();
        prop_assert_eq!(sequence.moves(), moves);
        let cleaned = sequence.simplified();
        prop_assert_eq!(cleaned.cube(), sequence.cube());
        prop_assert!(is_canonical(cleaned.moves()));
    }

    #[test]
    fn brackets_expand_to_their_definition(a in tokens(), b in tokens(), n in 1..9usize) {
        let (sa, sb) = (parse(&a), parse(&b));
        let (a1, b1) = (sa.inverse().to_string(), sb.inverse().to_string());
        assert_same(&format!("({a}){n} {b}"), &format!("{} {b}", vec![a.as_str(); n].join(" ")));
        assert_same(&format!("{b} ({a})'"), &format!("{b} {a1}"));
        prop_assume!(!a.is_empty() && !b.is_empty());
        assert_same(&format!("{b} [{a}, {b}]"), &format!("{b} {a} {b} {a1} {b1}"));
        // after a bracket without a number, x2 would be a repeat
        assert_same(&format!("[{a}: {b}]1 {b}"), &format!("{a} {b} {a1} {b}"));
    }

    #[test]
    fn niss_moves_come_first_inverted(
        held in "[xyz]{0,2}", a in plain_moves(), b in plain_moves(), c in plain_moves(), d in plain_moves()
    ) {
        let niss = Sequence::parse_niss(&format!("{held} ({a}) {b} ({c}){d}")).unwrap();
        prop_assert_eq!(niss, parse(&format!("{held} ({a} {c})' {b} {d}")));
    }

    #[test]
    fn any_text_does_not_panic(text in any::<String>(), near in "[URFxyMrw23'()\\[\\],:/ \n9]{0,40}") {
        for text in [text, near] {
            for result in [Sequence::parse(&text), Sequence::parse_niss(&text)] {
                match result {
                    Ok(sequence) => prop_assert!(sequence.len() <= MAX_MOVES),
                    Err(error) => prop_assert!((1..=text.chars().count()).contains(&error.column)),
                }
            }
        }
    }
}

#[test]
fn move_spellings_parse_to_same_move() {
    for text in [
        "R'", "R’", "R‘", "R′", "Rʼ", "R´", "R`", "R3", "Ri", "R^-1", "R⁻¹", "R^3", "R³",
    ] {
        assert_eq!(parse(text).moves(), [Move::new(Face::R, 3)], "{text}");
    }
    for text in ["R2", "R2'", "R'2", "R2’", "R²", "R^2", "R^-2"] {
        assert_eq!(parse(text).moves(), [Move::new(Face::R, 2)], "{text}");
    }
    assert_eq!(parse("R1"), parse("R"));
    assert_eq!(parse("R3'"), parse("R"));
    assert_same("RUR'U'", "R U R' U'");
    assert_same("\tR\u{a0}U // then\nF", "R U F");
    assert_same("// nothing", "");
    assert_same("Rw r Lw2 l'", "r Rw l2 Lw'");
    assert_same("rUi Rwi (Ri Ui)i", "r U' r' (R' U')'");
    assert_eq!(parse("2R U2").cube(), parse("M' U2").cube());
    assert_eq!(parse("1R 2R 3R").cube(), Cube::SOLVED);
    assert_same("2Rw 3Rw 3l 2-3Fw 1-3u'", "Rw x x' F' z y'");
}

#[test]
fn repeat_spellings_parse_to_same_sequence() {
    for text in [
        "(R U)3",
        "(R U)^3",
        "(R U) x3",
        "(R U)x3",
        "(R U) × 3",
        "(R U)*3",
        "(R U)³",
        "(R U) X3",
    ] {
        assert_same(text, "R U R U R U");
    }
    assert_same("[R, U]^-1", "[U, R]");
    assert_same("(R U)⁻²", "(R U)2'");
    // a rotation without a number, or after another repeat, stays one
    assert_same("(R U) x", "R U x");
    assert_same("(R U)2 x2", "R U R U x2");
    assert_same("(R U) x'", "R U x'");
    for text in ["(R U)^", "(R U)0", "(R U) x0", "(R U)x99999999999"] {
        assert_error(text, 0, "expected a repeat count");
    }
    assert_error("R^", 0, "turns, found 0");
    assert_error("R^-0", 0, "turns, found 0");
    assert_error("R^-", 0, "turns, found 0");
    assert_error("R-1", 0, "bracket, found '-'");
    // after a space x2 is the rotation, and x3 is written x'
    assert_same("(R U) x2 F", "R U x2 F");
    assert_same("(R U)x2 F", "R U R U F");
    let niss = Sequence::parse_niss("(R U)x2").unwrap_err().problem;
    assert!(niss.starts_with("expected no repeat count or prime"));
}

#[test]
fn commas_and_colons_work_without_brackets() {
    assert_same("R, U, R', U'", "R U R' U'");
    assert_same("R,U,(F D)2,", "R U F D F D");
    assert_same("F: [R,U]", "[F: [R, U]]");
    assert_same("y F : R U R' // and back", "[y F: R U R']");
    assert_same("R U, F", "[R U, F]");
    assert_same("R, U F", "[R, U F]");
    assert_same("F U: R, U", "[F U: [R, U]]");
    assert_same("F: R, U", "[F: [R, U]]");
    assert_same("[F: R, U]", "[F: [R, U]]");
    assert_same("[F ; [R, U]]", "[F: [R, U]]");
    assert_same("U/R", "U R U' U' R' U");
    assert_same("[F: R/U]", "[F: R U R' R' U' R]");
    // two single moves could be either
    for text in [
        "R, U",
        "R, U F, D",
        "R, U, F D",
        "R,, U",
        "F: R: U",
        ": R",
        "R, U: F",
    ] {
        assert_error(text, 0, "only once, directly inside [ ]");
    }
    assert_error(", R", 0, "expected moves on both sides of");
    assert_error("F: (R", 4, "'(' is never closed");
    assert_error("F: R)", 5, "')' closes nothing");
}

#[test]
fn headings_and_lengths_are_skipped_or_checked() {
    for text in [
        "1. R U2",
        "12) R U2",
        "Scramble: R U2",
        "3. scramble #3: R U2",
        "Solution 2 : R U2",
        "T-Perm: R U2",
        "#7 R U2",
        "1. 8.43   R U2   @2022-01-01",
    ] {
        assert_same(text, "R U2");
    }
    // as Cube Explorer writes it
    assert_same("R U2 (2f*)", "R U2");
    assert_same("R U2 (2f) // good", "R U2");
    assert_same("R U2 (3q*)", "R U2");
    assert_same("(R U2)2 (4f)\n", "R U2 R U2");
    assert_error("R U2 (20f*)", 11, "says 20 moves, but here are 2");
    assert_error("Scrable:R", 2, "bracket, found 'c'");
    assert_error("R 1. U", 4, "layer, found '.'");
}

#[test]
fn links_are_their_setup_and_their_moves() {
    for (link, moves) in [
        // as the sites write them
        ("https://alg.cubing.net/?alg=R_U_R-_U-", "R U R' U'"),
        (
            "https://alg.cubing.net/?setup=F_R-&alg=(R_U)2_%2F%2F_first%0AL2-&view=playback",
            "F R' R U R U L2'",
        ),
        (
            "https://alg.cubing.net/?type=reconstruction&alg=%28R_U%29%5E%26%2345%3B1&title=a-b",
            "U' R'",
        ),
        ("http://alg.cubing.net?alg=[R:_U]&puzzle=3x3x3", "[R: U]"),
        (
            "https://alpha.twizzle.net/edit/?alg=R+U+R%27%0AU%E2%80%99&setup-alg=F",
            "F R U R' U'",
        ),
        (
            "https://alpha.twizzle.net/explore/?puzzle=2x2x2&alg=R%20U&setup-anchor=start#top",
            "R U",
        ),
        (
            "alpha.twizzle.net/edit/?alg=R U'&experimental-setup-alg=x2&experimental-title=F",
            "x2 R U'",
        ),
        (" https://alpha.twizzle.net/edit/?setup-alg=x+Rw ", "x Rw"),
        // the cube that the algorithm solves
        ("https://alg.cubing.net/?alg=R_U&type=alg", "U' R'"),
        (
            "https://alpha.twizzle.net/edit/?alg=R+U&setup-anchor=end&setup-alg=F",
            "F U' R'",
        ),
    ] {
        assert_same(link, moves);
    }
    for (link, column, message) in [
        ("https://alpha.twizzle.net/edit/?alg=R+Q", 33, "found 'Q'"),
        (
            "https://alpha.twizzle.net/edit/?alg=%28%28R",
            33,
            "never closed",
        ),
        ("https://alg.cubing.net/?alg=R%26%2345%3B", 25, "found '-'"),
        (
            "https://alg.cubing.net/?alg=R&type=other",
            31,
            "start from its setup",
        ),
        (
            "https://alpha.twizzle.net/edit/?alg=R&puzzle=4x4x4",
            39,
            "a link of the 3x3x3",
        ),
        (
            "https://alpha.twizzle.net/edit/",
            26,
            "moves in alg or setup",
        ),
        ("https://example.com/?alg=R", 9, "alpha.twizzle.net"),
        ("http://", 8, "alpha.twizzle.net"),
    ] {
        let error = Sequence::parse(link).expect_err(link);
        assert_eq!(error.column, column, "{error}");
        assert!(error.to_string().contains(message), "{error}");
    }
}

#[test]
fn square_brackets_repeat_with_a_number() {
    assert_same("[R U R' U']3", "(R U R' U')3");
    assert_same("[R U R' U'] x3", "(R U R' U')3");
    assert_same("[R U]'", "U' R'");
    assert_same("[R U] F {R2}2", "R U F R2 R2");
    // as rules of competitions had them
    assert_same("[r] U [u'] R [d2]", "x U y' R y2");
}

#[test]
fn comments_are_skipped() {
    for text in ["R U # F", "R ; F\nU", "R//x\n U#", "# 1: first\nR U"] {
        assert_same(text, "R U");
    }
}

#[test]
fn known_sequences_solve_the_cube() {
    for text in [
        "(R U R' U')6",
        "(R U)105",
        "[R,U]6",
        "(M' U)40",
        "x y x' z",
        "((x2)3 y2 z2)4",
    ] {
        assert!(parse(text).cube().is_solved(), "{text}");
    }
    assert!(!parse("(R U)104").cube().is_solved());
    // six slices: a checkerboard, of order 2
    let checkerboard = parse("M2 E2 S2");
    assert_eq!(checkerboard.len(), 6);
    assert_eq!(checkerboard.cube().inverse(), checkerboard.cube());
    assert!(!checkerboard.cube().is_solved());
    assert_same("x R U", "R F x");
    assert_eq!(
        Sequence::parse_niss("(F' U) R D").unwrap(),
        parse("U' F R D")
    );
    assert_eq!(Sequence::new().cube(), Cube::SOLVED);
}

#[test]
fn errors_report_column_and_problem() {
    assert_error("R U Q", 5, "bracket, found 'Q'");
    assert_error("R′ ′", 4, "bracket, found '′'");
    assert_error("R5", 2, "turns, found 5");
    assert_error("R99999999999", 12, "turns, found 4294967295");
    assert_error("U (R U", 3, "'(' is never closed");
    assert_error("R)", 2, "')' closes nothing");
    assert_error("(R]", 3, "']' closes nothing");
    assert_error("R, U", 2, "expected ',' only once");
    assert_error("[R, U, F]", 6, "expected ',' only once");
    for text in ["[]", "{}"] {
        assert_error(text, 2, "expected moves in brackets");
    }
    for text in ["[R/]", "R/", "[R,]", "[,R]", "[:]", "R:", "[R: ]", "([x:])"] {
        assert_error(text, 0, "expected moves on both sides of");
    }
    assert_error("R U;F", 4, "a space before the ';'");
    assert_error("(R)0", 4, "expected a repeat count");
    assert_error(&"(".repeat(1_000_000), 33, "more than 32 brackets");
    for (text, problem) in [
        ("(R)2", "expected no repeat count or prime"),
        ("((R))", "cannot stand inside another"),
        ("(Rw) U", "leave the cube held as it was"),
    ] {
        let error = Sequence::parse_niss(text).unwrap_err();
        assert!(error.problem.contains(problem), "{error}");
    }
    let message = Sequence::parse("R U Q").unwrap_err().to_string();
    assert!(
        message.starts_with("column 5: expected a move"),
        "{message}"
    );
}

#[test]
fn too_long_sequences_fail_without_being_expanded() {
    for text in [
        "(((R)99999)99999)99999",
        "((((((((((R)99)99)99)99)99)99)99)99)99)99",
        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[R,U],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R],R]",
        "(r)99999999",
    ] {
        assert_error(text, 0, "more than 10000000 moves");
    }
    assert_eq!(parse("(((x)9999999)9999999)9999999").len(), 0);
    // moves on the inverse count as well
    let on_inverse = "([R, U]2000000) ".repeat(2);
    let error = Sequence::parse_niss(&on_inverse).unwrap_err();
    assert!(error.problem.contains("more than 10000000 moves"));
    let longest = "RU".repeat(MAX_MOVES / 2);
    assert_eq!(Sequence::parse(&longest).map(|s| s.len()), Ok(MAX_MOVES));
    assert_error(&(longest + "R"), 0, "more than 10000000 moves");
}
