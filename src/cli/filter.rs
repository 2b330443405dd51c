//! Commands that print an answer for each cube or sequence.

use super::Status;
use super::input::{Input, Question};
use super::output::{CANNOT_WRITE, error_line, stdout};
use anyhow::Context;
use serde::Serialize;
use std::io::{BufWriter, Write};

/// The answer to one cube or sequence: as text, or as the fields of an object.
pub trait Reply: Serialize {
    /// Lines of text, without the last line feed.
    fn text(&self) -> String;
}

/// A reply that is only printed as text.
impl Reply for String {
    fn text(&self) -> String {
        self.clone()
    }
}

/// The object that `--json` prints for a cube or sequence.
#[derive(Serialize)]
struct Record<'a, R> {
    /// Number of the line or argument, from 1.
    line: u64,
    /// The text that was read; null if it was no UTF-8.
    input: Option<&'a str>,
    /// Absent for a comment.
    #[serde(flatten)]
    reply: Option<R>,
    /// Why there is no reply, or null.
    error: Option<String>,
}

/// Prints what `answer` returns for each text, nothing for `None`. Comments are copied. An error
/// is printed as a comment, also on stderr. With `json` the answer is an object on a line.
pub fn run<R: Reply>(
    mut input: Input,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Status> {
    let mut output = BufWriter::new(stdout()?);
    let mut status = Status::Success;
    while let Some(question) = input.next()? {
        let answered = question.read(&mut answer);
        if let Err(error) = &answered {
            status = Status::LineFailed;
            question.report(error);
        }
        if !matches!(answered, Ok(Some(None))) {
            let reply = answered.map(Option::flatten);
            let line = match json {
                true => to_json(&question, reply),
                false => to_text(&question, reply),
            };
            writeln!(output, "{line}").context(CANNOT_WRITE)?;
        }
        if !question.followed {
            output.flush().context(CANNOT_WRITE)?;
        }
    }
    output.flush().context(CANNOT_WRITE)?;
    Ok(status)
}

fn to_text(question: &Question, reply: anyhow::Result<Option<impl Reply>>) -> String {
    match reply {
        Ok(Some(reply)) => reply.text(),
        Ok(None) => question.text.clone().unwrap_or_default(),
        Err(error) => error_line(error),
    }
}

fn to_json(question: &Question, reply: anyhow::Result<Option<impl Reply>>) -> String {
    let (reply, error) = match reply {
        Ok(reply) => (reply, None),
        Err(error) => (None, Some(format!("{error:#}"))),
    };
    let record = Record {
        line: question.line,
        input: question.text.as_deref().ok(),
        reply,
        error,
    };
    serde_json::to_string(&record).expect("text and numbers can be written")
}
