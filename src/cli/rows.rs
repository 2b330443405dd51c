//! Cubes in a column of a file: its rows in, the same rows with their solutions out.

use crate::cli::input::{Question, Questions, Row, open_file};
use crate::cli::output::print;
use anyhow::{Context, anyhow, bail, ensure};
use clap::{Args, ValueHint};
use csv::{ByteRecord, Position, ReaderBuilder, WriterBuilder};
use cubesolve::notation::LineError;
use cubesolve::{Query, Record, Solution};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub struct RowsOptions {
    /// Solve the cubes in a column of FILE and print its rows, once for each solution, with the columns
    /// row (its number), solution, length, lower_bound and error, and where they apply target (of several
    /// --to), count (--unique) and link
    ///
    /// The first line of FILE names the columns. If it has tabs, these stand in place of commas; if it is
    /// a JSON object, so is each line, also of the output. - is stdin.
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
    /// The cubes of the file with their rows, and the output for them; `None` without `--csv`.
    ///
    /// # Errors
    /// If a file cannot be read or written, has no such column, or the output exists.
    pub fn open(&self, query: &Query) -> anyhow::Result<Option<(Questions, Output)>> {
        let Some(path) = &self.csv else {
            return Ok(None);
        };
        let (file, name) = open_file(path)?;
        let mut file = BufReader::new(file);
        let mut first = vec![];
        let found = file.read_until(b'\n', &mut first);
        found.with_context(|| format!("cannot read {name}"))?;
        let delimiter = delimiter_of(&first);
        let file = Cursor::new(first).chain(file);
        let (names, mut rows) = match delimiter {
            Some(delimiter) => records(file, &name, delimiter, &self.column)?,
            None => (ByteRecord::new(), objects(file, name, &self.column)),
        };
        let header = header(names, query, delimiter)?;
        let output = self.output.as_deref();
        let (output, next_row) = Output::open(output, delimiter, &header, self.resume)?;
        for _ in 1..next_row {
            let row = rows.next().transpose()?;
            row.with_context(|| format!("{} has fewer rows than the output", path.display()))?;
        }
        Ok(Some((rows, output)))
    }

    /// Length of the file in bytes, if it is known.
    pub fn input_length(&self) -> Option<u64> {
        let data = self.csv.as_ref()?.metadata().ok()?;
        data.is_file().then_some(data.len())
    }
}

/// What stands between the columns of a file with this first line; `None` if lines are JSON objects.
fn delimiter_of(first_line: &[u8]) -> Option<u8> {
    let is_object = first_line.trim_ascii_start().starts_with(b"{");
    let has_tabs = first_line.contains(&b'\t');
    (!is_object).then_some(if has_tabs { b'\t' } else { b',' })
}

/// The columns that are added to those of the input.
fn added_columns(query: &Query) -> impl Iterator<Item = &'static str> {
    let always = ["row", "solution", "length", "lower_bound", "error"];
    let others = [
        ("target", query.to.len() > 1),
        ("count", query.unique),
        ("link", query.link),
    ];
    let others = others.into_iter().filter(|(_, is_added)| *is_added);
    always.into_iter().chain(others.map(|(name, _)| name))
}

/// The value for a solution in one of these columns.
fn value(column: &str, record: &Record, solution: Option<&Solution>) -> Value {
    match column {
        "row" => record.line.into(),
        "solution" => solution.map(ToString::to_string).into(),
        "length" => solution.map(Solution::length).into(),
        "lower_bound" => record.answer.bound().into(),
        "error" => record.error.into(),
        "target" => solution.map(|solution| solution.target).into(),
        "count" => solution.map(|solution| solution.count).into(),
        _ => solution
            .and_then(|solution| solution.link.as_deref())
            .into(),
    }
}

