//! Commands that print an answer for each cube or sequence.

use super::Status;
use super::input::Input;
use super::output::{CANNOT_WRITE, error_line, message, stdout};
use anyhow::Context;
use serde::Serialize;
use std::io::{BufWriter, Write};

/// The answer to one cube or sequence: as text, or as the fields of an object.
pub trait Reply: Serialize {
    /// Lines of text, without the last line feed.
    fn text(&self) -> String;
}

/// The object that `--json` prints for a cube or sequence.
#[derive(Serialize)]
struct Record<'a, R> {
    /// Number of the line or argument, from 1.
    line: u64,
    /// The text that was read; null if it was no UTF-8.
    input: Option<&'a str>,
    #[serde(flatten)]
    reply: Option<&'a R>,
    /// Why there is no reply, or null.
    error: Option<String>,
}

/// A reply that is only printed as text.
#[derive(Serialize)]
struct Plain(String);

impl Reply for Plain {
    fn text(&self) -> String {
        self.0.clone()
    }
}

/// Prints what `answer` returns for each text, nothing for `None`. Comments are copied. An error
/// is printed as a comment, also on stderr.
///
/// # Errors
/// When input or output fail.
pub fn run<Text: Into<Option<String>>>(
    input: Input,
    mut answer: impl FnMut(&str) -> anyhow::Result<Text>,
) -> anyhow::Result<Status> {
    reply(input, false, |text| Ok(answer(text)?.into().map(Plain)))
}

/// The same with replies of any type; with `json` each is an object on a line, with the number of
/// the line, the input and the error. The object of a comment has no fields of a reply.
///
/// # Errors
/// When input or output fail.
pub fn reply<R: Reply>(
    mut input: Input,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Status> {
    let mut output = BufWriter::new(stdout()?);
    let mut status = Status::Success;
    while let Some(question) = input.next().context("cannot read stdin")? {
        let read = question.read(&mut answer);
        if let Err(error) = &read {
            status = Status::LineFailed;
            let line = match input.numbered {
                true => format!("line {}: ", question.line),
                false => String::new(),
            };
            message(format_args!("cubesolve: {line}{error:#}"));
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
