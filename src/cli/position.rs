//! From cubes and transformations to text.

pub use cubesolve::notation::Position;

use super::output::note;
use anyhow::ensure;
use cubesolve::cube::{Cube, Face, Metric, Sequence, Transformation};
use cubesolve::notation::{Format, Reading, moves_to_string};
use cubesolve::search::TwoPhase;
use std::sync::Mutex;

/// Fails where a text is likely to be facelets, whose letters could all be read as moves.
pub fn expect_moves(text: &str) -> anyhow::Result<()> {
    let is_moves = Format::guess(text) != Format::Facelets;
    ensure!(is_moves, "expected moves, found what looks like facelets");
    Ok(())
}

/// Reads moves, but no facelets as moves.
pub fn read_moves(text: &str) -> anyhow::Result<Sequence> {
    expect_moves(text)?;
    Ok(Sequence::parse(text)?)
}

/// Reads cubes, and says what they are taken for where that may be wrong.
pub struct CubeReader {
    reading: Reading,
    quiet: bool,
    /// Whether to say it of each cube.
    verbose: bool,
    /// Notations of which it was said.
    told: Mutex<Vec<Format>>,
}

impl CubeReader {
    /// Reads cubes in this notation, or in the one that each looks most like.
    pub fn new(format: Option<Format>, quiet: bool) -> CubeReader {
        CubeReader {
            reading: Reading {
                format,
                target: None,
            },
            quiet,
            verbose: false,
            told: Mutex::default(),
        }
    }

    /// The same for cubes to be solved to `target`; with `verbose` each guess is told.
    pub fn with_target(self, target: Option<Cube>, verbose: bool) -> CubeReader {
        let reading = Reading {
            target,
            ..self.reading
        };
        CubeReader {
            reading,
            verbose,
            ..self
        }
    }

    /// Reads a cube.
    ///
    /// # Errors
    /// Why the text is no cube.
    pub fn parse(&self, text: &str) -> anyhow::Result<Position> {
        let format = self.reading.format_of(text);
        if self.reading.format.is_none() {
            self.tell_guess(format, text);
        }
        let reading = Reading {
            format: Some(format),
            ..self.reading
        };
        Ok(reading.parse(text)?)
    }

    /// Says what a text is taken for: in each notation in which one wrong sign is another cube,
    /// once.
    fn tell_guess(&self, format: Format, text: &str) {
        const SHOWN: usize = 60;
        let mut shown: String = text.chars().take(SHOWN).collect();
        if shown.len() < text.len() {
            shown += "...";
        }
        let shown = shown.replace(char::is_control, " ");
        if self.verbose {
            note(format_args!("{shown} is taken for {format}"), self.quiet);
        } else if !format.is_safe_to_guess() {
            let mut told = self.told.lock().expect("no thread panics");
            if !told.contains(&format) {
                told.push(format);
                note(
                    format_args!("{shown} is taken for {format}, as -f {format} confirms"),
                    self.quiet,
                );
            }
        }
    }
}

/// Writes cubes in any notation, moves too.
pub struct Printer {
    format: Format,
    /// Finds moves, if that is the notation.
    two_phase: Option<TwoPhase>,
}

impl Printer {
    pub fn new(format: Format) -> Printer {
        let two_phase =
            matches!(format, Format::Moves | Format::Niss).then(|| TwoPhase::new(Metric::HalfTurn));
        Printer { format, two_phase }
    }

    pub fn print(&self, cube: &Cube) -> String {
        let printed = match &self.two_phase {
            Some(two_phase) => Some(moves_to_string(&two_phase.generate(cube))),
            None => self.format.print(cube),
        };
        printed.unwrap_or_default()
    }
}

/// The number of a transformation and where it carries the faces.
pub fn describe_transformation(s: Transformation) -> String {
    let faces = |of: &dyn Fn(Face) -> Face| -> String {
        Face::ALL.map(|face| of(face).letter()).iter().collect()
    };
    let images = faces(&|face| s.apply_face(face));
    let mirror = if s.is_mirror() {
        ", a mirror image"
    } else {
        ""
    };
    format!(
        "{} ({} to {images}{mirror})",
        s.index(),
        faces(&|face| face)
    )
}
