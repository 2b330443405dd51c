//! 54 facelets: as text, and as moves with some facelets painted over.
#![no_main]

use cubesolve::TextError;
use cubesolve::cube::{Cube, Face, Move, Transformation};
use cubesolve::notation::{FormatError, facelets, net, svg};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        check_text(text);
    }
    let (moves, paint) = bytes.split_at(bytes.len().min(30));
    let cube = Cube::from_moves(moves.iter().map(|b| Move::from_index(usize::from(b % 18))));
    let mut seen = facelets::facelets(&cube);
    for spot in paint.chunks_exact(2) {
        seen[usize::from(spot[0] % 54)] = Face::ALL[usize::from(spot[1] % 6)];
    }
    let text = facelets::letters(&seen);
    let read = check_text(&text);
    if seen == facelets::facelets(&cube) {
        assert_eq!(read, Some(cube));
    }
});

fn check_text(text: &str) -> Option<Cube> {
    match facelets::parse(text) {
        Ok(cube) => {
            assert_eq!(facelets::parse(&facelets::print(&cube)), Ok(cube));
            for s in Transformation::all().filter(|s| !s.is_mirror()) {
                let held = facelets::letters(&facelets::held(&cube, s));
                assert_eq!(facelets::parse(&held), Ok(s.inverse().apply(&cube)));
            }
            let seen = facelets::facelets(&cube);
            assert!(svg::print(&seen).ends_with("</svg>\n"));
            assert_eq!(net::print(&seen, false).lines().count(), 9);
            Some(cube)
        }
        Err(error) => {
            if let FormatError::At(TextError { column, .. }) = error {
                assert!((1..=text.chars().count() + 1).contains(&column), "{error}");
            }
            assert_one_line(&error.to_string());
            None
        }
    }
}

fn assert_one_line(message: &str) {
    assert!(
        !message.is_empty() && !message.contains(char::is_control),
        "{message:?}"
    );
}
