//! Texts to answer, from the command line or from stdin line by line.

use super::output::note;
use anyhow::anyhow;
use clap::Args;
use cubesolve::notation::{Format, LineError, Lines, is_comment, is_single_move};
use std::io::{self, BufReader, IsTerminal, Stdin};
use std::path::Path;

/// Whether several arguments can be one cube.
#[derive(Debug, Clone, Copy, Args)]
pub struct Each {
    /// Read each argument separately; by default several are read as one if all are single moves,
    /// or together the facelets of a cube
    #[arg(long)]
    each: bool,
}

impl Each {
    /// Each argument is read separately.
    pub const ALWAYS: Each = Each { each: true };
}

/// A text to answer.
pub struct Question {
    /// The number of its argument, of its line or of the first of its lines, from 1.
    pub line: u64,
    pub text: Result<String, LineError>,
    /// Whether the next text has been read already.
    pub followed: bool,
    pub is_argument: bool,
}

impl Question {
    /// Applies `read` to the text; `None` for a comment.
    ///
    /// # Errors
    /// Of the text, or those of `read`.
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

/// Where the texts come from.
pub struct Input {
    source: Source,
    next_number: u64,
    /// Whether messages must give the number of the line or argument.
    pub numbered: bool,
}

enum Source {
    Arguments(std::vec::IntoIter<String>),
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

    /// Whether the texts are typed on a terminal.
    pub fn is_typed_by_hand(&self) -> bool {
        matches!(self.source, Source::Stdin(_)) && io::stdin().is_terminal()
    }

    /// The next text; `None` at the end.
    ///
    /// # Errors
    /// When stdin cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Question>> {
        let number = self.next_number;
        self.next_number += 1;
        let (next, followed, is_argument) = match &mut self.source {
            Source::Arguments(rest) => {
                let next = rest.next().map(|text| (number, Ok(text)));
                (next, rest.len() > 0, true)
            }
            Source::Stdin(lines) => {
                let next = lines.next().transpose()?;
                let buffered = !lines.reader().buffer().is_empty();
                (next, buffered || lines.has_pending_line(), false)
            }
        };
        Ok(next.map(|(line, text)| Question {
            line,
            text,
            followed,
            is_argument,
        }))
    }
}

/// Joins arguments that are one cube, split by a shell because of missing quotes.
fn joined(arguments: Vec<String>) -> Vec<String> {
    // 54 facelets, or Reid's 20 cubies of 48 letters, with spaces between
    const LONGEST_FACELETS: usize = 120;
    let moves = arguments.iter().filter(|text| is_single_move(text)).count();
    let whole = arguments.join(" ");
    let is_cube = || {
        whole.len() <= LONGEST_FACELETS
            && matches!(Format::guess(&whole), Format::Facelets | Format::Reid)
    };
    if arguments.len() < 2 {
        return arguments;
    }
    if moves == arguments.len() || is_cube() {
        let message = format_args!("arguments read as one: {whole} (--each reads them separately)");
        note(message);
        return vec![whole];
    }
    if moves > 0 {
        let count = arguments.len();
        let message = format_args!(
            "arguments read as {count} separate scrambles; quote moves that belong together \
             (--each silences this note)"
        );
        note(message);
    }
    arguments
}
