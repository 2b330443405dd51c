//! A text as it was read: the cube, and how what could mean something else was taken.

use super::error::FormatError;
use super::facelets;
use super::format::Format;
use super::guess::could_be_speffz;
use super::pocket;
use crate::cube::Position;
use crate::search::Puzzle;

/// A cube as it was read.
#[derive(Debug, Clone)]
pub struct Reading {
    /// The cube, and how it is held.
    pub position: Position,
    /// The notation.
    pub format: Format,
    /// Whether the format was guessed although another one could be meant.
    is_doubtful: bool,
    /// How parts of the text were read that could mean something else, a clause each.
    pub notes: Vec<String>,
}

impl Reading {
    /// Reads a cube in this notation, or guesses which one. For the 2x2x2, 24 facelets are read as well.
    pub fn new(text: &str, format: Option<Format>, puzzle: Puzzle) -> Result<Reading, FormatError> {
        let mut notes = vec![];
        if puzzle == Puzzle::Cube2
            && format.is_none_or(|format| format == Format::Facelets)
            && pocket::is_pocket(text)
        {
            return Ok(Reading {
                position: pocket::parse(text)?.into(),
                format: Format::Facelets,
                is_doubtful: false,
                notes,
            });
        }
        let guess = format.unwrap_or_else(|| Format::guess(text));
        if format.is_none() && guess == Format::Moves && could_be_speffz(text) {
            notes.push("read as moves; -f speffz reads it as Speffz letters".to_owned());
        }
        Ok(Reading {
            position: guess.position_with_notes(text, &mut notes)?,
            format: guess,
            is_doubtful: format.is_none() && !guess.is_safe_to_guess(),
            notes,
        })
    }

    /// All notes as one clause; `None` if there is no doubt.
    pub fn note(&self) -> Option<String> {
        let guess = self.is_doubtful.then(|| format!("read as {}", self.format));
        let notes: Vec<String> = guess.into_iter().chain(self.notes.clone()).collect();
        (!notes.is_empty()).then(|| notes.join("; "))
    }

    /// The scramble for programs that read plain notation only: turns of faces and then rotations, or 54
    /// facelets as the cube is held if it was not given by moves or has very many.
    pub fn moves(&self) -> String {
        const LONGEST: usize = 10_000;
        let Position {
            cube,
            orientation,
            scramble,
        } = &self.position;
        match scramble {
            Some(moves) if moves.len() <= LONGEST => moves.to_string(),
            _ => facelets::letters(&facelets::held(cube, *orientation)),
        }
    }
}
