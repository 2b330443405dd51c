//! The bodies of requests to solve.

use crate::notation::{Format, Line, LineError, Lines};
use crate::search::{FORMAT, Query, TIMEOUT, seconds};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::time::Duration;

/// Most scrambles in one request.
const MAX_SCRAMBLES: usize = 10_000;

/// Most solutions of one scramble.
pub const MAX_SOLUTIONS: usize = 10_000;

/// Greatest timeout for one scramble, and the default.
pub const MAX_TIMEOUT: Duration = Duration::from_secs(3600);

const NO_SCRAMBLE: &str = "expected a scramble: a line of text, or in JSON either scramble, a \
                           text, or scrambles, a list of texts";

/// Scrambles with one query for all of them.
#[derive(Debug)]
pub struct SolveRequest {
    /// In the order of their answers, at least one, each with its number or that of its first line, from 1.
    pub scrambles: Vec<Line>,
    /// The notation of the scrambles; guessed for each if `None`.
    pub format: Option<Format>,
    /// What to find for each.
    pub query: Query,
    /// For each scramble; `None` for a quick solution.
    pub timeout: Option<Duration>,
    /// Whether to stream events before each answer.
    pub progress: bool,
}

/// A JSON object by its keys.
type Options = Map<String, Value>;

impl SolveRequest {
    /// Reads a body: a scramble on each line, or a JSON object with the fields of a [`Query`] and
    /// `scramble` or `scrambles`, `format`, `timeout` and `progress`.
    pub fn parse(body: &[u8], is_json: bool) -> Result<SolveRequest, String> {
        let (scrambles, mut options) = match is_json {
            true => {
                let mut options = object(body)?;
                (scrambles(&mut options)?, options)
            }
            false => (lines(body)?, Options::new()),
        };
        if scrambles.is_empty() {
            return Err(NO_SCRAMBLE.into());
        }
        if scrambles.len() > MAX_SCRAMBLES {
            return Err(format!("expected at most {MAX_SCRAMBLES} scrambles"));
        }
        let format: Option<String> = take(&mut options, FORMAT.name)?;
        let format = format.map(|name| name.parse::<Format>()).transpose();
        let timeout = take(&mut options, TIMEOUT.name)?.map(timeout).transpose()?;
        let progress = take(&mut options, "progress")?.unwrap_or(false);
        let query = query(options)?;
        Ok(SolveRequest {
            scrambles,
            format: format.map_err(|error| format!("format: {error}"))?,
            timeout: timeout.or((!query.fast).then_some(MAX_TIMEOUT)),
            query,
            progress,
        })
    }
}

#[cfg(fuzzing)]
impl SolveRequest {
    pub fn assert_limits(&self) {
        assert!((1..=MAX_SCRAMBLES).contains(&self.scrambles.len()));
        let max_solutions = self.query.max_solutions();
        assert!(max_solutions.is_some_and(|max| (1..=MAX_SOLUTIONS).contains(&max)));
        assert!(self.timeout.is_none_or(|timeout| timeout <= MAX_TIMEOUT));
    }
}

fn object(body: &[u8]) -> Result<Options, String> {
    match serde_json::from_slice(body) {
        Ok(Value::Object(options)) => Ok(options),
        Ok(_) => Err("expected an object, such as {\"scrambles\": [\"R U F\"]}".into()),
        Err(error) => Err(error.to_string()),
    }
}

fn lines(body: &[u8]) -> Result<Vec<Line>, String> {
    let is_request = |o: Options| o.contains_key("scramble") || o.contains_key("scrambles");
    if object(body).is_ok_and(is_request) {
        return Err("expected Content-Type: application/json before an object".into());
    }
    if let Err(error) = std::str::from_utf8(body) {
        return Err(LineError::NotUtf8(error.valid_up_to() + 1).to_string());
    }
    let lines = Lines::new(body).map(|line| line.expect("reading from memory cannot fail"));
    Ok(lines.collect())
}

fn scrambles(options: &mut Options) -> Result<Vec<Line>, String> {
    let one: Option<String> = take(options, "scramble")?;
    let several: Option<Vec<String>> = take(options, "scrambles")?;
    let texts = match (one, several) {
        (Some(scramble), None) => vec![scramble],
        (None, Some(scrambles)) => scrambles,
        _ => return Err(NO_SCRAMBLE.into()),
    };
    Ok((1..).zip(texts.into_iter().map(Ok)).collect())
}

/// Removes the value of a key, `None` if it is missing or null.
fn take<T: DeserializeOwned>(options: &mut Options, key: &str) -> Result<Option<T>, String> {
    let value = options.remove(key).unwrap_or_default();
    serde_json::from_value(value).map_err(|error| format!("{key}: {error}"))
}

fn timeout(number: f64) -> Result<Duration, String> {
    let timeout = seconds(number).ok();
    timeout
        .filter(|timeout| *timeout <= MAX_TIMEOUT)
        .ok_or_else(|| format!("timeout: expected 0 to {} seconds", MAX_TIMEOUT.as_secs()))
}

/// The query with these fields, within the limits of the server.
fn query(fields: Options) -> Result<Query, String> {
    let mut query = Query::from_fields(fields)?;
    if query.number.is_some_and(|number| number > MAX_SOLUTIONS) {
        return Err(format!("number: expected 1 to {MAX_SOLUTIONS}"));
    }
    query.limit = Some(MAX_SOLUTIONS);
    Ok(query)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documented_requests_are_read() {
        let (_, examples) = include_str!("../serve/README.md")
            .split_once("```json\n")
            .unwrap();
        let (examples, _) = examples.split_once("```").unwrap();
        for example in examples.lines() {
            let request = SolveRequest::parse(example.as_bytes(), true);
            assert!(request.is_ok(), "{example}: {request:?}");
        }
    }

    #[test]
    fn number_of_solutions_is_always_limited() {
        let max_solutions = |body: &str| {
            let request = SolveRequest::parse(body.as_bytes(), true).unwrap();
            request.query.max_solutions()
        };
        assert_eq!(max_solutions(r#"{"scramble": "R"}"#), Some(1));
        let all = r#"{"scramble": "R", "all": true}"#;
        assert_eq!(max_solutions(all), Some(MAX_SOLUTIONS));
        let longer = r#"{"scramble": "R", "extra": 20, "number": 7}"#;
        assert_eq!(max_solutions(longer), Some(7));
    }
}
