//! Formats against a naive cube of stickers, against published examples, and each other.

use crate::naive::NaiveCube;
use cubesolve::cube::{Cube, Move, Sequence};
use cubesolve::notation::{
    AllowedMoves, Format, FormatError, LayerMove, Lines, Pattern, Piece, Reason, moves_to_string,
};
use cubesolve::notation::{facelets, net};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;

fn moves() -> impl Strategy<Value = Vec<Move>> {
    prop::collection::vec((0..18usize).prop_map(Move::from_index), 0..40)
}

fn every_format() -> Vec<Format> {
    [
        "facelets",
        "reid",
        "speffz",
        "speffz:CI",
        "speffz:xv",
        "h48",
        "index",
        "json",
        "rubbik",
        "rubbik-layers",
        "cycles",
    ]
    .map(|name| name.parse().unwrap())
    .to_vec()
}

fn cube_of(moves: &str) -> Cube {
    Sequence::parse(moves).unwrap().cube()
}

fn reasons(error: FormatError) -> Vec<Reason> {
    match error {
        FormatError::Impossible(impossible) => impossible.reasons,
        other => panic!("{other}"),
    }
}

proptest! {
    #[test]
    fn facelets_agree_with_naive_cube(moves in moves()) {
        let judge = NaiveCube::from_str(&moves_to_string(&moves));
        let cube = Cube::from_moves(moves);
        prop_assert_eq!(facelets::print(&cube), judge.facelets());
        prop_assert_eq!(facelets::parse(&judge.facelets()), Ok(cube));
    }

    #[test]
    fn facelets_in_any_colours_and_hold_are_read(moves in moves(), hold in "[xyz]{0,3}", colours in Just(['w', 'r', 'g', 'y', 'o', 'k']).prop_shuffle()) {
        let spaced = hold.chars().map(|c| format!("{c} ")).collect::<String>();
        let judge = NaiveCube::from_str(&format!("{} {spaced}", moves_to_string(&moves)));
        let seen: String = judge
            .facelets()
            .chars()
            .map(|c| colours["URFDLB".find(c).unwrap()])
            .collect();
        // held so, the cube has the same moves made by the other hold
        let held = Sequence::parse(&hold).unwrap().orientation().inverse();
        prop_assert_eq!(facelets::parse(&seen), Ok(held.apply(&Cube::from_moves(moves))));
    }

    #[test]
    fn cubes_round_trip_through_every_format(moves in moves()) {
        let cube = Cube::from_moves(moves);
        for format in every_format() {
            let text = format.print(&cube).unwrap();
            prop_assert_eq!(format.parse(&text), Ok(cube), "{}: {}", format, text);
            prop_assert_eq!(format.parse(&format!("  {text}\r\n")), Ok(cube), "{}: {}", format, text);
            match format {
                // two formats write hexadecimal numbers: never guessed, and read as nothing else
                Format::Rubbik | Format::RubbikLayers => {
                    prop_assert!(Format::guess(&text).parse(&text).is_err());
                }
                _ => prop_assert_eq!(Format::guess(&text), format, "{}", text),
            }
        }
    }

    #[test]
    fn moves_are_guessed_as_moves(moves in moves()) {
        let moves = Sequence::from(moves).simplified().moves().to_vec();
        let text = moves_to_string(&moves);
        prop_assert_eq!(Format::guess(&text), Format::Moves);
        prop_assert_eq!(Format::guess(&format!("{text} // = 20 {{?}}.")), Format::Moves);
        prop_assert_eq!(Format::Moves.parse(&text), Ok(Cube::from_moves(moves)));
    }

    /// Reassembles a cube at random: either it is read back, or there is a reason.
    #[test]
    fn wrong_assemblies_report_reasons(corner in (0..8usize, 0..8usize, 0..3u8, 0..3u8), edge in (0..12usize, 0..12usize, 0..2u8, 0..2u8)) {
        let mut cp = *Cube::SOLVED.corners();
        let mut ep = *Cube::SOLVED.edges();
        let (mut co, mut eo) = ([0u8; 8], [0u8; 12]);
        cp.swap(corner.0, corner.1);
        ep.swap(edge.0, edge.1);
        co[corner.0] = corner.2;
        co[corner.1] = (co[corner.1] + corner.3) % 3;
        eo[edge.0] = edge.2;
        eo[edge.1] ^= edge.3;
        let text = format!(r#"{{"cp":{cp:?},"co":{co:?},"ep":{ep:?},"eo":{eo:?}}}"#);
        let odd = (corner.0 == corner.1) != (edge.0 == edge.1);
        let sum = co.iter().sum::<u8>() % 3;
        let flipped = eo.iter().sum::<u8>() % 2 == 1;
        match Format::Json.parse(&text) {
            Ok(cube) => {
                prop_assert!(!odd && sum == 0 && !flipped);
                prop_assert_eq!(*cube.corners(), cp);
            }
            Err(error) => {
                let found = reasons(error);
                let count = |kind: &str| found.iter().filter(|r| r.kind.starts_with(kind)).count();
                prop_assert_eq!(count("swapped"), usize::from(odd));
                prop_assert_eq!(count("flipped"), usize::from(flipped));
                prop_assert_eq!(count("twisted"), usize::from(sum != 0));
                prop_assert_eq!(found.len(), usize::from(odd) + usize::from(flipped) + usize::from(sum != 0));
            }
        }
    }
}

/// Asserts that a text is read as this cube or refused, never as another cube.
fn read_or_refused(text: &str, cube: Cube) -> Result<(), TestCaseError> {
    let format = Format::guess(text);
    let read = format.parse(text);
    prop_assert!(read.is_err() || read == Ok(cube), "{text} as {format}");
    Ok(())
}

/// The text with one character lost, doubled, added, in the other case or replaced; or with all in one
/// case or without spaces.
fn damaged(text: &str, place: usize, kind: usize, other: char) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let place = place % characters.len();
    match kind {
        0 => drop(characters.remove(place)),
        1 => characters.insert(place, characters[place]),
        2 => characters.insert(place, other),
        3 if characters[place].is_lowercase() => {
            characters[place] = characters[place].to_ascii_uppercase()
        }
        3 => characters[place] = characters[place].to_ascii_lowercase(),
        4 => return text.to_ascii_lowercase(),
        5 => return text.to_ascii_uppercase(),
        6 => characters.retain(|c| !c.is_whitespace()),
        _ => characters[place] = other,
    }
    characters.into_iter().collect()
}

