//! From lines to lines.

use super::Status;
use super::input::Input;
use super::output::{CANNOT_WRITE, error_line, tell};
use anyhow::Context;
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// What a command says of one cube or sequence: as text, or as the fields of an object.
pub trait Reply: Serialize {
    /// Lines of text, without the last line's end.
    fn text(&self) -> String;
}

/// The object that `--json` prints for a question.
#[derive(Serialize)]
struct Record<'a, R> {
    /// Number of the line or argument, from 1.
    line: u64,
    /// What was asked; null if it was no text.
    input: Option<&'a str>,
    #[serde(flatten)]
    reply: Option<&'a R>,
    /// What is wrong with it, or null.
    error: Option<String>,
}

/// A text that is its own object, never printed as one.
#[derive(Serialize)]
struct Plain(String);

impl Reply for Plain {
    fn text(&self) -> String {
        self.0.clone()
    }
}

/// Answers each question by what `answer` makes of it. Nothing is printed for `None`. A comment
/// is answered by itself, and one that `answer` fails on by a comment that says why, which is
/// reported on stderr, too.
///
/// # Errors
/// When input or output fail.
pub fn run<Text: Into<Option<String>>>(
    input: Input,
    mut answer: impl FnMut(&str) -> anyhow::Result<Text>,
) -> anyhow::Result<Status> {
    reply(input, false, |text| Ok(answer(text)?.into().map(Plain)))
}

/// The same with replies of a type of their own; with `json` each is an object on a line, with
/// the number of the line, the input and the error. A comment is no question: its object has
/// no fields of a reply.
///
/// # Errors
/// When input or output fail.
pub fn reply<R: Reply>(
    mut input: Input,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Status> {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut status = Status::Success;
    while let Some(question) = input.next().context("cannot read stdin")? {
        let read = question.read(&mut answer);
        if let Err(error) = &read {
            status = Status::LineFailed;
            let line = match input.numbered {
                true => format!("line {}: ", question.line),
                false => String::new(),
            };
            tell(format_args!("cubesolve: {line}{error:#}"));
        }
        let text = question.text.as_deref().ok();
        let printed = match &read {
            Ok(Some(None)) => None,
            Ok(Some(Some(reply))) if !json => Some(reply.text()),
            Ok(None) if !json => text.map(str::to_owned),
            Err(error) if !json => Some(error_line(error)),
            _ => Some(to_line(&Record {
                line: question.line,
                input: text,
                reply: read
                    .as_ref()
                    .ok()
                    .and_then(|reply| reply.as_ref()?.as_ref()),
                error: read.as_ref().err().map(|error| format!("{error:#}")),
            })),
        };
        if let Some(text) = printed {
            writeln!(output, "{text}").context(CANNOT_WRITE)?;
        }
        if !question.followed {
            output.flush().context(CANNOT_WRITE)?;
        }
    }
    output.flush().context(CANNOT_WRITE)?;
    Ok(status)
}

fn to_line(record: &impl Serialize) -> String {
    serde_json::to_string(record).expect("text and numbers can be written")
}
