//! Texts to answer, from the command line or from stdin line by line.

use super::output::{message, note};
use anyhow::{Context, anyhow};
use clap::Args;
use cubesolve::notation::{Format, LineError, Lines, is_comment, is_single_move};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Read, Stdin};
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
pub struct Question {
    /// The number of its argument, of its line or of the first of its lines, from 1.
    pub line: u64,
    pub text: Result<String, LineError>,
    /// Whether the next text has been read already.
    pub followed: bool,
    pub is_argument: bool,
    /// What messages call it, before its number; empty for the only argument.
    label: &'static str,
}

impl Question {
    /// The text in a row of a file, by number from 1.
    pub fn of_row(row: u64, text: Result<String, LineError>) -> Question {
        Question {
            line: row,
            text,
            followed: false,
            is_argument: false,
            label: "row",
        }
    }

    /// Applies `read` to the text; `None` for a comment.
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

    /// The beginning of messages about it.
    pub fn prefix(&self) -> String {
        match self.label {
            "" => String::new(),
            label => format!("{label} {}: ", self.line),
        }
    }

    /// Prints an error on stderr.
    pub fn report(&self, error: impl Display) {
        message(format_args!("cubesolve: {}{error:#}", self.prefix()));
    }
}

/// Where the texts come from.
pub enum Input {
    Arguments(Vec<String>, usize),
    Stdin(Lines<BufReader<Stdin>>),
}

impl Input {
    /// The arguments; stdin if there are none, or only `-`.
    pub fn new(arguments: Vec<String>, each: Each) -> Input {
        let arguments = if each.each {
            arguments
        } else {
            joined(arguments)
        };
        if arguments.is_empty() || arguments == ["-"] {
            let stdin = BufReader::with_capacity(1 << 16, io::stdin());
            Input::Stdin(Lines::new(stdin))
        } else {
            Input::Arguments(arguments, 0)
        }
    }

    /// The next text; `None` at the end.
    pub fn next(&mut self) -> anyhow::Result<Option<Question>> {
        match self {
            Input::Arguments(arguments, answered) => {
                let Some(text) = arguments.get(*answered) else {
                    return Ok(None);
                };
                *answered += 1;
                Ok(Some(Question {
                    line: *answered as u64,
                    text: Ok(text.clone()),
                    followed: *answered < arguments.len(),
                    is_argument: true,
                    label: if arguments.len() == 1 { "" } else { "argument" },
                }))
            }
            Input::Stdin(lines) => {
                let line = lines.next().transpose().context("cannot read stdin")?;
                let is_buffered = !lines.reader().buffer().is_empty();
                Ok(line.map(|(line, text)| Question {
                    line,
                    text,
                    followed: is_buffered || lines.has_pending_line(),
                    is_argument: false,
                    label: "line",
                }))
            }
        }
    }
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
    let moves = arguments.iter().filter(|text| is_single_move(text)).count();
    let whole = arguments.join(" ");
    let is_cube = || {
        whole.len() <= LONGEST_FACELETS
            && matches!(Format::guess(&whole), Format::Facelets | Format::Reid)
    };
    if count < 2 {
        return arguments;
    }
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
