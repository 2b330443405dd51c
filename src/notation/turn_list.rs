//! Turns to choose from: `R,U`, `RUF`, `<M, U2>`, `Rw U`.

use super::error::SequenceProblem;
use super::reader::Reader;
use super::turn::read_turn;
use crate::permutation::{FaceletTuple, LayerTurn};
use thiserror::Error;

/// A turn of the 3x3x3, and what it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// As in a sequence: `R`, `Rw2`, `M'`.
    pub name: String,
    /// What turns.
    pub layers: LayerTurn,
}

/// Why a text names no turns.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TurnListError {
    /// It is wrong at a place, counted in characters from 1.
    #[error("column {0}: {1}")]
    Wrong(usize, SequenceProblem),
    /// A turn back; the place counts from 1.
    #[error("column {0}: expected R for all turns of a layer, or R2 for half turns alone")]
    TurnBack(usize),
    /// There is nothing.
    #[error("expected turns, such as R,U or M,U2")]
    Nothing,
}

/// Reads names of layers, with commas or spaces between where one likes, and perhaps in `< >`.
/// Each stands for its quarter and half turns, or with a 2 for half turns alone. A turn that is
/// there already is left out, whatever it is called.
///
/// ```
/// let turns = cubesolve::notation::turns("M,U2")?;
/// let names: Vec<&str> = turns.iter().map(|turn| turn.name.as_str()).collect();
/// assert_eq!(names, ["M", "M2", "M'", "U2"]);
/// # Ok::<(), cubesolve::notation::TurnListError>(())
/// ```
///
/// # Errors
/// The first place where the text is no such list.
pub fn turns(text: &str) -> Result<Vec<Turn>, TurnListError> {
    let tuple = FaceletTuple::new(3).expect("3 is a size");
    let mut reader = Reader::new(text);
    let mut turns: Vec<Turn> = vec![];
    loop {
        while reader
            .next_if(|c| c.is_whitespace() || matches!(c, ',' | '<' | '>'))
            .is_some()
        {}
        let begin = reader.column();
        let Some(first) = reader.next_if(|_| true) else {
            break;
        };
        let read = read_turn(&mut reader, first, 3);
        let read = read.map_err(|problem| TurnListError::Wrong(begin, problem))?;
        let several = match read.turns {
            1 => 1..=3,
            2 => 2..=2,
            _ => return Err(TurnListError::TurnBack(begin)),
        };
        let written = text.chars().skip(begin - 1).take(reader.column() - begin);
        let written: String = written.collect();
        let layer = written.trim_end_matches(|c: char| !c.is_alphabetic());
        for number in several {
            let layers = LayerTurn {
                turns: number,
                ..read.clone()
            };
            let turned = tuple.turn(&layers);
            if turns.iter().all(|turn| tuple.turn(&turn.layers) != turned) {
                let name = format!("{layer}{}", ["", "2", "'"][usize::from(number) - 1]);
                turns.push(Turn { name, layers });
            }
        }
    }
    if turns.is_empty() {
        return Err(TurnListError::Nothing);
    }
    Ok(turns)
}
