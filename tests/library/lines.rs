//! Inputs with a cube on each line, or with facelets on several lines.

use cubesolve::notation::{LineError, Lines};

/// The lines of an input, without their numbers.
fn lines(bytes: &[u8]) -> Vec<Result<String, LineError>> {
    Lines::new(bytes).map(|line| line.unwrap().1).collect()
}

#[test]
fn lines_are_split_and_decoded() {
    let ok = |text: &str| Ok(text.to_owned());
    assert_eq!(lines(b""), []);
    assert_eq!(lines(b"\n"), [ok("")]);
    assert_eq!(lines(b"a\n\nbcde"), [ok("a"), ok(""), ok("bcde")]);
    assert_eq!(lines(b"\xef\xbb\xbfR U\r\nF"), [ok("R U"), ok("F")]);
    assert_eq!(lines(b"F\n\xef\xbb\xbfR"), [ok("F"), ok("\u{feff}R")]);
    assert_eq!(lines(b"R\xff\nU"), [Err(LineError::NotUtf8(2)), ok("U")]);
    assert_eq!(lines(b"\xff\xfeR\0"), [Err(LineError::Utf16)]);
    assert_eq!(lines(b"U\n\0R"), [ok("U"), Err(LineError::Utf16)]);
}

/// Line numbers and texts.
fn numbered(text: &str) -> Vec<(u64, String)> {
    Lines::new(text.as_bytes())
        .map(|line| line.unwrap())
        .map(|(number, text)| (number, text.unwrap_or_else(|error| error.to_string())))
        .collect()
}

#[test]
fn facelets_on_several_lines_are_one_cube() {
    let net =
        "    UUU\n\tR R R\n   FFF\nabcdefabcdef\nabc def abc def\nabcdefabcdef\nb b b\nccc\nd d d";
    // no two neighbours are equal
    let superflip = "UBULURUFU\nRURBRFRDR\nFUFLFRFDF\nDFDLDRDBD\nLULBLFLDL\nBUBRBLBDB";
    let one = |line, text: &str| (line, text.to_owned());
    for (cube, lines, error) in [
        (net, 9, LineError::NotANet),
        (superflip, 6, LineError::NotFaces),
    ] {
        let error = error.to_string();
        let next = lines + 2;
        let two: String = cube.lines().take(2).collect::<Vec<_>>().join("\n");
        for (text, expected) in [
            (cube.to_owned(), vec![one(1, cube)]),
            (
                format!("R\n{cube}\nU"),
                vec![one(1, "R"), one(2, cube), one(next, "U")],
            ),
            (format!("{cube}\n\nU\n"), vec![one(1, cube), one(next, "U")]),
            (
                format!("{cube}\n\n{cube}\n"),
                vec![one(1, cube), one(next, cube)],
            ),
            (format!("{two}\n\nU"), vec![one(1, &error), one(4, "U")]),
            (format!("{two}\nR U2"), vec![one(1, &error), one(3, "R U2")]),
            (cube[..cube.len() - 1].to_owned(), vec![one(1, &error)]),
        ] {
            assert_eq!(numbered(&text)[..expected.len()], expected, "{text}");
        }
    }
    for moves in [
        "   R U F\n   F2",
        "UFR\nU F R\nR U F R U F R U F\n\n\nRUF2RUFRU",
    ] {
        let lines: Vec<(u64, String)> = (1..).zip(moves.lines().map(str::to_owned)).collect();
        assert_eq!(numbered(moves), lines);
    }
}