/// A row with its answer, once for each solution.
pub fn encode(row: &Row, record: &Record, query: &Query) -> Vec<u8> {
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
                let fields = added.map(|(name, value)| format!(",\"{name}\":{value}"));
                rows.extend((fields.collect::<String>() + "}\n").bytes());
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

fn delimited(record: &ByteRecord, delimiter: u8) -> Vec<u8> {
    let mut writer = WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(vec![]);
    let written = writer.write_byte_record(record);
    written.expect("memory takes any record");
    writer.into_inner().expect("memory can be flushed")
}

/// The names of the columns of a file, and the texts in one of them with their rows.
fn records(
    file: impl Read + Send + 'static,
    name: &str,
    delimiter: u8,
    column: &str,
) -> anyhow::Result<(ByteRecord, Questions)> {
    let cannot_read = format!("cannot read {name}");
    let mut reader = ReaderBuilder::new().delimiter(delimiter).from_reader(file);
    let names = reader.byte_headers().with_context(|| cannot_read.clone())?;
    let names = names.clone();
    let index = names.iter().position(|name| name == column.as_bytes());
    let index = index.with_context(|| {
        if names.is_empty() {
            return format!("{name} is empty; its first line names the columns");
        }
        let names: Vec<_> = names.iter().map(String::from_utf8_lossy).collect();
        let names = names.join(", ");
        format!("{name} has no column {column}; --column names one of: {names}")
    })?;
    let rows = (1..).zip(reader.into_byte_records());
    let rows = rows.map(move |(number, record)| {
        let record = record.with_context(|| cannot_read.clone())?;
        let text = str::from_utf8(&record[index]).map(str::to_owned);
        let text = text.map_err(|error| LineError::NotUtf8(error.valid_up_to() + 1));
        let mut columns = delimited(&record, delimiter);
        columns.pop();
        let row = Row {
            columns,
            delimiter: Some(delimiter),
            start: record.position().map_or(0, Position::byte),
        };
        Ok(Question {
            row: Some(row),
            ..Question::new("row", number, text)
        })
    });
    Ok((names, Box::new(rows)))
}

/// The texts in a field of the objects in a file, one in each line.
fn objects(file: impl BufRead + Send + 'static, name: String, column: &str) -> Questions {
    let column = column.to_owned();
    let mut next = 0;
    let lines = (1..).zip(file.split(b'\n'));
    Box::new(lines.map(move |(number, line)| {
        let mut columns = line.with_context(|| format!("cannot read {name}"))?;
        let start = next;
        next += columns.len() as u64 + 1;
        let object: Map<String, Value> = serde_json::from_slice(&columns)
            .map_err(|_| anyhow!("cannot read {name}: line {number} is not a JSON object"))?;
        let text = match object.get(&column) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => bail!("cannot read {name}: line {number} has no field {column}"),
        };
        let end = columns.iter().rposition(|byte| *byte == b'}');
        columns.truncate(end.expect("an object ends with it"));
        let row = Row {
            columns,
            delimiter: None,
            start,
        };
        Ok(Question {
            row: Some(row),
            ..Question::new("row", number, Ok(text))
        })
    }))
}

/// Reads the rows of a file from memory.
#[cfg(any(fuzzing, test))]
pub fn read_all(bytes: &[u8]) {
    let (file, name, column) = (Cursor::new(bytes.to_vec()), "file", "a");
    let first = bytes.split_inclusive(|byte| *byte == b'\n').next();
    let rows = match delimiter_of(first.unwrap_or_default()) {
        Some(delimiter) => records(file, name, delimiter, column).map(|(_, rows)| rows),
        None => Ok(objects(file, name.to_owned(), column)),
    };
    for question in rows.into_iter().flatten().map_while(Result::ok) {
        let row = question.row.expect("each has a row");
        assert!(row.start as usize <= bytes.len());
    }
}

/// The first line of the output for a file with these columns.
fn header(mut names: ByteRecord, query: &Query, delimiter: Option<u8>) -> anyhow::Result<Vec<u8>> {
    let Some(delimiter) = delimiter else {
        return Ok(vec![]);
    };
    for added in added_columns(query) {
        ensure!(
            names.iter().all(|name| name != added.as_bytes()),
            "the file has a column {added}, which is the name of one that is added; rename it"
        );
        names.push_field(added.as_bytes());
    }
    Ok(delimited(&names, delimiter))
}

/// Where rows are written.
pub struct Output {
    /// Stdout without one.
    file: Option<(PathBuf, File)>,
}

impl Output {
    pub const STDOUT: Output = Output { file: None };

    /// A file with this first line, stdout without one, and the number of the row to go on with. To resume,
    /// the file may exist; the rows with the last number there, in the column `row`, are removed.
    ///
    /// # Errors
    /// If the file exists and is not to be resumed, was written for other columns, or cannot be written.
    pub fn open(
        path: Option<&Path>,
        delimiter: Option<u8>,
        header: &[u8],
        is_resumed: bool,
    ) -> anyhow::Result<(Output, u64)> {
        let Some(path) = path else {
            print(header)?;
            return Ok((Output::STDOUT, 1));
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
        // some network file systems have no locks
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("another process writes {}", path.display());
        }
        let (next_row, length) = written(&file, path, delimiter, header)?;
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
fn written(
    file: &File,
    path: &Path,
    delimiter: Option<u8>,
    header: &[u8],
) -> anyhow::Result<(u64, u64)> {
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
    let (file, name) = open_file(path)?;
    let rows = match delimiter {
        Some(delimiter) => records(file, &name, delimiter, "row")?.1,
        None => objects(BufReader::new(file), name, "row"),
    };
    // the first row that cannot be read is the one that was interrupted
    for question in rows.map_while(Result::ok) {
        let number = question.text.ok().and_then(|text| text.parse().ok());
        let (Some(number), Some(row)) = (number, question.row) else {
            break;
        };
        if number != next {
            (next, length) = (number, row.start);
        }
    }
    Ok((next, length))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_of_any_bytes_are_read_or_refused(
            start in prop::sample::select(vec!["a,b\n", "b\ta\n", "{\"a\": \"R\"}\n", "\"a\"\n", ""]),
            rest in prop::collection::vec(
                prop::sample::select(b"R,\t\n\"{}:a0\\\r \xff".to_vec()), 0..60),
        ) {
            read_all(&[start.as_bytes(), &rest].concat());
        }
    }
}
