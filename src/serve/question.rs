//! The bodies of requests.

use crate::cube::Metric;
use crate::engines::Wanted;
use crate::notation::{Format, LineError, Lines, Reading};
use crate::search::Request;
use crate::search::goals::GoalName;
use serde::Deserialize;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// Most scrambles in one request.
pub const MAX_SCRAMBLES: usize = 10_000;

/// Most solutions of one scramble.
pub const MAX_SOLUTIONS: usize = 10_000;

/// How much longer than optimal a solution may be.
const MAX_EXTRA: u8 = 20;

/// Most steps on the way to a goal.
const MAX_STEPS: usize = 16;

/// The longest that one scramble may take, and takes if nothing is said.
pub const MAX_TIME: Duration = Duration::from_secs(3600);

const NO_SCRAMBLE: &str = "expected a scramble: a line of text, or in JSON either scramble, a text, \
                           or scrambles, a list of texts";

/// Scrambles, and what is asked about them.
#[derive(Clone)]
pub struct Question {
    /// In the order of their answers, at least one.
    pub scrambles: Vec<Scramble>,
    /// The notation; guessed for each if there is none.
    pub format: Option<Format>,
    /// What is wanted of each.
    pub wanted: Wanted,
    /// For each scramble; none for a short solution that need not be improved.
    pub timeout: Option<Duration>,
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
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    scramble: Option<String>,
    scrambles: Option<Vec<String>>,
    format: Option<String>,
    metric: Metric,
    goal: Option<String>,
    from: Option<String>,
    niss: bool,
    puzzle: Option<String>,
    moves: Option<String>,
    to: Option<String>,
    fast: bool,
    all: bool,
    number: Option<usize>,
    extra: Extra,
    max_moves: Option<u8>,
    timeout: Option<f64>,
    progress: bool,
}

/// How much longer than need be: for all steps, or for each.
#[derive(Deserialize)]
#[serde(untagged, expecting = "extra: expected a number, or a list of numbers")]
enum Extra {
    OfAll(u8),
    OfEach(Vec<u8>),
}

impl Default for Extra {
    fn default() -> Extra {
        Extra::OfAll(0)
    }
}

impl Question {
    /// Reads a scramble from each line, or an object if it is `json`.
    ///
    /// # Errors
    /// What is wrong, in one clause.
    pub fn parse(body: &[u8], json: bool) -> Result<Question, String> {
        if !json {
            let unmarked: Option<Options> = serde_json::from_slice(body).ok();
            if unmarked.is_some_and(|it| it.scramble.is_some() || it.scrambles.is_some()) {
                return Err("expected Content-Type: application/json before an object".into());
            }
            return Options::default().check(lines(body)?);
        }
        let mut options: Options =
            serde_json::from_slice(body).map_err(|error| error.to_string())?;
        let scrambles = options.scrambles()?;
        options.check(scrambles)
    }

    /// How to read the scrambles.
    pub fn reading(&self) -> Reading {
        Reading {
            format: self.format,
            target: self.wanted.target(),
        }
    }

    /// Which solutions to look for, of which there is a greatest number in any case.
    pub fn request(&self) -> Request {
        let request = self.wanted.request();
        request.count(request.count.unwrap_or(MAX_SOLUTIONS))
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
        let wanted = self.wanted()?;
        let timeout = match self.timeout {
            None if self.fast => None,
            seconds => Some(seconds.map_or(Ok(MAX_TIME), timeout)?),
        };
        Ok(Question {
            scrambles,
            format: read("format", self.format.as_deref())?,
            wanted,
            timeout,
            progress: self.progress,
        })
    }

    fn wanted(&self) -> Result<Wanted, String> {
        self.refuse_conflicts()?;
        if self
            .number
            .is_some_and(|number| !(1..=MAX_SOLUTIONS).contains(&number))
        {
            return Err(format!("number: expected 1 to {MAX_SOLUTIONS}"));
        }
        let extra = match &self.extra {
            Extra::OfAll(extra) => vec![*extra],
            Extra::OfEach(extra) => extra.clone(),
        };
        if extra.iter().any(|extra| *extra > MAX_EXTRA) {
            return Err(format!("extra: expected 0 to {MAX_EXTRA}"));
        }
        let wanted = Wanted {
            metric: self.metric,
            goal: self
                .goal
                .as_deref()
                .map(|goal| self.goal_name(goal))
                .transpose()?,
            niss: self.niss,
            pocket: match self.puzzle.as_deref() {
                None | Some("3x3x3") => false,
                Some("2x2x2") => true,
                Some(_) => return Err("puzzle: expected 3x3x3 or 2x2x2".into()),
            },
            moves: read("moves", self.moves.as_deref())?,
            to: read("to", self.to.as_deref())?,
            fast: self.fast,
            all: self.all,
            number: self.number,
            extra,
            max_moves: self.max_moves,
        };
        wanted.check().map_err(|error| error.to_string())?;
        Ok(wanted)
    }

    fn goal_name(&self, goal: &str) -> Result<GoalName, String> {
        if goal.split(',').count() > MAX_STEPS {
            return Err(format!("goal: expected at most {MAX_STEPS} steps"));
        }
        let name = GoalName::parse(goal, self.from.as_deref());
        name.map_err(|error| format!("goal: {error}"))
    }

    /// Refuses options that the command line does not take together either.
    fn refuse_conflicts(&self) -> Result<(), String> {
        let given = [
            ("all", self.all),
            ("number", self.number.is_some()),
            ("extra", !matches!(self.extra, Extra::OfAll(0))),
            ("max_moves", self.max_moves.is_some()),
            ("goal", self.goal.is_some()),
            ("puzzle", self.puzzle.is_some()),
            ("moves", self.moves.is_some()),
            ("fast", self.fast),
        ];
        let is_given = |name| given.contains(&(name, true));
        for (name, others) in CONFLICTS {
            let other = others
                .iter()
                .find(|other| is_given(name) && is_given(other));
            if let Some(other) = other {
                return Err(format!("expected {name} or {other}, not both"));
            }
        }
        if (self.niss || self.from.is_some()) && self.goal.is_none() {
            return Err("niss and from go with a goal".into());
        }
        Ok(())
    }
}

/// Options, and others that do not go with them.
const CONFLICTS: [(&str, &[&str]); 4] = [
    ("all", &["number"]),
    ("goal", &["puzzle", "moves"]),
    ("puzzle", &["moves"]),
    (
        "fast",
        &[
            "all",
            "number",
            "extra",
            "max_moves",
            "goal",
            "puzzle",
            "moves",
        ],
    ),
];

/// Reads the value of an option.
fn read<T: FromStr<Err: Display>>(name: &str, text: Option<&str>) -> Result<Option<T>, String> {
    let value = text.map(str::parse).transpose();
    value.map_err(|error: T::Err| format!("{name}: {error}"))
}

fn timeout(seconds: f64) -> Result<Duration, String> {
    let timeout = Duration::try_from_secs_f64(seconds).ok();
    timeout
        .filter(|timeout| *timeout <= MAX_TIME)
        .ok_or_else(|| format!("timeout: expected 0 to {} seconds", MAX_TIME.as_secs()))
}
