//! One turn of layers: `R2'`, `Rw`, `r`, `3Rw`, `2R`, `2-3Rw`, `M`, `x`.

use super::error::SequenceProblem;
use super::reader::Reader;
use crate::cube::Face;
use crate::permutation::{LayerTurn, Side};

/// Whether a text is a move of a cube of any size, and nothing else.
pub fn is_single_move(text: &str) -> bool {
    const LARGEST: usize = 7;
    let mut reader = Reader::new(text);
    let first = reader.next_if(|_| true);
    first.is_some_and(|first| read_turn(&mut reader, first, LARGEST).is_ok())
        && reader.peek().is_none()
}

/// The face of the 3x3x3 that is a side.
pub(super) fn face(side: Side) -> Face {
    use Face::{B, D, F, L, R, U};
    [U, L, F, R, B, D][side as usize]
}

/// Reads the rest of a turn that begins with `first`, on a cube of `size` cubies along an
/// edge.
pub(super) fn read_turn(
    reader: &mut Reader,
    first: char,
    size: usize,
) -> Result<LayerTurn, SequenceProblem> {
    let middle = size.div_ceil(2);
    let (side, layers) = match first {
        '0'..='9' => return numbered_turn(reader, first, size),
        'x' => (Side::R, 1..=size),
        'y' => (Side::U, 1..=size),
        'z' => (Side::F, 1..=size),
        'M' | 'E' | 'S' if size.is_multiple_of(2) => {
            return Err(SequenceProblem::NoMiddleLayer { size });
        }
        'M' => (Side::L, middle..=middle),
        'E' => (Side::D, middle..=middle),
        'S' => (Side::F, middle..=middle),
        _ => {
            let side = Side::from_letter(first.to_ascii_uppercase());
            let side = side.ok_or(SequenceProblem::NotAMove(first))?;
            (side, 1..=if is_wide(reader, first) { 2 } else { 1 })
        }
    };
    let turns = turns(reader)?;
    Ok(LayerTurn {
        side,
        layers,
        turns,
    })
}

/// A turn after the numbers of its layers, of which `first` is the first digit.
fn numbered_turn(
    reader: &mut Reader,
    first: char,
    size: usize,
) -> Result<LayerTurn, SequenceProblem> {
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
    let letter = letter.ok_or(SequenceProblem::EndAfterLayer)?;
    let side = Side::from_letter(letter.to_ascii_uppercase());
    let side = side.ok_or(SequenceProblem::NotAFace(letter))?;
    let first = first as usize;
    let layers = match (last, is_wide(reader, letter)) {
        (Some(last), true) => first..=last as usize,
        (Some(_), false) => return Err(SequenceProblem::RangeNotWide),
        (None, true) => 1..=first,
        (None, false) => first..=first,
    };
    let turns = turns(reader)?;
    Ok(LayerTurn {
        side,
        layers,
        turns,
    })
}

fn is_wide(reader: &mut Reader, letter: char) -> bool {
    letter.is_ascii_lowercase() || reader.next_if(|c| c == 'w').is_some()
}

/// Clockwise quarter turns, as many as the suffix says.
fn turns(reader: &mut Reader) -> Result<u8, SequenceProblem> {
    match suffix(reader) {
        (None, prime) => Ok(if prime { 3 } else { 1 }),
        (Some(turns @ 1..=3), false) => Ok(turns as u8),
        (Some(turns @ 1..=3), true) => Ok(4 - turns as u8),
        (Some(other), _) => Err(SequenceProblem::Turns(other)),
    }
}

/// A number and a prime, in either order and both optional, or an exponent `^-2` or `⁻²`:
/// the number and whether there is a prime or minus.
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

/// A number, or the largest one where it is larger still.
pub(super) fn number(reader: &mut Reader) -> Option<u32> {
    let first = reader.next_if(|c| digit(c).is_some())?;
    Some(number_from(reader, digit(first)?))
}

/// The number that goes on after its first digit.
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

/// The marks that people use for a turn back.
pub(super) fn is_prime(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | '′' | 'ʼ' | 'ʹ' | '´' | '`' | 'i')
}
