//! Reads files of scrambles and solutions.

use super::checker::{Claim, Metric};
use anyhow::{Context, anyhow};
use clap::ValueEnum;
use csv::{ByteRecord, ReaderBuilder};
use serde_json::{Map, Value, json};
use std::io::{BufRead, Read};

/// What a solution is claimed to be; `None` if there is no solution.
pub type MaybeClaim = anyhow::Result<Option<Claim>>;

/// A line or row, whichever form it was read in, by the names of columns.
type Fields = Map<String, Value>;

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
        match delimiter {
            Some(delimiter) => {
                let mut reader = builder(delimiter).from_reader(input);
                let names = reader.byte_headers().context(CANNOT_READ)?.clone();
                for record in reader.into_byte_records() {
                    let record = record.context(CANNOT_READ)?;
                    let line = record.position().map_or(0, csv::Position::line);
                    each(line, self.claim(&fields_of_record(&names, &record)))?;
                }
            }
            None => {
                for (line, bytes) in (1..).zip(input.split(b'\n')) {
                    let bytes = bytes.context(CANNOT_READ)?;
                    let text = String::from_utf8_lossy(&bytes);
                    match self.fields_of_line(text.trim_matches(['\u{feff}', '\r'])) {
                        Ok(all) => all
                            .iter()
                            .try_for_each(|fields| each(line, self.claim(fields)))?,
                        Err(error) => each(line, Err(error))?,
                    }
                }
            }
        }
        Ok(())
    }

    /// The fields of each solution in a line that is a JSON object, or has tabs between scramble, solution
    /// and length. None for a comment or an empty line.
    fn fields_of_line(&self, line: &str) -> anyhow::Result<Vec<Fields>> {
        if line.starts_with('{') {
            return fields_of_object(line);
        }
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("//") {
            return Ok(vec![]);
        }
        let mut columns = line.split('\t');
        let scramble = columns.next().unwrap_or_default();
        let solution = columns
            .next()
            .context("has no tab between a scramble and a solution")?;
        let (moves, comment) = solution.split_once("//").unwrap_or((solution, ""));
        let is_solved = moves.trim().is_empty() && comment.trim_start().starts_with("solved");
        // as `solve` writes it behind a chain of steps
        let total = comment.rsplit_once("total ").map(|(_, total)| total);
        let length = columns.next().or(is_solved.then_some("0")).or(total);
        let fields = [
            (self.column.clone(), json!(scramble)),
            ("solution".into(), json!(moves)),
            ("length".into(), json!(length)),
        ];
        Ok(vec![fields.into_iter().collect()])
    }

    fn claim(&self, fields: &Fields) -> MaybeClaim {
        let text = |name: &str| match fields.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text.trim().to_owned()),
            Some(value) => Some(value.to_string()),
        };
        let number = |name| {
            let text = text(name).filter(|text| !text.is_empty());
            let number = text.map(|text| text.parse().map_err(|_| anyhow!("{name} is {text}")));
            number.transpose()
        };
        let without_comment = |text: String| match text.split_once("//") {
            Some((moves, _)) => moves.to_owned(),
            None => text,
        };
        let solution = without_comment(text("solution").unwrap_or_default());
        let length = number("length")?;
        if solution.is_empty() && length.is_none() {
            return Ok(None);
        }
        let scramble = text(&self.column).or_else(|| text("input"));
        let metric = text("metric").map(|name| Metric::from_str(&name, true));
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

fn fields_of_record(names: &ByteRecord, record: &ByteRecord) -> Fields {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    let fields = names.iter().zip(record);
    fields
        .map(|(name, field)| (text(name), json!(text(field))))
        .collect()
}

/// The fields of an object, once for each of its `solutions` if it has several.
fn fields_of_object(line: &str) -> anyhow::Result<Vec<Fields>> {
    let mut object: Fields = serde_json::from_str(line).context("is no JSON object")?;
    match object.remove("solutions") {
        Some(Value::Array(solutions)) if !solutions.is_empty() => {
            let fields = solutions.into_iter().map(|solution| {
                let mut fields = object.clone();
                match solution {
                    Value::Object(solution) => fields.extend(solution),
                    solution => drop(fields.insert("solution".into(), solution)),
                }
                fields
            });
            Ok(fields.collect())
        }
        _ => Ok(vec![object]),
    }
}
