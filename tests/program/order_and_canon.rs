//! `cubesolve order`, `cubesolve factor` and `cubesolve canon`, run as users run them.

use crate::program::run_with;
use cubesolve::cube::{Cube, Face, Sequence, Transformation};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::process::{Command, Output};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubesolve"));
    run_with(command.args(arguments), input)
}

fn stdout(arguments: &[&str], input: &[u8]) -> String {
    let output = run(arguments, input);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn field<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines()
        .find_map(|line| line.strip_prefix(name))
        .map(str::trim)
}

#[test]
fn order_of_r_u_is_105() {
    let text = stdout(&["order", "R U"], b"");
    assert_eq!(field(&text, "order"), Some("105"));
    assert_eq!(field(&text, "parity"), Some("even"));
    let cubies = "(URF)+ (UFL ULB UBR BDR DFR)- (UR BR DR FR UF UL UB)";
    assert_eq!(field(&text, "cubies"), Some(cubies));
    assert_eq!(field(&text, "rotation"), None);
    assert_eq!(stdout(&["order"], b"R U\n"), text);
}

/// Two faces: 7! orders of the edges, 120 of the corners with 3⁵ twists, half of these together by their parities.
/// All faces and slices: every position in 24 orientations.
#[test]
fn order_of_a_group_is_the_number_of_its_positions() {
    for (moves, order) in [("R,U", 73_483_200), ("U", 4), ("R2,U2", 12)] {
        let text = stdout(&["order", "--group", moves], b"");
        assert_eq!(text, format!("order     {order}\n"));
    }
    let all = 24 * 43_252_003_274_489_856_000_u128;
    let text = stdout(&["order", "--group", "U,R,F,L,M,E", "--json"], b"");
    assert_eq!(
        text,
        format!("{{\"group\":\"U,R,F,L,M,E\",\"order\":\"{all}\"}}\n")
    );
    assert_eq!(
        run(&["order", "--group", "R,U", "R"], b"").status.code(),
        Some(2)
    );
}

/// A turn carries the facelet at the top left to the top right.
#[test]
fn order_of_other_sizes_prints_facelet_cycles() {
    let text = stdout(&["order", "--size", "4", "U"], b"");
    assert_eq!(field(&text, "order"), Some("4"));
    assert_eq!(field(&text, "cubies"), None);
    assert!(field(&text, "facelets").unwrap().starts_with("(1 4 16 13)"));
    for size in ["1", "8", "x"] {
        assert_eq!(
            run(&["order", "--size", size, "U"], b"").status.code(),
            Some(2)
        );
    }
}

#[test]
fn order_of_a_slice_shows_the_rotation() {
    let text = stdout(&["order", "M"], b"");
    assert_eq!(field(&text, "rotation"), Some("x'"));
    assert_eq!(field(&stdout(&["order", ""], b""), "cubies"), Some("()"));
}

/// The map of U on the 4x4x4 begins as it was published, and the tuple is the same in full.
#[test]
fn order_map_prints_the_published_tuple_of_the_4x4x4() {
    let text = stdout(&["order", "--size", "4", "--map", "U"], b"");
    let map = field(&text, "map").unwrap();
    assert!(
        map.starts_with("1:13 2:9 3:5 4:1 5:14 6:10 7:6 8:2 9:15 "),
        "{map}"
    );
    assert!(
        map.ends_with(" 36:52 49:65 50:66 51:67 52:68 65:17 66:18 67:19 68:20"),
        "{map}"
    );
    let tuple: Vec<usize> = field(&text, "tuple")
        .unwrap()
        .split(' ')
        .map(|facelet| facelet.parse().unwrap())
        .collect();
    assert_eq!((tuple.len(), &tuple[..4]), (96, &[13, 9, 5, 1][..]));
    let moved = map.split(' ').map(|pair| pair.split_once(':').unwrap());
    let mut places = 0;
    for (place, facelet) in moved {
        assert_eq!(
            tuple[place.parse::<usize>().unwrap() - 1].to_string(),
            facelet
        );
        places += 1;
    }
    let unmoved = (1..)
        .zip(&tuple)
        .filter(|(place, facelet)| place == *facelet);
    assert_eq!(unmoved.count(), 96 - places);
}

