//! Costs of sequences: a weight for each turn, and for what happens between turns.

use crate::notation::LayerMove;
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// What sequences of moves cost: the sum of weights that a short text lists.
///
/// The text is the name of a built-in cost (`htm`, `qtm`, `stm`, `mcc`) or lines, with line breaks or `;`
/// between and comments after `#`. A line is one to three words and a weight of up to three decimals.
///
/// - One word sets the weight of a turn, over lines above: `R 0.8`. A turn that no line sets has the weight 1.
/// - Two words add the weight where the second turn directly follows the first: `U D -0.5`. With a third,
///   three turns do.
/// - A word is a turn, several with commas between, `*` for all turns or `*2` for all half turns. `R` is
///   all turns of R, as in a choice of moves, and `R2` half turns alone; `R1` and `R'` are quarter turns in
///   one direction.
/// - `regrip` and a weight add that for each regrip. R and Rw turn the right wrist, L and Lw the left one,
///   each by up to a quarter turn either way from the middle; a regrip brings it anywhere. The grip at
///   the start is free, and no more regrips are made than necessary.
///
/// There are at most 1000 lines. Whatever turns come before it, a turn costs more than 0 and at most 1000.
///
/// ```
/// use cubesolve::{Cost, notation::LayerMove};
///
/// let cost: Cost = "*2 1.5; U R 0.25".parse()?;
/// let moves = ["U", "R", "F2"].map(|m| m.parse::<LayerMove>().unwrap());
/// assert_eq!(cost.of(&moves), 3.75);
/// # Ok::<(), cubesolve::CostError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    lines: Vec<WeightLine>,
    regrip: i32,
}

/// Why a text is no [`Cost`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct CostError(String);

/// Names of costs, and their lines.
const BUILT_IN: [(&str, &str); 4] = [
    ("htm", "M,E,S 2"),
    ("qtm", "*2 2; M,E,S 2; M2,E2,S2 4"),
    ("stm", ""),
    ("mcc", include_str!("mcc.txt")),
];

/// The most lines, and the greatest weight in thousandths: sums of all lines fit 32 bits, and so does the
/// cost of any solution.
const MAX_LINES: usize = 1000;
const MAX_WEIGHT: i32 = 1_000_000;

/// A word of a line: the moves that it stands for, as bits by their places in [`LayerMove::all`].
type Word = u64;

/// Words and a weight in thousandths.
type WeightLine = (Vec<Word>, i32);

/// What the weights are multiples of.
const UNIT: i32 = 1000;

impl Cost {
    /// The cost of a sequence.
    pub fn of(&self, moves: &[LayerMove]) -> f64 {
        let mut distinct = moves.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        let table = CostTable::new(self, &distinct);
        let (mut before, mut sum) = (Costed::default(), 0);
        for m in moves {
            let number = distinct.binary_search(m).expect("it is one of them");
            before = table.after(Costed { cost: 0, ..before }, number);
            sum += u64::from(before.cost);
        }
        sum as f64 / f64::from(UNIT)
    }

    /// Names of the built-in costs.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Whether the order of moves that commute makes a difference.
    pub(crate) fn depends_on_order(&self) -> bool {
        self.regrip > 0 || self.lines.iter().any(|(words, _)| words.len() > 1)
    }

    /// The weight of a turn alone.
    fn weight(&self, m: Word) -> i32 {
        let of_turn = |(words, _): &&WeightLine| matches!(words[..], [word] if word & m != 0);
        let line = self.lines.iter().rfind(of_turn);
        line.map_or(UNIT, |(_, weight)| *weight)
    }

    /// What is added for the last of some turns that follow each other.
    fn added(&self, moves: &[Word]) -> i32 {
        let matches = |words: &[Word]| {
            let last = moves.len().checked_sub(words.len()).map(|n| &moves[n..]);
            let is_each = |last: &[Word]| last.iter().zip(words).all(|(m, word)| m & word != 0);
            words.len() > 1 && last.is_some_and(is_each)
        };
        let lines = self.lines.iter().filter(|(words, _)| matches(words));
        lines.map(|(_, weight)| *weight).sum()
    }

