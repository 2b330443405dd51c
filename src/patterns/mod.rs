//! Solves by certain moves only (of faces, slices, wide layers or the whole cube), to any cube that matches
//! a pattern, with free turns, and by cost.
//!
//! A cube is the place of each of its stickers in space, centres included. Each move
//! is a permutation of the 54 places. The group that the allowed moves generate decides, by a
//! chain of stabilizers and without a search, whether a cube can be solved at all. A search begins with
//! tables of distances that are generated in a fraction of a second, and goes on with larger ones if it
//! takes longer than that.

mod cheapest;
mod coordinates;
mod deepening;
mod distances;
mod search;
pub(crate) mod shared;
mod starts;
mod stickers;
mod whole_cube;

use crate::coord::{CoordError, Stop, held_by_dbl};
use crate::cube::{Cube, Face, Metric, Move, Position, Transformation};
use crate::host::lock::lock;
use crate::notation::{LayerMove, Pattern};
use crate::permutation::{Permutation, StabilizerChain};
use crate::search::cost::CostTable;
use crate::search::depth_first::MoveRules;
use crate::search::{
    Answer, Cost, Limits, Outcome, Puzzle, Query, Solution, SolveError, Target, Threads,
};
use distances::StickerDistances;
use search::GetTable;
use shared::SharedSolutions;
use starts::Starts;
use std::sync::{Arc, Mutex};
use stickers::{FollowedStickers, Places, StickerMove};

/// Finds shortest or cheapest solutions that consist of some moves, to cubes that match a pattern,
/// rotated in any way. In half turns every move has the length one, in quarter turns a half turn of any
/// layers has the length two.
pub(crate) struct Patterns {
    /// What the tables depend on, with only the target that is a pattern.
    key: Query,
    target: Pattern,
    threads: Arc<Threads>,
    followed: FollowedStickers,
    moves: Vec<StickerMove>,
    rules: MoveRules,
    counts_slices: bool,
    /// The turns of the upper layer that are free before and after, by quarter turns from none.
    free_turns: Vec<Permutation>,
    costs: Option<CostTable>,
    /// Those of the last query, with their size: they serve for all positions that moves turn into each
    /// other.
    distances: Mutex<Option<(usize, Arc<StickerDistances>)>>,
    /// The solutions that cubes with pieces in common share.
    shared: Mutex<Option<Arc<SharedSolutions>>>,
}

impl Patterns {
    /// An engine for queries like this one, by default for all turns of faces or, of the 2x2x2, of U, R
    /// and F; to a pattern, by default to the solved cube.
    pub fn new(query: &Query, target: Option<Pattern>, threads: Arc<Threads>) -> Patterns {
        let key = key(query, target);
        let by_default = match key.puzzle {
            Puzzle::Cube3 => "U,R,F,D,L,B",
            Puzzle::Cube2 => "U,R,F",
        };
        let by_default = by_default.parse().expect("these are moves");
        let allowed = key.moves.as_ref().unwrap_or(&by_default);
        let moves = allowed
            .moves()
            .map(|m| StickerMove::new(m, key.puzzle, key.metric));
        // slices have no stickers of a 2x2x2
        let moves: Vec<StickerMove> = moves.filter(|m| !m.mapping.is_identity()).collect();
        let turn = StickerMove::new(upper_layer(), key.puzzle, key.metric).mapping;
        let turns = if key.auf { 0..4 } else { 0..1 };
        let free_turns: Vec<Permutation> = turns.map(|turns| turn.power(turns)).collect();
        let target = target.unwrap_or(Pattern::SOLVED);
        let numbers = (0..moves.len()).filter(|n| is_free(&key, moves[*n].m));
        let free_moves = numbers.fold(0, |all, n| all | 1 << n);
        let in_any_order = key.cost.as_ref().is_some_and(Cost::depends_on_order);
        Patterns {
            target,
            threads,
            followed: FollowedStickers::new(&target, key.puzzle, &free_turns),
            rules: rules(&moves, in_any_order).not_at_the_ends(free_moves),
            counts_slices: !allowed.are_face_turns(),
            costs: key.cost.as_ref().map(|cost| {
                let moves: Vec<LayerMove> = moves.iter().map(|m| m.m).collect();
                CostTable::new(cost, &moves)
            }),
            moves,
            free_turns,
            distances: Mutex::default(),
            shared: Mutex::default(),
            key,
        }
    }

    /// Whether it is for queries like this one.
    pub fn serves(&self, query: &Query, target: Option<Pattern>) -> bool {
        self.key == key(query, target)
    }

    /// Prepares for queries about these cubes and others that keep what they have in common.
    pub fn prepare(&self, cubes: &[Cube], max_halves: u64) {
        if self.key.auf && self.key.metric == Metric::HalfTurn && self.key.puzzle == Puzzle::Cube3 {
            let moves = (&self.moves[..], &self.rules);
            *lock(&self.shared) =
                SharedSolutions::new(cubes, &self.target, moves, &self.free_turns, max_halves)
                    .map(Arc::new);
        }
    }

    /// The shared solutions, if those of a cube are among them.
    fn shared_for(&self, position: &Position) -> Option<Arc<SharedSolutions>> {
        let shared = lock(&self.shared).clone()?;
        let is_upright = position.orientation == Transformation::IDENTITY;
        (is_upright && shared.serve(&position.cube)).then_some(shared)
    }

