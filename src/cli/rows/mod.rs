//! Cubes in a column of a file: its rows in, the same rows with their solutions out.

mod cells;
mod columns;
mod documents;
mod objects;
mod output;
mod selection;
pub mod source;

pub use columns::delimited;
pub use output::{Layout, Made, Output};
pub use source::{decoded, delimiters};

use super::Status;
use super::input::{Inputs, Row};
use anyhow::ensure;
use clap::{Args, ValueHint};
use csv::ByteRecord;
use cubesolve::notation::Format;
use cubesolve::{Query, Record, Solution};
use selection::Selection;
use serde_json::Value;
use source::Source;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

#[derive(Debug, Args)]
pub struct RowsOptions {
    /// Solve the cubes in a column of FILE and print its rows, once for each solution, with the columns
    /// row (its number), solution, length, lower_bound, error and moves (the scramble as it was read), and
    /// where they apply target (of several --to), count (--unique), link, to, puzzle,
    /// goal and metric
    ///
    /// The first line of FILE names the columns, which have tabs, commas or semicolons between. If it is a
    /// JSON object, so is each line, also of the output. The JSON of csTimer and TNoodle is read as well.
    /// Rows whose column eventId, event or puzzle names another puzzle are left out. A row that cannot be
    /// read has its reason in the column error. - is stdin.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["cubes", "json"])]
    csv: Option<PathBuf>,

    /// Name of the column with the cubes, in capitals or not [default: scramble, or the only column of
    /// scrambles]
    #[arg(long, value_name = "NAME", requires = "csv", conflicts_with = "cubes")]
    column: Option<String>,

    /// Begin the names of the added columns with TEXT, for files that have some of them already
    #[arg(
        long,
        value_name = "TEXT",
        requires = "csv",
        conflicts_with = "cubes",
        default_value = "",
        hide_default_value = true
    )]
    prefix: String,

    /// Write the rows of --csv to this file. A file beside it, OUT.run, says what made it
    #[arg(long, short, value_name = "OUT", requires = "csv", conflicts_with = "cubes", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Continue an output that was not finished; its last cube is solved again. Refused if it was made of
    /// other rows or with other options
    #[arg(long, requires = "output", conflicts_with = "cubes")]
    resume: bool,

    /// Also write the rows that could not be read or solved to this file
    #[arg(long, value_name = "FILE", requires = "csv", conflicts_with = "cubes", value_hint = ValueHint::FilePath)]
    errors: Option<PathBuf>,
}

/// The rows of a file, and where their answers go.
pub struct Rows {
    pub inputs: Inputs,
    pub output: Output,
    /// Rows of other puzzles so far.
    pub skipped: Arc<AtomicU64>,
}

impl RowsOptions {
    /// The cubes of the file with their rows, and the output for them; `None` without `--csv`.
    ///
    /// # Errors
    /// If a file cannot be read or written, has no such column, or the output exists.
    pub fn open(&self, query: &Query, format: Option<Format>) -> anyhow::Result<Option<Rows>> {
        let Some(path) = &self.csv else {
            return Ok(None);
        };
        let selection = Selection::new(self.column.clone(), query.puzzle);
        let source = Source::open(path, selection)?;
        let columns = source.names.len();
        let header = self.header(source.names, query, source.delimiter)?;
        let made = Made::of(&(query, format, &self.column));
        let mut output = Output::create(self.output.as_deref(), self.resume, &header, &made)?;
        let layout = Layout {
            delimiter: source.delimiter,
            columns,
            number: format!("{}row", self.prefix),
            error: format!("{}error", self.prefix),
            status: |error| match error {
                "" => Status::Success,
                error if error.starts_with("time is up") => Status::TimedOut,
                _ => Status::LineFailed,
            },
        };
        let inputs = output.skip_written(source.rows, &layout)?;
        if let Some(path) = &self.errors {
            output.collect_errors(path, &header)?;
        }
        Ok(Some(Rows {
            inputs,
            output,
            skipped: source.skipped,
        }))
    }

