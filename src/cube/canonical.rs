use super::{Metric, Move, MoveSet, Sequence};

/// The canonical sequences of one length: no two turns of a face follow each other, and of two opposite faces
/// the first in the order U R F D L B is turned first.
///
/// Two of them lead to the same cube only if that has several solutions of this length. They are numbered from
/// 0, in order of their moves.
///
/// ```
/// use cubesolve::cube::{CanonicalSequences, Metric};
///
/// let two_moves = CanonicalSequences::new(2, Metric::HalfTurn);
/// assert_eq!(two_moves.count(), 243);
/// assert_eq!(two_moves.get(0).to_string(), "U R");
/// ```
#[derive(Debug, Clone)]
pub struct CanonicalSequences {
    length: u8,
    metric: Metric,
    /// The number of sequences of each length that may follow a turn of each face, and of all.
    counts: Vec<[u128; 7]>,
}

impl CanonicalSequences {
    /// Those of a length up to God's number.
    ///
    /// # Panics
    /// If it is greater.
    pub fn new(length: u8, metric: Metric) -> CanonicalSequences {
        assert!(length <= metric.gods_number(), "no cube is as far");
        let mut sequences = CanonicalSequences {
            length,
            metric,
            counts: vec![[1; 7]],
        };
        for left in 1..=length {
            let count = |last| {
                let moves = sequences.next(last, left).map(|(_, count)| count);
                moves.sum::<u128>()
            };
            let faces = Move::ALL.iter().step_by(3).map(|m| Some(*m));
            let counts: Vec<u128> = faces.chain([None]).map(count).collect();
            sequences
                .counts
                .push(counts.try_into().expect("six faces and none"));
        }
        sequences
    }

    /// The moves that may come after another one with this length left, and with each the number of sequences.
    fn next(&self, last: Option<Move>, left: u8) -> impl Iterator<Item = (Move, u128)> {
        let allowed = last.map_or(MoveSet::ALL, MoveSet::after).iter();
        allowed.filter_map(move |m| {
            let left = left.checked_sub(self.metric.cost(m))?;
            Some((m, self.counts[usize::from(left)][m.face().index()]))
        })
    }

    /// Their number.
    pub fn count(&self) -> u128 {
        self.counts[usize::from(self.length)][6]
    }

    /// The sequence with this number.
    ///
    /// # Panics
    /// Unless the number is less than [`CanonicalSequences::count`].
    pub fn get(&self, mut number: u128) -> Sequence {
        let (mut moves, mut left) = (vec![], self.length);
        while left > 0 {
            let mut next = self.next(moves.last().copied(), left);
            let next = next.find(|(_, count)| {
                let is_here = number < *count;
                number -= if is_here { 0 } else { *count };
                is_here
            });
            let (m, _) = next.expect("a number of a sequence");
            left -= self.metric.cost(m);
            moves.push(m);
        }
        Sequence::from(moves)
    }
}
