//! Cubes in a column of a file: its rows in, the same rows with their solutions out.

use crate::cli::input::{Question, open_file};
use crate::cli::output::print;
use anyhow::{Context, bail, ensure};
use clap::{Args, ValueHint};
use csv::{ByteRecord, ReaderBuilder, WriterBuilder};
use cubesolve::notation::LineError;
use cubesolve::{Answer, Outcome, Query, Solution};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct RowsOptions {
    /// Solve the cubes in a column of FILE and print its rows, once for each solution, with the columns
    /// row (its number), solution, length, lower_bound and error, and where they apply target (of several
    /// --to), count (--unique) and link
    ///
    /// The first line of FILE names the columns. A file .tsv has tabs in place of commas; a file
    /// .jsonl has a JSON object in each line, and so has the output. - is stdin, as CSV.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["cubes", "json"])]
    csv: Option<PathBuf>,

    /// Name of the column with the cubes
    #[arg(long, value_name = "NAME", default_value = "scramble")]
    column: String,

    /// Write the rows of --csv to this file
    #[arg(long, short, value_name = "OUT", requires = "csv", conflicts_with = "cubes", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Continue an output that was not finished; its last cube is solved again
    #[arg(long, requires = "output")]
    resume: bool,
}

impl RowsOptions {
    /// The rows of the file and the output for them; `None` without `--csv`.
    ///
    /// # Errors
    /// If a file cannot be read or written, has no such column, or the output exists.
    pub fn open(&self, query: &Query) -> anyhow::Result<Option<(Rows, Output)>> {
        let Some(path) = &self.csv else {
            return Ok(None);
        };
        let layout = Layout::of(path);
        let mut rows = Rows::open(path, layout, &self.column)?;
        let header = rows.output_header(query)?;
        let output = self.output.as_deref();
        let (output, next_row) = Output::open(output, layout, &header, self.resume)?;
        rows.skip_to(next_row)?;
        Ok(Some((rows, output)))
    }
}

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// Fields with this character between them, as in RFC 4180, after a line with their names.
    Delimited(u8),
    /// An object in each line.
    JsonLines,
}

/// A row of a file.
pub struct Row {
    /// Its cube, with the number of the row from 1.
    pub question: Question,
    layout: Layout,
    /// Its columns in the input as they are written, without the end of the line or object.
    columns: Vec<u8>,
    /// Where it ends in the file, in bytes.
    pub end: u64,
}

/// The columns that are added to those of the input, with their values for a solution.
fn added_columns(
    query: &Query,
    row: u64,
    answer: &Answer,
    solution: Option<&Solution>,
    error: Option<&str>,
) -> impl Iterator<Item = (&'static str, Value)> {
    let link = solution.and_then(|solution| solution.link.as_deref());
    let columns: [(_, _, Value); 8] = [
        ("row", true, row.into()),
        ("solution", true, solution.map(ToString::to_string).into()),
        ("length", true, solution.map(Solution::length).into()),
        ("lower_bound", true, answer.lower_bound.into()),
        ("error", true, error.into()),
        (
            "target",
            query.to.len() > 1,
            solution.map(|s| s.target).into(),
        ),
        ("count", query.unique, solution.map(|s| s.count).into()),
        ("link", query.link, link.into()),
    ];
    let added = columns.into_iter().filter(|(_, is_added, _)| *is_added);
    added.map(|(name, _, value)| (name, value))
}

impl Row {
    /// The row with its answer, once for each solution.
    pub fn encode(&self, answer: &Answer, error: Option<&str>, query: &Query) -> Vec<u8> {
        let mut solutions: Vec<_> = answer.solutions.iter().map(Some).collect();
        if solutions.is_empty() {
            solutions.push(None);
        }
        let rows = solutions.into_iter().flat_map(|solution| {
            let added = added_columns(query, self.question.line, answer, solution, error);
            [&self.columns[..], &self.layout.end_of_row(added)].concat()
        });
        rows.collect()
    }
}

impl Layout {
    pub const CSV: Layout = Layout::Delimited(b',');

