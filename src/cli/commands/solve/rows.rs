//! Cubes in a column of a file: its rows in, the same rows with their solutions out.

use crate::cli::input::Question;
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
        let Some(output) = &self.output else {
            print(header)?;
            return Ok(Some((rows, Output::stdout())));
        };
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
    columns: Columns,
    /// Where it begins in the file, in bytes.
    start: u64,
    /// Where it ends.
    pub end: u64,
}

/// The columns that a row has in the input.
enum Columns {
    /// Fields, and the character between them.
    Record(ByteRecord, u8),
    /// The text of the object without its closing brace.
    Object(String),
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
        let number = self.question.line;
        let rows = solutions.into_iter().flat_map(|solution| {
            let added = added_columns(query, number, answer, solution, error);
            self.columns.with(added)
        });
        rows.collect()
    }
}

impl Columns {
    /// A row with these columns and more.
    fn with(&self, added: impl Iterator<Item = (&'static str, Value)>) -> Vec<u8> {
        match self {
            Columns::Record(record, delimiter) => {
                let mut record = record.clone();
                for (_, value) in added {
                    let text = match value {
                        Value::Null => String::new(),
                        Value::String(text) => text,
                        value => value.to_string(),
                    };
                    record.push_field(text.as_bytes());
                }
                delimited(&record, *delimiter)
            }
            Columns::Object(object) => {
                let mut line = object.clone();
                for (name, value) in added {
                    line += &format!(",\"{name}\":{value}");
                }
                (line + "}\n").into_bytes()
            }
        }
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
    path: PathBuf,
    source: Source,
    column: String,
    /// Number of the last row that was read.
    number: u64,
    file_length: Option<u64>,
}

enum Source {
    Delimited {
        reader: csv::Reader<Box<dyn Read + Send>>,
        delimiter: u8,
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
        let is_stdin = path.as_os_str() == "-";
        let name = if is_stdin { Path::new("stdin") } else { path };
        let describe = || format!("cannot read {}", name.display());
        let (file, file_length): (Box<dyn Read + Send>, _) = match is_stdin {
            true => (Box::new(io::stdin()), None),
            false => {
                let file = File::open(path).with_context(describe)?;
                let data = file.metadata().with_context(describe)?;
                let length = data.is_file().then_some(data.len());
                (Box::new(file), length)
            }
        };
        let source = match layout {
            Layout::Delimited(delimiter) => {
                let mut reader = ReaderBuilder::new().delimiter(delimiter).from_reader(file);
                let names = reader.byte_headers().with_context(describe)?;
                let index = names.iter().position(|name| name == column.as_bytes());
                let names = || {
                    names
                        .iter()
                        .map(String::from_utf8_lossy)
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let index = index.with_context(|| {
                    let name = name.display();
                    format!(
                        "{name} has no column {column}; --column names one of: {}",
                        names()
                    )
                })?;
                Source::Delimited {
                    reader,
                    delimiter,
                    index,
                }
            }
            Layout::JsonLines => Source::JsonLines {
                reader: BufReader::new(file),
                position: 0,
            },
        };
        Ok(Rows {
            path: name.to_owned(),
            source,
            column: column.to_owned(),
            number: 0,
            file_length,
        })
    }

    /// Length of the file in bytes, if it is known.
    pub fn file_length(&self) -> Option<u64> {
        self.file_length
    }

    /// The first line of the output.
    fn output_header(&mut self, query: &Query) -> anyhow::Result<Vec<u8>> {
        let Source::Delimited {
            reader, delimiter, ..
        } = &mut self.source
        else {
            return Ok(vec![]);
        };
        let mut names = reader.byte_headers()?.clone();
        let none = Answer::empty(query.metric, Outcome::Complete);
        for (added, _) in added_columns(query, 0, &none, None, None) {
            ensure!(
                names.iter().all(|name| name != added.as_bytes()),
                "{} has a column {added}, which is the name of one that is added; rename it",
                self.path.display()
            );
            names.push_field(added.as_bytes());
        }
        Ok(delimited(&names, *delimiter))
    }

    /// Passes over the rows before this one.
    fn skip_to(&mut self, number: u64) -> anyhow::Result<()> {
        while self.number + 1 < number {
            if self.next().transpose()?.is_none() {
                bail!("{} has fewer rows than the output", self.path.display());
            }
        }
        Ok(())
    }

    fn read(&mut self) -> anyhow::Result<Option<Row>> {
        let (columns, text, start, end) = match &mut self.source {
            Source::Delimited {
                reader,
                delimiter,
                index,
            } => {
                let mut record = ByteRecord::new();
                if !reader.read_byte_record(&mut record)? {
                    return Ok(None);
                }
                let text = str::from_utf8(&record[*index]).map(str::to_owned);
                let text = text.map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1));
                let start = record.position().map_or(0, csv::Position::byte);
                (
                    Columns::Record(record, *delimiter),
                    text,
                    start,
                    reader.position().byte(),
                )
            }
            Source::JsonLines { reader, position } => {
                let start = *position;
                let mut line = String::new();
                *position += reader.read_line(&mut line)? as u64;
                if *position == start {
                    return Ok(None);
                }
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
                (Columns::Object(line), Ok(text), start, *position)
            }
        };
        self.number += 1;
        Ok(Some(Row {
            question: Question::of_row(self.number, text),
            columns,
            start,
            end,
        }))
    }
}

impl Iterator for Rows {
    type Item = anyhow::Result<Row>;

