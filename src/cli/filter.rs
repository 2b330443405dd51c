//! Commands that print an answer for each cube or sequence.

use super::Status;
use super::input::Questions;
use super::output::{error_line, print_line};
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::fmt::{self, Display};

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
pub fn run<R: Display + Serialize>(
    questions: Questions,
    json: bool,
    mut answer: impl FnMut(&str) -> anyhow::Result<Option<R>>,
) -> anyhow::Result<Status> {
    let mut status = Status::Success;
    for question in questions {
        let question = question?;
        let (reply, error) = match question.read(&mut answer) {
            Ok(Some(None)) => continue,
            Ok(reply) => (reply.flatten(), None),
            Err(error) => {
                status = Status::LineFailed;
                question.report(&error);
                (None, Some(format!("{error:#}")))
            }
        };
        let (line, input) = (question.line, question.text.as_deref().ok());
        print_line(match (&reply, &error) {
            _ if json => serde_json::to_string(&Record {
                line,
                input,
                reply,
                error,
            })?,
            (Some(reply), _) => reply.to_string(),
            (None, Some(error)) => error_line(error),
            (None, None) => input.unwrap_or_default().to_owned(),
        })?;
    }
    Ok(status)
}

/// A reply that is printed as labelled lines or as a JSON object.
pub struct Page {
    /// Width of the labels.
    width: usize,
    lines: Vec<String>,
    fields: Vec<(&'static str, Value)>,
}

impl Page {
    pub fn new(width: usize) -> Page {
        Page {
            width,
            lines: vec![],
            fields: vec![],
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
        self.text(format!("{label:width$}{text}"));
    }

    /// Adds lines without a label.
    pub fn text(&mut self, text: impl Into<String>) {
        self.lines.push(text.into());
    }

    /// Adds a field that is no line.
    pub fn field(&mut self, name: &'static str, value: impl Serialize) {
        let value = serde_json::to_value(value).expect("text and numbers up to 64 bits");
        self.fields.push((name, value));
    }
}

impl Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}

impl Serialize for Page {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.fields.iter();
        serializer.collect_map(fields.map(|(name, value)| (name, value)))
    }
}