/// The cube in all notations with redundancy.
fn written(cube: &Cube) -> Vec<String> {
    let mut texts: Vec<String> = [Format::Facelets, Format::Reid, Format::H48, Format::Json]
        .iter()
        .map(|format| format.print(cube).unwrap())
        .collect();
    let nine = |text: &str| -> Vec<String> {
        let letters: Vec<char> = text.chars().collect();
        letters
            .chunks(9)
            .map(|face| face.iter().collect())
            .collect()
    };
    let spaced = nine(&texts[0]).join(" ");
    let singly: Vec<String> = texts[0].chars().map(String::from).collect();
    texts.extend([spaced.to_lowercase(), spaced, singly.join(" ")]);
    texts.push(net::print(&facelets::facelets(cube), false));
    texts
}

proptest! {
    #[test]
    fn written_text_is_read_or_refused(moves in moves()) {
        let cube = Cube::from_moves(moves);
        for text in every_format().iter().filter_map(|format| format.print(&cube)).chain(written(&cube)) {
            read_or_refused(&text, cube)?;
        }
        for text in written(&cube) {
            prop_assert_eq!(Format::guess(&text).parse(&text), Ok(cube), "{}", text);
        }
    }

    #[test]
    fn damaged_text_is_never_another_cube(
        moves in moves(), place in any::<usize>(), kind in 0..8usize,
        other in prop::sample::select("URFDLBurfdlbMxyz'2 ()[]+-.?X0\n".chars().collect::<Vec<_>>()),
    ) {
        let cube = Cube::from_moves(moves);
        for text in written(&cube) {
            read_or_refused(&damaged(&text, place, kind, other), cube)?;
        }
    }

    /// Some notations have no redundancy: their guess is reported. Damaged text is never read as moves,
    /// except of cubes near the solved one.
    #[test]
    fn damage_to_any_notation_is_refused_or_reported(
        moves in prop::collection::vec((0..18usize).prop_map(Move::from_index), 25..40),
        place in any::<usize>(), kind in 0..8usize,
        other in prop::sample::select("URFDLBurfdlbMxyz'2 ()[]+-.?X0,:=\n".chars().collect::<Vec<_>>()),
    ) {
        let cube = Cube::from_moves(moves);
        for format in every_format() {
            let text = damaged(&format.print(&cube).unwrap(), place, kind, other);
            if Format::guess(&text).is_safe_to_guess() {
                read_or_refused(&text, cube)?;
            }
        }
    }

    /// At least one line is refused, or the cube is the right one.
    #[test]
    fn damaged_lines_of_facelets_are_refused(
        moves in prop::collection::vec((0..18usize).prop_map(Move::from_index), 25..40),
        place in any::<usize>(), kind in 0..8usize,
        other in prop::sample::select("URFDLBurfdlbMxyz'2 ()[]+-.?X0\n".chars().collect::<Vec<_>>()),
    ) {
        let cube = Cube::from_moves(moves);
        let net = net::print(&facelets::facelets(&cube), false);
        let written = Format::Facelets.print(&cube).unwrap();
        let faces: Vec<&str> = (0..6).map(|n| &written[9 * n..9 * n + 9]).collect();
        for text in [net.trim_end(), &faces.join("\n")] {
            let answers = |text: &str| -> Vec<Result<Cube, String>> {
                let lines = Lines::new(text.as_bytes()).map(|line| line.unwrap().1);
                let read = |text: String| text.parse::<Cube>().map_err(|error| error.to_string());
                let is_blank = |line: &str| line.trim().is_empty();
                let texts = lines.filter(|line| !line.as_ref().is_ok_and(|line| is_blank(line)));
                texts.map(|text| text.map_err(|error| error.to_string()).and_then(read)).collect()
            };
            prop_assert_eq!(answers(text), [Ok(cube)]);
            let rows: Vec<&str> = text.lines().collect();
            let lost: Vec<&str> = (0..rows.len()).filter(|n| *n != place % rows.len()).map(|n| rows[n]).collect();
            for damaged in [damaged(text, place, kind, other), lost.join("\n")] {
                let answers = answers(&damaged);
                let is_reported = answers.iter().any(Result::is_err);
                prop_assert!(is_reported || answers.iter().all(|answer| *answer == Ok(cube)), "{}", damaged);
            }
        }
    }

    /// Another place in a cycle is another valid cycle.
    #[test]
    fn damaged_cycles_are_never_read_as_moves(
        moves in moves(), place in any::<usize>(), kind in 0..8usize,
        other in prop::sample::select("URFDLBM'2 ()+-?\n".chars().collect::<Vec<_>>()),
    ) {
        let text = Format::Cycles.print(&Cube::from_moves(moves)).unwrap();
        let damaged = damaged(&text, place, kind, other);
        prop_assert!(
            Format::guess(&damaged) == Format::Cycles || Format::guess(&damaged).parse(&damaged).is_err()
                || text == "()",
            "{}", damaged
        );
    }
}

