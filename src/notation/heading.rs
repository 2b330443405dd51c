//! What people and programs write around moves: bullets, numbers, times, names, labels and quotes.
//!
//! In this order, each only if more follows: a bullet `*`; a number `1.`, `1)`, `(1)`, `#1` or, of an extra
//! scramble, `E1`; a time as csTimer writes it, `8.43+`, `(1:02.35)` or `DNF(9.12)[comment]`; a name before a
//! tab; and a label with a colon. Words before a colon are a label if one is in [`LABELS`], if none is moves
//! and a space follows, or if they are one word of letters and digits and no square bracket, comma, slash or
//! second colon follows: `T-Perm: R U` and `F: R U` have labels, `F: [R, U]` and `F': R U` are conjugates. A label that
//! names another puzzle is an error.

use super::brackets::Notes;
use super::nxn_move::count_moves;
use super::reader::{Reader, TextError, is_space, plain};
use crate::cube::Sequence;

/// Words of labels, some of which could be moves.
#[rustfmt::skip]
const LABELS: [&str; 13] = [
    "scramble", "solution", "generator", "algorithm", "alg", "moves",
    "setup", "case", "answer", "perm", "pll", "oll", "f2l",
];

/// Puzzles whose scrambles have letters that could be moves of the 3x3x3, by their names and those of
/// competitions and timers.
#[rustfmt::skip]
pub(crate) const OTHER_PUZZLES: [&str; 25] = [
    "pyraminx", "pyram", "pyra", "pyr", "skewb", "skb", "megaminx", "mega", "mgm", "minx", "kilominx", "gigaminx",
    "clock", "clk", "square", "sq1", "sq", "squan", "fto", "rex", "redi", "revenge", "professor", "4bld", "5bld",
];

/// A reader of the moves of a text for a cube of this size: behind a heading, and inside of double quotes
/// around them. (Single ones could be primes.) Notes what is skipped although it could be moves.
///
/// # Errors
/// An opening quote that is never closed, a label of another puzzle, and two columns.
pub(super) fn reader_of_moves<'a>(
    text: &'a str,
    size: usize,
    notes: &mut Notes,
) -> Result<Reader<'a>, TextError> {
    let mut reader = Reader::new(text);
    let mut is_bold = emphasis(&mut reader);
    for skip in [bullet, time, list_number, time] {
        let mut ahead = reader.clone();
        ahead.skip_spaces();
        if skip(&mut ahead) {
            reader = ahead;
        }
    }
    for heading in [tab, extra, label] {
        reader.skip_spaces();
        let rest = rest_of(text, &reader);
        let Some(heading) = heading(rest).map_err(|problem| problem_at(&reader, problem))? else {
            continue;
        };
        let name = rest[..heading.length].trim_matches(|c| is_space(c) || c == ':' || c == '*');
        if let Some(puzzle) = other_puzzle(name, size) {
            let problem = format!("expected moves of the {size}x{size}x{size}, found {puzzle}");
            return Err(problem_at(&reader, problem));
        }
        if heading.could_be_moves {
            notes.push(format!("{name} is read as a name{}", heading.instead));
        }
        is_bold ^= rest[..heading.length].contains(BOLD[0]);
        is_bold ^= rest[..heading.length].contains(BOLD[1]);
        reader = Reader::at(text, &rest[heading.length..]);
    }
    is_bold ^= emphasis(&mut reader);
    unquoted(text, reader, is_bold)
}

/// The marks of bold text.
const BOLD: [&str; 2] = ["**", "__"];

/// Skips the marks of bold text.
fn emphasis(reader: &mut Reader) -> bool {
    let mut ahead = reader.clone();
    ahead.skip_spaces();
    let mark = ahead.next_if(|c| matches!(c, '*' | '_'));
    let is_bold = mark.is_some_and(|mark| ahead.next_if(|c| c == mark).is_some());
    if is_bold {
        *reader = ahead;
    }
    is_bold
}

/// Behind an opening quote or mark of bold text, the text inside of it.
fn unquoted<'a>(
    text: &'a str,
    mut reader: Reader<'a>,
    is_bold: bool,
) -> Result<Reader<'a>, TextError> {
    reader.skip_spaces();
    let rest = rest_of(text, &reader);
    let moves = before_comment(rest).trim_end_matches(is_space);
    let end_of_bold = BOLD.iter().find_map(|mark| moves.strip_suffix(mark));
    if let Some(inside) = end_of_bold.filter(|_| is_bold) {
        let end = text.len() - rest.len() + inside.len();
        return unquoted(&text[..end], Reader::at(&text[..end], inside), false);
    }
    let Some(quote) = reader.next_if(|c| "\"“„”«".contains(c)) else {
        return Ok(reader);
    };
    let closed = moves.strip_suffix(|c| "\"＂”“»".contains(c));
    let closed = closed.filter(|closed| !closed.is_empty());
    let closed = closed.ok_or_else(|| reader.problem(format!("{quote:?} is never closed")))?;
    let text = &text[..text.len() - rest.len() + closed.len()];
    Ok(Reader::at(text, rest_of(text, &reader)))
}