    /// Bounds of what a turn costs after any others.
    fn bounds(&self, m: Word) -> RangeInclusive<i32> {
        let may_be = |(words, _): &&WeightLine| words.len() > 1 && words[words.len() - 1] & m != 0;
        let added = self.lines.iter().filter(may_be).map(|(_, weight)| *weight);
        let (less, more): (Vec<i32>, Vec<i32>) = added.partition(|weight| *weight < 0);
        let weight = self.weight(m);
        weight + less.iter().sum::<i32>()..=weight + more.iter().sum::<i32>()
    }
}

/// A cost in thousandths as a number.
pub(crate) fn as_number(cost: u32) -> f64 {
    f64::from(cost) / f64::from(UNIT)
}

impl FromStr for Cost {
    type Err = CostError;

    fn from_str(text: &str) -> Result<Cost, CostError> {
        let built_in = BUILT_IN.iter().find(|(name, _)| *name == text.trim());
        let mut cost = Cost {
            lines: vec![],
            regrip: 0,
        };
        for line in built_in.map_or(text, |(_, lines)| lines).split(['\n', ';']) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let form = "a line of a cost is one to three turns and a weight, such as R,L 0.8";
            let error = || CostError(format!("{form}, not {line:?}"));
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some((weight, words)) = words.split_last() else {
                continue;
            };
            let weight = parse_weight(weight).ok_or_else(error)?;
            if words == ["regrip"] && weight >= 0 {
                cost.regrip = weight;
            } else if (1..=3).contains(&words.len()) {
                let words = words.iter().map(|word| parse_word(word));
                let words: Option<Vec<Word>> = words.collect();
                cost.lines.push((words.ok_or_else(error)?, weight));
            } else {
                return Err(error());
            }
            if cost.lines.len() > MAX_LINES {
                let clause = format!("a cost has at most {MAX_LINES} lines");
                return Err(CostError(clause));
            }
        }
        for m in LayerMove::all() {
            let bounds = cost.bounds(bit(m));
            // the shortest sequences would not be the cheapest ones
            if *bounds.start() <= 0 {
                let clause = format!("a turn must cost more than 0: {m} may cost less");
                return Err(CostError(clause));
            }
            if *bounds.end() > MAX_WEIGHT {
                let most = as_number(MAX_WEIGHT.unsigned_abs());
                let clause = format!("a turn must cost at most {most}: {m} may cost more");
                return Err(CostError(clause));
            }
        }
        Ok(cost)
    }
}

/// A weight in thousandths. The parser of the standard library for numbers has a table of 10 kB, which nothing else
/// on the web needs.
fn parse_weight(text: &str) -> Option<i32> {
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let is_number = !(whole.is_empty() && decimals.is_empty());
    let decimals = decimals.trim_end_matches('0');
    let digits = format!("{whole}{decimals:0<3}");
    if !is_number || decimals.len() > 3 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let thousandths: i32 = digits.parse().ok()?;
    (thousandths <= MAX_WEIGHT).then_some(sign * thousandths)
}

fn parse_word(word: &str) -> Option<Word> {
    let all = |is_among: fn(&LayerMove) -> bool| {
        let moves = LayerMove::all().filter(is_among);
        moves.fold(0, |word, m| word | bit(m))
    };
    match word {
        "*" => Some(all(|_| true)),
        "*2" => Some(all(|m| m.turns() == 2)),
        _ => {
            let mut moves = word.split(',').map(parse_turns);
            moves.try_fold(0, |word, m| Some(word | m?))
        }
    }
}

/// The turns that a name stands for.
fn parse_turns(name: &str) -> Option<Word> {
    let of = |name: &str| name.parse::<LayerMove>().ok();
    if let Some(layer) = name.strip_suffix('1').and_then(of) {
        return (layer.turns() != 2 && !name.contains('\'')).then(|| bit(layer));
    }
    let m = of(name)?;
    let is_one = m.turns() == 2 || name.ends_with(['\'', '3']);
    let all = 1..=3;
    Some(match is_one {
        true => bit(m),
        false => all.fold(0, |word, turns| word | bit(m.with_turns(turns))),
    })
}

/// The word that stands for one move.
fn bit(m: LayerMove) -> Word {
    let number = LayerMove::all().position(|other| other == m);
    1 << number.expect("it is one of all moves")
}

