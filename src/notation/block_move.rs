//! One move of layers of a cube of any size: `R2'`, `Rw`, `r`, `3Rw`, `2R`, `2-3Rw`, `M`, `x`.

use super::error::SequenceProblem;
use super::reader::Reader;
use crate::cube::{BlockMove, Face};

/// Whether a text is a single move of a cube of some size.
pub fn is_single_move(text: &str) -> bool {
    const LARGEST: usize = 7;
    let mut reader = Reader::new(text);
    let first = reader.next_if(|_| true);
    first.is_some_and(|first| read_move(&mut reader, first, LARGEST).is_ok())
        && reader.peek().is_none()
}

/// Reads the rest of a move that begins with `first`, of a cube of `size` cubies along an edge.
pub(super) fn read_move(
    reader: &mut Reader,
    first: char,
    size: usize,
) -> Result<BlockMove, SequenceProblem> {
    let middle = size.div_ceil(2);
    let (face, layers) = match first {
        '0'..='9' => return numbered_move(reader, first, size),
        'x' => (Face::R, 1..=size),
        'y' => (Face::U, 1..=size),
        'z' => (Face::F, 1..=size),
        'M' | 'E' | 'S' if size.is_multiple_of(2) => {
            return Err(SequenceProblem::NoMiddleLayer { size });
        }
        'M' => (Face::L, middle..=middle),
        'E' => (Face::D, middle..=middle),
        'S' => (Face::F, middle..=middle),
        _ => {
            let face = Face::from_letter(first.to_ascii_uppercase());
            let face = face.ok_or(SequenceProblem::NotAMove(first))?;
            (face, 1..=if is_wide(reader, first) { 2 } else { 1 })
        }
    };
    let turns = turns(reader)?;
    Ok(BlockMove {
        face,
        layers,
        turns,
    })
}

/// Reads the rest of a move that begins with the number of a layer.
fn numbered_move(
    reader: &mut Reader,
    first: char,
    size: usize,
) -> Result<BlockMove, SequenceProblem> {
    if first == '0' && reader.next_if(|c| c == 'x').is_some() {
        return Err(SequenceProblem::Hexadecimal);
    }
    let first = number_from(reader, first.to_digit(10).unwrap_or(0));
    let dash = reader.next_if(|c| c == '-');
    let last = dash.map(|_| number(reader).unwrap_or(0));
    let in_range = |layer: u32| (1..=size).contains(&(layer as usize));
    if !in_range(first) || last.is_some_and(|last| last < first || !in_range(last)) {
        return Err(SequenceProblem::Layers { size });
    }
    let letter = reader.next_if(|_| true);
    let letter = letter.ok_or(SequenceProblem::NotAFace(None))?;
    let face = Face::from_letter(letter.to_ascii_uppercase());
    let face = face.ok_or(SequenceProblem::NotAFace(Some(letter)))?;
    let first = first as usize;
    let layers = match (last, is_wide(reader, letter)) {
        (Some(last), _) => first..=last as usize,
        (None, true) => 1..=first,
        (None, false) => first..=first,
    };
    let turns = turns(reader)?;
    Ok(BlockMove {
        face,
        layers,
        turns,
    })
}

fn is_wide(reader: &mut Reader, letter: char) -> bool {
    letter.is_ascii_lowercase() || reader.next_if(|c| c == 'w').is_some()
}

/// The suffix as clockwise quarter turns, `1..=3`.
fn turns(reader: &mut Reader) -> Result<u8, SequenceProblem> {
    match suffix(reader) {
        (None, prime) => Ok(if prime { 3 } else { 1 }),
        (Some(turns @ 1..=3), false) => Ok(turns as u8),
        (Some(turns @ 1..=3), true) => Ok(4 - turns as u8),
        (Some(other), _) => Err(SequenceProblem::Turns(other)),
    }
}

/// Reads a number and a prime, in either order and both optional, or an exponent `^-2` or `⁻²`.
/// Returns the number, and whether there is a prime or minus.
pub(super) fn suffix(reader: &mut Reader) -> (Option<u32>, bool) {
    let caret = reader.next_if(|c| c == '^').is_some();
    let minus = reader.next_if(|c| c == '⁻' || caret && matches!(c, '-' | '−'));
    if caret || minus.is_some() {
        return (Some(number(reader).unwrap_or(0)), minus.is_some());
    }
    let before = reader.next_if(is_prime).is_some();
    let number = number(reader);
    (number, before || reader.next_if(is_prime).is_some())
}

/// Reads a number; larger ones become the largest `u32`.
pub(super) fn number(reader: &mut Reader) -> Option<u32> {
    let first = reader.next_if(|c| digit(c).is_some())?;
    Some(number_from(reader, digit(first)?))
}

/// Reads the digits after the first.
fn number_from(reader: &mut Reader, first: u32) -> u32 {
    let mut number = first;
    while let Some(digit) = reader.next_if(|c| digit(c).is_some()).and_then(digit) {
        number = number.saturating_mul(10).saturating_add(digit);
    }
    number
}

/// A decimal digit, superscript or not.
fn digit(c: char) -> Option<u32> {
    let superscript = || "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
    match c.is_ascii() {
        true => c.to_digit(10),
        false => superscript().map(|digit| digit as u32),
    }
}

/// The marks that people use for counter-clockwise.
fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | 'ʼ' | 'ʹ' | '´' | '`' | 'i')
}
