//! Reads files of scrambles and solutions.

use super::checker::{Claim, End, Problem};
use super::marks::without_marks;
use super::stickers::Metric;
use crate::cli::rows::{decoded, delimiters};
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use csv::{ByteRecord, Position, ReaderBuilder};
use serde_json::{Map, Value};
use std::io::{BufRead, Read};

/// What a solution is claimed to be; `None` if there is no solution.
pub type MaybeClaim = Result<Option<Claim>, Problem>;

/// The values of a line, row or object by their names.
type Fields = Map<String, Value>;

const CANNOT_READ: &str = "cannot read the input";

/// What a file does not say itself.
#[derive(Debug, Args)]
pub struct Defaults {
    /// Name of the column with the scrambles, in capitals or not
    #[arg(long, value_name = "NAME", default_value = "scramble")]
    column: String,

    /// What the names of the columns of solutions begin with, as for solve
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    prefix: String,

    /// Metric of lengths, unless the file names it
    #[arg(long, value_name = "METRIC", default_value = "htm")]
    metric: Metric,
}

fn unreadable(text: impl Into<String>) -> Problem {
    Problem::Unreadable(text.into())
}

impl Defaults {
    /// Calls `each` with the number of the line, from 1, and the claim of each solution. The file has
    /// columns if its first line names that of solutions.
    pub fn for_each_claim(
        &self,
        input: impl Read + Send + 'static,
        mut each: impl FnMut(u64, MaybeClaim) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut input = decoded(input).context(CANNOT_READ)?;
        let mut head = vec![];
        input.read_until(b'\n', &mut head).context(CANNOT_READ)?;
        let (delimiter, _) = delimiters(&head);
        let mut builder = ReaderBuilder::new();
        builder.delimiter(delimiter).flexible(true);
        let mut reader = builder.from_reader(&head[..]);
        let solution = format!("{}solution", self.prefix);
        let names = reader.byte_headers().cloned().unwrap_or_default();
        let names: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
        let has_columns = names.iter().any(|name| *name == solution);
        let mut all = names.iter();
        ensure!(
            !has_columns || all.any(|name| name.eq_ignore_ascii_case(&self.column)),
            "no column {}; --column names one of: {}",
            self.column,
            names.join(", ")
        );
        let input = std::io::Cursor::new(head).chain(input);
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
        let is_ours = self.has_our_columns(&names);
        for record in reader.into_byte_records() {
            let record = record.context(CANNOT_READ)?;
            let line = record.position().map_or(0, Position::line);
            let fields = self.fields(&names, &record);
            each(line, self.claim(&fields, is_ours))?;
        }
        Ok(())
    }

    /// Whether a file has the columns that `solve` adds, in their order.
    fn has_our_columns(&self, names: &ByteRecord) -> bool {
        let ours = ["row", "solution", "length", "lower_bound", "error", "moves"];
        let ours = ours.map(|name| format!("{}{name}", self.prefix).into_bytes());
        let names: Vec<&[u8]> = names.iter().collect();
        names.windows(ours.len()).any(|names| names == ours)
    }

    /// The cells of a record by their names, without the prefix of ours.
    fn fields(&self, names: &ByteRecord, record: &ByteRecord) -> Fields {
        let mut fields = Fields::new();
        for (name, text) in names.iter().zip(record) {
            let [name, text] = [name, text].map(|bytes| String::from_utf8_lossy(bytes));
            let name = match name.eq_ignore_ascii_case(&self.column) {
                true => self.column.as_str(),
                false => &name,
            };
            // those with the prefix come later, and win
            let name = name.strip_prefix(&self.prefix).unwrap_or(name);
            fields.insert(name.to_owned(), text.into());
        }
        fields
    }

