//! From cubes and transformations to text.

pub use cubesolve::cube::Position;

use super::output::{note, note_once};
use crate::host::lock::lock;
use crate::notation::pocket::is_pocket;
use crate::notation::{Reading, summary};
use anyhow::{anyhow, ensure};
use cubesolve::coord::Stop;
use cubesolve::cube::{Cube, Face, Metric, Transformation};
use cubesolve::notation::{Format, FormatError};
use cubesolve::{Puzzle, TextError, scramble};
use std::sync::Mutex;

/// Reads moves with a function that notes what could mean something else, and reports the notes. Fails if
/// the text looks like facelets, whose letters could all be read as moves.
pub fn read_moves<T>(
    text: &str,
    read: impl FnOnce(&mut Vec<String>) -> Result<T, TextError>,
) -> anyhow::Result<T> {
    let is_moves = Format::guess(text) != Format::Facelets;
    ensure!(is_moves, "expected moves, found what looks like facelets");
    let mut notes = vec![];
    let moves = read(&mut notes)?;
    notes.iter().for_each(|text| note_once(text));
    Ok(moves)
}

/// Reads cubes, and reports guessed notations if the guess may be wrong.
#[derive(Default)]
pub struct CubeReader {
    /// The notation; guessed for each cube if `None`.
    format: Option<Format>,
    /// The puzzle, of which 2x2x2 has facelets of its own.
    pub puzzle: Puzzle,
    /// Whether to report the guess for each cube.
    pub verbose: bool,
    /// Notations reported so far.
    reported: Mutex<Vec<Format>>,
}

impl CubeReader {
    /// Reads cubes in this notation, or guesses the notation of each.
    pub fn new(format: Option<Format>) -> CubeReader {
        CubeReader {
            format,
            ..CubeReader::default()
        }
    }

    /// The notation, if it is not guessed.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Reads a cube.
    pub fn parse(&self, text: &str) -> anyhow::Result<Position> {
        Ok(self.read(text)?.position)
    }

    /// Reads a cube, and reports what could mean something else.
    pub fn read(&self, text: &str) -> anyhow::Result<Reading> {
        if self.format.is_none() && !(self.puzzle == Puzzle::Cube2 && is_pocket(text)) {
            self.report_guess(Format::guess(text), text);
        }
        let reading =
            Reading::new(text, self.format, self.puzzle).map_err(|error| match error {
                FormatError::Impossible(error) if !self.verbose => anyhow!(summary(&error, text)),
                error => error.into(),
            })?;
        reading.notes.iter().for_each(|text| note_once(text));
        Ok(reading)
    }

    /// Reports the guessed notation; unless `verbose` once, and only if a typing error in it would
    /// be another cube.
    fn report_guess(&self, format: Format, text: &str) {
        const SHOWN: usize = 60;
        let mut reported = lock(&self.reported);
        let is_new = !reported.contains(&format);
        if is_new {
            reported.push(format);
        }
        if !self.verbose && (format.is_safe_to_guess() || !is_new) {
            return;
        }
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown += "...";
        }
        let shown = shown.replace(char::is_control, " ");
        let article = if format == Format::Index { "an " } else { "" };
        let mut text = format!("reading {shown} as {article}{format}");
        if !self.verbose {
            text += &format!(" (-f {format} silences this note)");
        }
        note(text);
    }
}

/// A cube in any notation, moves too.
pub fn print_cube(cube: &Cube, format: Format) -> String {
    match format {
        Format::Moves | Format::Niss => {
            let moves = scramble::to_cube(cube, Metric::HalfTurn, Stop::never());
            moves.expect("memory for small tables").to_string()
        }
        format => format.print(cube).unwrap_or_default(),
    }
}

/// The number of a transformation and where it carries the faces.
pub fn describe_transformation(s: Transformation) -> String {
    let images = Face::ALL.map(|face| s.apply_face(face).letter());
    let images: String = images.iter().collect();
    let mirror = match s.is_mirror() {
        true => ", a mirror image",
        false => "",
    };
    format!("{} (URFDLB to {images}{mirror})", s.index())
}
