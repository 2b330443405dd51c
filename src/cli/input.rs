//! Inputs: texts to answer, from the command line or from stdin line by line.

use super::output::{is_quiet, message, note};
use crate::host::{self, fs::File};
use anyhow::{Context, bail, ensure};
use clap::Args;
use cubesolve::Puzzle;
use cubesolve::notation::{Format, LineError, Lines, is_comment, is_single_move};
use std::fmt::Display;
use std::io::{self, BufReader, IsTerminal, Read};
use std::path::Path;

/// Whether several arguments can be one cube.
#[derive(Debug, Clone, Copy, Args)]
pub struct Each {
    /// Read each argument separately; by default several are read as one if all are single moves,
    /// or together the facelets of a cube
    #[arg(long)]
    pub each: bool,
}

/// A text to answer.
pub struct Input {
    /// What it is a text of: argument, line or row.
    pub kind: &'static str,
    /// The number of its argument, of its row, or of the first of its lines, from 1.
    pub line: u64,
    pub text: Result<String, LineError>,
    /// What is wrong with the row, whatever its text.
    pub problem: Option<String>,
    /// The beginning of messages about it.
    pub prefix: String,
    /// The row of a file that it comes from.
    pub row: Option<Row>,
}

/// A row of a file.
pub struct Row {
    /// Its columns as they are written, without the end of the line or object.
    pub columns: Vec<u8>,
    /// What stands between columns; `None` if the row is a JSON object.
    pub delimiter: Option<u8>,
    /// Where it starts in the file, in bytes.
    pub start: u64,
}

/// Texts to answer, until one cannot be read.
pub type Inputs = Box<dyn Iterator<Item = anyhow::Result<Input>> + Send>;

impl Input {
    /// The text of an argument, line or row, which messages name with its number.
    pub fn new(kind: &'static str, line: u64, text: Result<String, LineError>) -> Input {
        Input {
            kind,
            line,
            text,
            problem: None,
            prefix: format!("{kind} {line}: "),
            row: None,
        }
    }

    /// Whether there is no text. An empty argument is the empty scramble, which somebody wrote.
    pub fn is_missing(&self) -> bool {
        let is_empty = self.text.as_ref().is_ok_and(|text| text.trim().is_empty());
        is_empty && self.kind != "argument"
    }

    /// Applies `read` to the text; `None` for a comment.
    ///
    /// # Errors
    /// Those of `read`; if there is no text, and if the text is the name of a file.
    pub fn read_by<T>(
        &self,
        read: impl FnOnce(&str) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        if let Some(problem) = &self.problem {
            bail!("{problem}");
        }
        let text = self.text.as_ref().map_err(|error| *error)?;
        if is_comment(text) {
            return Ok(None);
        }
        ensure!(
            text != "-",
            "- reads stdin only if no other argument is given"
        );
        ensure!(
            !self.is_missing(),
            "expected a cube, found an empty {}",
            self.kind
        );
        ensure!(
            self.kind != "argument" || !is_file_name(text),
            "{text} is the name of a file; to read it, write < {text}, or --csv {text} if it has columns"
        );
        read(text).map(Some)
    }

    /// Prints an error on stderr.
    pub fn report(&self, error: impl Display) {
        message(format_args!("cubesolve: {}{error:#}", self.prefix));
    }
}

/// The arguments; the lines of stdin if there are none, or only `-`.
pub fn inputs(arguments: Vec<String>, each: Each, puzzle: Puzzle) -> Inputs {
    let arguments = match each.each {
        true => arguments,
        false => joined(arguments),
    };
    if arguments.is_empty() || arguments == ["-"] {
        return lines(puzzle);
    }
    let is_only = arguments.len() == 1;
    Box::new((1..).zip(arguments).map(move |(number, text)| {
        let mut input = Input::new("argument", number, Ok(text));
        if is_only {
            input.prefix.clear();
        }
        Ok(input)
    }))
}

/// The lines of stdin.
fn lines(puzzle: Puzzle) -> Inputs {
    if io::stdin().is_terminal() && !is_quiet() {
        let end = host::END_OF_INPUT;
        message(format_args!("reading lines until {end}"));
    }
    let stdin = BufReader::with_capacity(1 << 16, io::stdin());
    let lines = match puzzle {
        Puzzle::Cube3 => Lines::new(stdin),
        Puzzle::Cube2 => Lines::of_pocket(stdin),
    };
    Box::new(lines.map(|line| {
        let (number, text) = line.context("cannot read stdin")?;
        Ok(Input::new("line", number, text))
    }))
}

/// Whether an argument is a file, or looks like the name of one.
fn is_file_name(text: &str) -> bool {
    #[rustfmt::skip]
    const ENDINGS: [&str; 16] = [
        "txt", "csv", "tsv", "tab", "json", "jsonl", "ndjson", "md", "log", "dat",
        "xls", "xlsx", "ods", "html", "gz", "zip",
    ];
    let ending = text
        .rsplit_once('.')
        .map(|(_, ending)| ending.to_ascii_lowercase());
    let has_ending = ending.is_some_and(|ending| ENDINGS.contains(&&*ending));
    has_ending && !text.contains(['\n', '(']) || Path::new(text).is_file()
}

/// Opens a file, or stdin as `-`. Returns the name that messages give it, too.
pub fn open_file(path: &Path) -> anyhow::Result<(Box<dyn Read + Send>, String)> {
    if path.as_os_str() == "-" {
        return Ok((Box::new(io::stdin()), "stdin".to_owned()));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
    Ok((Box::new(file), name))
}

/// Joins arguments that are one cube, split by a shell because of missing quotes.
fn joined(arguments: Vec<String>) -> Vec<String> {
    // 54 facelets, or Reid's 20 cubies of 48 letters, with spaces between
    const LONGEST_FACELETS: usize = 120;
    let count = arguments.len();
    if count < 2 {
        return arguments;
    }
    let moves = arguments.iter().filter(|text| is_single_move(text)).count();
    let whole = arguments.join(" ");
    let is_cube = || {
        whole.len() <= LONGEST_FACELETS
            && matches!(Format::guess(&whole), Format::Facelets | Format::Reid)
    };
    if moves == count || is_cube() {
        note(format_args!(
            "arguments read as one: {whole} (--each reads them separately)"
        ));
        return vec![whole];
    }
    if moves > 0 {
        note(format_args!(
            "arguments read as {count} separate scrambles; quote moves that belong together \
             (--each silences this note)"
        ));
    }
    arguments
}