fn rest_of<'a>(text: &'a str, reader: &Reader) -> &'a str {
    let at = text.char_indices().nth(reader.column() - 1);
    at.map_or("", |(at, _)| &text[at..])
}

fn problem_at(reader: &Reader, problem: String) -> TextError {
    TextError {
        column: reader.column(),
        problem,
    }
}

/// Skips the bullet of a list, if a space and more follow.
fn bullet(reader: &mut Reader) -> bool {
    reader.next_if(|c| "-–—*•·‣◦▪>".contains(c)).is_some() && ends_with_space(reader)
}

/// Skips `1.`, `1)`, `1:`, `(1)` or `#1`, if more follows.
fn list_number(reader: &mut Reader) -> bool {
    let before = reader.next_if(|c| matches!(c, '(' | '#'));
    let is_numbered = reader.decimal().is_some();
    let after = reader.next_if(|c| matches!(c, '.' | ')' | ':'));
    let is_complete = match before {
        Some('(') => after == Some(')'),
        before => before.or(after).is_some(),
    };
    reader.skip_spaces();
    is_numbered && is_complete && reader.peek().is_some()
}

/// Skips a time, if a space and more follow.
fn time(reader: &mut Reader) -> bool {
    reader.next_if(|c| c == '(');
    let is_failed = "DNF".chars().all(|c| reader.next_if(|d| c == d).is_some());
    let mut digits = String::new();
    while let Some(c) = reader.next_if(|c| c.is_ascii_digit() || ".:+=()".contains(c)) {
        digits.push(c);
    }
    if reader.next_if(|c| c == '[').is_some() {
        while reader.next_if(|c| c != ']').is_some() {}
        while reader.next_if(|c| matches!(c, ']' | ')')).is_some() {}
    }
    // 1. is a number
    let has_decimals = digits.split_once('.').is_some_and(|(seconds, rest)| {
        seconds.ends_with(|c: char| c.is_ascii_digit())
            && rest.starts_with(|c: char| c.is_ascii_digit())
    });
    (is_failed || has_decimals) && ends_with_space(reader)
}

/// A name before moves.
struct Heading {
    /// In bytes.
    length: usize,
    could_be_moves: bool,
    /// How to write what is meant if it is no name.
    instead: &'static str,
}

/// What stands before the first tab of a line, unless there are three moves or more with tabs between.
/// Columns of moves beside each other are an error.
fn tab(text: &str) -> Result<Option<Heading>, String> {
    let line = before_comment(text.lines().next().unwrap_or(""));
    let Some((name, rest)) = line.split_once('\t') else {
        return Ok(None);
    };
    // as Cube Explorer's length (20f*)
    let is_remark = |cell: &&str| cell.is_empty() || cell.starts_with('(') && !cell.contains(' ');
    let cells = || {
        rest.split('\t')
            .map(|cell| cell.trim_matches(is_space))
            .filter(|cell| !is_remark(cell))
    };
    let is_move = |cell: &str| count_moves(cell) == Some(1);
    let are_moves = cells().all(is_move);
    let count = cells().count();
    if count == 0 || count > 1 && are_moves && is_move(name.trim()) {
        return Ok(None);
    }
    let mut words = words_in(name);
    // behind a label, a single move is a column of moves, too
    let behind_label = name.split_once([':', '：']).map(|(_, behind)| behind);
    let mut labelled = words_in(behind_label.unwrap_or_default());
    let has_moves = words.clone().count() > 1 && words.clone().all(is_moves)
        || labelled.clone().count() > 0 && labelled.all(is_moves);
    if count > 1 && !are_moves || has_moves {
        return Err("expected one column of moves, found another behind a tab (--csv reads files with columns)".into());
    }
    Ok(Some(Heading {
        length: name.len() + 1,
        could_be_moves: words.clone().count() > 0 && words.all(is_moves)
            || Sequence::parse(name).is_ok_and(|moves| !moves.is_empty()),
        instead: " before a tab; moves have spaces between",
    }))
}

