//! Commands that print a reply to each cube or sequence.

use super::input::Inputs;
use super::output::{error_line, print_line};
use super::{Status, exit};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt::Display;

/// The object that `--json` prints for a cube or sequence.
#[derive(Serialize)]
struct ReplyRecord<'a> {
    /// Number of the line or argument, from 1.
    line: u64,
    /// The text that was read; null if it was no UTF-8.
    input: Option<&'a str>,
    /// Absent for a comment.
    #[serde(flatten)]
    reply: Option<Reply>,
    /// Why there is no reply, or null.
    error: Option<String>,
}

/// Prints what `answer` returns for each text, nothing for `None`. Comments are copied, and so are
/// empty lines, which with `json` are errors. An error
/// is printed as a comment, also on stderr. With `json` the answer is an object on a line.
pub fn reply_to_each(
    inputs: Inputs,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<Reply>>,
) -> anyhow::Result<Status> {
    let mut status = Status::Success;
    for input in inputs {
        let input = input?;
        if input.is_missing() && !json {
            print_line("")?;
            continue;
        }
        let (reply, error) = match input.read_by(&mut answer) {
            Ok(Some(None)) => continue,
            Ok(reply) => (reply.flatten(), None),
            Err(error) if exit::concerns_command(&error) => return Err(error),
            Err(error) => {
                status = Status::LineFailed;
                input.report(&error);
                (None, Some(format!("{error:#}")))
            }
        };
        let (line, text) = (input.line, input.text.as_deref().ok());
        print_line(match (&reply, &error) {
            _ if json => serde_json::to_string(&ReplyRecord {
                line,
                input: text,
                reply,
                error,
            })?,
            (Some(reply), _) => reply.lines.join("\n"),
            (None, Some(error)) => error_line(error),
            (None, None) => text.unwrap_or_default().to_owned(),
        })?;
    }
    Ok(status)
}

/// A reply: lines of text, and the fields of a JSON object.
#[derive(Default)]
pub struct Reply {
    /// Width of the labels.
    width: usize,
    pub lines: Vec<String>,
    fields: Vec<(&'static str, Box<RawValue>)>,
}

impl Reply {
    /// A reply whose lines have labels of this width.
    pub fn labelled(width: usize) -> Reply {
        Reply {
            width,
            ..Reply::default()
        }
    }

    /// Adds a line, and a field of the same name.
    pub fn add(&mut self, name: &'static str, value: impl Display + Serialize) {
        self.line(name, &value);
        self.field(name, value);
    }

    /// Adds a line that is no field.
    pub fn line(&mut self, label: &str, text: impl Display) {
        let width = self.width;
        self.lines.push(format!("{label:width$}{text}"));
    }

    /// Adds a field that is no line.
    pub fn field(&mut self, name: &'static str, value: impl Serialize) {
        let value = to_raw_value(&value).expect("fields are numbers, texts, lists and objects");
        self.fields.push((name, value));
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Reply {
        Reply {
            lines: vec![text],
            ..Reply::default()
        }
    }
}

impl Serialize for Reply {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.fields.iter();
        serializer.collect_map(fields.map(|(name, value)| (name, value)))
    }
}
