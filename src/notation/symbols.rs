//! 54 symbols as people write them: face by face in some order, or as the lines of a net.

use super::error::FormatError;
use super::net;
use super::reader::{TextError, is_space};
use crate::cube::{Face, Transformation};
use std::collections::HashSet;

/// A symbol and its column.
pub(super) type Symbol = (usize, char);

/// The symbols face by face in our order, however the text has them.
pub(super) fn symbols_by_face(text: &str) -> Result<[Symbol; 54], FormatError> {
    let text = &with_short_names(text);
    let symbols = symbols(text)?;
    if is_net(text) {
        return Ok(in_net(symbols));
    }
    let lines = lines(text);
    if lines.len() > 1 && lines.iter().any(|n| n % 9 != 0) && lines.iter().any(|n| *n != 3) {
        return Err(wrong_lines());
    }
    in_order_of_faces(symbols)
}

/// The error that the lines are neither those of faces nor of a net.
pub(super) fn wrong_lines() -> FormatError {
    FormatError::Text(
        "expected six faces of nine facelets, or the lines of a net with 3, 3, 3, 12, 12, 12, 3, 3 and 3"
            .into(),
    )
}

/// The error that a symbol is not what was expected there.
pub(super) fn unexpected((column, found): Symbol, expected: &str) -> FormatError {
    let problem = format!("expected {expected}, found {found:?}");
    TextError { column, problem }.into()
}

/// Whether a character separates the facelets of a list, or quotes them.
pub(super) fn is_between(c: char) -> bool {
    is_space(c) || matches!(c, ',' | ';' | '，' | '、' | '"' | '“' | '”')
}

/// The symbols face by face, read line by line in a net.
pub(super) fn in_net(symbols: [Symbol; 54]) -> [Symbol; 54] {
    let mut by_face = symbols;
    for (facelet, symbol) in net::lines().flatten().flatten().zip(symbols) {
        by_face[facelet] = symbol;
    }
    by_face
}

pub(super) fn symbols(text: &str) -> Result<[Symbol; 54], FormatError> {
    let symbols = (1..).zip(text.chars()).filter(|(_, c)| !is_between(*c));
    let count = symbols.clone().count();
    let symbols: Vec<Symbol> = symbols.take(54).collect();
    let symbols = symbols.try_into().ok().filter(|_| count == 54);
    let mut symbols: [Symbol; 54] = symbols.ok_or_else(|| {
        FormatError::Text(format!(
            "expected 54 facelets, faces in the order U R F D L B, found {count}{}",
            if count == 24 {
                "; --puzzle 2x2x2 reads 24"
            } else {
                ""
            }
        ))
    })?;
    let kinds = symbols.iter().map(|(_, c)| c).collect::<HashSet<_>>();
    if kinds.len() > 6 {
        symbols = symbols.map(|(column, c)| (column, c.to_ascii_uppercase()));
    }
    Ok(symbols)
}

/// The letters in the lines of a net.
pub(super) const NET_LINES: [usize; 9] = [3, 3, 3, 12, 12, 12, 3, 3, 3];

/// The same of a 2x2x2.
pub(super) const POCKET_NET_LINES: [usize; 6] = [2, 2, 8, 8, 2, 2];

/// Whether the lines are as long as those of a net.
pub(super) fn is_net(text: &str) -> bool {
    lines(text) == NET_LINES
}

/// The symbols in each line that is not blank, at most twenty lines.
fn lines(text: &str) -> Vec<usize> {
    let symbols = |line: &str| line.chars().filter(|c| !is_between(*c)).count();
    let lines = text.lines().map(symbols).filter(|count| *count > 0);
    lines.take(20).collect()
}

/// Names of colours, or their first letters if all words are so, as one letter with spaces that keep the
/// columns.
pub(super) fn with_short_names(text: &str) -> String {
    const NAMES: [&str; 6] = ["white", "red", "green", "yellow", "orange", "blue"];
    let is_abbreviated = |word: &str| {
        let word = word.to_ascii_lowercase();
        word.len() > 1 && NAMES.iter().any(|name| name.starts_with(&word))
    };
    // pycuber draws [w][r][g]
    let mut boxes = text
        .split_whitespace()
        .flat_map(|word| word.split_inclusive(']'));
    let is_box = |part: &str| part.len() == 3 && part.starts_with('[') && part.ends_with(']');
    let unboxed = boxes.all(is_box).then(|| text.replace(['[', ']'], " "));
    let text = unboxed.as_deref().unwrap_or(text);
    let mut words = text.split(is_between).filter(|word| !word.is_empty());
    let are_all = words.all(is_abbreviated);
    let shortened = text.split_inclusive(is_between).map(|part| {
        let word = part.trim_end_matches(is_between);
        match NAMES.contains(&&*word.to_ascii_lowercase()) || are_all && is_abbreviated(word) {
            true => part.replacen(&word[1..], &" ".repeat(word.len() - 1), 1),
            false => part.to_owned(),
        }
    });
    shortened.collect()
}

/// The face of a colour of the standard scheme.
fn face_of_colour(colour: char) -> Option<Face> {
    let face = "WRGYOB".find(colour.to_ascii_uppercase())?;
    Some(Face::ALL[face])
}

fn in_order_of_faces(symbols: [Symbol; 54]) -> Result<[Symbol; 54], FormatError> {
    let centres = |face_of: fn(char) -> Option<Face>| -> Option<[Face; 6]> {
        let faces = (0..6).map(|side| face_of(symbols[9 * side + 4].1));
        let faces: Vec<Face> = faces.collect::<Option<_>>()?;
        let kinds: HashSet<usize> = faces.iter().map(|face| face.index()).collect();
        faces.try_into().ok().filter(|_| kinds.len() == 6)
    };
    let from = |sides: [usize; 6]| std::array::from_fn(|n| symbols[9 * sides[n / 9] + n % 9]);
    if let Some(order) = centres(Face::from_letter) {
        if is_rotated(&order) {
            return Ok(symbols);
        }
        let moved = Face::ALL.iter().zip(&order).filter(|(face, at)| face != at);
        if let [(&a, _), (&b, _)] = *moved.collect::<Vec<_>>() {
            let (a, b) = (a.letter(), b.letter());
            let problem = format!("the centres of {a} and {b} are exchanged");
            return Err(FormatError::Text(problem));
        }
        let side = |face: Face| order.iter().position(|at| *at == face);
        return Ok(from(Face::ALL.map(|face| side(face).unwrap_or(0))));
    }
    /// Where each face is in the order ULFRBD.
    const ULFRBD: [usize; 6] = [0, 3, 2, 5, 1, 4];
    Ok(match centres(face_of_colour) {
        Some(colours) if !is_rotated(&colours) && is_rotated(&ULFRBD.map(|n| colours[n])) => {
            from(ULFRBD)
        }
        _ => symbols,
    })
}

/// Whether a rotation of the cube brings these centres to the faces in our order.
fn is_rotated(centres: &[Face; 6]) -> bool {
    Transformation::rotation(Face::ALL.into_iter().zip(*centres)).is_some()
}

/// The symbols of the centres, each a different one.
pub(super) fn centre_symbols(symbols: &[Symbol; 54]) -> Result<[char; 6], FormatError> {
    let centres: [char; 6] = std::array::from_fn(|face| symbols[9 * face + 4].1);
    for (face, centre) in centres.iter().enumerate() {
        if centres[..face].contains(centre) {
            let symbol = symbols[9 * face + 4];
            return Err(unexpected(symbol, "a centre different from those before"));
        }
    }
    Ok(centres)
}