    /// By the end of the file's name.
    pub fn of(path: &Path) -> Layout {
        match path.extension().and_then(|end| end.to_str()) {
            Some("tsv") => Layout::Delimited(b'\t'),
            Some("jsonl" | "ndjson") => Layout::JsonLines,
            _ => Layout::CSV,
        }
    }

    /// The character between fields, a comma for objects.
    pub fn delimiter(self) -> u8 {
        match self {
            Layout::Delimited(delimiter) => delimiter,
            Layout::JsonLines => b',',
        }
    }

    /// What is written after the columns of the input.
    fn end_of_row(self, added: impl Iterator<Item = (&'static str, Value)>) -> Vec<u8> {
        match self {
            Layout::Delimited(delimiter) => {
                let fields = added.map(|(_, value)| match value {
                    Value::Null => String::new(),
                    Value::String(text) => text,
                    value => value.to_string(),
                });
                let fields: Vec<String> = fields.collect();
                let mut end = vec![delimiter];
                end.extend(delimited(&ByteRecord::from(fields), delimiter));
                end
            }
            Layout::JsonLines => {
                let fields = added.map(|(name, value)| format!(",\"{name}\":{value}"));
                (fields.collect::<String>() + "}\n").into_bytes()
            }
        }
    }
}

fn delimited(record: &ByteRecord, delimiter: u8) -> Vec<u8> {
    let mut writer = WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(vec![]);
    let written = writer.write_byte_record(record);
    written.expect("memory takes any record");
    writer.into_inner().expect("memory can be flushed")
}

/// The rows of a file, in order.
pub struct Rows {
    /// Name of the file, or stdin.
    name: String,
    layout: Layout,
    source: Source,
    column: String,
    /// Number of the last row that was read.
    number: u64,
    /// Length of the file in bytes, if it is known.
    pub file_length: Option<u64>,
}

enum Source {
    Delimited {
        reader: csv::Reader<Box<dyn Read + Send>>,
        /// Number of the column with the cubes.
        index: usize,
    },
    JsonLines {
        reader: BufReader<Box<dyn Read + Send>>,
        position: u64,
    },
}

impl Rows {
    fn open(path: &Path, layout: Layout, column: &str) -> anyhow::Result<Rows> {
        let (file, name) = open_file(path)?;
        let data = path.metadata().ok().filter(|data| data.is_file());
        let source = match layout {
            Layout::Delimited(delimiter) => {
                let mut reader = ReaderBuilder::new().delimiter(delimiter).from_reader(file);
                let names = reader.byte_headers();
                let names = names.with_context(|| format!("cannot read {name}"))?;
                let index = names.iter().position(|name| name == column.as_bytes());
                let index = index.with_context(|| {
                    let names: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
                    let names = names.join(", ");
                    format!("{name} has no column {column}; --column names one of: {names}")
                })?;
                Source::Delimited { reader, index }
            }
            Layout::JsonLines => Source::JsonLines {
                reader: BufReader::new(file),
                position: 0,
            },
        };
        Ok(Rows {
            name,
            layout,
            source,
            column: column.to_owned(),
            number: 0,
            file_length: data.map(|data| data.len()),
        })
    }

    /// The first line of the output.
    fn output_header(&mut self, query: &Query) -> anyhow::Result<Vec<u8>> {
        let Source::Delimited { reader, .. } = &mut self.source else {
            return Ok(vec![]);
        };
        let mut names = reader.byte_headers()?.clone();
        let none = Answer::empty(query.metric, Outcome::Complete);
        for (added, _) in added_columns(query, 0, &none, None, None) {
            ensure!(
                names.iter().all(|name| name != added.as_bytes()),
                "{} has a column {added}, which is the name of one that is added; rename it",
                self.name
            );
            names.push_field(added.as_bytes());
        }
        Ok(delimited(&names, self.layout.delimiter()))
    }

    /// Passes over the rows before this one.
    fn skip_to(&mut self, number: u64) -> anyhow::Result<()> {
        while self.number + 1 < number {
            if self.next().transpose()?.is_none() {
                bail!("{} has fewer rows than the output", self.name);
            }
        }
        Ok(())
    }

