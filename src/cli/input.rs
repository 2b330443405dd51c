//! Cubes from the command line or from stdin, line by line.

use super::output::note;
use anyhow::anyhow;
use clap::Args;
use cubesolve::notation::{Format, is_comment, is_single_move};
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, IsTerminal, Stdin};
use std::path::Path;
use thiserror::Error;

/// Room for the longest sequences that can be read, of ten million moves.
const MAX_LINE_BYTES: usize = 64 << 20;

/// How several arguments are taken.
#[derive(Debug, Clone, Copy, Args)]
pub struct Each {
    /// Take each argument for itself; otherwise several that are all single moves, or together
    /// the facelets of a cube, are one
    #[arg(long)]
    each: bool,
}

impl Each {
    /// Each argument for itself.
    pub const ALWAYS: Each = Each { each: true };
}

/// Something to answer.
pub struct Question {
    /// Its number, from 1.
    pub number: u64,
    /// The number of its line, the first one if there are several, or of the argument; from 1.
    pub line: u64,
    pub text: Result<String, LineError>,
    /// Whether more is there already, for another thread.
    pub followed: bool,
    pub is_argument: bool,
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
    #[error("expected the nine lines of a net, of 3, 3, 3, 12, 12, 12, 3, 3 and 3 facelets")]
    CutNet,
}

impl Question {
    /// What `read` makes of the text; `None` for a comment.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn read<T>(
        &self,
        read: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        let text = self.text.as_ref().map_err(|error| *error)?;
        if is_comment(text) {
            return Ok(None);
        }
        match read(text) {
            Err(error) if self.is_argument && Path::new(text).is_file() => {
                Err(anyhow!("{error:#}; to read the file, write < {text}"))
            }
            result => result.map(Some),
        }
    }
}

/// Where the questions come from.
pub struct Input {
    source: Source,
    next_number: u64,
    /// Whether messages have to say which question they are about.
    pub numbered: bool,
}

enum Source {
    Arguments(std::vec::IntoIter<String>),
    Stdin(Lines<BufReader<Stdin>>),
}

impl Input {
    /// The arguments, or without any or for `-` the lines of stdin.
    pub fn new(arguments: Vec<String>, each: Each, quiet: bool) -> Input {
        let whole = (!each.each).then(|| as_one(&arguments)).flatten();
        if let Some(whole) = &whole {
            note(
                format_args!("taken for one: {whole} (--each keeps arguments apart)"),
                quiet,
            );
        }
        let arguments = whole.map_or(arguments, |whole| vec![whole]);
        let numbered = arguments.len() != 1 || arguments == ["-"];
        let source = if arguments.is_empty() || arguments == ["-"] {
            let stdin = BufReader::with_capacity(1 << 16, io::stdin());
            Source::Stdin(Lines::new(stdin))
        } else {
            Source::Arguments(arguments.into_iter())
        };
        Input {
            source,
            next_number: 1,
            numbered,
        }
    }

    /// Whether somebody is to type the questions.
    pub fn is_typed_by_hand(&self) -> bool {
        matches!(self.source, Source::Stdin(_)) && io::stdin().is_terminal()
    }

    /// The next question, or `None` at the end.
    ///
    /// # Errors
    /// When stdin cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Question>> {
        let number = self.next_number;
        self.next_number += 1;
        let next = match &mut self.source {
            Source::Arguments(rest) => rest.next().map(|text| (number, Ok(text))),
            Source::Stdin(lines) => lines.next()?,
        };
        let (followed, is_argument) = match &self.source {
            Source::Arguments(rest) => (rest.len() > 0, true),
            Source::Stdin(lines) => {
                let read = !lines.reader.buffer().is_empty();
                (read || !lines.ahead.is_empty(), false)
            }
        };
        Ok(next.map(|(line, text)| Question {
            number,
            line,
            text,
            followed,
            is_argument,
        }))
    }
}

/// The one cube that several arguments are, where a shell took it apart.
fn as_one(arguments: &[String]) -> Option<String> {
    const LONGEST: usize = 120;
    let whole = arguments.join(" ");
    let moves = || arguments.iter().all(|argument| is_single_move(argument));
    let facelets = || matches!(Format::guess(&whole), Format::Facelets | Format::Reid);
    let is_one = arguments.len() > 1 && (moves() || whole.len() <= LONGEST && facelets());
    is_one.then_some(whole)
}

/// A line with its number, from 1.
type Line = (u64, Result<String, LineError>);

/// The lines of a text, those of a net together.
struct Lines<R> {
    reader: R,
    /// Lines read so far.
    count: u64,
    /// Those that were looked at and turned out to be no net.
    ahead: VecDeque<Line>,
    /// Whether the last ones were a net, which may end with an empty line.
    after_net: bool,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines {
            reader,
            count: 0,
            ahead: VecDeque::new(),
            after_net: false,
        }
    }

    /// The next line, or all lines of a net as one.
    fn next(&mut self) -> io::Result<Option<Line>> {
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
        while lines.len() < NET_LINES && is_of_net(lines.len() - 1, &lines[lines.len() - 1]) {
            match self.next_line()? {
                Some(line) => lines.push(line),
                None => break,
            }
        }
        let is_net = lines.len() > 3 && (0..4).all(|i| is_of_net(i, &lines[i]));
        if !is_net {
            let rest = lines.split_off(1);
            rest.into_iter()
                .rev()
                .for_each(|line| self.ahead.push_front(line));
            return Ok(lines.pop());
        }
        self.after_net = !lines.last().is_some_and(is_blank);
        let texts: Option<Vec<String>> = lines.into_iter().map(|(_, text)| text.ok()).collect();
        let texts = texts.filter(|texts| texts.len() == NET_LINES);
        let net = texts.map(|texts| texts.join("\n"));
        Ok(Some((number, net.ok_or(LineError::CutNet))))
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

/// The lines of a net.
const NET_LINES: usize = 9;

/// Whether a line can be this one of a net, from 0. The first four are unlike moves, so that
/// the rest can be waited for: three letters far from the margin, thrice, then about twelve.
fn is_of_net(n: usize, line: &Line) -> bool {
    let Ok(text) = &line.1 else {
        return false;
    };
    let symbols = || text.chars().filter(|c| !c.is_whitespace());
    let letters = |fewest, most| {
        (fewest..=most).contains(&symbols().take(most + 1).count())
            && symbols().all(char::is_alphabetic)
    };
    match n {
        0..3 => (text.starts_with('\t') || text.starts_with("   ")) && letters(3, 3),
        3 => letters(10, 14),
        _ => !is_blank(line),
    }
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
        let mut lines = Lines::new(text.as_bytes());
        let next = || lines.next().unwrap();
        std::iter::from_fn(next)
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
