//! Where rows are written: stdout, or a file that an interrupted run can continue.
//!
//! A file beside the output, with `.run` behind its name, has one line that says what made it. To continue,
//! the same options are needed, and the rows that are written must be those of the input.

use super::columns::delimited;
use crate::cli::input::{Input, Inputs};
use crate::cli::output::{message, print};
use crate::cli::{Status, signals};
use crate::host::fs::{self, File, OpenOptions, TryLockError};
use crate::host::thread::sleep;
use crate::host::{self, Instant};
use crate::notation::counted;
use anyhow::{Context, bail, ensure};
use csv::ReaderBuilder;
use serde_json::{Map, Value, json};
use std::fmt::Debug;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use xxhash_rust::xxh3::xxh3_64;

/// What makes an output: the command line, for people, and a hash of the options that decide what is in it.
pub struct Made {
    command: String,
    options: String,
}

impl Made {
    /// What this run makes with these options.
    pub fn of(options: &impl Debug) -> Made {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        Made {
            command: format!("cubesolve {}", arguments.join(" ")),
            options: format!("{:016x}", xxh3_64(format!("{options:?}").as_bytes())),
        }
    }

    /// The file beside an output.
    fn path(output: &Path) -> PathBuf {
        let mut name = output.as_os_str().to_owned();
        name.push(".run");
        name.into()
    }

    fn write(&self, output: &Path) -> anyhow::Result<()> {
        let line = json!({"command": self.command, "options": self.options});
        let path = Made::path(output);
        fs::write(&path, format!("{line}\n")).with_context(|| cannot_write(&path))
    }

    /// Refuses to continue an output that was made with other options. One without the file beside it could
    /// be made with any.
    fn check(&self, output: &Path) -> anyhow::Result<()> {
        let Ok(text) = fs::read_to_string(Made::path(output)) else {
            return self.write(output);
        };
        let made: Map<String, Value> = serde_json::from_str(&text).unwrap_or_default();
        let field = |name| made.get(name).and_then(Value::as_str).unwrap_or_default();
        ensure!(
            field("options") == self.options,
            "{} was made with other options: {}",
            output.display(),
            field("command")
        );
        Ok(())
    }
}

/// Where rows are written.
pub struct Output {
    /// Stdout without one.
    file: Option<(PathBuf, File)>,
    header: Vec<u8>,
    /// Where rows with an error are written as well.
    errors: Option<(PathBuf, File)>,
    /// The rows with an error that an earlier run has written.
    earlier_errors: Vec<u8>,
    /// Rows that could not be read or solved, and the worst that happened to one, of earlier runs as well.
    pub failed: u64,
    pub status: Status,
}

impl Output {
    /// Rows on stdout without a header.
    pub fn stdout() -> Output {
        Output {
            file: None,
            header: vec![],
            errors: None,
            earlier_errors: vec![],
            failed: 0,
            status: Status::Success,
        }
    }

    /// A file with this first line, or stdout. To resume, the file may exist.
    ///
    /// # Errors
    /// If the file exists and is not to be resumed, was made otherwise, or cannot be written.
    pub fn create(
        path: Option<&Path>,
        is_resumed: bool,
        header: &[u8],
        made: &Made,
    ) -> anyhow::Result<Output> {
        let mut output = Output::stdout();
        let Some(path) = path else {
            print(header)?;
            return Ok(output);
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(!is_resumed);
        let opened = options.create(true).truncate(false).open(path);
        let file = match opened {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                bail!("{} exists; --resume continues it", path.display())
            }
            opened => opened.with_context(|| cannot_write(path))?,
        };
        lock(&file, path)?;
        match file.metadata()?.len() {
            0 => made.write(path)?,
            _ => made.check(path)?,
        }
        output.file = Some((path.to_owned(), file));
        output.header = header.to_vec();
        Ok(output)
    }

    /// Leaves out the inputs whose answers are written already. The last one is answered again, since there
    /// may be more solutions of it; what follows it is not whole and removed.
    ///
    /// # Errors
    /// If the rows there are not those of the inputs, or the file cannot be written.
    pub fn skip_written(&mut self, mut inputs: Inputs, layout: &Layout) -> anyhow::Result<Inputs> {
        let Some((path, mut length)) = self.check_header()? else {
            return Ok(inputs);
        };
        let rows = layout.rows(&path)?;
        let has_rows = length > 0 || self.header.is_empty();
        let mut last: Option<(Written, Input)> = None;
        for row in rows.take_while(|_| has_rows) {
            if last
                .as_ref()
                .is_some_and(|(last, _)| last.number == row.number)
            {
                continue;
            }
            let is_reached = |next: &anyhow::Result<Input>| {
                next.as_ref().map_or(true, |next| next.line >= row.number)
            };
            let input = inputs.find(is_reached).transpose()?;
            let is_same = |input: &Input| {
                let columns = input.row.as_ref().map(|row| &row.columns);
                input.line == row.number
                    && columns.is_some_and(|columns| row.columns.starts_with(columns))
            };
            let input = input.filter(is_same).with_context(|| {
                let (path, number) = (path.display(), row.number);
                format!("{path} was made of other rows: row {number} is not that of the input")
            })?;
            if let Some((row, _)) = last.replace((row, input)) {
                self.keep(&row);
            }
        }
        let mut next = None;
        if let Some((row, input)) = last {
            (length, next) = (row.start, Some(input));
        }
        self.cut(length)?;
        Ok(match next {
            Some(input) => Box::new(std::iter::once(Ok(input)).chain(inputs)),
            None => inputs,
        })
    }

