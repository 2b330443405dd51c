//! Tables of a coordinate, as CSV or as an array of NumPy.

use crate::cli::output::{print_line, write_file};
use anyhow::{bail, ensure};
use clap::ValueEnum;
use cubesolve::coord::Coordinate;
use cubesolve::cube::{Move, Transformation};
use std::io::Write;
use std::path::Path;

/// What a table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The value after each move
    Moves,
    /// The transformation under which a cube has the value after each move, of symmetric coordinates
    Offsets,
    /// The value after each transformation s·x·s⁻¹ that acts on values, of coordinates without symmetry
    Transforms,
    /// By value before the reduction: its class, the least value of the class, and the transformation that leads there
    Classes,
}

type Row<'a> = Box<dyn Fn(usize) -> Vec<usize> + 'a>;

/// A table with a row for each value.
struct Table<'a> {
    columns: Vec<String>,
    rows: usize,
    /// Entries are below this.
    limit: usize,
    row: Row<'a>,
}

impl<'a> Table<'a> {
    fn new(coordinate: &'a Coordinate, kind: Kind) -> anyhow::Result<Table<'a>> {
        let (size, symmetric) = (coordinate.size(), coordinate.symmetric());
        let moves: Vec<Move> = coordinate.moves().iter().collect();
        let names = moves.iter().map(Move::to_string).collect();
        let (columns, rows, limit, row): (Vec<String>, usize, usize, Row) = match (kind, symmetric)
        {
            (Kind::Moves, _) => {
                let row = move |value| {
                    let cube = coordinate.cube(value);
                    let after = |m: &Move| coordinate.index(&cube.apply(*m));
                    moves.iter().map(after).collect()
                };
                (names, size, size, Box::new(row))
            }
            (Kind::Offsets, Some(_)) => {
                let row = move |value| {
                    let cube = coordinate.cube(value);
                    let offset = |m: &Move| coordinate.track(&cube.apply(*m)).offset.index();
                    moves.iter().map(offset).collect()
                };
                (names, size, Transformation::COUNT, Box::new(row))
            }
            (Kind::Transforms, None) => {
                let acting: Vec<Transformation> = coordinate.transformations().iter().collect();
                let numbers = acting.iter().map(|s| s.index().to_string()).collect();
                let row = move |value| {
                    let cube = coordinate.cube(value);
                    let after = |s: &Transformation| coordinate.index(&s.apply(&cube));
                    acting.iter().map(after).collect()
                };
                (numbers, size, size, Box::new(row))
            }
            (Kind::Classes, Some(symmetric)) => {
                let values = symmetric.base().size();
                let row = move |value| {
                    let (class, s) = symmetric.locate(value);
                    vec![class, symmetric.representative(class), s.index()]
                };
                let columns = ["class", "representative", "transformation"];
                // transformations are 48 at most, which may be more than the values
                let limit = values.max(Transformation::COUNT);
                (
                    columns.map(str::to_owned).into(),
                    values,
                    limit,
                    Box::new(row),
                )
            }
            (Kind::Transforms, Some(_)) => bail!(
                "transformations act on values before the reduction: write those of the coordinate without /"
            ),
            (_, None) => {
                bail!("only symmetric coordinates have this table: add / and the transformations")
            }
        };
        Ok(Table {
            columns,
            rows,
            limit,
            row,
        })
    }

    fn write_csv(&self, mut write: impl FnMut(&str) -> anyhow::Result<()>) -> anyhow::Result<()> {
        write(&format!("value,{}", self.columns.join(",")))?;
        for value in 0..self.rows {
            let entries = (self.row)(value);
            let entries: Vec<String> = entries.iter().map(usize::to_string).collect();
            write(&format!("{value},{}", entries.join(",")))?;
        }
        Ok(())
    }

    /// Version 1.0 of the format of NumPy: a header, then unsigned integers of as few bytes as all entries fit, row by
    /// row. The data begin at a multiple of 64 bytes, so that the file can be mapped.
    /// <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>
    fn write_npy(&self, out: &mut impl Write) -> anyhow::Result<()> {
        const BEFORE_HEADER: usize = 10;
        let width = match self.limit - 1 {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            0x1_0000..=0xffff_ffff => 4,
            _ => 8,
        };
        let order = if width == 1 { '|' } else { '<' };
        let mut header = format!(
            "{{'descr': '{order}u{width}', 'fortran_order': False, 'shape': ({}, {}), }}",
            self.rows,
            self.columns.len()
        );
        let length = (BEFORE_HEADER + header.len() + 1).next_multiple_of(64) - BEFORE_HEADER;
        header = format!("{header:width$}\n", width = length - 1);
        out.write_all(b"\x93NUMPY\x01\x00")?;
        out.write_all(&(length as u16).to_le_bytes())?;
        out.write_all(header.as_bytes())?;
        for value in 0..self.rows {
            for entry in (self.row)(value) {
                out.write_all(&entry.to_le_bytes()[..width])?;
            }
        }
        Ok(())
    }
}

/// Writes a table to a file, by its extension, or as CSV to stdout.
pub fn write(coordinate: &Coordinate, kind: Kind, path: Option<&Path>) -> anyhow::Result<()> {
    let table = Table::new(coordinate, kind)?;
    let Some(path) = path else {
        return table.write_csv(|line| print_line(line));
    };
    let extension = path.extension().unwrap_or_default();
    ensure!(
        extension == "csv" || extension == "npy",
        "{} ends neither in .csv nor in .npy",
        path.display()
    );
    write_file(path, |file| match extension == "npy" {
        true => table.write_npy(file),
        false => table.write_csv(|line| Ok(writeln!(file, "{line}")?)),
    })
}
