//! Texts that could be two cubes: where another notation that is recognised, or another reading of the same
//! text, gives another cube, a note says how it was read.
#![no_main]

use cubesolve::cli::read_cube;
use cubesolve::cube::Cube;
use cubesolve::notation::Format;
use libfuzzer_sys::fuzz_target;

/// The notations that are recognised; others need `--format`.
const RECOGNISED: [&str; 9] = [
    "moves", "facelets", "reid", "speffz", "h48", "index", "json", "kpattern", "cycles",
];

/// What pasted texts are made of: the bytes of an input choose among these.
const TOKENS: [&str; 64] = [
    "R",
    "U",
    "F",
    "D",
    "L",
    "B",
    "M",
    "E",
    "S",
    "x",
    "y",
    "z",
    "r",
    "u",
    "f",
    "Rw",
    "3Rw",
    "2R",
    "2",
    "3",
    "'",
    "2'",
    "^",
    "-",
    " ",
    " ",
    " ",
    "  ",
    "\t",
    "\n",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "/",
    "//",
    "#",
    "@",
    ".",
    "*",
    "+",
    "=",
    "x2",
    "x3",
    "1.",
    "E1 ",
    "F: ",
    "Ua: ",
    "T-Perm: ",
    "Scramble: ",
    "UR",
    "URF",
    "ufr",
    "(3f*)",
    "(20)",
    "8.43",
    "\"",
    "w",
    "O",
];

fuzz_target!(|bytes: &[u8]| {
    match bytes.split_first() {
        Some((0, rest)) => check(&String::from_utf8_lossy(rest)),
        Some((_, rest)) => {
            let tokens = rest
                .iter()
                .map(|byte| TOKENS[usize::from(*byte) % TOKENS.len()]);
            check(&tokens.collect::<String>());
        }
        None => {}
    }
});

fn check(text: &str) {
    let Some((cube, false)) = read_cube(text) else {
        return;
    };
    // Speffz letters without a dot are not recognised, nor with spaces
    let is_recognised = |name: &&str| {
        *name != "speffz" || text.contains('.') && !text.trim().contains(char::is_whitespace)
    };
    for name in RECOGNISED.into_iter().filter(is_recognised) {
        let format: Format = name.parse().expect("it is one");
        if let Ok(position) = format.position(text) {
            // nobody writes a cycle of one cubie that leaves it as it is
            if *name == *"cycles" && position.as_held() == Cube::SOLVED {
                continue;
            }
            assert_eq!(position.as_held(), cube, "also {name}: {text:?}");
        }
    }
    for (reading, other) in other_readings(text) {
        if let Some((other_cube, _)) = read_cube(&other) {
            assert_eq!(other_cube, cube, "{reading}: {text:?} as {other:?}");
        }
    }
}

/// The text as somebody else may read it, written so that only this is meant.
fn other_readings(text: &str) -> Vec<(&'static str, String)> {
    let mut others = vec![];
    if text.contains(['/', '#', ';', '@', '"', '\n']) {
        // behind a comment or in quotes nothing is read, or it is read on its own
        return others;
    }
    for (apart, joined) in [(") x2", ")x2"), ("] x2", "]x2")] {
        others.push(("repeat", text.replace(apart, joined)));
    }
    if let Some((name, moves)) = text.split_once('\t')
        && is_moves(name)
    {
        others.push(("space", format!("{name} {moves}")));
    }
    if !text.contains([':', '[', '{', '(', '\t']) {
        others.push(("list", text.replace(',', " ")));
    }
    let first_colon = text
        .split_once(':')
        .filter(|(name, _)| !name.contains(['(', '[', '{', '\t']));
    if let Some((name, moves)) = first_colon
        && is_moves(name)
    {
        others.push(("conjugate", format!("[{name}: {moves}]")));
        // nor are several words a name, one with a prime, or a very long one; brackets and commas are those of a
        // conjugate
        let is_word = name.trim().chars().all(char::is_alphanumeric) && name.chars().count() <= 40;
        if is_word && !moves.contains(['[', ',', '，', '/', ':', '：']) {
            others.push(("name", moves.to_owned()));
        }
    }
    others
}

fn is_moves(text: &str) -> bool {
    // a number alone could be an index; with a dot, letters alone are Speffz's, which moves do not follow
    // nor invisible characters
    let is_letter = |c: char| c == '.' || c.is_alphabetic() || !c.is_ascii();
    let is_speffz = text.contains('.') && text.chars().all(is_letter);
    text.contains(char::is_alphabetic)
        && !is_speffz
        && read_cube(text).is_some_and(|(cube, _)| cube != Cube::SOLVED)
}
