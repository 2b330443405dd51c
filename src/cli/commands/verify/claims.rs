//! Reads files of scrambles and solutions.

use super::checker::{Claim, Metric};
use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueEnum};
use csv::{Position, ReaderBuilder};
use serde_json::{Map, Value};
use std::io::{BufRead, Read};

/// What a solution is claimed to be; `None` if there is no solution.
pub type MaybeClaim = anyhow::Result<Option<Claim>>;

/// The values of a line, row or object by their names.
type Fields = Map<String, Value>;

const CANNOT_READ: &str = "cannot read the input";

/// What a file does not say itself.
#[derive(Debug, Args)]
pub struct Defaults {
    /// Name of the column with the scrambles
    #[arg(long, value_name = "NAME", default_value = "scramble")]
    column: String,

    /// Metric of lengths, unless the file names it
    #[arg(long, value_name = "METRIC", default_value = "htm")]
    metric: Metric,
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
        let delimiter = if first.contains(&b'\t') { b'\t' } else { b',' };
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).flexible(true);
        let mut reader = builder.from_reader(&first[..]);
        let has_columns = reader.byte_headers().is_ok_and(|names| {
            let has = |name: &str| names.iter().any(|one| one == name.as_bytes());
            has(&self.column) && has("solution")
        });
        let input = first.chain(input);
        if !has_columns {
            for (line, bytes) in (1..).zip(input.split(b'\n')) {
                let bytes = bytes.context(CANNOT_READ)?;
                let text = String::from_utf8_lossy(&bytes);
                for claim in self.claims_of_line(text.trim_matches(['\u{feff}', '\r'])) {
                    each(line, claim)?;
                }
            }
            return Ok(());
        }
        let mut reader = builder.from_reader(input);
        let names = reader.byte_headers().context(CANNOT_READ)?.clone();
        for record in reader.into_byte_records() {
            let record = record.context(CANNOT_READ)?;
            let named = names.iter().zip(&record).map(|(name, text)| {
                let [name, text] = [name, text].map(|bytes| String::from_utf8_lossy(bytes));
                (name.into(), text.into())
            });
            let line = record.position().map_or(0, Position::line);
            each(line, self.claim(&named.collect()))?;
        }
        Ok(())
    }

    /// The claims of a line that is a JSON object, or has tabs between scramble, solution and length. None
    /// of a comment or an empty line.
    fn claims_of_line(&self, line: &str) -> Vec<MaybeClaim> {
        if line.starts_with('{') {
            let claims = self.claims_of_object(line);
            return claims.unwrap_or_else(|error| vec![Err(error)]);
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
        let named = [
            (self.column.as_str(), scramble),
            ("solution", Some(moves)),
            ("length", length),
        ];
        let named = named.map(|(name, text)| (name.to_owned(), text.into()));
        vec![self.claim(&named.into_iter().collect())]
    }

    /// The claims of an object: one for each of its `solutions`, or its own.
    fn claims_of_object(&self, line: &str) -> anyhow::Result<Vec<MaybeClaim>> {
        let mut object: Fields = serde_json::from_str(line).context("is no JSON object")?;
        let has_scramble = object.contains_key(&self.column) || object.contains_key("input");
        ensure!(has_scramble, "has no scramble");
        let solutions = match object.remove("solutions") {
            None | Some(Value::Null) => vec![],
            Some(Value::Array(solutions)) => solutions,
            Some(_) => bail!("has solutions that are not a list"),
        };
        if solutions.is_empty() {
            return Ok(vec![self.claim(&object)]);
        }
        let claim = |solution: Value| {
            let mut fields = object.clone();
            match solution {
                Value::Null => {}
                Value::String(_) => fields.extend([("solution".to_owned(), solution)]),
                Value::Object(own) => fields.extend(own),
                _ => bail!("has a solution that is neither text nor an object"),
            }
            self.claim(&fields)
        };
        Ok(solutions.into_iter().map(claim).collect())
    }

    /// The claim in fields that are known by their names.
    fn claim(&self, fields: &Fields) -> MaybeClaim {
        let field = |name: &str| match fields.get(name)? {
            Value::Null => None,
            Value::String(text) => Some(text.trim().to_owned()),
            value => Some(value.to_string()),
        };
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
