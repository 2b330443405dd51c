//! Files with a cube in each row: CSV in its variants, JSON lines, and the documents of other programs.

use super::columns::records;
use super::objects::json_rows;
use super::selection::Selection;
use crate::cli::input::{Inputs, open_file};
use anyhow::{Context, ensure};
use csv::ByteRecord;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A file of rows.
pub struct Source {
    /// The columns; none if rows are JSON objects.
    pub names: ByteRecord,
    /// What stands between columns; `None` if rows are JSON objects.
    pub delimiter: Option<u8>,
    pub rows: Inputs,
    /// Rows of other puzzles so far, which are left out.
    pub skipped: Arc<AtomicU64>,
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
        let cannot_read = || format!("cannot read {name}");
        let mut file = decoded(file).with_context(cannot_read)?;
        let mut read_line =
            |head: &mut Vec<u8>| file.read_until(b'\n', head).with_context(cannot_read);
        let mut head = vec![];
        for _ in 0..2 {
            read_line(&mut head)?;
        }
        // Excel may write what stands between columns first: sep=;
        if without_mark(&head).starts_with(b"sep=") {
            let first = head.split_inclusive(|byte| *byte == b'\n').next();
            head.drain(..first.map_or(0, <[u8]>::len));
            read_line(&mut head)?;
        }
        ensure!(
            !head.contains(&0),
            "{name} is no text; a spreadsheet is saved as CSV for this"
        );
        let text = without_mark(&head);
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

/// A text without the byte order mark before it.
fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
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

/// Reads the rows of a file from memory.
#[cfg(any(fuzzing, test))]
pub fn read_all(bytes: &[u8]) {
    let selection = Selection::new(Some("a".to_owned()), cubesolve::Puzzle::default());
    let source = Source::read(Cursor::new(bytes.to_vec()), "file".to_owned(), selection);
    for input in source.into_iter().flat_map(|source| source.rows) {
        let _ = input;
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
