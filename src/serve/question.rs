//! The bodies of requests.

use crate::cube::Cube;
use crate::notation::{Format, LineError, Lines, Reading};
use crate::search::Request;
use serde::Deserialize;
use std::time::Duration;

/// Most scrambles in one request.
pub const MAX_SCRAMBLES: usize = 10_000;

/// Most solutions of one scramble.
pub const MAX_SOLUTIONS: usize = 10_000;

/// How much longer than optimal a solution may be.
const MAX_EXTRA: u8 = 20;

/// The longest that one scramble may take, and takes if nothing is said.
pub const MAX_TIME: Duration = Duration::from_secs(3600);

const NO_SCRAMBLE: &str = "expected scramble, a text, or scrambles, a list of texts";

/// Scrambles, and what is asked about them.
#[derive(Debug, Clone)]
pub struct Question {
    /// In the order of their answers, at least one.
    pub scrambles: Vec<Scramble>,
    /// How to read them.
    pub reading: Reading,
    /// Which solutions to look for.
    pub request: Request,
    /// For each scramble.
    pub timeout: Duration,
    /// Whether more than one solution may be asked for.
    pub several: bool,
    /// Whether to tell what is known before the answer is.
    pub progress: bool,
}

/// A scramble as it was sent.
#[derive(Debug, Clone)]
pub struct Scramble {
    /// Its number, or that of its first line, from 1.
    pub line: u64,
    pub text: Result<String, LineError>,
}

/// The same as JSON, by the names of the options of `solve`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    scramble: Option<String>,
    scrambles: Option<Vec<String>>,
    format: Option<String>,
    to: Option<String>,
    all: bool,
    number: Option<usize>,
    extra: u8,
    max_moves: Option<u8>,
    timeout: Option<f64>,
    progress: bool,
}

impl Question {
    /// Reads a scramble from each line, or an object if it is `json`.
    ///
    /// # Errors
    /// What is wrong, in one clause.
    pub fn parse(body: &[u8], json: bool) -> Result<Question, String> {
        if !json {
            return Options::default().check(lines(body)?);
        }
        let mut options: Options =
            serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let scrambles = options.scrambles()?;
        options.check(scrambles)
    }
}

/// The lines of a text, those of a net as one.
fn lines(body: &[u8]) -> Result<Vec<Scramble>, String> {
    if let Err(error) = std::str::from_utf8(body) {
        return Err(LineError::NotUtf8(error.valid_up_to() + 1).to_string());
    }
    let lines = Lines::new(body).map(|line| {
        let (line, text) = line.expect("memory can be read");
        Scramble { line, text }
    });
    Ok(lines.collect())
}

impl Options {
    fn scrambles(&mut self) -> Result<Vec<Scramble>, String> {
        let texts = match (self.scramble.take(), self.scrambles.take()) {
            (Some(scramble), None) => vec![scramble],
            (None, Some(scrambles)) => scrambles,
            _ => return Err(NO_SCRAMBLE.into()),
        };
        let numbered = (1..).zip(texts);
        Ok(numbered
            .map(|(line, text)| Scramble {
                line,
                text: Ok(text),
            })
            .collect())
    }

    fn check(self, scrambles: Vec<Scramble>) -> Result<Question, String> {
        if scrambles.is_empty() {
            return Err(NO_SCRAMBLE.into());
        }
        if scrambles.len() > MAX_SCRAMBLES {
            return Err(format!("expected at most {MAX_SCRAMBLES} scrambles"));
        }
        if self.all && self.number.is_some() {
            return Err("expected all or number, not both".into());
        }
        if self
            .number
            .is_some_and(|number| !(1..=MAX_SOLUTIONS).contains(&number))
        {
            return Err(format!("number: expected 1 to {MAX_SOLUTIONS}"));
        }
        if self.extra > MAX_EXTRA {
            return Err(format!("extra: expected 0 to {MAX_EXTRA}"));
        }
        let several = self.all || self.number.is_some() || self.extra > 0;
        let format = self.format.map(|name| name.parse::<Format>());
        Ok(Question {
            scrambles,
            reading: Reading {
                format: format
                    .transpose()
                    .map_err(|error| format!("format: {error}"))?,
                target: self.to.map(|text| target(&text)).transpose()?,
            },
            request: Request {
                count: Some(match self.number {
                    Some(number) => number,
                    None if several => MAX_SOLUTIONS,
                    None => 1,
                }),
                extra: self.extra,
                max_moves: self
                    .max_moves
                    .unwrap_or(Request::default().max_moves + self.extra),
            },
            timeout: self.timeout.map_or(Ok(MAX_TIME), timeout)?,
            several,
            progress: self.progress,
        })
    }
}

fn target(text: &str) -> Result<Cube, String> {
    let cube = Format::guess(text).parse(text);
    cube.map_err(|error| format!("to: {error}"))
}

fn timeout(seconds: f64) -> Result<Duration, String> {
    let timeout = Duration::try_from_secs_f64(seconds).ok();
    timeout
        .filter(|timeout| *timeout <= MAX_TIME)
        .ok_or_else(|| format!("timeout: expected 0 to {} seconds", MAX_TIME.as_secs()))
}
