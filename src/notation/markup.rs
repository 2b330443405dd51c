//! What stands between moves and is none: comments, the number of moves, `(20f*)`, and rotations as rules of
//! competitions had them, `[r2]`.

use super::nxn_move::{count_moves, is_prime};
use super::reader::Reader;
use crate::cube::Metric;

/// What a number of moves counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LengthUnit {
    /// It does not say.
    None,
    Metric(Metric),
    /// Slices or rotations, too.
    Other,
}

/// Reads the rest of `(20f*)` after its bracket; `None` if it is something else.
pub(super) fn length(reader: &mut Reader) -> Option<(u32, LengthUnit)> {
    let length = reader.decimal()?;
    reader.skip_spaces();
    let mut unit = String::new();
    while let Some(c) = reader.next_if(|c| c.is_ascii_alphabetic() && unit.len() < 5) {
        unit.push(c.to_ascii_lowercase());
    }
    reader.next_if(|c| c == '*');
    reader.next_if(|c| c == ')')?;
    let unit = match &*unit {
        "" => LengthUnit::None,
        "f" | "h" | "htm" | "ftm" => LengthUnit::Metric(Metric::HalfTurn),
        "q" | "qtm" => LengthUnit::Metric(Metric::QuarterTurn),
        "s" | "stm" | "etm" | "m" | "move" | "moves" => LengthUnit::Other,
        _ => return None,
    };
    Some((length, unit))
}

/// Reads the rest of `[r2]`: its name there and the rotation, `z2`. Reads nothing if it is something else.
pub(super) fn old_rotation(reader: &mut Reader) -> Option<(String, String)> {
    let mut ahead = reader.clone();
    let letter = ahead.next_if(|c| "rufldb".contains(c))?;
    let is_half = ahead.next_if(|c| c == '2').is_some();
    let is_inverse = ahead.next_if(is_prime).is_some();
    ahead.next_if(|c| c == ']')?;
    let place = "rufldb".find(letter)?;
    let axis = ["x", "y", "z"][place % 3];
    let suffix = match is_inverse != (place > 2) {
        _ if is_half => "2",
        true => "'",
        false => "",
    };
    *reader = ahead;
    let [half, inverse] =
        [(is_half, "2"), (is_inverse, "'")].map(|(is, sign)| if is { sign } else { "" });
    Some((
        format!("{letter}{half}{inverse}"),
        format!("{axis}{suffix}"),
    ))
}

/// Reads the rest of a comment.
pub(super) fn comment(reader: &mut Reader) -> String {
    std::iter::from_fn(|| reader.next_if(|c| c != '\n')).collect()
}

/// Whether a comment is a scramble: several moves, or one with a number or name before it.
pub(super) fn has_moves(comment: &str) -> bool {
    let (labels, moves): (Vec<&str>, Vec<&str>) = comment
        .split_whitespace()
        .partition(|word| word.ends_with([':', '.', ')']));
    let is_turn = |word: &&str| word.contains(|c: char| !"xyz2'".contains(c));
    labels.len() < 2
        && labels.len() + moves.len() > 1
        && moves.iter().all(|word| count_moves(word).is_some())
        && moves.iter().any(is_turn)
}

/// Whether a year follows, or N/A.
pub(super) fn is_at_date(reader: &Reader) -> bool {
    let mut ahead = reader.clone();
    ahead.next_if(|c| c == 'N').is_some()
        || (0..4).all(|_| ahead.next_if(|c| c.is_ascii_digit()).is_some())
}

/// Whether nothing but a comment follows.
pub(super) fn is_at_end(reader: &Reader) -> bool {
    let mut ahead = reader.clone();
    ahead.skip_spaces();
    ahead.peek().is_none_or(|c| matches!(c, '/' | '#' | ';'))
}