/// The cost of the moves of a search, by their numbers.
#[derive(Debug)]
pub(crate) struct CostTable {
    moves: usize,
    /// By the two moves before (0: none, otherwise their numbers and 1) and the move.
    added: Vec<u32>,
    /// How far each move turns the right and the left wrist.
    wrists: Vec<[u8; 2]>,
    regrip: u32,
    /// The least that each move adds.
    pub least: Vec<u32>,
    /// The unit of lower bounds: half of the least that any move adds.
    pub unit: u32,
}

/// What solutions by turns of faces and slices cost.
#[derive(Debug)]
pub(crate) struct SolutionCost {
    moves: Vec<LayerMove>,
    costs: CostTable,
}

impl SolutionCost {
    pub fn new(cost: &Cost) -> SolutionCost {
        let is_turn = |m: &LayerMove| m.is_face_turn() || m.is_slice_turn();
        let moves: Vec<LayerMove> = LayerMove::all().filter(is_turn).collect();
        SolutionCost {
            costs: CostTable::new(cost, &moves),
            moves,
        }
    }

    /// The cost of a sequence, in thousandths.
    ///
    /// # Panics
    /// If a move is no turn of a face or slice.
    pub fn of(&self, moves: &[LayerMove]) -> u32 {
        let number = |m: &LayerMove| {
            let number = self.moves.iter().position(|other| other == m);
            number.expect("it is a turn") as u8
        };
        let numbers: Vec<u8> = moves.iter().map(number).collect();
        self.costs.of(&numbers)
    }
}

/// What moves cost so far, and what the cost of further ones depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Costed {
    /// In thousandths.
    pub cost: u32,
    /// The two last moves, as in [`CostTable`].
    last: [u8; 2],
    /// The positions in which each wrist may be after the fewest regrips, as bits.
    wrists: [u8; 2],
}

/// All three positions of a wrist.
const ANYWHERE: u8 = 0b111;

impl Default for Costed {
    fn default() -> Costed {
        Costed {
            cost: 0,
            last: [0; 2],
            wrists: [ANYWHERE; 2],
        }
    }
}

impl CostTable {
    pub fn new(cost: &Cost, moves: &[LayerMove]) -> CostTable {
        let bits: Vec<Word> = moves.iter().map(|m| bit(*m)).collect();
        let weights: Vec<i32> = bits.iter().map(|m| cost.weight(*m)).collect();
        let before = || std::iter::once(None).chain(bits.iter().map(Some));
        let mut added = vec![];
        for earlier in before() {
            for last in before() {
                for (m, weight) in bits.iter().zip(&weights) {
                    let turns: Vec<Word> = [earlier, last, Some(m)]
                        .into_iter()
                        .flatten()
                        .copied()
                        .collect();
                    let sum = weight + cost.added(&turns);
                    added.push(u32::try_from(sum).expect("every turn costs something"));
                }
            }
        }
        let least = bits.iter().map(|m| cost.bounds(*m).start().unsigned_abs());
        let least: Vec<u32> = least.collect();
        CostTable {
            moves: moves.len(),
            added,
            wrists: moves.iter().map(|m| m.wrists()).collect(),
            regrip: cost.regrip.unsigned_abs(),
            unit: least.iter().min().map_or(1, |least| (least / 2).max(1)),
            least,
        }
    }

    pub fn of(&self, moves: &[u8]) -> u32 {
        let after = |costed, m: &u8| self.after(costed, (*m).into());
        moves.iter().fold(Costed::default(), after).cost
    }

    /// The cost with one more move.
    #[inline]
    pub fn after(&self, before: Costed, m: usize) -> Costed {
        let [earlier, last] = before.last.map(usize::from);
        let added = self.added[(earlier * (self.moves + 1) + last) * self.moves + m];
        let mut after = Costed {
            cost: before.cost + added,
            last: [before.last[1], m as u8 + 1],
            wrists: before.wrists,
        };
        for (wrist, turns) in after.wrists.iter_mut().zip(self.wrists[m]) {
            let turned = |from: u8| match turns {
                0 => from,
                1 => from << 1 & ANYWHERE,
                2 => from << 2 & ANYWHERE | from >> 2,
                _ => from >> 1,
            };
            *wrist = match turned(*wrist) {
                0 => {
                    after.cost += self.regrip;
                    turned(ANYWHERE)
                }
                turned => turned,
            };
        }
        after
    }
}