#[test]
fn cycles_are_read_back() {
    let parse = |text| Format::Cycles.parse(text);
    for moves in [
        "R",
        "U2",
        "R' D' F B2",
        "(R' D' R D)2 U (D' R' D R)2 U'",
        // in 54 characters without spaces
        "L2 R2 B2 L2 F2 L2",
    ] {
        let cube = cube_of(moves);
        let text = Format::Cycles.print(&cube).unwrap();
        for text in [
            text.clone(),
            format!("cubies    {text}"),
            format!(" {text} "),
        ] {
            assert_eq!(Format::guess(&text).parse(&text), Ok(cube), "{text}");
        }
    }
    assert_eq!(parse("()"), Ok(Cube::SOLVED));
    assert_eq!(
        Format::guess("(ur uf ul)").parse("(ur uf ul)"),
        parse("(UR UF UL)")
    );
    for moves in ["(RU)3", "(RU)", "(RF)' U", "(RURU)2", "(R U)(F)"] {
        assert_eq!(Format::guess(moves), Format::Moves, "{moves}");
    }
    // the same circle from another letter and place
    let r = "(BRU DRB FRD URF) (RF RU RB RD)";
    assert_eq!(parse(r), Ok(cube_of("R")));
    for (text, message) in [
        (
            "(URF BRU DRB) (UR BR DQ)",
            "column 22: expected a corner such as URF or an edge such as UR, its letters clockwise, found 'D'",
        ),
        (
            "(URF RBU)",
            "column 6: expected a corner such as URF or an edge such as UR, its letters clockwise, found 'R'",
        ),
        (
            "(URF UFL URF)",
            "column 10: expected each place only once, found 'U'",
        ),
        (
            "(URF UFL UR)",
            "column 10: expected corners or edges in a cycle, not both, found 'U'",
        ),
        (
            "(URF UFL)",
            "impossible cube: two pieces are swapped, at URF (U9 R1 F3) and UFL (U7 F1 L3)",
        ),
        (
            "(URF)+",
            "impossible cube: a corner is twisted clockwise, at URF (U9 R1 F3)",
        ),
        (
            "cubies (UR UF UL",
            "column 17: expected a corner such as URF or an edge such as UR, its letters clockwise, found the end",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn facelet_spellings_parse_to_same_cube() {
    let cube = cube_of("R U F' D2 L B'");
    let text = facelets::print(&cube);
    let face = |n: usize| &text[9 * n..9 * n + 9];
    let [u, r, f, d, l, b] = [0, 1, 2, 3, 4, 5].map(face);
    for text in [
        text.to_lowercase(),
        format!("{u} {r} {f} {d} {l} {b}"),
        format!("{u}\n{r}\n{f}\n{d}\n{l}\n{b}\n"),
        format!("\u{200b}{text}\u{feff}"),
        // the order of a net, and others
        [u, l, f, r, b, d].concat(),
        [f, r, u, b, l, d].concat(),
        net::print(&facelets::facelets(&cube), false).to_lowercase(),
        net::print(&facelets::facelets(&cube), false).replace(' ', ""),
    ] {
        assert_eq!(Format::guess(&text), Format::Facelets, "{text}");
        assert_eq!(Format::Facelets.parse(&text), Ok(cube), "{text}");
    }
    for (text, message) in [
        (
            text[1..].to_owned(),
            "expected 54 facelets, faces in the order U R F D L B, found 53",
        ),
        (
            format!("U{text}"),
            "expected 54 facelets, faces in the order U R F D L B, found 55",
        ),
        (
            text.to_lowercase()[..50].to_owned(),
            "expected 54 facelets, faces in the order U R F D L B, found 50",
        ),
        (
            text.replacen('D', "?", 1),
            &*format!(
                "column {}: expected the symbol of one of the six centres (all 54 facelets must be known), found '?'",
                1 + text.find('D').unwrap()
            ),
        ),
        (
            format!("{}X{}", &text[..4], &text[5..]),
            "column 5: expected the symbol of one of the six centres (all 54 facelets must be known), found 'X'",
        ),
        (
            format!("{}F{}R{}", &text[..13], &text[14..22], &text[23..]),
            "the centres of R and F are exchanged",
        ),
    ] {
        assert_eq!(Format::guess(&text), Format::Facelets, "{text}");
        assert_eq!(
            Format::Facelets.parse(&text).unwrap_err().to_string(),
            message
        );
    }
    // the number of a scramble stands before one: this is an index with a character too many
    for text in ["1234567890.", "1234567890) "] {
        assert!(Format::guess(text).parse(text).is_err(), "{text}");
    }
    // few letters are moves
    for text in [
        "RUFRUFRUF",
        "rRuUfF",
        "R U R U R U",
        "UUU",
        "R R U U",
        "RRR2UUUFFF",
    ] {
        assert_eq!(Format::guess(text), Format::Moves);
    }
    // one face, or a row of a net
    for text in ["UUURFRLDB", " U U R  R R R  F F F  B D D "] {
        let error = Format::guess(text).parse(text).unwrap_err().to_string();
        let count = text.replace(' ', "").len();
        assert!(
            error.starts_with("expected 54 facelets") && error.ends_with(&format!("found {count}"))
        );
    }
    assert_eq!(Format::guess(&"R U ".repeat(105)), Format::Moves);
}

/// The order ULFRBD is recognised by the centres, however the cube is held; other schemes are read in
/// our order.
#[test]
fn colours_in_another_order_of_faces_are_recognised() {
    let cube = cube_of("R U F' D2 L B'");
    let in_colours = |text: &str, scheme: &str| -> String {
        let colour = |c| scheme.as_bytes()["URFDLB".find(c).unwrap()];
        text.chars().map(|c| char::from(colour(c))).collect()
    };
    for hold in ["", "x", "y'", "z2", "x y"] {
        let orientation = Sequence::parse(hold).unwrap().orientation();
        let seen = facelets::letters(&facelets::held(&cube, orientation));
        let face = |n: usize| &seen[9 * n..9 * n + 9];
        let as_held = orientation.inverse().apply(&cube);
        for order in [[0, 1, 2, 3, 4, 5], [0, 4, 2, 1, 5, 3]] {
            let colours = in_colours(&order.map(face).concat(), "WRGYOB");
            let names = colours.chars().map(|c| match c {
                'W' => "White",
                'R' => "red",
                'G' => "green",
                'Y' => "yellow",
                'O' => "ORANGE",
                _ => "blue",
            });
            let names = names.collect::<Vec<_>>().join(", ");
            for text in [colours.to_lowercase(), colours, names] {
                assert_eq!(Format::guess(&text), Format::Facelets, "{text}");
                assert_eq!(facelets::parse(&text), Ok(as_held), "{text}");
                let short = &text[..text.trim_end_matches(char::is_alphabetic).len().max(53)];
                assert_eq!(Format::guess(short), Format::Facelets, "{short}");
                let error = facelets::parse(short).unwrap_err().to_string();
                assert!(error.ends_with("found 53"), "{error}");
            }
        }
        // blue opposite white
        let japanese = in_colours(&seen, "WRGBOY");
        assert_eq!(facelets::parse(&japanese), Ok(as_held), "{japanese}");
    }
}

/// A full stop does not make letters of moves.
#[test]
fn moves_with_a_full_stop_are_guessed_as_moves() {
    for text in ["rufl.", "RUF.", "R."] {
        assert_eq!(Format::guess(text), Format::Moves);
        assert_eq!(text.parse(), Ok(cube_of(text.trim_end_matches('.'))));
    }
    for text in [".", "R U. F", "R U.."] {
        let error = Format::Moves.parse(text).unwrap_err().to_string();
        assert!(error.ends_with("found '.'"), "{error}");
    }
    assert_ne!(Format::guess("bufl.ab"), Format::Moves);
    // 'e' is a sticker of the buffer
    assert_eq!(Format::guess("cubes.txt"), Format::Moves);
}

#[test]
fn speffz_with_unusual_buffers_names_them() {
    let cube = cube_of("R U F'");
    let usual: Format = "speffz".parse().unwrap();
    let other: Format = "speffz:ci".parse().unwrap();
    let text = other.print(&cube).unwrap();
    assert!(text.starts_with("CI:"), "{text}");
    assert_eq!(Format::guess(&text), other);
    assert_eq!(other.parse(&text), Ok(cube));
    assert_eq!(other.parse(&text[3..]), Ok(cube));
    assert!(usual.parse(&text).is_err());
}

#[test]
fn brackets_in_niss_format_are_on_the_inverse() {
    let parse = |format: &str| format.parse::<Format>().unwrap().parse("(F' U) R D");
    assert_eq!(parse("moves"), Ok(cube_of("F' U R D")));
    assert_eq!(parse("niss"), Ok(cube_of("U' F R D")));
}

/// From the README of nissy-core.
#[test]
fn published_base_32_texts_are_written_and_read() {
    for (moves, text) in [
        ("", "ABCDEFGH=ABCDEFGHIJKL=A"),
        ("R' U' F", "JLQWSVUH=ZLCUABGIVTKH=A"),
        ("R U R' U'", "WFCDERQH=AECDIFGHBJKL=A"),
        ("B", "ANCPETGR=AbaDEFGHIJRS=A"),
    ] {
        assert_eq!(Format::H48.print(&cube_of(moves)).unwrap(), text);
        assert_eq!(Format::H48.parse(text), Ok(cube_of(moves)));
    }
    // a wide move, so that the cube is held otherwise
    assert_eq!(
        Format::H48.parse("ANCPETGR=AbaDEFGHIJRS=L"),
        Ok(cube_of("Fw"))
    );
    assert_eq!(
        Format::H48.parse("ANCPETGR=AbaDEFGHIJRS"),
        Ok(cube_of("Fw"))
    );
}

/// The worked example of vcube's description of the format.
#[test]
fn published_speffz_texts_are_written_and_read() {
    let cube = cube_of("L' B' R F2 D' U' B R D2 U2 B2 F' D B' L U2 L U'");
    let speffz: Format = "speffz".parse().unwrap();
    let parse = |text| speffz.parse(text);
    assert_eq!(parse("fbwkbLJH.hmaifdtajspO"), Ok(cube));
    assert_eq!(parse("fbwkbugcmxs.hmaifdtajspvo"), Ok(cube));
    assert_eq!(parse(""), Ok(Cube::SOLVED));
    assert_eq!(speffz.print(&cube).unwrap(), "fbwkbJLH.hmaifdtajspO");
    assert_eq!(speffz.print(&Cube::SOLVED).unwrap(), ".");
}

#[test]
fn solved_cube_in_reid_lists_all_places() {
    let solved = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";
    assert_eq!(Format::Reid.print(&Cube::SOLVED).unwrap(), solved);
    assert_eq!(Format::Reid.parse(solved), Ok(Cube::SOLVED));
}

/// Changes the facelets of a solved cube and reads them.
fn changed(changes: &[(&str, char)]) -> FormatError {
    let mut seen: Vec<char> = facelets::print(&Cube::SOLVED).chars().collect();
    for (name, colour) in changes {
        let (face, number) = name.split_at(1);
        let start = 9 * "URFDLB".find(face).unwrap();
        seen[start + number.parse::<usize>().unwrap() - 1] = *colour;
    }
    facelets::parse(&seen.into_iter().collect::<String>()).unwrap_err()
}

/// Of a scrambled cube with a flipped edge nobody knows which it is, even if only one is not oriented.
#[test]
fn flipped_edge_of_a_scrambled_cube_is_not_named() {
    let mut rng = SmallRng::seed_from_u64(48);
    for _ in 0..300 {
        let cube = Cube::random(&mut rng);
        let mut symbols = facelets::print(&cube).into_bytes();
        // U8 and F2
        symbols.swap(7, 19);
        let text = String::from_utf8(symbols).unwrap();
        let error = facelets::parse(&text).unwrap_err().to_string();
        assert_eq!(error, "impossible cube: an edge is flipped", "{text}");
    }
}

#[test]
fn impossible_cubes_report_reason_and_place() {
    let twist = changed(&[("U9", 'F'), ("R1", 'U'), ("F3", 'R')]);
    assert_eq!(
        twist.to_string(),
        "impossible cube: a corner is twisted clockwise, at URF (U9 R1 F3)"
    );
    let flip = changed(&[("U8", 'F'), ("F2", 'U')]);
    assert_eq!(
        flip.to_string(),
        "impossible cube: an edge is flipped, at UF (U8 F2)"
    );
    let swap = changed(&[("F2", 'R'), ("R2", 'F')]);
    assert_eq!(
        swap.to_string(),
        "impossible cube: two pieces are swapped, at UR (U6 R2) and UF (U8 F2)"
    );
    // U9 R1 F3 shows UFL, whose colours stand there in the order U F L
    let double = changed(&[("R1", 'F'), ("F3", 'L'), ("L9", 'R'), ("F7", 'F')]);
    let reasons = reasons(double);
    assert_eq!(reasons.len(), 1);
    assert_eq!(reasons[0].kind, "no_such_piece");
    assert_eq!(reasons[0].places, [Piece::Corner(5)]);
    let double = Format::H48.parse("EBCDEFGH=ABCDEFGHIJKL").unwrap_err();
    assert_eq!(
        double.to_string(),
        "impossible cube: corner URF is missing; corner UFL occurs 2 times, at URF (U9 R1 F3) and UFL (U7 F1 L3)"
    );
    let mirror = changed(&[("R1", 'F'), ("F3", 'R')]);
    assert_eq!(
        mirror.to_string(),
        "impossible cube: no corner has the colours UFR seen at URF (U9 R1 F3)"
    );
    let in_colours = facelets::print(&Cube::SOLVED)
        .replace('U', "w")
        .replacen("R", "F", 1);
    let in_colours = in_colours.replacen("FFFFFFFFF", "FFRFFFFFF", 1);
    assert_eq!(
        facelets::parse(&in_colours).unwrap_err().to_string(),
        "impossible cube: no corner has the colours wFR seen at URF (U9 R1 F3)"
    );
    let count = changed(&[("U1", 'D')]);
    assert_eq!(
        count.to_string(),
        "impossible cube: 'U' is on 8 facelets, expected 9"
    );
}

#[test]
fn invalid_texts_report_column_and_expectation() {
    for (format, text, message) in [
        (
            "facelets",
            "UU",
            "expected 54 facelets, faces in the order U R F D L B, found 2",
        ),
        (
            "h48",
            "ABCDEFGHABCDEFGHIJKL",
            "column 9: expected '=' after 8 corners, found 'A'",
        ),
        (
            "h48",
            "ABCDEFGY",
            "column 8: expected a corner (A-X), found 'Y'",
        ),
        (
            "reid",
            "UF UR  UX",
            "column 9: expected the letter of a face (U R F D L B), found 'X'",
        ),
        (
            "reid",
            "UFR",
            "column 3: expected a space after each cubie: 12 edges, then 8 corners, found 'R'",
        ),
        (
            "speffz",
            "ba",
            "column 2: expected a letter A-X of a piece other than the buffer, found 'a'",
        ),
        (
            "index",
            "12x",
            "column 3: expected a decimal digit, found 'x'",
        ),
        (
            "index",
            "43252003274489856000",
            "expected an index below 43252003274489856000",
        ),
        (
            "index",
            &"9".repeat(100),
            "expected an index below 43252003274489856000",
        ),
        (
            "rubbik",
            "12",
            "column 1: expected 0x and a number in hexadecimal, found '1'",
        ),
        (
            "rubbik",
            "0x1g",
            "column 4: expected a hexadecimal digit, found 'g'",
        ),
        (
            "rubbik",
            "0x200000000000000000",
            "expected a number below 590295810358705651712",
        ),
        (
            "rubbik",
            "0x1fffffffffffffffff",
            "expected each part of the number below 264539520",
        ),
        (
            "rubbik",
            "0x1",
            "impossible cube: an edge is flipped, at DL (D4 L8)",
        ),
        (
            "rubbik-layers",
            &format!("0x{}", "f".repeat(100)),
            "expected a number below 2361183241434822606848",
        ),
        (
            "moves",
            "0x1",
            "column 2: a number in hexadecimal is a cube only in the format rubbik or rubbik-layers",
        ),
        (
            "moves",
            "R Q",
            "column 3: expected a move (U R F D L B, wide Rw or r, layer 2R, slice M E S, rotation x y z) or a bracket, found 'Q' (a name before moves ends with a colon, a comment begins with //)",
        ),
    ] {
        let error = format.parse::<Format>().unwrap().parse(text).unwrap_err();
        assert_eq!(error.to_string(), message, "{format} {text}");
    }
    let huge = "U".repeat(5_000_000);
    for format in every_format() {
        assert!(format.parse(&huge).is_err());
    }
    let json = Format::Json.parse(r#"{"cp":[0,1,2,3,4,5,6,8],"co":[0,0,0,0,0,0,0,0],"ep":[0,1,2,3,4,5,6,7,8,9,10,11],"eo":[0,0,0,0,0,0,0,0,0,0,0,0]}"#);
    assert_eq!(
        json.unwrap_err().to_string(),
        "cp[7] is 8, expected a number below 8"
    );
    assert!("kociemba".parse::<Format>().is_err());
    assert!("speffz:A".parse::<Format>().is_err());
}

#[test]
fn layer_move_spellings_print_in_one_form() {
    let print = |text: &str| text.parse::<LayerMove>().unwrap().to_string();
    for (form, texts) in [
        ("R", &["R", "1R", "1Rw", "3L'"][..]),
        ("Lw2", &["Lw2", "l2", "2Lw2", "2-3Rw2"]),
        ("M'", &["M'", "2R", "2L'", "2-2Rw"]),
        ("E", &["E", "2D", "2U'"]),
        ("S2", &["S2", "2F2", "2B2"]),
        ("x'", &["x'", "3Rw'", "3l", "1-3Lw"]),
        ("y", &["y", "3Dw'"]),
        ("z2", &["z2", "3b2"]),
    ] {
        for text in texts {
            assert_eq!(print(text), form, "{text}");
        }
    }
    for text in ["", "Q", "R2 ", "R U", "4R"] {
        assert!(text.parse::<LayerMove>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn layer_moves_make_the_cube_of_their_text(moves in prop::collection::vec("[URFDLBMESxyzrlufdb]['2]?", 0..20)) {
        let text = moves.join(" ");
        let parsed: Vec<LayerMove> = moves.iter().map(|m| m.parse().unwrap()).collect();
        let printed: Vec<String> = parsed.iter().map(LayerMove::to_string).collect();
        let sequence: Sequence = parsed.into_iter().collect();
        let judge = NaiveCube::from_str(&text).facelets();
        let seen = facelets::held(&sequence.cube(), sequence.orientation());
        prop_assert_eq!(facelets::letters(&seen), judge);
        prop_assert_eq!(Sequence::parse(&printed.join(" ")), Ok(sequence));
    }

    #[test]
    fn cube_matches_its_facelets_with_some_unknown(moves in moves(), mask in any::<u64>(), other in any::<u64>()) {
        let cube = Cube::from_moves(moves);
        let cover = |(n, colour)| if (mask | other) >> n & 1 == 1 { colour } else { '.' };
        let text: String = facelets::print(&cube).chars().enumerate().map(cover).collect();
        prop_assert!(text.parse::<Pattern>().unwrap().matches(&cube), "{}", text);
    }
}

#[test]
fn allowed_moves_are_read_back() {
    for (text, printed, moves) in [
        ("RU2", "R,U2", "R R2 R' U2"),
        (" <M, 2R r > ", "M,Rw", "M M2 M' Rw Rw2 Rw'"),
        ("R2 R", "R", "R R2 R'"),
        ("R R2", "R", "R R2 R'"),
        ("Rw,3Lw2", "Rw,x2", "Rw Rw2 Rw' x2"),
        ("2R", "M", "M M2 M'"),
    ] {
        let allowed: AllowedMoves = text.parse().unwrap();
        let names: Vec<String> = allowed.moves().map(|m| m.to_string()).collect();
        assert_eq!((&*allowed.to_string(), &*names.join(" ")), (printed, moves));
        assert_eq!(printed.parse(), Ok(allowed));
    }
    for (text, column, problem) in [
        (" , ", 3, "expected moves"),
        ("R U'", 3, "R for all turns of a layer"),
        ("R,Q", 3, "bracket, found 'Q'"),
        ("4R", 1, "expected layers from 1 to 3"),
    ] {
        let error = text.parse::<AllowedMoves>().unwrap_err();
        assert_eq!(error.column, column);
        assert!(error.problem.contains(problem), "{error}");
    }
    let are_face_turns = |text: &str| text.parse::<AllowedMoves>().unwrap().are_face_turns();
    assert!(are_face_turns("R,U2,3L") && !are_face_turns("R,M") && !are_face_turns("x"));
}
