//! Links of alg.cubing.net and Twizzle, which show moves from a setup on.
//!
//! A link is read as its setup followed by its moves. Both sites have the moves in `alg`; the setup is in
//! `setup` on alg.cubing.net, where `_` is a space and `-` a prime, and in `setup-alg` in Twizzle, as in
//! `experimental-setup-alg` of earlier links. Links that end with their setup are refused.

use super::error::{SequenceError, SequenceProblem};
use crate::cube::Sequence;

/// The address of Twizzle's editor.
const EDITOR: &str = "https://alpha.twizzle.net/edit/";

/// The site with its own escapes.
const OLD_SITE: &str = "alg.cubing.net";

/// The host and what follows it, if a text is a link.
fn split(text: &str) -> Option<(&str, &str)> {
    let scheme = ["https://", "http://"];
    let bare = scheme.iter().find_map(|scheme| text.strip_prefix(scheme));
    let address = bare.unwrap_or(text);
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, rest) = address.split_at(end);
    let is_known = ["cubing.net", "twizzle.net"]
        .iter()
        .any(|site| host.ends_with(site));
    (bare.is_some() || is_known).then_some((host, rest))
}

/// Whether a text is a link, of whatever site.
pub(super) fn is_link(text: &str) -> bool {
    split(text.trim()).is_some()
}

/// Reads the setup and the moves of a link.
///
/// # Errors
/// What the link lacks, or what is wrong with its moves, with the column in the link.
pub(super) fn parse(text: &str) -> Result<Sequence, SequenceError> {
    let (host, rest) = split(text.trim()).unwrap_or_default();
    let column_of = |part: &str| {
        1 + text[..part.as_ptr().addr() - text.as_ptr().addr()]
            .chars()
            .count()
    };
    let error = |part: &str, problem| SequenceError {
        column: column_of(part),
        problem: SequenceProblem::Link(problem),
    };
    if !host.ends_with("cubing.net") && !host.ends_with("twizzle.net") {
        return Err(error(host, "a link of alg.cubing.net or alpha.twizzle.net"));
    }
    let (mut setup, mut moves) = (None, None);
    for parameter in parameters(rest) {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let read = || read_moves(value, column_of(value), host == OLD_SITE);
        match (name.strip_prefix("experimental-").unwrap_or(name), value) {
            ("alg", _) => moves = Some(read()?),
            ("setup" | "setup-alg", _) => setup = Some(read()?),
            ("puzzle", "3x3x3" | "2x2x2") => {}
            ("puzzle" | "puzzle-description", _) => {
                return Err(error(value, "a link of the 3x3x3 or 2x2x2"));
            }
            ("type", "moves" | "reconstruction") | ("setup-anchor", "start") => {}
            ("type" | "setup-anchor", _) => {
                return Err(error(value, "a link whose moves start from its setup"));
            }
            _ => {}
        }
    }
    if setup.is_none() && moves.is_none() {
        return Err(error(rest, "a link with moves in alg or setup"));
    }
    let mut whole: Sequence = setup.unwrap_or_default();
    whole.append(&moves.unwrap_or_default());
    Ok(whole)
}

/// The parameters between `?` and the fragment. `&#45;` is neither of the separators but an escape.
fn parameters(address: &str) -> Vec<&str> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let mut fragments = query.match_indices('#');
    let fragment = fragments.find(|(at, _)| !query[..*at].ends_with('&'));
    let query = &query[..fragment.map_or(query.len(), |(at, _)| at)];
    let mut parameters = vec![];
    let mut start = 0;
    for (at, _) in query.match_indices('&') {
        if !query[at..].starts_with("&#") {
            parameters.push(&query[start..at]);
            start = at + 1;
        }
    }
    parameters.push(&query[start..]);
    parameters
}

/// Reads the moves of a parameter that begins in this column.
fn read_moves(value: &str, column: usize, is_old: bool) -> Result<Sequence, SequenceError> {
    let mut decoded = decode(value);
    if is_old {
        decoded = without_old_escapes(&decoded);
    }
    let text: String = decoded.iter().map(|(_, c)| c).collect();
    super::sequence::parse_moves(&text).map_err(|error| {
        let at = decoded.get(error.column - 1).or(decoded.last());
        SequenceError {
            column: column + at.map_or(0, |(at, _)| *at),
            ..error
        }
    })
}

/// The characters of a parameter and where they are in it: `+` is a space, `%27` a byte.
fn decode(value: &str) -> Vec<(usize, char)> {
    let characters: Vec<char> = value.chars().collect();
    let byte = |at: usize| -> Option<u8> {
        let digits = characters.get(at..at + 3).filter(|three| three[0] == '%')?;
        let digit = |c: char| c.to_digit(16);
        Some((16 * digit(digits[1])? + digit(digits[2])?) as u8)
    };
    let mut decoded = vec![];
    let mut at = 0;
    while at < characters.len() {
        let bytes: Vec<u8> = (at..).step_by(3).map_while(byte).collect();
        let text = String::from_utf8_lossy(&bytes);
        decoded.extend(text.char_indices().map(|(n, c)| (at + 3 * n, c)));
        at += 3 * bytes.len();
        if bytes.is_empty() {
            let c = characters[at];
            decoded.push((at, if c == '+' { ' ' } else { c }));
            at += 1;
        }
    }
    decoded
}

/// The characters that alg.cubing.net means.
fn without_old_escapes(escaped: &[(usize, char)]) -> Vec<(usize, char)> {
    let mut plain = vec![];
    let mut rest = escaped;
    while let Some(((at, c), after)) = rest.split_first() {
        let begins = |(escape, _): &&(&str, char)| {
            let mut both = escape.chars().zip(rest);
            rest.len() >= escape.len() && both.all(|(a, (_, b))| a == *b)
        };
        let escapes = [("&#45;", '-'), ("&#95;", '_'), ("&#2b;", '+')];
        let (length, c) = match escapes.iter().find(begins) {
            Some((escape, c)) => (escape.len(), *c),
            None => (
                1,
                match c {
                    '-' => '\'',
                    '_' => ' ',
                    c => *c,
                },
            ),
        };
        plain.push((*at, c));
        rest = if length == 1 { after } else { &rest[length..] };
    }
    plain
}

/// A link to Twizzle's editor that shows moves; `end` is from [`setup`].
pub(crate) fn to_editor(moves: &str, end: &str) -> String {
    format!("{EDITOR}?alg={}{end}", encoded(moves))
}

/// The end of a link with these moves before those that are shown, and another puzzle than the 3x3x3.
pub(crate) fn setup(moves: &str, puzzle: Option<&str>) -> String {
    let puzzle = puzzle.map(|puzzle| format!("&puzzle={puzzle}"));
    format!(
        "&setup-alg={}{}",
        encoded(moves),
        puzzle.unwrap_or_default()
    )
}

/// Moves as browsers encode them.
fn encoded(moves: &str) -> String {
    moves.replace(' ', "+").replace('\'', "%27")
}
