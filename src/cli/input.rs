//! Cubes from the command line or from stdin, line by line.

use super::output::note;
use anyhow::anyhow;
use clap::Args;
use cubesolve::notation::{Format, LineError, Lines, is_comment, is_single_move};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, BufReader, IsTerminal, Stdin};
use std::path::Path;

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
        let singles = arguments.iter().filter(|text| is_single_move(text)).count();
        if whole.is_none() && !each.each && arguments.len() > 1 && singles > 0 {
            note(
                format_args!(
                    "taken for {} apart, though {singles} are single moves: quote what belongs \
                     together (--each keeps arguments apart)",
                    arguments.len()
                ),
                quiet,
            );
        }
        let arguments = whole.map_or(arguments, |whole| vec![whole]);
        let numbered = arguments.len() != 1 || arguments == ["-"];
        let source = if arguments.is_empty() || arguments == ["-"] {
            let stdin = BufReader::with_capacity(1 << 16, io::stdin());
            Source::Stdin(Lines::as_written(stdin, is_more_there))
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
            Source::Stdin(lines) => lines.next().transpose()?,
        };
        let (followed, is_argument) = match &self.source {
            Source::Arguments(rest) => (rest.len() > 0, true),
            Source::Stdin(lines) => {
                let read = !lines.reader().buffer().is_empty();
                (read || lines.has_looked_ahead(), false)
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

/// Whether stdin gives more at once, or has ended. A writer of lines is given a moment to write
/// the next one.
fn is_more_there(stdin: &BufReader<Stdin>) -> bool {
    const MOMENT: Timespec = Timespec {
        tv_sec: 0,
        tv_nsec: 10_000_000,
    };
    let mut polled = [PollFd::new(stdin.get_ref(), PollFlags::IN)];
    !stdin.buffer().is_empty() || poll(&mut polled, Some(&MOMENT)).is_ok_and(|ready| ready > 0)
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