    fn next(&mut self) -> Option<anyhow::Result<Row>> {
        let row = self.read();
        row.with_context(|| format!("cannot read {}", self.path.display()))
            .transpose()
    }
}

/// Where rows are written.
pub struct Output {
    /// Stdout without one.
    file: Option<(PathBuf, File)>,
}

impl Output {
    /// A file with this first line, and the number of the row to go on with. To resume, the file may
    /// exist; the rows with the last number there, in the column `row`, are removed.
    ///
    /// # Errors
    /// If the file exists and is not to be resumed, was written for other columns, or cannot be written.
    pub fn open(
        path: &Path,
        layout: Layout,
        header: &[u8],
        is_resumed: bool,
    ) -> anyhow::Result<(Output, u64)> {
        let (file, next_row) = match is_resumed {
            true => resume(path, layout, header)?,
            false => (create(path, header)?, 1),
        };
        let file = Some((path.to_owned(), file));
        Ok((Output { file }, next_row))
    }

    pub fn stdout() -> Output {
        Output { file: None }
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

/// Creates an output with its first line.
fn create(path: &Path, header: &[u8]) -> anyhow::Result<File> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = match created {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists; --resume goes on with it", path.display())
        }
        created => created.with_context(|| cannot_write(path))?,
    };
    lock(&file, path)?;
    file.write_all(header).with_context(|| cannot_write(path))?;
    Ok(file)
}

/// Opens an output that may be incomplete, removes its last cube, and returns the number of the row to go
/// on with.
///
/// The rows of the last cube are removed since there may be more solutions. What follows them is
/// not whole.
fn resume(path: &Path, layout: Layout, header: &[u8]) -> anyhow::Result<(File, u64)> {
    if !path.exists() {
        return Ok((create(path, header)?, 1));
    }
    let opened = OpenOptions::new().read(true).write(true).open(path);
    let mut file = opened.with_context(|| cannot_write(path))?;
    lock(&file, path)?;
    let mut start = vec![];
    (&file).take(header.len() as u64).read_to_end(&mut start)?;
    ensure!(
        header.starts_with(&start),
        "{} was not written for the columns of this file",
        path.display()
    );
    let (mut next, mut position) = (1, header.len() as u64);
    if start == header {
        let written = Rows::open(path, layout, "row")?;
        // the first that cannot be read is the one that was interrupted
        for row in written.map_while(Result::ok) {
            let number = row.question.text.ok().and_then(|text| text.parse().ok());
            let Some(number) = number else { break };
            if number != next {
                (next, position) = (number, row.start);
            }
        }
    } else {
        position = 0;
    }
    file.set_len(position).with_context(|| cannot_write(path))?;
    file.seek(SeekFrom::End(0))?;
    if position == 0 {
        file.write_all(header).with_context(|| cannot_write(path))?;
    }
    Ok((file, next))
}

/// Keeps other processes from writing the same output.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another process writes {}", path.display()),
        // some network file systems have no locks
        _ => Ok(()),
    }
}
