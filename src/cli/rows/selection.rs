//! Which rows and which column of a file are read.

use crate::notation::heading::OTHER_PUZZLES;
use cubesolve::Puzzle;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Names of columns that say which puzzle a row is for, in lower case.
#[rustfmt::skip]
pub const EVENT_COLUMNS: [&str; 6] =
    ["event", "eventid", "event_id", "puzzle", "cube_type", "puzzle_type"];

/// Which rows and which column to read.
#[derive(Clone)]
pub struct Selection {
    pub column: Option<String>,
    pub puzzle: Puzzle,
    pub skipped: Arc<AtomicU64>,
}

impl Selection {
    pub fn new(column: Option<String>, puzzle: Puzzle) -> Selection {
        Selection {
            column,
            puzzle,
            skipped: Arc::default(),
        }
    }

    pub fn named(&self) -> &str {
        self.column.as_deref().unwrap_or("scramble")
    }

    /// The number of the column with the scrambles among these names: the one of that name, whatever its
    /// case.
    pub fn find<'a>(&self, names: impl Iterator<Item = &'a str> + Clone) -> Option<usize> {
        let exact = names.clone().position(|name| name == self.named());
        let mut names = names.map(|name| name.trim().to_lowercase());
        exact.or_else(|| names.position(|name| name == self.named().to_lowercase()))
    }

    /// Whether a row is for another puzzle, which is counted.
    pub fn skips(&self, event: Option<&str>) -> bool {
        let is_other = event.is_some_and(|event| is_other_event(event, self.puzzle));
        if is_other {
            self.skipped.fetch_add(1, Ordering::Relaxed);
        }
        is_other
    }
}

/// Whether the name of an event, in competitions or of a timer, is one of another puzzle.
fn is_other_event(event: &str, puzzle: Puzzle) -> bool {
    const LARGER: [&str; 8] = ["444", "555", "666", "777", "4x4", "5x5", "6x6", "7x7"];
    let event = event.trim().to_lowercase();
    let is_small = event.starts_with("222") || event.starts_with("2x2");
    let mut others = LARGER.iter().chain(&OTHER_PUZZLES);
    others.any(|other| event.starts_with(other)) || is_small && puzzle != Puzzle::Cube2
}