    /// Counts a row of an earlier run that stays.
    fn keep(&mut self, row: &Written) {
        if row.status != Status::Success {
            self.failed += 1;
            self.status = self.status.max(row.status);
            self.earlier_errors.extend(&row.line);
        }
    }

    /// The name of the file, and the length of the header in it, 0 if that is not whole; `None` for stdout.
    fn check_header(&self) -> anyhow::Result<Option<(PathBuf, u64)>> {
        let Some((path, _)) = &self.file else {
            return Ok(None);
        };
        let mut start = vec![];
        let file = File::open(path).with_context(|| cannot_write(path))?;
        file.take(self.header.len() as u64)
            .read_to_end(&mut start)?;
        ensure!(
            self.header.starts_with(&start),
            "{} was not written for the columns of this file",
            path.display()
        );
        let is_whole = start == self.header;
        Ok(Some((
            path.clone(),
            if is_whole { start.len() as u64 } else { 0 },
        )))
    }

    /// Removes what follows this many bytes, and writes the header if nothing is left.
    fn cut(&mut self, length: u64) -> anyhow::Result<()> {
        let Some((path, file)) = &mut self.file else {
            return Ok(());
        };
        file.set_len(length).with_context(|| cannot_write(path))?;
        file.seek(SeekFrom::End(0))?;
        if length == 0 {
            file.write_all(&self.header)
                .with_context(|| cannot_write(path))?;
        }
        Ok(())
    }

    /// Also writes rows with an error to this file, with those of the earlier run first.
    pub fn collect_errors(&mut self, path: &Path, header: &[u8]) -> anyhow::Result<()> {
        let mut file = File::create(path).with_context(|| cannot_write(path))?;
        let written = file.write_all(&[header, &self.earlier_errors].concat());
        written.with_context(|| cannot_write(path))?;
        self.errors = Some((path.to_owned(), file));
        Ok(())
    }

    /// Writes the rows of a cube at once, so that a process that is killed leaves at most one of them
    /// incomplete.
    pub fn write(&mut self, rows: &[u8], status: Status) -> anyhow::Result<()> {
        if status != Status::Success {
            self.failed += 1;
            self.status = self.status.max(status);
            if let Some((path, file)) = &mut self.errors {
                file.write_all(rows).with_context(|| cannot_write(path))?;
            }
        }
        match &mut self.file {
            Some((path, file)) => {
                let written = file.write_all(rows);
                written.with_context(|| cannot_write(path))
            }
            None => print(rows),
        }
    }

    /// Says how many rows could not be read or solved, and how many were left out.
    pub fn report(&self, skipped: u64) {
        if skipped > 0 {
            let rows = counted(skipped as usize, "row");
            message(format_args!("cubesolve: {rows} of other puzzles left out"));
        }
        if self.failed > 0 {
            let rows = counted(self.failed as usize, "row");
            message(format_args!(
                "cubesolve: {rows} could not be read or solved, see the column error"
            ));
        }
    }
}

/// How to read the rows that are written.
pub struct Layout {
    /// What stands between columns; `None` if rows are JSON objects.
    pub delimiter: Option<u8>,
    /// The number of columns of the input, which come first.
    pub columns: usize,
    /// The names of the columns for the number of a row and for errors.
    pub number: String,
    pub error: String,
    /// What an error means for the exit code.
    pub status: fn(&str) -> Status,
}

struct Written {
    number: u64,
    /// Where it starts in the file, in bytes.
    start: u64,
    /// The columns of the input as [`Row`](crate::cli::input::Row) has them; more of a JSON object.
    columns: Vec<u8>,
    line: Vec<u8>,
    status: Status,
}

impl Layout {
    /// The rows up to the first one that is not whole.
    fn rows<'a>(&'a self, path: &Path) -> anyhow::Result<Box<dyn Iterator<Item = Written> + 'a>> {
        let file = BufReader::new(File::open(path).with_context(|| cannot_write(path))?);
        let Some(delimiter) = self.delimiter else {
            let mut next = 0;
            return Ok(Box::new(file.split(b'\n').map_while(move |line| {
                let line = line.ok()?;
                let start = next;
                next += line.len() as u64 + 1;
                let object: Map<String, Value> = serde_json::from_slice(&line).ok()?;
                Some(Written {
                    number: object.get(&self.number)?.as_u64()?,
                    start,
                    columns: line.clone(),
                    line: [&line, &b"\n"[..]].concat(),
                    status: (self.status)(object.get(&self.error)?.as_str().unwrap_or_default()),
                })
            })));
        };
        let mut reader = ReaderBuilder::new().delimiter(delimiter).from_reader(file);
        let names = reader.byte_headers().cloned().unwrap_or_default();
        Ok(Box::new(reader.into_byte_records().map_while(
            move |record| {
                let record = record.ok()?;
                let cell = |name: &str| {
                    let place = names.iter().position(|one| one == name.as_bytes())?;
                    str::from_utf8(record.get(place)?).ok()
                };
                let mut columns = delimited(&record.iter().take(self.columns).collect(), delimiter);
                columns.pop();
                Some(Written {
                    number: cell(&self.number)?.parse().ok()?,
                    start: record.position()?.byte(),
                    columns,
                    line: delimited(&record, delimiter),
                    status: (self.status)(cell(&self.error)?),
                })
            },
        )))
    }
}

/// Locks an output. A process that was killed may hold its lock for some seconds.
fn lock(file: &File, path: &Path) -> anyhow::Result<()> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let start = Instant::now();
    // some network file systems have no locks
    while let Err(TryLockError::WouldBlock) = host::try_lock(file) {
        let is_over = start.elapsed() > PATIENCE || signals::stopped();
        ensure!(!is_over, "another process writes {}", path.display());
        sleep(Duration::from_millis(20));
    }
    Ok(())
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}
