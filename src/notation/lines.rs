//! Texts with a cube on each line, on the nine lines of a net, or on those of the faces or their rows.

use super::reader::is_between;
use super::{Format, net};
use std::collections::{HashMap, VecDeque};
use std::io::{self, BufRead};
use std::ops::RangeInclusive;
use thiserror::Error;

/// Room for the longest sequences that can be read, of ten million moves.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Why a line is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    /// It is in no encoding that is known; with the place of the first such byte, from 1.
    #[error("expected UTF-8 text, found other bytes from byte {0}")]
    NotUtf8(usize),
    /// It seems to be in UTF-16.
    #[error("expected UTF-8 text, found what looks like UTF-16; convert it (iconv -f UTF-16)")]
    Utf16,
    /// It has more bytes than the longest sequence takes.
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// It is of a net that has not all of its lines.
    #[error(
        "expected the nine lines of a net, of 3, 3, 3, 12, 12, 12, 3, 3 and 3 facelets; moves \
         are read without so much space before them"
    )]
    CutNet,
    /// They are of facelets that have not all of their lines.
    #[error(
        "expected facelets on nine lines of 3, 3, 3, 12, 12, 12, 3, 3 and 3, or on six lines of 9"
    )]
    CutFacelets,
}

/// A line with its number, from 1.
pub type Line = (u64, Result<String, LineError>);

