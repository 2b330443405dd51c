//! From lines to lines.

use super::Status;
use super::input::Input;
use super::output::{CANNOT_WRITE, tell};
use anyhow::Context;
use std::io::{self, BufWriter, Write};

/// Answers each argument, or without any each line of stdin, by what `answer` makes of it.
/// Nothing is printed for `None`. One it fails on is reported on stderr and answered by an
/// empty line.
///
/// # Errors
/// When input or output fail.
pub fn run<Reply: Into<Option<String>>>(
    arguments: Vec<String>,
    mut answer: impl FnMut(&str) -> anyhow::Result<Reply>,
) -> anyhow::Result<Status> {
    let numbered = arguments.len() != 1;
    let mut input = Input::new(arguments);
    let mut output = BufWriter::new(io::stdout().lock());
    let mut status = Status::Success;
    while let Some(question) = input.next().context("cannot read stdin")? {
        let text = question.text.map_err(anyhow::Error::from);
        let reply = text.and_then(|text| Ok(answer(&text)?.into()));
        let reply = reply.unwrap_or_else(|error| {
            status = Status::Failure;
            let line = if numbered {
                format!("line {}: ", question.number)
            } else {
                String::new()
            };
            tell(format_args!("cubesolve: {line}{error:#}"));
            Some(String::new())
        });
        if let Some(reply) = reply {
            writeln!(output, "{reply}").context(CANNOT_WRITE)?;
        }
        if !question.followed {
            output.flush().context(CANNOT_WRITE)?;
        }
    }
    output.flush().context(CANNOT_WRITE)?;
    Ok(status)
}