/// The number of an extra scramble: `Extra 1.`, `E1)`, or `E1` and `E2` before moves. E2 is the slice if the
/// rest is not as long as a scramble of faces.
fn extra(text: &str) -> Result<Option<Heading>, String> {
    const SCRAMBLE: usize = 15;
    let word = ["extra", "Extra", "EXTRA"]
        .iter()
        .find_map(|word| text.strip_prefix(word));
    let Some(number) = word.map(str::trim_start).or(text.strip_prefix('E')) else {
        return Ok(None);
    };
    let marked = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &number[..number.len() - marked.len()];
    let rest = marked.trim_start_matches(['.', ')', ':']);
    let is_marked = word.is_some() || rest.len() < marked.len();
    if digits.is_empty() || !rest.starts_with(is_space) || before_comment(rest).trim().is_empty() {
        return Ok(None);
    }
    let is_turn = |word: &str| {
        let rest = word.strip_prefix(['U', 'R', 'F', 'D', 'L', 'B']);
        rest.is_some_and(|rest| ["", "2", "'", "’"].contains(&rest))
    };
    let turns = before_comment(rest).split_whitespace();
    let is_long = turns.clone().all(is_turn) && turns.count() >= SCRAMBLE;
    let is_number = is_marked || digits == "1" || digits == "2" && is_long;
    Ok(is_number.then_some(Heading {
        length: text.len() - rest.len(),
        could_be_moves: word.is_none() && !marked.starts_with(['.', ')']),
        instead: ", the number of an extra scramble",
    }))
}

/// A label and its colon, if moves follow.
fn label(text: &str) -> Result<Option<Heading>, String> {
    const LONGEST: usize = 40;
    let label: String = text
        .chars()
        .take(LONGEST)
        .take_while(|c| !":：[]\"“”„«»".contains(*c))
        .collect();
    let behind = &text[label.len()..];
    let Some(rest) = behind.strip_prefix([':', '：']) else {
        return Ok(None);
    };
    let is_apart =
        behind.starts_with('：') || rest.trim_start_matches(['*', '_']).starts_with(is_space);
    let moves = before_comment(rest).trim_matches(is_space);
    if moves.is_empty() || !label.starts_with(char::is_alphanumeric) {
        return Ok(None);
    }
    let label = label.trim_end_matches(|c| is_space(c) || matches!(c, '*' | '_'));
    // a remark may end it: PLL (Ua)
    let remark = label
        .strip_suffix(')')
        .and_then(|label| label.split_once(" ("));
    let (name, remark) = remark.unwrap_or((label, ""));
    if [name, remark].iter().any(|part| part.contains(['(', ')'])) {
        return Ok(None);
    }
    let words = || [name, remark].into_iter().flat_map(str::split_whitespace);
    let is_known = words().any(|word| LABELS.contains(&&*word.to_ascii_lowercase()));
    let could_be_moves = words().all(is_moves);
    let is_word = label.chars().all(char::is_alphanumeric);
    let is_name = is_word && !moves.contains(['[', ',', '，', '/', ':', '：']);
    let has_moves = [name, remark].into_iter().flat_map(words_in).any(is_moves);
    let is_label = is_known || is_apart && !has_moves || could_be_moves && is_name;
    Ok(is_label.then_some(Heading {
        length: text.len() - rest.len(),
        could_be_moves: could_be_moves && !is_known,
        instead: "; a conjugate is written [A: B]",
    }))
}

/// The words with letters of a text, without brackets and marks.
fn words_in(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| is_space(c) || "()[]{},:/*_.、。".contains(plain(c)))
        .filter(|word| word.contains(char::is_alphabetic))
}

fn is_moves(word: &str) -> bool {
    count_moves(word).is_some()
}

fn before_comment(text: &str) -> &str {
    let starts = ["//", "#", ";"].iter().filter_map(|mark| text.find(mark));
    &text[..starts.min().unwrap_or(text.len())]
}

/// The puzzle that a name has among its words, if it is not the cube of this size; scrambles of the 2x2x2
/// are moves of the 3x3x3.
fn other_puzzle(name: &str, size: usize) -> Option<String> {
    let name = name.to_lowercase().replace('×', "x");
    let words = name.split(|c: char| !c.is_alphanumeric());
    let is_other = |word: &&str| {
        let event = ["444", "555", "666", "777"]
            .iter()
            .any(|event| word.starts_with(event));
        let sizes: Option<Vec<usize>> = word.split('x').map(|size| size.parse().ok()).collect();
        let sizes = sizes.unwrap_or_default();
        let is_size = sizes.len() > 1 && sizes.iter().any(|n| *n != size && (*n, size) != (2, 3));
        event || is_size || OTHER_PUZZLES.contains(word)
    };
    words
        .filter(|word| !word.is_empty())
        .find(is_other)
        .map(str::to_owned)
}

/// Whether a space and more follow, to which the reader moves.
fn ends_with_space(reader: &mut Reader) -> bool {
    let is_apart = reader.next_if(is_space).is_some();
    reader.skip_spaces();
    is_apart && reader.peek().is_some()
}
