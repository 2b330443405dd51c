//! One move of layers of a cube of any size: `R2'`, `Rw`, `r`, `3Rw`, `2R`, `2-3Rw`, `M`, `x`.

use super::reader::{Reader, TextError, found};
use crate::cube::{Face, FaceletTuple, NxnMove};

/// Whether a text is a single move of a cube of some size.
pub fn is_single_move(text: &str) -> bool {
    count_moves(text) == Some(1)
}

/// The number of moves of a cube of some size that a text consists of; `None` if there is anything else.
pub(super) fn count_moves(text: &str) -> Option<usize> {
    let mut reader = Reader::new(text);
    let mut count = 0;
    while reader.peek().is_some() {
        read_move(&mut reader, *FaceletTuple::SIZES.end()).ok()?;
        count += 1;
    }
    Some(count)
}

/// Reads a move of a cube of `size` cubies along an edge.
pub(super) fn read_move(reader: &mut Reader, size: usize) -> Result<NxnMove, TextError> {
    let numbers = match reader.peek() {
        Some('0'..='9') => Some(layer_numbers(reader, size)?),
        _ => None,
    };
    let letter = reader.next_if(|_| true);
    let middle = size.div_ceil(2);
    let (face, layers) = match letter.filter(|_| numbers.is_none()) {
        Some('x') => (Face::R, 1..=size),
        Some('y') => (Face::U, 1..=size),
        Some('z') => (Face::F, 1..=size),
        Some('M' | 'E' | 'S') if size.is_multiple_of(2) => {
            return Err(reader.problem(format!(
                "expected M, E and S only where there is a middle layer; there is none on the {size}x{size}x{size}"
            )));
        }
        Some('M') => (Face::L, middle..=middle),
        Some('E') => (Face::D, middle..=middle),
        Some('S') => (Face::F, middle..=middle),
        _ => {
            let face = letter.and_then(Face::from_letter);
            let face = face.ok_or_else(|| match numbers {
                None => not_a_move(reader, letter.unwrap_or(' ')),
                Some(_) => reader.problem(format!(
                    "expected a face (U R F D L B) after the number of a layer, found {} (a repeat is written \
                     (R U)2, the number of a line 1. or 1))",
                    found(letter)
                )),
            })?;
            let layers = match (numbers, is_wide(reader, letter)) {
                (None, false) => 1..=1,
                (None, true) => 1..=2,
                (Some((first, Some(last))), _) => first..=last,
                (Some((last, None)), true) => 1..=last,
                (Some((layer, None)), false) => layer..=layer,
            };
            (face, layers)
        }
    };
    let turns = turns(reader)?;
    Ok(NxnMove {
        face,
        layers,
        turns,
    })
}

/// The error that the character read last is no move, with what to write instead.
pub(super) fn not_a_move(reader: &Reader, found: char) -> TextError {
    let advice = match found {
        '&' | '<' | '>' | '\\' | '_' | '*' | '~' | '$' | '`' | '|' => {
            " (copy the moves as a page shows them, without its markup)"
        }
        '-' | '−' | '–' | '+' | '"' | '″' | '\'' | '’' | '‘' => {
            " (turns are written R, R2 and R', quotes \"R U\")"
        }
        c if c.is_alphanumeric() => {
            " (a name before moves ends with a colon, a comment begins with //)"
        }
        _ => "",
    };
    reader.problem(format!(
        "expected a move (U R F D L B, wide Rw or r, layer 2R, slice M E S, rotation x y z) or a bracket, found {found:?}{advice}"
    ))
}

/// Reads `2` or `2-3`, layers of a cube of `size`.
fn layer_numbers(reader: &mut Reader, size: usize) -> Result<(usize, Option<usize>), TextError> {
    let first = reader.decimal().unwrap_or(0) as usize;
    if first == 0 && reader.next_if(|c| c == 'x').is_some() {
        return Err(reader.problem(
            "a number in hexadecimal is a cube only in the format rubbik or rubbik-layers",
        ));
    }
    let dash = reader.next_if(|c| c == '-');
    let last = dash.map(|_| reader.decimal().unwrap_or(0) as usize);
    let in_order = [1, first, last.unwrap_or(first), size].is_sorted();
    in_order.then_some((first, last)).ok_or_else(|| {
        reader.problem(format!(
            "expected layers from 1 to {size}, the first one first (the number of a line is written 1. or 1))"
        ))
    })
}

fn is_wide(reader: &mut Reader, letter: Option<char>) -> bool {
    letter.is_some_and(|c| c.is_ascii_lowercase()) || reader.next_if(|c| c == 'w').is_some()
}

/// The suffix as clockwise quarter turns, `1..=3`.
fn turns(reader: &mut Reader) -> Result<u8, TextError> {
    let (number, is_inverse) = suffix(reader);
    match number.unwrap_or(1) {
        turns @ 1..=3 if is_inverse => Ok(4 - turns as u8),
        turns @ 1..=3 => Ok(turns as u8),
        0 => Err(reader.problem("expected 1, 2 or 3 turns, found 0 (as in R2, R^2 or R^-1)")),
        other => Err(reader.problem(format!("expected 1, 2 or 3 turns, found {other}"))),
    }
}

/// Reads a number and a prime, in either order and both optional, or an exponent `^-2`, `^{-2}` or `⁻²`.
/// Returns the number, and whether there is a prime or minus.
pub(super) fn suffix(reader: &mut Reader) -> (Option<u32>, bool) {
    let caret = reader.next_if(|c| c == '^').is_some();
    let minus = reader.next_if(|c| c == '⁻' || caret && matches!(c, '-' | '−'));
    if caret || minus.is_some() {
        let brace = reader.next_if(|c| caret && c == '{');
        let minus = brace
            .and_then(|_| reader.next_if(|c| matches!(c, '-' | '−')))
            .or(minus);
        let number = reader.decimal().unwrap_or(0);
        reader.next_if(|c| brace.is_some() && c == '}');
        return (Some(number), minus.is_some());
    }
    let before = reader.next_if(is_prime).is_some();
    let number = reader.decimal();
    (number, before || reader.next_if(is_prime).is_some())
}

/// The marks that people use for counter-clockwise.
pub(super) fn is_prime(c: char) -> bool {
    matches!(
        c,
        '\'' | '’'
            | '‘'
            | '‛'
            | '′'
            | '‵'
            | 'ʼ'
            | 'ʹ'
            | 'ˈ'
            | 'ꞌ'
            | '՚'
            | '׳'
            | '´'
            | '`'
            | 'i'
    )
}