    /// Whether rows of a file are solved.
    pub fn is_file(&self) -> bool {
        self.csv.is_some()
    }

    /// Length of the file in bytes, if it is known.
    pub fn input_length(&self) -> Option<u64> {
        let data = self.csv.as_ref()?.metadata().ok()?;
        data.is_file().then_some(data.len())
    }

    /// The first line of the output for a file with these columns.
    fn header(
        &self,
        mut names: ByteRecord,
        query: &Query,
        delimiter: Option<u8>,
    ) -> anyhow::Result<Vec<u8>> {
        let Some(delimiter) = delimiter else {
            return Ok(vec![]);
        };
        for added in added_columns(query) {
            let added = format!("{}{added}", self.prefix);
            ensure!(
                names.iter().all(|name| name != added.as_bytes()),
                "the file has a column {added}, which is the name of one that is added; rename it, or name ours \
                 with --prefix"
            );
            names.push_field(added.as_bytes());
        }
        Ok(delimited(&names, delimiter))
    }

    /// A row with its answer, once for each solution.
    pub fn encode(&self, row: &Row, record: &Record, query: &Query) -> Vec<u8> {
        let mut solutions: Vec<_> = record.answer.solutions.iter().map(Some).collect();
        if solutions.is_empty() {
            solutions.push(None);
        }
        let mut rows = vec![];
        for solution in solutions {
            rows.extend(&row.columns);
            let added = added_columns(query).map(|name| (name, value(name, record, solution)));
            match row.delimiter {
                None => {
                    let fields =
                        added.map(|(name, value)| format!("\"{}{name}\":{value}", self.prefix));
                    let fields: Vec<String> = fields.collect();
                    let is_first = row.columns.trim_ascii_end().ends_with(b"{");
                    rows.extend_from_slice(if is_first { b"" } else { b"," });
                    rows.extend((fields.join(",") + "}\n").bytes());
                }
                Some(delimiter) => {
                    let fields = added.map(|(_, value)| match value {
                        Value::Null => String::new(),
                        Value::String(text) => text,
                        value => value.to_string(),
                    });
                    let fields: Vec<String> = fields.collect();
                    rows.push(delimiter);
                    rows.extend(delimited(&ByteRecord::from(fields), delimiter));
                }
            }
        }
        rows
    }
}

/// The columns that are added to those of the input.
fn added_columns(query: &Query) -> impl Iterator<Item = &'static str> {
    let always = ["row", "solution", "length", "lower_bound", "error", "moves"];
    let others = [
        ("target", query.to.len() > 1),
        ("count", query.unique),
        ("link", query.link),
        ("to", !query.to.is_empty()),
        ("puzzle", query.puzzle != Default::default()),
        ("goal", query.goal.is_some()),
        (
            "metric",
            query.metric != Default::default()
                || query
                    .moves
                    .as_ref()
                    .is_some_and(|moves| !moves.are_face_turns()),
        ),
    ];
    let others = others.into_iter().filter(|(_, is_added)| *is_added);
    always.into_iter().chain(others.map(|(name, _)| name))
}

fn value(column: &str, record: &Record, solution: Option<&Solution>) -> Value {
    match column {
        "row" => record.line.into(),
        "solution" => solution.map(ToString::to_string).into(),
        "length" => solution.map(Solution::length).into(),
        "lower_bound" => record.answer.bound().into(),
        "error" => record.error.into(),
        "moves" => record.moves.clone().into(),
        "target" => solution.map(|solution| solution.target).into(),
        "count" => solution.map(|solution| solution.count).into(),
        "to" => solution
            .and_then(|solution| record.to.get(solution.target)?.clone())
            .into(),
        "puzzle" => serde_json::to_value(record.puzzle).unwrap_or_default(),
        "metric" => record.answer.metric_name().into(),
        "goal" => {
            let last = solution.and_then(|solution| solution.steps.last()?.goal.as_ref());
            last.map(ToString::to_string).into()
        }
        _ => solution
            .and_then(|solution| solution.link.as_deref())
            .into(),
    }
}
