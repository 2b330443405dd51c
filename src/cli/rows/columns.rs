//! Rows of CSV in its variants.

use super::cells::{are_scrambles, cubes_in};
use super::selection::{EVENT_COLUMNS, Selection};
use crate::cli::input::{Input, Inputs, Row};
use crate::cli::output::note;
use anyhow::{Context, bail, ensure};
use csv::{ByteRecord, Position, Reader, ReaderBuilder, WriterBuilder};
use cubesolve::notation::LineError;
use std::io::Read;

/// Rows that are read to find the column of the scrambles.
const SAMPLE: usize = 20;

/// A record as it is written.
pub fn delimited(record: &ByteRecord, delimiter: u8) -> Vec<u8> {
    let mut writer = WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(vec![]);
    let written = writer.write_byte_record(record);
    written.expect("memory takes any record");
    writer.into_inner().expect("memory can be flushed")
}

/// The names of the columns of a file that begins with `head`, and the texts in one of them with their
/// rows.
pub fn records(
    file: impl Read + Send + 'static,
    name: &str,
    head: &[u8],
    (of_header, delimiter): (u8, u8),
    selection: Selection,
) -> anyhow::Result<(ByteRecord, Inputs)> {
    let cannot_read = format!("cannot read {name}");
    let mut builder = ReaderBuilder::new();
    builder.flexible(true).delimiter(of_header);
    let names = builder.from_reader(head).byte_headers().cloned();
    let names = names.with_context(|| cannot_read.clone())?;
    let mut reader = builder.delimiter(delimiter).from_reader(file);
    // reads the first line, whatever stands in it
    let whole = reader.byte_headers().with_context(|| cannot_read.clone())?;
    let names = if of_header == delimiter {
        whole.clone()
    } else {
        names
    };
    let columns: Vec<String> = names
        .iter()
        .map(|name| String::from_utf8_lossy(name).into())
        .collect();
    let mut sample = vec![];
    let by_name = selection.find(columns.iter().map(String::as_str));
    if by_name.is_none() && selection.column.is_none() {
        let read = reader.byte_records().take(SAMPLE);
        sample = read
            .collect::<Result<_, _>>()
            .with_context(|| cannot_read.clone())?;
    }
    let column = match by_name {
        Some(column) => column,
        None => only_column_of_scrambles(name, &columns, selection.named(), &sample)?,
    };
    let is_event = |name: &String| EVENT_COLUMNS.contains(&&*name.trim().to_lowercase());
    let event = columns
        .iter()
        .position(is_event)
        .filter(|event| *event != column);
    let rest = next_records(reader).map(move |record| record.with_context(|| cannot_read.clone()));
    let rows = (1..).zip(sample.into_iter().map(Ok).chain(rest));
    let rows = rows.flat_map(move |(number, record)| match record {
        Err(error) => vec![Err(error)],
        Ok(record) => {
            let event = event.and_then(|event| record.get(event));
            let event = event.map(String::from_utf8_lossy);
            match selection.skips(event.as_deref()) {
                true => vec![],
                false => inputs_of(
                    number,
                    &record,
                    (column, columns.len()),
                    delimiter,
                    event.as_deref(),
                ),
            }
        }
    });
    Ok((names, Box::new(rows)))
}

fn next_records(
    mut reader: Reader<impl Read + Send + 'static>,
) -> impl Iterator<Item = csv::Result<ByteRecord>> {
    std::iter::from_fn(move || {
        let mut record = ByteRecord::new();
        match reader.read_byte_record(&mut record) {
            Ok(true) => Some(Ok(record)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    })
}

/// The cubes of a record: one, or several in a cell.
fn inputs_of(
    number: u64,
    record: &ByteRecord,
    (column, columns): (usize, usize),
    delimiter: u8,
    event: Option<&str>,
) -> Vec<anyhow::Result<Input>> {
    let found = record.len();
    let problem = (found != columns).then(|| format!("expected {columns} columns, found {found}"));
    let cell = record.get(column).unwrap_or_default();
    let cubes = match str::from_utf8(cell) {
        Ok(text) if problem.is_none() => cubes_in(text, event)
            .into_iter()
            .map(|cube| Ok(cube.to_owned()))
            .collect(),
        Ok(text) => vec![Ok(text.to_owned())],
        Err(error) => vec![Err(LineError::NotUtf8(error.valid_up_to() + 1))],
    };
    let input = |text: Result<String, LineError>| {
        let cell = |n: usize| match &text {
            Ok(cube) if n == column => cube.as_bytes(),
            _ => record.get(n).unwrap_or_default(),
        };
        let row: ByteRecord = (0..columns).map(cell).collect();
        let mut written = delimited(&row, delimiter);
        written.pop();
        let row = Row {
            columns: written,
            delimiter: Some(delimiter),
            start: record.position().map_or(0, Position::byte),
        };
        Ok(Input {
            row: Some(row),
            problem: problem.clone(),
            ..Input::new("row", number, text)
        })
    };
    cubes.into_iter().map(input).collect()
}

/// The column all of whose cells are scrambles, if there is exactly one.
fn only_column_of_scrambles(
    file: &str,
    names: &[String],
    expected: &str,
    sample: &[ByteRecord],
) -> anyhow::Result<usize> {
    if names.is_empty() {
        bail!("{file} is empty; its first line names the columns");
    }
    let has_scrambles = |column: &usize| {
        let cells = sample.iter().filter_map(|record| record.get(*column));
        let texts = cells
            .map(String::from_utf8_lossy)
            .filter(|text| !text.trim().is_empty());
        are_scrambles(texts)
    };
    let found: Vec<usize> = (0..names.len()).filter(has_scrambles).collect();
    match found[..] {
        [column] => {
            ensure!(
                !are_scrambles([&names[column]].into_iter()),
                "{file} begins with a scramble; its first line has to name the columns, such as scramble"
            );
            note(format_args!("solving the column {}", names[column]));
            Ok(column)
        }
        [] => bail!(
            "{file} has no column {expected}; --column names one of: {}",
            names.join(", ")
        ),
        _ => {
            let found: Vec<&str> = found.iter().map(|column| names[*column].as_str()).collect();
            bail!(
                "{file} has several columns of scrambles; --column names one of: {}",
                found.join(", ")
            )
        }
    }
}
