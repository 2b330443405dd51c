//! Texts with a cube on each line, or with facelets on several lines.
//!
//! A net of nine lines is one cube, and so are six lines of nine letters, one for each face. Their
//! first line is unlike moves: nine letters without spaces, or three that are indented by at least
//! their own width. So a line of moves is returned as soon as it is read, also where its writer
//! waits for the answer. Lines that begin like facelets and do not go on so are an error.

use super::net::begins_net;
use super::symbols::{NET_LINES, POCKET_NET_LINES, is_between, with_short_names};
use std::borrow::Cow;
use std::io::{self, BufRead, Read};
use thiserror::Error;

/// Enough for the longest sequence that can be read, of ten million moves.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Why a line cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LineError {
    /// Bytes that are not UTF-8, with the place of the first one, from 1.
    #[error("expected UTF-8 text, found other bytes from byte {0}")]
    NotUtf8(usize),
    /// The text seems to be UTF-16.
    #[error("expected UTF-8 text, found what looks like UTF-16; convert it (iconv -f UTF-16)")]
    Utf16,
    /// More bytes than the longest sequence has.
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// Lines that begin like a net.
    #[error(
        "expected the nine lines of a net, of 3, 3, 3, 12, 12, 12, 3, 3 and 3 facelets; a line of \
         moves is not indented as far"
    )]
    NotANet,
    /// Lines that begin like the net of a 2x2x2.
    #[error(
        "expected the six lines of a net, of 2, 2, 8, 8, 2 and 2 facelets; a line of moves is not \
         indented as far"
    )]
    NotAPocketNet,
    /// Lines that begin like faces.
    #[error("expected six lines of nine facelets; nine moves are read with spaces between them")]
    NotFaces,
}

/// Whether a text is only a comment. `#3 R U` is not: it is a numbered line.
pub fn is_comment(text: &str) -> bool {
    let text = text.trim_start();
    let is_numbered = text.strip_prefix('#').is_some_and(|rest| {
        let moves = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        moves.len() < rest.len() && !moves.trim_start_matches(['.', ')', ':']).trim().is_empty()
    });
    text.starts_with(['#', ';']) && !is_numbered || text.starts_with("//")
}

/// A line with its number, from 1.
pub type Line = (u64, Result<String, LineError>);

/// The lines of a text; those of a net or of six faces together, with the number of the first.
/// Ends with an error where the reader does.
///
/// ```
/// use cubesolve::notation::Lines;
///
/// let lines: Vec<_> = Lines::new(&b"R U\n\nF2"[..]).collect::<Result<_, _>>()?;
/// assert_eq!(lines[2], (3, Ok("F2".to_owned())));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    /// Lines read so far.
    count: u64,
    /// The line that ended facelets without belonging to them.
    pending: Option<Line>,
    /// Whether the last lines were facelets, which an empty line may end.
    after_facelets: bool,
    /// Whether nets are those of a 2x2x2.
    of_pocket: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines that `reader` gives.
    pub fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            count: 0,
            pending: None,
            after_facelets: false,
            of_pocket: false,
        }
    }

    /// The lines that `reader` gives, where the six lines of the net of a 2x2x2 are one cube.
    pub fn of_pocket(reader: R) -> Lines<R> {
        Lines {
            of_pocket: true,
            ..Lines::new(reader)
        }
    }

    /// The next line, or the lines of a cube together; `None` at the end.
    fn next_cube(&mut self) -> io::Result<Option<Line>> {
        let mut line = self.next_line()?;
        if std::mem::take(&mut self.after_facelets) && line.as_ref().is_some_and(is_blank) {
            line = self.next_line()?;
        }
        let (number, mut text) = match line {
            Some((number, Ok(text))) => (number, text),
            other => return Ok(other),
        };
        let (net, not_a_net): (&[usize], _) = match self.of_pocket {
            true => (&POCKET_NET_LINES, LineError::NotAPocketNet),
            false => (&NET_LINES, LineError::NotANet),
        };
        let (shape, error): (&[usize], _) = if begins_net(&shortened(&text), net[0]) {
            (net, not_a_net)
        } else if begins_faces(&text) {
            (&[9; 6], LineError::NotFaces)
        } else {
            return Ok(Some((number, Ok(text))));
        };
        self.after_facelets = true;
        for (before, letters) in shape.iter().zip(&shape[1..]) {
            let mut next = self.next_line()?;
            // faces of a net may have an empty line between
            if before != letters && next.as_ref().is_some_and(is_blank) {
                next = self.next_line()?;
            }
            match next {
                Some((_, Ok(next))) if letter_count(&shortened(&next)) == Some(*letters) => {
                    text.push('\n');
                    text.push_str(&next);
                }
                other => {
                    self.pending = other;
                    return Ok(Some((number, Err(error))));
                }
            }
        }
        Ok(Some((number, Ok(text))))
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        self.count += 1;
        let line = read_line(&mut self.reader)?;
        let decode = |line: Result<_, _>| line.and_then(|bytes| decode(bytes, self.count == 1));
        Ok(line.map(|line| (self.count, decode(line))))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.next_cube().transpose()
    }
}

fn is_blank(line: &Line) -> bool {
    line.1.as_ref().is_ok_and(|text| text.trim().is_empty())
}

/// A line with colours as letters; longer ones are none of a net.
fn shortened(line: &str) -> Cow<'_, str> {
    match line.len() < 200 {
        true => Cow::Owned(with_short_names(line)),
        false => Cow::Borrowed(line),
    }
}

fn begins_faces(line: &str) -> bool {
    letter_count(line) == Some(9) && !line.trim().contains(char::is_whitespace)
}

/// The letters of a line of facelets; `None` if there is anything else, or more than in a net.
fn letter_count(line: &str) -> Option<usize> {
    let symbols = || line.chars().filter(|c| !is_between(*c)).take(13);
    (symbols().all(char::is_alphabetic)).then(|| symbols().count())
}

/// Reads up to the next line feed, which is left out; `None` at the end of the input. What
/// is too long is skipped without being kept.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, LineError>>> {
    let mut line = vec![];
    let limited = &mut reader.take(MAX_LINE_BYTES as u64 + 1);
    if limited.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() > MAX_LINE_BYTES {
        reader.skip_until(b'\n')?;
        return Ok(Some(Err(LineError::TooLong)));
    }
    Ok(Some(Ok(line)))
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
