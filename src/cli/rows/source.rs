//! Files with a cube in each row: CSV in its variants, JSON lines, and the documents of other programs.

use super::documents;
use crate::cli::input::{Question, Questions, Row, open_file};
use crate::cli::output::note;
use anyhow::{Context, bail};
use csv::{ByteRecord, Position, Reader, ReaderBuilder, WriterBuilder};
use cubesolve::notation::{Format, LineError};
use cubesolve::{Puzzle, Sequence};
use serde_json::{Map, Value};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rows that are read to find the column of the scrambles.
const SAMPLE: usize = 20;

/// Names of columns that say which puzzle a row is for, in lower case.
const EVENT_COLUMNS: [&str; 4] = ["event", "eventid", "event_id", "puzzle"];

/// A file of rows.
pub struct Source {
    /// The columns; none if rows are JSON objects.
    pub names: ByteRecord,
    /// What stands between columns; `None` if rows are JSON objects.
    pub delimiter: Option<u8>,
    pub rows: Questions,
    /// Rows of other puzzles so far, which are left out.
    pub skipped: Arc<AtomicU64>,
}

/// Which rows and which column to read.
#[derive(Clone)]
pub struct Selection {
    pub column: Option<String>,
    pub puzzle: Puzzle,
    skipped: Arc<AtomicU64>,
}

impl Selection {
    pub fn new(column: Option<String>, puzzle: Puzzle) -> Selection {
        Selection {
            column,
            puzzle,
            skipped: Arc::default(),
        }
    }

    fn named(&self) -> &str {
        self.column.as_deref().unwrap_or("scramble")
    }

    /// The number of the column with the scrambles among these names: the one of that name, whatever its
    /// case.
    fn find<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let exact = names.clone().position(|name| name == self.named());
        let mut names = names.map(|name| name.trim().to_lowercase());
        exact.or_else(|| names.position(|name| name == self.named().to_lowercase()))
    }

    /// Whether a row is for another puzzle, which is counted.
    fn skips(&self, event: Option<&str>) -> bool {
        let is_other = event.is_some_and(|event| is_other_event(event, self.puzzle));
        if is_other {
            self.skipped.fetch_add(1, Ordering::Relaxed);
        }
        is_other
    }
}

/// Whether the name of an event, in competitions or of a timer, is one of another puzzle.
fn is_other_event(event: &str, puzzle: Puzzle) -> bool {
    #[rustfmt::skip]
    const OTHERS: [&str; 17] = [
        "444", "555", "666", "777", "4x4", "5x5", "6x6", "7x7", "minx", "mega", "mgm",
        "pyr", "skewb", "skb", "sq", "clock", "clk",
    ];
    let event = event.trim().to_lowercase();
    let is_small = event.starts_with("222") || event.starts_with("2x2");
    OTHERS.iter().any(|other| event.starts_with(other)) || is_small && puzzle != Puzzle::Cube2
}

impl Source {
    /// Opens a file, or stdin as `-`.
    ///
    /// # Errors
    /// If it cannot be read, or no column has the scrambles.
    pub fn open(path: &Path, selection: Selection) -> anyhow::Result<Source> {
        let (file, name) = open_file(path)?;
        Source::read(file, name, selection)
    }

    /// Reads a file with this name.
    fn read(
        file: impl Read + Send + 'static,
        name: String,
        selection: Selection,
    ) -> anyhow::Result<Source> {
        let cannot_read = format!("cannot read {name}");
        let mut file = decoded(file).with_context(|| cannot_read.clone())?;
        let mut head = vec![];
        for _ in 0..2 {
            let found = file.read_until(b'\n', &mut head);
            found.with_context(|| cannot_read.clone())?;
        }
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&head);
        let is_json = [b'{', b'['].contains(text.trim_ascii_start().first().unwrap_or(&0));
        let skipped = selection.skipped.clone();
        if is_json {
            let rows = json_rows(text.to_vec(), file, name, selection)?;
            return Ok(Source {
                names: ByteRecord::new(),
                delimiter: None,
                rows,
                skipped,
            });
        }
        let (of_header, delimiter) = delimiters(text);
        let file = Cursor::new(head.clone()).chain(file);
        let (names, rows) = records(file, &name, &head, (of_header, delimiter), selection)?;
        Ok(Source {
            names,
            delimiter: Some(delimiter),
            rows,
            skipped,
        })
    }
}