/// The cycles it prints, with their label or without, say the same as the moves.
#[test]
fn order_of_printed_cycles_equals_that_of_the_moves() {
    for (size, moves) in [("3", "R U"), ("3", "M2 x"), ("5", "2-3Lw' U"), ("2", "")] {
        let text = stdout(&["order", "--map", "--size", size, moves], b"");
        let line = text
            .lines()
            .find(|line| line.starts_with("facelets"))
            .unwrap();
        let cycles = field(&text, "facelets").unwrap();
        for cycles in [line, cycles] {
            assert_eq!(
                stdout(&["order", "--map", "--size", size, cycles], b""),
                text
            );
        }
    }
    // corners of U go round, and nothing but them
    let text = stdout(&["order", "(1, 3, 9, 7)"], b"");
    assert_eq!(field(&text, "order"), Some("4"));
    assert_eq!(
        field(&text, "cubies"),
        Some("none: the stickers of a cubie are apart, which no moves do")
    );
    // one flipped edge
    let text = stdout(&["order", "(8 20)"], b"");
    assert_eq!(
        field(&text, "cubies"),
        Some("none: the stickers of a cubie are apart, which no moves do")
    );
    for (cycles, problem) in [
        ("(1 55)", "column 4: expected an item from 1 to 54"),
        ("(1 2", "column 5"),
    ] {
        let output = run(&["order", cycles], b"");
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(problem), "{errors}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn factor_of_a_product_prints_lines_factors_and_primes() {
    let expected = "\
upper    a a a b b c d d d d
lower    c a b d d a b d a d
factors  (a c)(a)(a b d b d d)(d)
primes   (a c)(a)(b d)(d)(a b d)(d)
";
    assert_eq!(
        stdout(&["factor", "aabcd/cadab * abddd/bddad"], b""),
        expected
    );
    let [apart, mixed] = ["213465", "245613"].map(|word| stdout(&["factor", word], b""));
    assert_eq!(
        stdout(&["factor"], b"213465\n245613\n"),
        format!("{apart}{mixed}")
    );
    let (apart, mixed) = (apart.as_str(), mixed.as_str());
    assert_eq!(field(apart, "factors"), Some("(1 2)(3)(4)(5 6)"));
    assert_eq!(
        (field(apart, "order"), field(apart, "parity")),
        (Some("2"), Some("even"))
    );
    assert_eq!(field(mixed, "factors"), Some("(1 2 4 6 3 5)"));
    assert_eq!(
        (field(mixed, "order"), field(mixed, "parity")),
        (Some("6"), Some("odd"))
    );
    let output = run(&["factor", "ab/ac"], b"");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn order_after_a_bad_line_continues() {
    let output = run(&["order"], b"R Q\nR\n");
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        errors.contains("line 1: column 3: expected a move"),
        "{errors}"
    );
    assert!(
        String::from_utf8(output.stdout)
            .unwrap()
            .contains("order     4\n")
    );
}

/// Applies to the input what the answer says was done to it.
fn answer_is_right(sequence: &str, answer: &str) {
    let mut fields = answer.split('\t');
    let index: u128 = fields.next().unwrap().parse().unwrap();
    let faces = fields.next().unwrap();
    let s = Transformation::all().find(|s| {
        let images = [Face::U, Face::R, Face::F].map(|face| s.apply_face(face).letter());
        String::from_iter(images) == faces
    });
    let mut cube = Sequence::parse(sequence).unwrap().cube();
    if let Some(word) = fields.next() {
        assert_eq!(word, "inverse");
        cube = cube.inverse();
    }
    assert_eq!(s.unwrap().apply(&cube), Cube::from_index(index));
}

#[test]
fn canon_prints_representative_and_transformation() {
    let sequences = ["R U2", "F' L2", "U2 R'", "B2 D2", "", "R U2 F L' D B'"];
    for inverse in [false, true] {
        let mut arguments = vec!["canon"];
        arguments.extend(inverse.then_some("--inverse"));
        let text = stdout(&[&arguments[..], &sequences].concat(), b"");
        let answers: Vec<&str> = text.lines().collect();
        for (sequence, answer) in sequences.iter().zip(&answers) {
            answer_is_right(sequence, answer);
        }
        let class = |i: usize| answers[i].split('\t').next();
        assert_eq!(class(0), class(1));
        assert_eq!(class(0) == class(2), inverse);
        assert_ne!(class(0), class(3));
    }
}

/// What is left in the end are the forms that are the representative.
#[test]
fn canon_verbose_ends_with_the_number_of_self_symmetries() {
    let left = |arguments: &[&str]| -> Vec<usize> {
        let text = stdout(&[&["canon", "-v"], arguments].concat(), b"");
        let (_, left) = text.split_once("\tleft of 48: ").unwrap();
        left.split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect()
    };
    assert_eq!(left(&[""]), [48]);
    for moves in ["R", "R U", "R U2 F L' D B'", "R2 L2 U2 D2"] {
        let cube = Sequence::parse(moves).unwrap().cube();
        for arguments in [&[moves][..], &["--inverse", moves]] {
            let left = left(arguments);
            assert!(left.is_sorted_by(|a, b| a >= b), "{moves}: {left:?}");
            // it ends where the last form falls out
            if let [.., before, last] = left[..] {
                assert!(before > last, "{moves}: {left:?}");
            }
            assert_eq!(left.last(), Some(&cube.self_symmetries().len()));
        }
    }
}

#[test]
fn canon_unique_drops_equivalent_cubes() {
    let text = stdout(&["canon", "--unique"], b"R\nF\nU'\nR2\n\nD2\n");
    assert_eq!(text.lines().count(), 3);
    let facelets = stdout(&["canon", "--unique", "--to", "facelets"], b"R\nL'\n");
    assert_eq!(facelets.split('\t').next().unwrap().len(), 54);
}

/// There are 9 positions two moves away that differ in more than how the cube is held.
#[test]
fn canon_unique_of_two_moves_counts_12_classes() {
    let names = "U R F D L B".split(' ');
    let moves: Vec<String> = names
        .flat_map(|face| ["", "2", "'"].map(|turns| format!("{face}{turns}")))
        .collect();
    let pairs = moves
        .iter()
        .flat_map(|a| moves.iter().map(move |b| format!("{a} {b}\n")));
    let pairs: String = pairs.collect();
    let text = stdout(&["canon", "--unique"], pairs.as_bytes());
    let classes: HashSet<u128> = text
        .lines()
        .map(|line| line.split('\t').next().unwrap().parse().unwrap())
        .collect();
    // 9 of two moves, 2 of one (quarter and half turn), and the solved cube
    assert_eq!((text.lines().count(), classes.len()), (9 + 2 + 1, 12));
}

/// The objects that `--json` prints, a line each.
fn objects(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let output = run(arguments, input);
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// What is no sequence, or missing, has an error, what is a comment has no fields of an answer.
#[test]
fn json_has_an_object_per_line() {
    for command in ["order", "canon"] {
        let objects = objects(&[command, "--json"], b"R U\nR Q\n// a comment\n\n\xff\n");
        let field = |name| -> Vec<&Value> { objects.iter().map(|object| &object[name]).collect() };
        assert_eq!(field("line"), [1, 2, 3, 4, 5]);
        assert_eq!(field("input")[..4], ["R U", "R Q", "// a comment", ""]);
        assert!(field("input")[4].is_null());
        let is_error: Vec<bool> = field("error")
            .iter()
            .map(|error| error.is_string())
            .collect();
        assert_eq!(is_error, [false, true, false, true, true]);
        let answer = if command == "order" {
            "order"
        } else {
            "representative"
        };
        let answered: Vec<bool> = field(answer)
            .iter()
            .map(|answer| !answer.is_null())
            .collect();
        assert_eq!(answered, [true, false, false, false, false]);
    }
}

/// The same as in text.
#[test]
fn json_and_text_agree() {
    let order = &objects(&["order", "--json", "--map", "--size", "3", "M"], b"")[0];
    let text = stdout(&["order", "--map", "M"], b"");
    assert_eq!(order["order"], 4);
    for name in ["parity", "cubies", "rotation", "facelets"] {
        assert_eq!(order[name].as_str(), field(&text, name), "{name}");
    }
    let tuple: Vec<String> = order["tuple"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    assert_eq!(Some(tuple.join(" ").as_str()), field(&text, "tuple"));
    assert!(objects(&["order", "--json", "(1 2)"], b"")[0]["cubies"].is_null());
    assert!(
        objects(&["order", "--json", "--size", "4", "U"], b"")[0]
            .get("cubies")
            .is_none()
    );

    let factor = &objects(&["factor", "--json", "baa"], b"")[0];
    assert_eq!(factor["upper"], json!(["a", "a", "b"]));
    assert_eq!(factor["factors"], json!([["a", "b"], ["a"]]));
    assert!(factor.get("order").is_none());
    assert_eq!(
        objects(&["factor", "--json", "21"], b"")[0]["parity"],
        "odd"
    );

    let canon = &objects(&["canon", "--json", "-v", "R U"], b"")[0];
    let text = stdout(&["canon", "-v", "R U"], b"");
    let left: String = canon["left"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| format!(" {n}"))
        .collect();
    let line = format!(
        "{}\t{}\tleft of 48:{left}\n",
        canon["representative"].as_str().unwrap(),
        canon["faces"].as_str().unwrap()
    );
    assert_eq!(text, line);
    assert_eq!(canon["inverse"], false);
}
