//! From lines to lines.

use super::Status;
use super::input::{Input, Question};
use super::output::{CANNOT_WRITE, tell};
use anyhow::Context;
use cubesolve::notation::is_comment;
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
    reply: Option<R>,
    /// What is wrong with it, or null.
    error: Option<String>,
}

/// Answers each argument, or without any each line of stdin, by what `answer` makes of it.
/// Nothing is printed for `None`. One it fails on is reported on stderr and answered by an
/// empty line.
///
/// # Errors
/// When input or output fail.
pub fn run<Text: Into<Option<String>>>(
    arguments: Vec<String>,
    mut answer: impl FnMut(&str) -> anyhow::Result<Text>,
) -> anyhow::Result<Status> {
    answer_each(arguments, |question| {
        match question
            .text
            .map_err(anyhow::Error::from)
            .and_then(|text| answer(&text))
        {
            Ok(text) => (text.into(), None),
            Err(error) => (Some(String::new()), Some(error)),
        }
    })
}

/// The same with replies of a type of their own; with `json` each is an object on a line, with
/// the number of the line, the input and the error. A comment is no question: its object has
/// no fields of a reply.
///
/// # Errors
/// When input or output fail.
pub fn reply<R: Reply>(
    arguments: Vec<String>,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Status> {
    if !json {
        return run(
            arguments,
            |text| Ok(answer(text)?.map(|reply| reply.text())),
        );
    }
    answer_each(arguments, |question| {
        let record = |input, reply, error: Option<&anyhow::Error>| {
            let error = error.map(|error| format!("{error:#}"));
            let line = question.number;
            serde_json::to_string(&Record {
                line,
                input,
                reply,
                error,
            })
            .expect("text and numbers can be written")
        };
        let text = match &question.text {
            Ok(text) => text.as_str(),
            Err(error) => {
                let error = anyhow::Error::from(*error);
                return (Some(record(None, None::<R>, Some(&error))), Some(error));
            }
        };
        if is_comment(text) {
            return (Some(record(Some(text), None, None)), None);
        }
        match answer(text) {
            Ok(None) => (None, None),
            Ok(reply) => (Some(record(Some(text), reply, None)), None),
            Err(error) => (Some(record(Some(text), None, Some(&error))), Some(error)),
        }
    })
}

/// Prints what `reply` makes of each question, if anything, and reports what is wrong with it.
fn answer_each(
    arguments: Vec<String>,
    mut reply: impl FnMut(Question) -> (Option<String>, Option<anyhow::Error>),
) -> anyhow::Result<Status> {
    let numbered = arguments.len() != 1;
    let mut input = Input::new(arguments);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut status = Status::Success;
    while let Some(question) = input.next().context("cannot read stdin")? {
        let (number, followed) = (question.number, question.followed);
        let (text, error) = reply(question);
        if let Some(error) = error {
            status = Status::LineFailed;
            let line = if numbered {
                format!("line {number}: ")
            } else {
                String::new()
            };
            tell(format_args!("cubesolve: {line}{error:#}"));
        }
        if let Some(text) = text {
            writeln!(output, "{text}").context(CANNOT_WRITE)?;
        }
        if !followed {
            output.flush().context(CANNOT_WRITE)?;
        }
    }
    output.flush().context(CANNOT_WRITE)?;
    Ok(status)
}