/// The lines of a text, those of a net together, and six with a face each; fails where the reader
/// does.
///
/// The first lines of a net are far from the margin, so that the others are waited for. Without
/// that space, and in faces, they could be moves, whose writer may wait for the answer: they are
/// taken together only if all of them are there already.
///
/// ```
/// use cubesolve::notation::Lines;
///
/// let lines: Vec<_> = Lines::new(&b"R U\n\nF2"[..]).collect::<Result<_, _>>()?;
/// assert_eq!(lines[2], (3, Ok("F2".to_owned())));
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Lines<R> {
    reader: R,
    /// Whether more can be read without waiting for it to be written.
    is_more_there: fn(&R) -> bool,
    /// Lines read so far.
    count: u64,
    /// Those that were looked at and turned out to be no net.
    ahead: VecDeque<Line>,
    /// Whether the last ones were a net, which may end with an empty line.
    after_net: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines that `reader` gives without anybody having to wait for them.
    pub fn new(reader: R) -> Lines<R> {
        Lines::as_written(reader, |_| true)
    }

    /// The same where more may be written only when there is an answer; `is_more_there` says
    /// whether some is there now, or nothing will follow.
    pub fn as_written(reader: R, is_more_there: fn(&R) -> bool) -> Lines<R> {
        Lines {
            reader,
            is_more_there,
            count: 0,
            ahead: VecDeque::new(),
            after_net: false,
        }
    }

    /// What gives the lines.
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// Whether lines were read that are still to come.
    pub fn has_looked_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }

    /// The next line, or all lines of a net as one; `None` at the end.
    fn line_or_net(&mut self) -> io::Result<Option<Line>> {
        let Some(mut first) = self.next_line()? else {
            return Ok(None);
        };
        if std::mem::take(&mut self.after_net) && is_blank(&first) {
            match self.next_line()? {
                Some(line) => first = line,
                None => return Ok(None),
            }
        }
        let number = first.0;
        let mut lines = vec![first];
        while lines.len() < NET_LINES && may_be_of_net(lines.len() - 1, &lines[lines.len() - 1]) {
            match self.next_line()? {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        let is_net = lines.len() > 3 && (0..4).all(|i| is_of_net(i, &lines[i]));
        let parts = match is_net {
            true => lines.len(),
            false => self.parts_of_cut_net(&mut lines)?,
        };
        self.put_back(lines.split_off(parts.max(1)));
        if parts == 0 {
            return self.line_or_facelets(lines);
        }
        self.after_net = !lines.last().is_some_and(is_blank);
        let texts: Option<Vec<String>> = lines.into_iter().map(|(_, text)| text.ok()).collect();
        let texts = texts.filter(|texts| is_net && texts.len() == NET_LINES);
        let net = texts.map(|texts| texts.join("\n"));
        Ok(Some((number, net.ok_or(LineError::CutNet))))
    }

    /// How many of the lines are what is left of a net, if a row of it is among the first ones;
    /// those that follow are read.
    fn parts_of_cut_net(&mut self, lines: &mut Vec<Line>) -> io::Result<usize> {
        let is_part = |line: &Line| is_part_of_net(line);
        let mut parts = lines.iter().take_while(|line| is_part(line)).count();
        let is_row = |(_, text): &Line| text.as_ref().is_ok_and(|text| net::is_row(text));
        if !lines[..parts].iter().any(is_row) {
            return Ok(0);
        }
        while parts == lines.len() && parts < NET_LINES {
            let Some(line) = self.next_line()? else {
                break;
            };
            parts += usize::from(is_part(&line));
            lines.push(line);
        }
        Ok(parts)
    }

    /// The line, or all lines of the facelets that it begins, as far as they are there already.
    fn line_or_facelets(&mut self, mut lines: Vec<Line>) -> io::Result<Option<Line>> {
        // short moves may be before them
        while lines.len() < MOST_ROWS + NET_LINES
            && lines.last().is_some_and(is_row)
            && (self.has_looked_ahead() || (self.is_more_there)(&self.reader))
        {
            match self.next_line()? {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        let (parts, whole) = rows_of_facelets(&lines);
        self.put_back(lines.split_off(parts));
        if parts == 1 {
            return Ok(lines.pop());
        }
        self.after_net = true;
        let number = lines[0].0;
        let texts = lines.into_iter().filter_map(|(_, text)| text.ok());
        let facelets = texts.collect::<Vec<_>>().join("\n");
        let facelets = whole.then_some(facelets).ok_or(LineError::CutFacelets);
        Ok(Some((number, facelets)))
    }

    fn put_back(&mut self, lines: Vec<Line>) {
        for line in lines.into_iter().rev() {
            self.ahead.push_front(line);
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        self.count += 1;
        let line = read_line(&mut self.reader, MAX_LINE_BYTES)?;
        let decode = |line: Result<_, _>| line.and_then(|bytes| decode(bytes, self.count == 1));
        Ok(line.map(|line| (self.count, decode(line))))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.line_or_net().transpose()
    }
}

/// The lines of a net.
const NET_LINES: usize = 9;

/// Whether a line can be this one of a net, from 0. The first four are unlike moves, so that
/// the rest can be waited for: three letters far from the margin, thrice, then about twelve.
fn is_of_net(n: usize, line: &Line) -> bool {
    let letters = |counts: RangeInclusive<usize>| {
        let are_letters = |text: &str| text.chars().all(|c| c.is_whitespace() || c.is_alphabetic());
        counts.contains(&symbols(line)) && line.1.as_deref().is_ok_and(are_letters)
    };
    match n {
        0..3 => has_margin(line) && letters(3..=3),
        3 => letters(10..=14),
        _ => !is_blank(line),
    }
}

/// The same where a sign may be wrong in the first three.
fn may_be_of_net(n: usize, line: &Line) -> bool {
    is_of_net(n, line) || n < 3 && has_margin(line) && is_part_of_net(line)
}

/// Whether a line is as one of a net, one sign of which may be wrong.
fn is_part_of_net(line: &Line) -> bool {
    match symbols(line) {
        1..=4 => has_margin(line),
        count @ 10..=14 => letters(line) + 1 >= count,
        _ => false,
    }
}

/// The letters on the lines of facelets: of a net, of the faces, or of the rows of the faces.
const ROWS: [&[usize]; 3] = [&[3, 3, 3, 12, 12, 12, 3, 3, 3], &[9; 6], &[3; MOST_ROWS]];

const MOST_ROWS: usize = 18;

/// Whether a line could be one of [`ROWS`], with a sign too many, lost or wrong.
fn is_row(line: &Line) -> bool {
    let count = symbols(line);
    ROWS.iter().any(|shape| is_near_row(shape, count)) && letters(line) + 1 >= count
}

/// Whether a row of this shape has so many signs, but for one.
fn is_near_row(shape: &[usize], count: usize) -> bool {
    shape.iter().any(|row| row.abs_diff(count) <= 1)
}

/// How many of the lines, the first of which may be anything, belong together as facelets, 1 if
/// just that one; and whether they are all lines that there should be. Some of them have to be
/// unlike moves, or all together to have the letters of a cube.
fn rows_of_facelets(lines: &[Line]) -> (usize, bool) {
    let rows = lines.iter().take_while(|line| is_row(line));
    let rows: Vec<(&str, usize)> = rows
        .filter_map(|line| Some((line.1.as_deref().ok()?, symbols(line))))
        .collect();
    let whole = |start: usize| whole_facelets(&rows[start..]);
    if let Some(count) = whole(0) {
        return (count, true);
    }
    // what is before others that are whole is no part of them
    let end = (1..rows.len()).find(|start| whole(*start).is_some());
    let rows = &rows[..end.unwrap_or(rows.len()).min(NET_LINES)];
    let part = |shape: &&[usize]| {
        let near = rows.iter().take_while(|row| is_near_row(shape, row.1));
        let count = near.count();
        let is_part = is_unlike_moves(&rows[..count])
            || has_nearly_all_facelets(&rows[..count.min(shape.len())]);
        (count > 1 && is_part).then_some(count)
    };
    match ROWS.iter().find_map(part) {
        Some(count) => (count, false),
        None => (1, true),
    }
}

/// How many rows, with the numbers of their signs, begin these that are all rows of a cube.
fn whole_facelets(rows: &[(&str, usize)]) -> Option<usize> {
    let is_whole = |shape: &&&[usize]| {
        let is_shape =
            rows.len() >= shape.len() && rows.iter().zip(**shape).all(|(row, n)| row.1 == *n);
        let own = &rows[..shape.len().min(rows.len())];
        is_shape && (is_unlike_moves(own) || has_each_letter_nine_times(own))
    };
    ROWS.iter().find(is_whole).map(|shape| shape.len())
}

fn is_unlike_moves(rows: &[(&str, usize)]) -> bool {
    let mut guesses = rows.iter().map(|(text, _)| Format::guess(text));
    guesses.any(|guess| guess == Format::Facelets)
}

fn has_each_letter_nine_times(rows: &[(&str, usize)]) -> bool {
    let counts = letter_counts(rows);
    counts.len() == 6 && counts.values().all(|count| *count == 9)
}

fn letter_counts(rows: &[(&str, usize)]) -> HashMap<char, usize> {
    let mut counts = HashMap::new();
    let letters = rows.iter().flat_map(|(text, _)| text.chars());
    for letter in letters.filter(|c| c.is_alphabetic()) {
        *counts.entry(letter.to_ascii_uppercase()).or_insert(0) += 1;
    }
    counts
}

/// Whether rows have the letters of a cube but for one row and one sign, and no spaces, without
/// which hardly anybody writes so many moves.
fn has_nearly_all_facelets(rows: &[(&str, usize)]) -> bool {
    const LONGEST_ROW: usize = 12;
    let spaced = |(text, _): &&(&str, usize)| text.trim().contains(char::is_whitespace);
    let counts = letter_counts(rows);
    counts.values().sum::<usize>() + LONGEST_ROW + 1 >= 54
        && counts.values().all(|count| *count <= 10)
        && rows.iter().filter(spaced).count() <= 1
}

fn has_margin((_, text): &Line) -> bool {
    let is_margin = |text: &String| text.starts_with('\t') || text.starts_with("   ");
    text.as_ref().is_ok_and(is_margin)
}

/// The signs of a line that are seen, up to some more than a net has.
fn symbols(line: &Line) -> usize {
    count(line, |c| !is_between(c))
}

fn letters(line: &Line) -> usize {
    count(line, char::is_alphabetic)
}

fn count((_, text): &Line, counts: fn(char) -> bool) -> usize {
    const MOST: usize = 20;
    let count = |text: &String| text.chars().filter(|c| counts(*c)).take(MOST).count();
    text.as_ref().map_or(0, count)
}

fn is_blank(line: &Line) -> bool {
    line.1.as_ref().is_ok_and(|text| text.trim().is_empty())
}

/// Reads up to the next line feed, which is left out; `None` at the end of the input. What
/// is too long is skipped without being kept.
fn read_line(
    reader: &mut impl BufRead,
    max_bytes: usize,
) -> io::Result<Option<Result<Vec<u8>, LineError>>> {
    let mut line = vec![];
    let (mut any, mut too_long) = (false, false);
    loop {
        let bytes = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            break;
        }
        any = true;
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        too_long |= line.len() + part.len() > max_bytes;
        if too_long {
            line = vec![];
        } else {
            line.extend_from_slice(part);
        }
        let consumed = end.map_or(bytes.len(), |end| end + 1);
        reader.consume(consumed);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then_some(if too_long {
        Err(LineError::TooLong)
    } else {
        Ok(line)
    }))
}

/// The text of a line, without the carriage return of other systems and, on the first line,
/// without a byte-order mark.
fn decode(mut line: Vec<u8>, first: bool) -> Result<String, LineError> {
    const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if first && line.starts_with(UTF8_MARK) {
        line.drain(..UTF8_MARK.len());
    }
    if line.contains(&0) || line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff") {
        return Err(LineError::Utf16);
    }
    String::from_utf8(line)
        .map_err(|error| LineError::NotUtf8(error.utf8_error().valid_up_to() + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(mut bytes: &[u8], max_bytes: usize) -> Vec<Result<Vec<u8>, LineError>> {
        std::iter::from_fn(|| read_line(&mut bytes, max_bytes).unwrap()).collect()
    }

    #[test]
    fn lines_are_split_and_bounded() {
        let ok = |text: &str| Ok(text.as_bytes().to_vec());
        assert_eq!(lines(b"", 4), []);
        assert_eq!(lines(b"\n", 4), [ok("")]);
        assert_eq!(lines(b"a\n\nbcde", 4), [ok("a"), ok(""), ok("bcde")]);
        let too_long = [Err(LineError::TooLong), ok("b")];
        assert_eq!(lines(b"aaaaa\nb\n", 4), too_long);
    }

    /// Line numbers and texts.
    fn questions(text: &str) -> Vec<(u64, String)> {
        Lines::new(text.as_bytes())
            .map(|line| line.unwrap())
            .map(|(number, text)| (number, text.unwrap_or_else(|error| error.to_string())))
            .collect()
    }

    #[test]
    fn the_lines_of_a_net_are_one() {
        let net = "    UUU\n\tR R R\n   FFF\nabcdefabcdef\nb\nc\nd\ne\nf";
        let cut = LineError::CutNet.to_string();
        let one = |line, text: &str| (line, text.to_owned());
        for (text, expected) in [
            (
                format!("R\n{net}\nU"),
                vec![one(1, "R"), one(2, net), one(11, "U")],
            ),
            (format!("{net}\n\nU\n"), vec![one(1, net), one(11, "U")]),
            (format!("{net}\n\n{net}\n"), vec![one(1, net), one(11, net)]),
            (
                format!("{}\n\nU", &net[..40]),
                vec![one(1, &cut), one(9, "U")],
            ),
            (net[..40].to_owned(), vec![one(1, &cut)]),
        ] {
            assert_eq!(questions(&text), expected, "{text}");
        }
        for moves in [
            "   R U F\n   F2\n\n",
            "   RUF\n   RUF\n   RUF\n   RUF\nR",
            "RUF\n RUF",
        ] {
            let lines: Vec<(u64, String)> = (1..).zip(moves.lines().map(str::to_owned)).collect();
            assert_eq!(questions(moves), lines);
        }
    }

    /// Rows without a margin, and faces, are facelets if they are all there; moves that look
    /// like one of them are not kept waiting.
    #[test]
    fn facelets_on_several_lines_are_one() {
        let superflip = "UBU\nLUR\nUFU\nLULFUFRURBUB\nBLFLFRFRBRBL\nLDLFDFRDRBDB\nDFD\nLDR\nDBD";
        let faces = "UUUUUUUUU\nr r r r r r r r r\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB";
        let cut = LineError::CutFacelets.to_string();
        let one = |line, text: &str| (line, text.to_owned());
        for (text, expected) in [
            (
                format!("R\n{faces}\nU"),
                vec![one(1, "R"), one(2, faces), one(8, "U")],
            ),
            (
                format!("{faces}\n\n{faces}\n"),
                vec![one(1, faces), one(8, faces)],
            ),
            (faces[..47].to_owned(), vec![one(1, &cut)]),
            (faces.replacen("FF", "F", 1), vec![one(1, &cut)]),
            (
                format!("{}\nR U F2", &faces[..27]),
                vec![one(1, &cut), one(3, "R U F2")],
            ),
            (
                "RUFRUFRUF\nR U F".to_owned(),
                vec![one(1, "RUFRUFRUF"), one(2, "R U F")],
            ),
        ] {
            assert_eq!(questions(&text), expected, "{text}");
        }
        // no two neighbours are alike, so that all together have to tell
        assert_eq!(questions(superflip), [one(1, superflip)]);
        let part = |count| superflip.lines().take(count).collect::<Vec<_>>().join("\n");
        assert_eq!(questions(&part(8)), [one(1, &cut)]);
        assert_eq!(questions(&part(5)).len(), 5);
        // nothing more has come yet
        let mut lines = Lines::as_written(superflip.as_bytes(), |_| false);
        assert_eq!(lines.next().unwrap().unwrap(), (1, Ok("UBU".to_owned())));
    }

    #[test]
    fn bytes_are_decoded() {
        let decoded = |bytes: &[u8], first| decode(bytes.to_vec(), first);
        assert_eq!(decoded(b"R U\r", false), Ok("R U".to_owned()));
        assert_eq!(decoded(b"\xef\xbb\xbfR", true), Ok("R".to_owned()));
        assert_eq!(decoded(b"R\xff", false), Err(LineError::NotUtf8(2)));
        assert_eq!(decoded(b"\xff\xfeR\0", true), Err(LineError::Utf16));
        assert_eq!(decoded(b"\0R", false), Err(LineError::Utf16));
    }
}
