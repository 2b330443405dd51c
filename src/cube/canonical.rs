use super::{Metric, Sequence, Turn};

/// The canonical sequences of one length: no two turns of a face follow each other, and of two opposite faces
/// the first in the order U R F D L B is turned first. In slice turns, those of opposite faces that amount to a turn
/// of a slice are that turn.
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
    /// The number of sequences of each length that may follow each turn, and of all.
    counts: Vec<[u128; Turn::COUNT + 1]>,
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
            counts: vec![[1; Turn::COUNT + 1]],
        };
        for left in 1..=length {
            let count = |last| -> u128 { sequences.next(last, left).map(|(_, count)| count).sum() };
            let lasts = Turn::all().map(Some).chain([None]);
            let counts: Vec<u128> = lasts.map(count).collect();
            let counts = counts.try_into().expect("all turns and none");
            sequences.counts.push(counts);
        }
        sequences
    }

    /// The turns that may come after another one with this length left, and with each the number of sequences.
    fn next(&self, last: Option<Turn>, left: u8) -> impl Iterator<Item = (Turn, u128)> {
        let allowed = Turn::of_bits(self.metric.turns_after(last));
        allowed.filter_map(move |turn| {
            let left = left.checked_sub(self.metric.cost_of_turn(turn))?;
            Some((turn, self.counts[usize::from(left)][turn.index()]))
        })
    }

    /// Their number.
    pub fn count(&self) -> u128 {
        self.counts[usize::from(self.length)][Turn::COUNT]
    }

    /// The sequence with this number.
    ///
    /// # Panics
    /// Unless the number is less than [`CanonicalSequences::count`].
    pub fn get(&self, mut number: u128) -> Sequence {
        let (mut turns, mut left) = (vec![], self.length);
        while left > 0 {
            let mut next = self.next(turns.last().copied(), left);
            let next = next.find(|(_, count)| {
                let is_here = number < *count;
                number -= if is_here { 0 } else { *count };
                is_here
            });
            let (turn, _) = next.expect("a number of a sequence");
            left -= self.metric.cost_of_turn(turn);
            turns.push(turn);
        }
        turns.into_iter().flat_map(Turn::moves).collect()
    }
}