    fn read(&mut self) -> anyhow::Result<Option<Row>> {
        let (columns, text, end) = match &mut self.source {
            Source::Delimited { reader, index } => {
                let mut record = ByteRecord::new();
                if !reader.read_byte_record(&mut record)? {
                    return Ok(None);
                }
                let text = str::from_utf8(&record[*index]).map(str::to_owned);
                let text = text.map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1));
                let mut columns = delimited(&record, self.layout.delimiter());
                columns.pop();
                (columns, text, reader.position().byte())
            }
            Source::JsonLines { reader, position } => {
                let mut line = String::new();
                let length = reader.read_line(&mut line)?;
                if length == 0 {
                    return Ok(None);
                }
                *position += length as u64;
                let number = self.number + 1;
                let object: Map<String, Value> = serde_json::from_str(&line)
                    .with_context(|| format!("line {number} is not a JSON object"))?;
                let text = match object.get(&self.column) {
                    Some(Value::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                    None => bail!("line {number} has no field {}", self.column),
                };
                let end = line.rfind('}').expect("an object ends with it");
                line.truncate(end);
                (line.into_bytes(), Ok(text), *position)
            }
        };
        self.number += 1;
        Ok(Some(Row {
            question: Question::of_row(self.number, text),
            layout: self.layout,
            columns,
            end,
        }))
    }
}

impl Iterator for Rows {
    type Item = anyhow::Result<Row>;

    fn next(&mut self) -> Option<anyhow::Result<Row>> {
        let row = self.read();
        row.with_context(|| format!("cannot read {}", self.name))
            .transpose()
    }
}

/// Where rows are written.
pub struct Output {
    /// Stdout without one.
    file: Option<(PathBuf, File)>,
}

impl Output {
    /// A file with this first line, stdout without one, and the number of the row to go on with. To resume,
    /// the file may exist; the rows with the last number there, in the column `row`, are removed.
    ///
    /// # Errors
    /// If the file exists and is not to be resumed, was written for other columns, or cannot be written.
    pub fn open(
        path: Option<&Path>,
        layout: Layout,
        header: &[u8],
        is_resumed: bool,
    ) -> anyhow::Result<(Output, u64)> {
        let Some(path) = path else {
            print(header)?;
            return Ok((Output { file: None }, 1));
        };
        let describe = || cannot_write(path);
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(!is_resumed);
        let opened = options.create(true).truncate(false).open(path);
        let mut file = match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{} exists; --resume continues it", path.display())
            }
            opened => opened.with_context(describe)?,
        };
        lock(&file, path)?;
        let (next_row, length) = written(&file, path, layout, header)?;
        file.set_len(length).with_context(describe)?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 {
            file.write_all(header).with_context(describe)?;
        }
        let file = Some((path.to_owned(), file));
        Ok((Output { file }, next_row))
    }

    /// Writes rows at once, so that a process that is killed leaves at most one of them incomplete.
    pub fn write(&mut self, rows: &[u8]) -> anyhow::Result<()> {
        match &mut self.file {
            Some((path, file)) => {
                let written = file.write_all(rows);
                written.with_context(|| cannot_write(path))
            }
            None => print(rows),
        }
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// The number of the row to go on with in an output that may be incomplete, and the length in bytes of
/// what is before it.
///
/// The last cube is solved again, since there may be more solutions of it. What follows it is not whole.
fn written(file: &File, path: &Path, layout: Layout, header: &[u8]) -> anyhow::Result<(u64, u64)> {
    let mut start = vec![];
    file.take(header.len() as u64).read_to_end(&mut start)?;
    ensure!(
        header.starts_with(&start),
        "{} was not written for the columns of this file",
        path.display()
    );
    if start != header {
        return Ok((1, 0));
    }
    let (mut next, mut length) = (1, header.len() as u64);
    let mut end = length;
    // the first row that cannot be read is the one that was interrupted
    for row in Rows::open(path, layout, "row")?.map_while(Result::ok) {
        let number = row.question.text.ok().and_then(|text| text.parse().ok());
        let Some(number) = number else { break };
        if number != next {
            (next, length) = (number, end);
        }
        end = row.end;
    }
    Ok((next, length))
}

/// Keeps other processes from writing the same output.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another process writes {}", path.display()),
        // some network file systems have no locks
        _ => Ok(()),
    }
}
