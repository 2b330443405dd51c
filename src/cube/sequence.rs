use super::{Cube, Face, Move, Transformation};

/// A sequence of moves, as the holder of the cube makes them.
///
/// Whole-cube rotations change what the next move turns, so a sequence consists of the moves
/// with fixed centres, and of how the cube is held at the end.
///
/// ```
/// use cubesolve::cube::Sequence;
///
/// let sequence = Sequence::parse("x U [R, F2]")?;
/// assert_eq!(sequence.len(), 5); // F R D2 R' D2 with the centres fixed
/// assert_eq!(sequence.moves()[0].to_string(), "F");
/// let mut nothing = sequence.clone();
/// nothing.append(&sequence.inverse());
/// assert!(nothing.cube().is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[must_use]
pub struct Sequence {
    moves: Vec<Move>,
    orientation: Transformation,
}

impl Sequence {
    /// The empty sequence.
    pub fn new() -> Sequence {
        Sequence::default()
    }

    /// The moves of the cube with fixed centres, after all rotations have been resolved.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the cube is held at the end: a rotation. It carries each face, as the holder sees it, to the one whose
    /// centre it shows at the end. After x it carries U to F.
    pub fn orientation(&self) -> Transformation {
        self.orientation
    }

    /// Number of moves: the length in half turns; rotations do not count.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves; there may be rotations.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The solved cube after the moves, with fixed centres.
    pub fn cube(&self) -> Cube {
        Cube::from_moves(self.moves.iter().copied())
    }

    /// Adds a move of a face as the holder sees it.
    pub fn push(&mut self, m: Move) {
        self.moves.push(self.orientation.apply_move(m));
    }

    /// Rotates the whole cube clockwise as seen from `face`, by `turns` quarter turns (any
    /// number).
    pub fn rotate(&mut self, face: Face, turns: u8) {
        let quarter = Transformation::quarter_turn(face);
        for _ in 0..turns % 4 {
            self.orientation = self.orientation.product(quarter);
        }
    }

    /// Adds all of `other`, made by the same holder.
    pub fn append(&mut self, other: &Sequence) {
        let orientation = self.orientation;
        let with_fixed_centres = other.moves.iter().map(|m| orientation.apply_move(*m));
        self.moves.extend(with_fixed_centres);
        self.orientation = orientation.product(other.orientation);
    }

    /// The sequence that undoes this one, rotations too.
    pub fn inverse(&self) -> Sequence {
        let back = self.orientation.inverse();
        let undo = |m: &Move| back.apply_move(m.inverse());
        Sequence {
            moves: self.moves.iter().rev().map(undo).collect(),
            orientation: back,
        }
    }

    /// The conjugate `s · self · s⁻¹`.
    pub fn conjugate(&self, s: Transformation) -> Sequence {
        Sequence {
            moves: self.moves.iter().map(|m| s.apply_move(*m)).collect(),
            orientation: s.product(self.orientation).product(s.inverse()),
        }
    }

    /// The sequence with moves of one face merged or cancelled wherever only moves of the
    /// opposite face are between them. The result is canonical: each move
    /// [may follow](Move::may_follow) the one before.
    pub fn simplified(&self) -> Sequence {
        let mut simplified = Sequence {
            moves: Vec::with_capacity(self.len()),
            orientation: self.orientation,
        };
        for &m in &self.moves {
            push_simplified(&mut simplified.moves, m);
        }
        simplified
    }
}

impl From<Vec<Move>> for Sequence {
    fn from(moves: Vec<Move>) -> Self {
        Sequence {
            moves,
            ..Sequence::default()
        }
    }
}

impl FromIterator<Move> for Sequence {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Sequence::from(Vec::from_iter(moves))
    }
}

/// Adds `m` to a canonical list of moves and keeps it canonical.
///
/// At most the last two moves of such a list share an axis, so only they can merge with `m`.
pub(crate) fn push_simplified(moves: &mut Vec<Move>, m: Move) {
    let same_axis = moves
        .iter()
        .rev()
        .take_while(|other| m.shares_axis(**other));
    let start = moves.len() - same_axis.count();
    match (start..moves.len()).find(|&i| moves[i].face() == m.face()) {
        Some(i) => match (moves[i].turns() + m.turns()) % 4 {
            0 => drop(moves.remove(i)),
            turns => moves[i] = Move::new(m.face(), turns),
        },
        None if m.face().index() < 3 => moves.insert(start, m),
        None => moves.push(m),
    }
}
