//! Cycles of cubies, as [`Cube::cycles`] writes them: `(URF BRU DRB FRD) (UR BR DR FR)`.

use super::error::FormatError;
use super::impossible::cube_of;
use super::piece::{Piece, Placement, at_home};
use super::reader::{Reader, TextError};
use crate::cube::Cube;

/// The label of cycles in the output of `order` and `inspect`.
const LABEL: &str = "cubies";

/// The text without a label before it.
fn unlabelled(text: &str) -> &str {
    let text = text.trim_start();
    let rest = text.strip_prefix(LABEL);
    rest.filter(|rest| rest.starts_with(char::is_whitespace))
        .unwrap_or(text)
}

/// Whether a text is likely to be cycles: places with two or three letters in brackets, more
/// than one, or with `+` or `-`. `(RU)3` are moves.
pub(super) fn looks_like_cycles(text: &str) -> bool {
    let text = unlabelled(text);
    let is_between = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '+' | '-');
    let words: Vec<&str> = (text.split(is_between).filter(|word| !word.is_empty()))
        .take(100)
        .collect();
    let named = words.iter().filter(|word| is_of_places(word)).count();
    let others = words.len() - named;
    let enough = named > 1 || named == 1 && text.contains(['+', '-']);
    match text.trim_start().starts_with('(') {
        true => enough && named >= others || text.trim() == "()",
        false => enough && text.contains('(') && named > 2 * others,
    }
}

/// Whether a word is a place, or several without the spaces between.
fn is_of_places(word: &str) -> bool {
    let cut = |letters: usize| {
        let places = word.as_bytes().chunks(letters);
        places.map(|name| std::str::from_utf8(name).ok().and_then(place))
    };
    let is_name = word.len() > 1 && word.bytes().all(|c| c.is_ascii_alphabetic());
    is_name && (cut(2).all(|place| place.is_some()) || cut(3).all(|place| place.is_some()))
}

/// The place with these letters, clockwise, and the number of its first letter.
fn place(word: &str) -> Option<(Piece, usize)> {
    let word = &*word.to_ascii_uppercase();
    Piece::all().find_map(|piece| {
        let first = (0..piece.name().len()).find(|first| {
            let (before, after) = piece.name().split_at(*first);
            word.strip_prefix(after) == Some(before)
        })?;
        Some((piece, first))
    })
}

/// Reads cycles, with a label before them or not; `()` is solved.
pub fn parse(text: &str) -> Result<Cube, FormatError> {
    let mut reader = Reader::at(text, unlabelled(text));
    let mut cubies = at_home();
    let mut seen = Vec::new();
    reader.skip_spaces();
    loop {
        reader.skip('(', "'(' and the places of a cycle")?;
        let places = places(&mut reader, &mut seen)?;
        let gained = match reader.next_if(|c| matches!(c, '+' | '-')) {
            None => 0,
            Some('+') => 1,
            Some(_) => 2,
        };
        apply(&mut cubies, &places, gained);
        reader.skip_spaces();
        if reader.peek().is_none() {
            return Ok(cube_of(cubies)?);
        }
    }
}

/// The places up to the bracket, each for the first time; `seen` has those before.
fn places(reader: &mut Reader, seen: &mut Vec<Piece>) -> Result<Vec<(Piece, usize)>, TextError> {
    let mut places: Vec<(Piece, usize)> = Vec::new();
    loop {
        reader.skip_spaces();
        if reader.next_if(|c| c == ')').is_some() {
            return Ok(places);
        }
        let mut ahead = reader.clone();
        let mut word = String::new();
        while let Some(c) = ahead.next_if(|c| c.is_ascii_alphabetic() && word.len() < 4) {
            word.push(c);
        }
        let place = place(&word);
        let fits = |piece: Piece| {
            places
                .first()
                .is_none_or(|(first, _)| first.kind() == piece.kind())
        };
        let expected = match place {
            None => "a corner such as URF or an edge such as UR, its letters clockwise",
            Some((piece, _)) if seen.contains(&piece) => "each place only once",
            Some((piece, _)) if !fits(piece) => "corners or edges in a cycle, not both",
            Some((piece, first)) => {
                seen.push(piece);
                places.push((piece, first));
                *reader = ahead;
                continue;
            }
        };
        return Err(reader.unexpected(expected));
    }
}

/// Moves the cubie at each place to the next one, its first letter to the first letter there;
/// the last one also gains an orientation.
fn apply(cubies: &mut Placement, places: &[(Piece, usize)], gained: usize) {
    for (i, (from, first)) in places.iter().enumerate() {
        let (to, to_first) = places[(i + 1) % places.len()];
        let sides = to.name().len();
        let gained = if i + 1 == places.len() { gained } else { 0 };
        let orientation = ((to_first + gained + sides - first) % sides) as u8;
        cubies[to.index()] = (from.number(), orientation);
    }
}

/// The cycles with a space between, `()` if there are none.
pub fn print(cube: &Cube) -> String {
    let cycles: Vec<String> = cube.cycles().iter().map(ToString::to_string).collect();
    if cycles.is_empty() {
        return "()".to_owned();
    }
    cycles.join(" ")
}
