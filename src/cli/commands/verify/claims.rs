//! Reads files of scrambles and solutions.

use super::checker::{Claim, Metric};
use anyhow::{Context, anyhow};
use clap::ValueEnum;
use csv::{Position, ReaderBuilder};
use serde_json::{Map, Value};
use std::io::{BufRead, Read};
use std::slice;

/// What a solution is claimed to be; `None` if there is no solution.
pub type MaybeClaim = anyhow::Result<Option<Claim>>;

const CANNOT_READ: &str = "cannot read the input";

/// What a file does not say itself.
pub struct Defaults {
    /// Name of the column with the scrambles.
    pub column: String,
    pub metric: Metric,
}

impl Defaults {
    /// Calls `each` with the number of the line, from 1, and the claim of each solution. The file has
    /// columns if its first line names those of scrambles and solutions.
    pub fn read(
        &self,
        mut input: impl BufRead,
        mut each: impl FnMut(u64, MaybeClaim) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut first = vec![];
        input.read_until(b'\n', &mut first).context(CANNOT_READ)?;
        let builder = |delimiter| {
            let mut builder = ReaderBuilder::new();
            builder.delimiter(delimiter).flexible(true);
            builder
        };
        let has_columns = |delimiter: &u8| {
            let mut reader = builder(*delimiter).from_reader(&first[..]);
            reader.byte_headers().is_ok_and(|names| {
                let has = |name: &str| names.iter().any(|one| one == name.as_bytes());
                has(&self.column) && has("solution")
            })
        };
        let delimiter = [b',', b'\t'].into_iter().find(has_columns);
        let input = first.chain(input);
        let Some(delimiter) = delimiter else {
            for (line, bytes) in (1..).zip(input.split(b'\n')) {
                let bytes = bytes.context(CANNOT_READ)?;
                let text = String::from_utf8_lossy(&bytes);
                for claim in self.claims_of_line(text.trim_matches(['\u{feff}', '\r'])) {
                    each(line, claim)?;
                }
            }
            return Ok(());
        };
        let mut reader = builder(delimiter).from_reader(input);
        let names = reader.byte_headers().context(CANNOT_READ)?.clone();
        for record in reader.into_byte_records() {
            let record = record.context(CANNOT_READ)?;
            let claim = self.claim(|name| {
                let index = names.iter().position(|one| one == name.as_bytes())?;
                let text = String::from_utf8_lossy(record.get(index)?);
                Some(text.trim().to_owned())
            });
            each(record.position().map_or(0, Position::line), claim)?;
        }
        Ok(())
    }

    /// The claims of a line that is a JSON object, or has tabs between scramble, solution and length. None
    /// of a comment or an empty line.
    fn claims_of_line(&self, line: &str) -> Vec<MaybeClaim> {
        if line.starts_with('{') {
            return self.claims_of_object(line);
        }
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("//") {
            return vec![];
        }
        let mut columns = line.split('\t');
        let (scramble, solution) = (columns.next(), columns.next());
        let Some(solution) = solution else {
            return vec![Err(anyhow!("has no tab between a scramble and a solution"))];
        };
        let (moves, comment) = solution.split_once("//").unwrap_or((solution, ""));
        let is_solved = moves.trim().is_empty() && comment.trim_start().starts_with("solved");
        // as `solve` writes it behind a chain of steps
        let total = comment.rsplit_once("total ").map(|(_, total)| total);
        let length = columns.next().or(is_solved.then_some("0")).or(total);
        let field = |name: &str| match name {
            "solution" => Some(moves),
            "length" => length,
            name if name == self.column => scramble,
            _ => None,
        };
        vec![self.claim(|name| field(name).map(|text| text.trim().to_owned()))]
    }

    /// The claims of an object: one for each of its `solutions`, or its own.
    fn claims_of_object(&self, line: &str) -> Vec<MaybeClaim> {
        let object: Map<String, Value> = match serde_json::from_str(line) {
            Ok(object) => object,
            Err(error) => return vec![Err(anyhow!(error).context("is no JSON object"))],
        };
        if !object.contains_key(&self.column) && !object.contains_key("input") {
            return vec![Err(anyhow!("has no scramble"))];
        }
        let solutions = match object.get("solutions") {
            Some(Value::Array(solutions)) if !solutions.is_empty() => solutions,
            Some(Value::Array(_) | Value::Null) | None => slice::from_ref(&Value::Null),
            Some(_) => return vec![Err(anyhow!("has solutions that are not a list"))],
        };
        let claim = |solution: &Value| {
            if !matches!(solution, Value::Null | Value::String(_) | Value::Object(_)) {
                return Err(anyhow!("has a solution that is neither text nor an object"));
            }
            self.claim(|name| {
                let value = match solution {
                    Value::String(_) if name == "solution" => Some(solution),
                    _ => solution.get(name).or(object.get(name)),
                };
                match value? {
                    Value::Null => None,
                    Value::String(text) => Some(text.trim().to_owned()),
                    value => Some(value.to_string()),
                }
            })
        };
        solutions.iter().map(claim).collect()
    }

    /// The claim in fields that are known by their names.
    fn claim(&self, field: impl Fn(&str) -> Option<String>) -> MaybeClaim {
        let number = |name| {
            let text = field(name).filter(|text| !text.is_empty());
            let number = text.map(|text| text.parse().map_err(|_| anyhow!("{name} is {text}")));
            number.transpose()
        };
        let without_comment = |text: String| match text.split_once("//") {
            Some((moves, _)) => moves.to_owned(),
            None => text,
        };
        let solution = without_comment(field("solution").unwrap_or_default());
        let length = number("length")?;
        if solution.is_empty() && length.is_none() {
            return Ok(None);
        }
        let scramble = field(&self.column).or_else(|| field("input"));
        let metric = field("metric").map(|name| Metric::from_str(&name, true));
        let metric = metric.transpose().map_err(|_| anyhow!("unknown metric"))?;
        Ok(Some(Claim {
            scramble: without_comment(scramble.context("has no scramble")?),
            solution,
            length,
            lower_bound: number("lower_bound")?,
            metric: metric.unwrap_or(self.metric),
        }))
    }
}