/// The text of a file in UTF-8; UTF-16 with a byte-order mark, as Excel writes it, is converted.
pub fn decoded(file: impl Read + Send + 'static) -> std::io::Result<Box<dyn BufRead + Send>> {
    let mut file = BufReader::new(file);
    let mut mark = [0; 2];
    let is_little = match file.fill_buf()? {
        [0xff, 0xfe, ..] => true,
        [0xfe, 0xff, ..] => false,
        _ => return Ok(Box::new(file)),
    };
    file.read_exact(&mut mark)?;
    let mut bytes = vec![];
    file.read_to_end(&mut bytes)?;
    let unit = |pair: &[u8]| match (is_little, [pair[0], pair[1]]) {
        (true, pair) => u16::from_le_bytes(pair),
        (false, pair) => u16::from_be_bytes(pair),
    };
    let units: Vec<u16> = bytes.chunks_exact(2).map(unit).collect();
    Ok(Box::new(Cursor::new(
        String::from_utf16_lossy(&units).into_bytes(),
    )))
}

/// What stands between the columns of the first line, and of the others: a tab if there is any, else the
/// more frequent of comma and semicolon. Some timers have semicolons in the rows only.
pub fn delimiters(head: &[u8]) -> (u8, u8) {
    let mut lines = head.splitn(2, |byte| *byte == b'\n');
    let [first, second] = [(); 2].map(|()| lines.next().unwrap_or_default());
    let count = |line: &[u8], delimiter| {
        let mut is_quoted = false;
        let outside = line.iter().filter(|byte| {
            is_quoted ^= **byte == b'"';
            !is_quoted && **byte == delimiter
        });
        outside.count()
    };
    let of_header = match () {
        () if first.contains(&b'\t') => b'\t',
        () if count(first, b';') > count(first, b',') => b';',
        () => b',',
    };
    let columns = count(first, of_header);
    let is_other = count(second, of_header) != columns && count(second, b';') == columns;
    (of_header, if is_other { b';' } else { of_header })
}

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
fn records(
    file: impl Read + Send + 'static,
    name: &str,
    head: &[u8],
    (of_header, delimiter): (u8, u8),
    selection: Selection,
) -> anyhow::Result<(ByteRecord, Questions)> {
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
                false => questions_of(
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
fn questions_of(
    number: u64,
    record: &ByteRecord,
    (column, columns): (usize, usize),
    delimiter: u8,
    event: Option<&str>,
) -> Vec<anyhow::Result<Question>> {
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
    let question = |text: Result<String, LineError>| {
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
        Ok(Question {
            row: Some(row),
            problem: problem.clone(),
            ..Question::new("row", number, text)
        })
    };
    cubes.into_iter().map(question).collect()
}

/// The cubes in a cell: several of multi-blind, on a line each, or with bars between.
fn cubes_in<'a>(text: &'a str, event: Option<&str>) -> Vec<&'a str> {
    let is_multi = event.is_some_and(|event| event.contains("333mb"));
    let is_numbered = |line: &str| {
        let rest = line.trim().trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.trim().len() && rest.starts_with(['.', ')'])
    };
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let parts: Vec<&str> = match () {
        () if text.contains('|') => text.split('|').collect(),
        () if is_multi || lines().count() > 1 && lines().all(is_numbered) => lines().collect(),
        () => vec![text],
    };
    let is_whole = parts.len() == 1;
    let cubes = parts
        .into_iter()
        .map(str::trim)
        .filter(|part| !part.is_empty());
    let cubes: Vec<&str> = cubes.collect();
    if is_whole || cubes.is_empty() {
        vec![text]
    } else {
        cubes
    }
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

/// Whether all of these are cubes, and one has two moves or more. What could be a number is none.
fn are_scrambles<T: AsRef<str>>(texts: impl Iterator<Item = T>) -> bool {
    let mut longest = 0;
    for text in texts {
        let text = cubes_in(text.as_ref(), None)[0];
        let format = Format::guess(text);
        let moves = match format {
            Format::Moves => Sequence::parse(text).map(|sequence| sequence.len()).ok(),
            format => Some(2).filter(|_| format.is_safe_to_guess() && format.parse(text).is_ok()),
        };
        match moves {
            Some(moves) => longest = longest.max(moves),
            None => return false,
        }
    }
    longest >= 2
}

/// The cubes of JSON: an object on each line, or a document of another program.
fn json_rows(
    head: Vec<u8>,
    mut file: Box<dyn BufRead + Send>,
    name: String,
    selection: Selection,
) -> anyhow::Result<Questions> {
    let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
    type Lines = Box<dyn Iterator<Item = std::io::Result<Vec<u8>>> + Send>;
    let lines: Lines = if documents::is_object(first) {
        Box::new(Cursor::new(head).chain(file).split(b'\n'))
    } else {
        let mut whole = head;
        let read = file.read_to_end(&mut whole);
        read.with_context(|| format!("cannot read {name}"))?;
        match documents::objects(&whole) {
            Some(objects) => Box::new(objects.into_iter().map(|object| Ok(object.into_bytes()))),
            None => Box::new(Cursor::new(whole).split(b'\n')),
        }
    };
    let (mut next, mut key) = (0, None);
    let rows = (1..).zip(lines).flat_map(move |(number, line)| {
        let line = match line.with_context(|| format!("cannot read {name}")) {
            Ok(line) => line,
            Err(error) => return vec![Err(error)],
        };
        let start = next;
        next += line.len() as u64 + 1;
        if line.trim_ascii().is_empty() {
            return vec![];
        }
        object_questions(number, start, line, &mut key, &selection)
    });
    Ok(Box::new(rows))
}

/// The cubes of a line that should be an object; the first one shows the name of the field.
fn object_questions(
    number: u64,
    start: u64,
    line: Vec<u8>,
    key: &mut Option<String>,
    selection: &Selection,
) -> Vec<anyhow::Result<Question>> {
    let question = |columns: Vec<u8>, text: String, problem: Option<String>| {
        let row = Row {
            columns,
            delimiter: None,
            start,
        };
        Ok(Question {
            row: Some(row),
            problem,
            ..Question::new("row", number, Ok(text))
        })
    };
    let Ok(object) = serde_json::from_slice::<Map<String, Value>>(&line) else {
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        let columns = format!("{{\"input\":{}", Value::from(text.clone()));
        return vec![question(
            columns.into_bytes(),
            text,
            Some("is not a JSON object".into()),
        )];
    };
    let key = key.get_or_insert_with(|| key_of_scrambles(&object, selection));
    let event = object
        .iter()
        .find(|(name, _)| EVENT_COLUMNS.contains(&&*name.to_lowercase()));
    let event = event.and_then(|(_, event)| event.as_str());
    if selection.skips(event) {
        return vec![];
    }
    let (texts, problem): (Vec<String>, _) = match object.get(&*key) {
        Some(Value::String(text)) => (
            cubes_in(text, event)
                .into_iter()
                .map(str::to_owned)
                .collect(),
            None,
        ),
        Some(Value::Array(cubes)) if !cubes.is_empty() && cubes.iter().all(Value::is_string) => (
            cubes
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            None,
        ),
        Some(Value::Null) => (vec![String::new()], None),
        Some(other) => (vec![other.to_string()], None),
        None => (vec![String::new()], Some(format!("has no field {key}"))),
    };
    let end = line.iter().rposition(|byte| *byte == b'}');
    let columns = &line[..end.expect("an object ends with it")];
    let is_single = texts.len() == 1;
    let one = |text: String| {
        let mut columns = columns.to_vec();
        if !is_single {
            let mut object = object.clone();
            object.insert(key.clone(), text.clone().into());
            columns = serde_json::to_vec(&object).expect("it was JSON");
            columns.pop();
        }
        question(columns, text, problem.clone())
    };
    texts.into_iter().map(one).collect()
}

/// The name of the field with the cube: the one selected, or else the only one that has a scramble.
fn key_of_scrambles(object: &Map<String, Value>, selection: &Selection) -> String {
    let names: Vec<&str> = object.keys().map(String::as_str).collect();
    if let Some(column) = selection.find(names.iter().copied()) {
        return names[column].to_owned();
    }
    let is_scramble = |name: &&&str| {
        object[**name]
            .as_str()
            .is_some_and(|text| are_scrambles([text].iter()))
    };
    let found: Vec<&&str> = names.iter().filter(is_scramble).collect();
    match found[..] {
        [name] if selection.column.is_none() => {
            note(format_args!("solving the field {name}"));
            (*name).to_owned()
        }
        _ => selection.named().to_owned(),
    }
}

/// Reads the rows of a file from memory.
#[cfg(any(fuzzing, test))]
pub fn read_all(bytes: &[u8]) {
    let selection = Selection::new(Some("a".to_owned()), Puzzle::default());
    let source = Source::read(Cursor::new(bytes.to_vec()), "file".to_owned(), selection);
    for question in source.into_iter().flat_map(|source| source.rows) {
        let _ = question;
    }
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
                prop::sample::select(b"R,;\t\n\"{}[]:a0\\\r \xff".to_vec()), 0..60),
        ) {
            read_all(&[start.as_bytes(), &rest].concat());
        }
    }
}