    /// Whether any sequence of the moves solves a cube with its followed stickers at these places.
    fn can_solve(&self, start: &Places) -> bool {
        let followed = &self.followed;
        let start = &start[..followed.stickers.len()];
        let base: Vec<u32> = start.iter().map(|place| (*place).into()).collect();
        let mappings: Vec<Permutation> = self.moves.iter().map(|m| m.mapping.clone()).collect();
        // a group has a generator
        let mappings = [&mappings[..], &[Permutation::identity(54)]].concat();
        let group = StabilizerChain::new(&mappings, &base);
        (0..followed.variant_count).any(|variant| {
            let allows = |n: usize, place| followed.variants[n][place as usize] >> variant & 1 == 1;
            group.has_member(base.len(), allows)
        })
    }

    /// Tables of at least this size that serve for positions reached from `start`.
    fn distances(
        &self,
        start: &Places,
        size: usize,
        stop: Stop,
    ) -> Result<Arc<StickerDistances>, CoordError> {
        let known = lock(&self.distances).clone();
        let serves = |(known, distances): &(usize, Arc<StickerDistances>)| {
            *known >= size && distances.values(start).is_some()
        };
        if let Some((_, distances)) = known.filter(serves) {
            return Ok(distances);
        }
        let costs = self.costs.as_ref().map(|costs| self.units(costs));
        let distances = StickerDistances::new(
            &self.followed,
            (&self.moves, &self.free_turns),
            start,
            (size, costs.as_deref()),
            stop,
        )?;
        let distances = Arc::new(distances);
        *lock(&self.distances) = Some((size, distances.clone()));
        Ok(distances)
    }

    /// The least costs of the moves in units of the table. A move and its inverse have the same, as
    /// distances need it, and each has few enough that a distance fits a byte.
    fn units(&self, costs: &CostTable) -> Vec<u8> {
        const MAX_UNITS: u32 = 6;
        let units = |m: &StickerMove| {
            let both = self.moves.iter().zip(&costs.least).filter(|(other, _)| {
                let turns = [m.m.turns(), 4 - m.m.turns()];
                other.m.moves_same_layers(m.m) && turns.contains(&other.m.turns())
            });
            let least = both.map(|(_, least)| least / costs.unit).min();
            least.map_or(1, |units| units.min(MAX_UNITS)) as u8
        };
        self.moves.iter().map(units).collect()
    }

    /// Answers a query; `open` opens a pruning table for it, if one is installed or may be generated.
    pub fn solve(
        &self,
        position: &Position,
        query: &Query,
        limits: &Limits,
        open: &GetTable,
    ) -> Result<Answer, SolveError> {
        let with_dbl_solved = self.with_dbl_solved(position);
        let starts = Starts::new(self, with_dbl_solved.as_ref().unwrap_or(position));
        let mut answer = match starts.all.is_empty() {
            true => Answer::empty(self.key.metric, Outcome::Impossible),
            false => self
                .threads
                .run(|| self.search(&starts, query, limits, open))?,
        };
        let is_stopped = matches!(answer.outcome, Outcome::Stopped | Outcome::TimedOut);
        if answer.solutions.is_empty() && is_stopped {
            let is_short = |known: &Solution| known.length <= query.max_length().into();
            let known = starts.inverse_of_scramble();
            answer.solutions.extend(known.filter(is_short));
        }
        answer.counts_slices = self.counts_slices;
        Ok(answer)
    }

    /// A 2x2x2 with the colours exchanged so that the corner DBL is solved, if it is to be solved with any
    /// colours: the same moves do that, and the same tables serve for all such positions.
    fn with_dbl_solved(&self, position: &Position) -> Option<Position> {
        let is_any = self.key.puzzle == Puzzle::Cube2 && self.key.to.is_empty();
        is_any.then(|| Position {
            cube: held_by_dbl(&position.as_held()),
            orientation: Transformation::IDENTITY,
            scramble: position.scramble.clone(),
        })
    }
}

/// The parts of a query that tables depend on, for a pattern or the solved cube.
fn key(query: &Query, target: Option<Pattern>) -> Query {
    Query {
        moves: query.restricted_moves().cloned(),
        to: target.map(Target::Pattern).into_iter().collect(),
        puzzle: query.puzzle,
        metric: query.metric,
        auf: query.auf,
        cost: query.cost.clone(),
        ..Query::new()
    }
}

/// Whether a turn is free before and after a solution.
fn is_free(key: &Query, m: LayerMove) -> bool {
    key.auf && m.moves_same_layers(upper_layer())
}

/// A turn of the upper layer.
fn upper_layer() -> LayerMove {
    Move::new(Face::U, 1).into()
}

/// Which moves may follow which: of moves that commute only later ones of other layers, or, if their
/// order makes a difference, all of other layers.
fn rules(moves: &[StickerMove], in_any_order: bool) -> MoveRules {
    let commute = |a: &Permutation, b: &Permutation| a.product(b) == b.product(a);
    let followers = moves.iter().enumerate().map(|(n, previous)| {
        let may_follow = |(m, next): &(usize, &StickerMove)| {
            let is_other = !next.m.moves_same_layers(previous.m);
            is_other && (*m > n || in_any_order) || !commute(&previous.mapping, &next.mapping)
        };
        let followers = moves.iter().enumerate().filter(may_follow);
        followers.fold(0, |all, (m, _)| all | 1 << m)
    });
    let costly = moves.iter().enumerate().filter(|(_, m)| m.cost == 2);
    let costly = costly.fold(0, |all, (n, _)| all | 1 << n);
    MoveRules::new(followers.collect(), costly)
}
