//! Cubes from the command line or from stdin, line by line.

use std::io::{self, BufRead, BufReader, Stdin};
use thiserror::Error;

/// Room for the longest sequences that can be read, of ten million moves.
const MAX_LINE_BYTES: usize = 64 << 20;

/// Something to answer.
pub struct Question {
    /// Its number, from 1.
    pub number: u64,
    pub text: Result<String, LineError>,
    /// Whether more is there already, for another thread.
    pub followed: bool,
}

/// Why a line is no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum LineError {
    #[error("expected UTF-8 text, found other bytes from byte {0}")]
    NotUtf8(usize),
    #[error("expected UTF-8 text, found what looks like UTF-16; convert it (iconv -f UTF-16)")]
    Utf16,
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
}

/// Where the questions come from.
pub struct Input {
    source: Source,
    next_number: u64,
}

enum Source {
    Arguments(std::vec::IntoIter<String>),
    Stdin(BufReader<Stdin>),
}

impl Input {
    /// The arguments, or without any the lines of stdin.
    pub fn new(arguments: Vec<String>) -> Input {
        let source = if arguments.is_empty() {
            Source::Stdin(BufReader::with_capacity(1 << 16, io::stdin()))
        } else {
            Source::Arguments(arguments.into_iter())
        };
        Input {
            source,
            next_number: 1,
        }
    }

    /// The next question, or `None` at the end.
    ///
    /// # Errors
    /// When stdin cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Question>> {
        let number = self.next_number;
        self.next_number += 1;
        let (text, followed) = match &mut self.source {
            Source::Arguments(rest) => (rest.next().map(Ok), rest.len() > 0),
            Source::Stdin(reader) => {
                let line = read_line(reader, MAX_LINE_BYTES)?;
                let text = line.map(|line| line.and_then(|bytes| decode(bytes, number == 1)));
                (text, !reader.buffer().is_empty())
            }
        };
        Ok(text.map(|text| Question {
            number,
            text,
            followed,
        }))
    }
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
