//! A choice of moves: `R,U`, `RUF`, `<M, U2>`, `Rw U`.

use super::layer_move::LayerMove;
use super::nxn_move::read_move;
use super::reader::{Reader, TextError};
use crate::cube::{FaceletTuple, Metric};
use crate::permutation::{Permutation, StabilizerChain};
use std::fmt;
use std::str::FromStr;

/// The moves that a solution may have.
///
/// As text: names of layers, with commas or spaces between where you like, and perhaps in `< >`.
/// Each stands for its quarter and half turns, or with a 2 for half turns alone. Layers named
/// twice count once.
///
/// ```
/// use cubesolve::notation::AllowedMoves;
///
/// let allowed: AllowedMoves = "<r F2>".parse()?;
/// let moves: Vec<String> = allowed.moves().map(|m| m.to_string()).collect();
/// assert_eq!(moves, ["Rw", "Rw2", "Rw'", "F2"]);
/// assert_eq!(allowed.to_string(), "Rw,F2");
/// # Ok::<(), cubesolve::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AllowedMoves {
    /// The layers, each once: as a quarter turn, or a half turn if no others are allowed.
    layers: Vec<LayerMove>,
}

impl AllowedMoves {
    /// All moves: layer by layer in the order of the list, quarter turns before half turns before
    /// those counter-clockwise.
    pub fn moves(&self) -> impl Iterator<Item = LayerMove> {
        self.layers.iter().flat_map(|m| {
            let turns = if m.turns() == 1 { 1..=3 } else { 2..=2 };
            turns.map(|turns| m.with_turns(turns))
        })
    }

    /// Whether all moves are turns of faces, as the half-turn metric counts them.
    pub fn are_face_turns(&self) -> bool {
        self.layers.iter().all(|m| m.is_face_turn())
    }

    /// Whether some are rotations.
    pub(crate) fn have_rotations(&self) -> bool {
        self.layers.iter().any(|m| m.is_rotation())
    }

    /// The positions of the 3x3x3 that these moves lead to, as they are held: a group of permutations of the facelets.
    pub fn group(&self) -> StabilizerChain {
        let tuple = FaceletTuple::of_3x3x3();
        let moves = self.moves().map(|m| tuple.permutation(&m.into()));
        let moves: Vec<Permutation> = moves.collect();
        StabilizerChain::new(&moves, &[])
    }

    /// Whether these are all turns of a metric: of faces, and in slice turns of slices.
    pub(crate) fn are_all_in(&self, metric: Metric) -> bool {
        let all = metric.turns_after(None).count_ones() as usize;
        let is_turn =
            |m: LayerMove| m.is_face_turn() || metric == Metric::SliceTurn && m.is_slice_turn();
        self.moves().count() == all && self.moves().all(is_turn)
    }

    fn add(&mut self, m: LayerMove) {
        let mut layers = self.layers.iter_mut();
        match layers.find(|known| known.moves_same_layers(m)) {
            Some(known) if m.turns() != 2 => *known = known.with_turns(1),
            Some(_) => {}
            None => self.layers.push(m),
        }
    }
}

impl FromStr for AllowedMoves {
    type Err = TextError;

    fn from_str(text: &str) -> Result<AllowedMoves, TextError> {
        let mut reader = Reader::new(text);
        let mut allowed = AllowedMoves { layers: vec![] };
        let is_between = |c: char| c.is_whitespace() || matches!(c, ',' | '<' | '>');
        loop {
            while reader.next_if(is_between).is_some() {}
            if reader.peek().is_none() {
                break;
            }
            let column = reader.column();
            let m = read_move(&mut reader, 3)?;
            // quarter turns are allowed in both directions or not at all
            if m.turns == 3 {
                let problem =
                    "expected R for all turns of a layer, or R2 for half turns alone".into();
                return Err(TextError { column, problem });
            }
            let m = LayerMove::of_nxn(&m);
            // a quarter turn may have become one in the other direction, as 2R is M'
            allowed.add(m.with_turns(if m.turns() == 2 { 2 } else { 1 }));
        }
        match allowed.layers.is_empty() {
            true => Err(reader.problem("expected moves, such as R,U or M,U2")),
            false => Ok(allowed),
        }
    }
}

/// The layers with commas between.
impl fmt::Display for AllowedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers: Vec<String> = self.layers.iter().map(LayerMove::to_string).collect();
        f.write_str(&layers.join(","))
    }
}