    /// The claims of a line that is a JSON object, or has tabs between scramble, solution and length. None
    /// of a comment or an empty line.
    fn claims_of_line(&self, line: &str) -> Vec<MaybeClaim> {
        if line.starts_with('{') {
            let claims = self.claims_of_object(line);
            return claims.unwrap_or_else(|problem| vec![Err(problem)]);
        }
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("//") {
            return vec![];
        }
        let mut columns = line.split('\t');
        let (scramble, solution) = (columns.next(), columns.next());
        let Some(solution) = solution else {
            return vec![Err(unreadable(
                "has no tab between a scramble and a solution",
            ))];
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
        vec![self.claim(&named.into_iter().collect(), false)]
    }

    /// The claims of an object: one for each of its `solutions`, or its own, which must be the first of
    /// them.
    fn claims_of_object(&self, line: &str) -> Result<Vec<MaybeClaim>, Problem> {
        let read = serde_json::from_str(line);
        let mut object: Fields =
            read.map_err(|error| unreadable(format!("is no JSON object: {error}")))?;
        let has = |name| object.contains_key(name);
        // in a case of a set, moves are those that algorithms may have
        let is_case = has("case") && has("group");
        let is_ours = has("moves") && has("lower_bound") && !is_case;
        let mut names = object.keys();
        if let Some(name) = names
            .find(|name| name.eq_ignore_ascii_case(&self.column))
            .cloned()
        {
            let scramble = object.remove(&name).unwrap_or_default();
            object.insert(self.column.clone(), scramble);
        }
        if !object.contains_key(&self.column) && !object.contains_key("input") {
            return Err(unreadable("has no scramble"));
        }
        let solutions = match object.remove("solutions") {
            None | Some(Value::Null) => vec![],
            Some(Value::Array(solutions)) => solutions,
            Some(_) => return Err(unreadable("has solutions that are not a list")),
        };
        if solutions.is_empty() {
            return Ok(vec![self.claim(&object, is_ours)]);
        }
        let own = ["solution", "length", "optimal"].map(|name| (name, object.remove(name)));
        let claim = |(number, solution): (usize, Value)| {
            let mut fields = object.clone();
            match solution {
                Value::Null => {}
                Value::String(_) => fields.extend([("solution".to_owned(), solution)]),
                Value::Object(of_solution) => fields.extend(of_solution),
                _ => {
                    return Err(unreadable(
                        "has a solution that is neither text nor an object",
                    ));
                }
            }
            for (name, own) in own.iter().filter(|_| number == 0) {
                let Some(own) = own.as_ref().filter(|own| !own.is_null()) else {
                    continue;
                };
                let of_first = fields.entry(*name).or_insert_with(|| own.clone());
                if of_first != own {
                    let text = format!(
                        "has the {name} {own}, but {of_first} as the first of its solutions"
                    );
                    return Err(Problem::Wrong(text));
                }
            }
            self.claim(&fields, is_ours)
        };
        Ok(solutions.into_iter().enumerate().map(claim).collect())
    }

    /// The claim in fields that are known by their names. Those of `solve` have the moves as it has read
    /// them.
    fn claim(&self, fields: &Fields, is_ours: bool) -> MaybeClaim {
        let field = |name: &str| text_of(fields.get(name)?);
        let number = |name: &str| {
            let text = field(name).filter(|text| !text.is_empty());
            // as spreadsheets write whole numbers, too
            let parse = |text: &str| text.strip_suffix(".0").unwrap_or(text).parse();
            let number = text.map(|text| parse(&text).map_err(|_| not_a_number(name, &text)));
            number.transpose()
        };
        let solution = without_marks(&field("solution").unwrap_or_default());
        let length = number("length")?;
        if solution.is_empty() && length.is_none() {
            return Ok(None);
        }
        let scramble = field(&self.column).or_else(|| field("input"));
        let moves = field("moves").filter(|_| is_ours);
        let given = scramble.as_ref().filter(|_| moves.is_some()).cloned();
        let metric = field("metric").map(|name| Metric::from_str(&name, true));
        let metric = metric
            .transpose()
            .map_err(|_| unreadable("unknown metric"))?;
        let scramble = moves
            .or(scramble)
            .ok_or_else(|| unreadable("has no scramble"))?;
        Ok(Some(Claim {
            scramble: without_comment(scramble),
            given,
            solution,
            length,
            steps: steps(fields)?,
            lower_bound: number("lower_bound")?,
            is_optimal: fields.get("optimal") == Some(&Value::Bool(true))
                && field("cost").is_none(),
            metric: metric.unwrap_or(self.metric),
            end: if is_ours { end(fields)? } else { End::Solved },
        }))
    }
}

fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.trim().to_owned()),
        value => Some(value.to_string()),
    }
}

fn not_a_number(name: &str, text: &str) -> Problem {
    unreadable(format!(
        "cannot read the {name} {text}, expected a whole number"
    ))
}

fn without_comment(text: String) -> String {
    match text.split_once("//") {
        Some((moves, _)) => moves.trim().to_owned(),
        None => text,
    }
}

/// The moves and lengths of steps, if there are several.
fn steps(fields: &Fields) -> Result<Vec<(String, Option<u64>)>, Problem> {
    let steps = fields.get("steps").and_then(Value::as_array);
    let steps = steps.into_iter().flatten().map(|step| {
        let moves = step.get("solution").and_then(text_of);
        let moves = moves.ok_or_else(|| unreadable("has a step without a solution"))?;
        Ok((moves, step.get("length").and_then(Value::as_u64)))
    });
    let steps: Vec<_> = steps.collect::<Result<_, _>>()?;
    Ok(if steps.len() > 1 { steps } else { vec![] })
}

/// Where a solution leads, from the fields that `solve` writes.
fn end(fields: &Fields) -> Result<End, Problem> {
    let steps = fields.get("steps").and_then(Value::as_array);
    let last = steps.and_then(|steps| steps.last()?.get("goal"));
    let goal = last.or(fields.get("goal")).and_then(text_of);
    let target = match fields.get("to") {
        Some(Value::Array(targets)) if targets.is_empty() => None,
        Some(Value::Array(targets)) => {
            let number = fields.get("target").and_then(Value::as_u64).unwrap_or(0);
            let target = targets.get(number as usize).and_then(text_of);
            Some(target.ok_or_else(|| unreadable("has a target that facelets do not say"))?)
        }
        other => other.and_then(text_of),
    };
    let is_pocket = fields.get("puzzle").and_then(Value::as_str) == Some("2x2x2");
    match (goal, target.filter(|target| !target.is_empty())) {
        (Some(goal), target) if !goal.is_empty() => Ok(End::Goal(goal, target)),
        (_, Some(_)) if is_pocket => Err(unreadable("targets of the 2x2x2 are not checked")),
        (_, Some(target)) => Ok(End::Facelets(target)),
        _ if is_pocket => Ok(End::Corners),
        _ => Ok(End::Solved),
    }
}
