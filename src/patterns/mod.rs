//! Solves by certain moves only (of faces, slices, wide layers or the whole cube), to any cube that matches
//! a pattern, with free turns, and by cost.
//!
//! A cube is the place of each of its stickers in space, centres included. Each move
//! is a permutation of the 54 places. The group that the allowed moves generate decides, by a
//! chain of stabilizers and without a search, whether a cube can be solved at all. A search begins with
//! tables of distances that are generated in a fraction of a second, and goes on with larger ones if it
//! takes longer than that.

mod by_length;
mod cheapest;
mod coordinates;
mod distances;
mod halves;
mod search;
pub(crate) mod shared;
mod starts;
mod stickers;
mod visits;
mod whole_cube;

use crate::coord::{CoordError, Stop, held_by_dbl};
use crate::cube::{Cube, Face, Metric, Move, Position, Transformation};
use crate::host::lock::lock;
use crate::notation::{LayerMove, Pattern};
use crate::permutation::{Permutation, StabilizerChain};
use crate::search::cost::CostTable;
use crate::search::depth_first::MoveRules;
use crate::search::{Cost, Puzzle, Query};
use distances::StickerDistances;
pub(crate) use search::search;
use shared::SharedSolutions;
use std::sync::{Arc, Mutex};
use stickers::{FollowedStickers, StickerMove, StickerPlaces};
pub(crate) use visits::VisitedPositions;

/// Finds shortest or cheapest solutions that consist of some moves, to cubes that match a pattern,
/// rotated in any way. Every move has the length one, but in quarter turns a half turn of any layers has the length
/// two.
pub(crate) struct Patterns {
    metric: Metric,
    puzzle: Puzzle,
    /// Whether turns of the upper layer are free.
    has_auf: bool,
    target: Pattern,
    /// Whether that is the solved cube.
    is_solved: bool,
    followed: FollowedStickers,
    moves: Vec<StickerMove>,
    rules: MoveRules,
    counts_slices: bool,
    counts_rotations: bool,
    /// The turns of the upper layer that are free before and after, by quarter turns from none.
    free_turns: Vec<Permutation>,
    costs: Option<CostTable>,
    /// Those of the last search, with their size: they serve for all positions that moves turn into each
    /// other.
    distances: Mutex<Option<(usize, Arc<StickerDistances>)>>,
    /// The solutions that cubes with pieces in common share.
    shared: Mutex<Option<Arc<SharedSolutions>>>,
}

impl Patterns {
    /// An engine for queries like this one, by default for all turns of the metric or, of the 2x2x2, of U, R
    /// and F; to a pattern, by default to the solved cube.
    pub fn new(query: &Query, target: Option<Pattern>) -> Patterns {
        let (puzzle, metric) = (query.puzzle, query.metric);
        let by_default = match (puzzle, metric) {
            (Puzzle::Cube3, Metric::SliceTurn) => "U,R,F,D,L,B,M,E,S",
            (Puzzle::Cube3, _) => "U,R,F,D,L,B",
            (Puzzle::Cube2, _) => "U,R,F",
        };
        let by_default = by_default.parse().expect("these are moves");
        let allowed = query.restricted_moves().unwrap_or(&by_default);
        let moves = allowed.moves().map(|m| StickerMove::new(m, puzzle, metric));
        // slices have no stickers of a 2x2x2
        let moves: Vec<StickerMove> = moves.filter(|m| !m.mapping.is_identity()).collect();
        let turn = StickerMove::new(upper_layer(), puzzle, metric).mapping;
        let turns = if query.auf { 0..4 } else { 0..1 };
        let free_turns: Vec<Permutation> = turns.map(|turns| turn.power(turns)).collect();
        let numbers = (0..moves.len()).filter(|n| query.auf && is_of_upper_layer(moves[*n].m));
        let free_moves = numbers.fold(0, |all, n| all | 1 << n);
        let in_any_order = query.cost.as_ref().is_some_and(Cost::depends_on_order);
        let is_solved = target.is_none();
        let target = target.unwrap_or(Pattern::SOLVED);
        Patterns {
            metric,
            puzzle,
            has_auf: query.auf,
            target,
            is_solved,
            followed: FollowedStickers::new(&target, puzzle, &free_turns),
            rules: rules(&moves, in_any_order).not_at_the_ends(free_moves),
            counts_slices: !allowed.are_face_turns(),
            counts_rotations: allowed.have_rotations(),
            costs: query.cost.as_ref().map(|cost| {
                let moves: Vec<LayerMove> = moves.iter().map(|m| m.m).collect();
                CostTable::new(cost, &moves)
            }),
            moves,
            free_turns,
            distances: Mutex::default(),
            shared: Mutex::default(),
        }
    }

    /// Prepares for queries about these cubes and others that keep what they have in common.
    pub fn prepare(&self, cubes: &[Cube], max_halves: u64) {
        if self.has_auf && self.metric == Metric::HalfTurn && self.puzzle == Puzzle::Cube3 {
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
    fn can_solve(&self, start: &StickerPlaces) -> bool {
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
        start: &StickerPlaces,
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

    /// The position, and if it is a 2x2x2 to be solved with any colours, with these exchanged so that the corner
    /// DBL is solved: the same moves do that, and the same tables serve for all such positions.
    fn with_dbl_solved(&self, position: &Position) -> Position {
        match self.puzzle == Puzzle::Cube2 && self.is_solved {
            false => position.clone(),
            true => Position {
                cube: held_by_dbl(&position.as_held()),
                orientation: Transformation::IDENTITY,
                scramble: position.scramble.clone(),
            },
        }
    }

    /// Whether a turn is free before and after a solution.
    fn is_free(&self, m: LayerMove) -> bool {
        self.has_auf && is_of_upper_layer(m)
    }
}

fn is_of_upper_layer(m: LayerMove) -> bool {
    m.moves_same_layers(upper_layer())
}

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
