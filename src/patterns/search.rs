//! The search with tables of distances, at first small ones.

use super::Patterns;
use super::by_length::{ByLength, RootSearch};
use super::cheapest::Cheapest;
use super::distances::{StickerDistances, StickerValues};
use super::starts::{Start, Starts};
use super::whole_cube::{HeldCube, WholeCube, turns_slice};
use crate::coord::{CoordError, Stop};
use crate::cube::Metric;
use crate::notation::LayerMove;
use crate::probe::Prober;
use crate::search::cost::Costed;
use crate::search::deepening::Deepening;
use crate::search::depth_first::Space;
use crate::search::{Answer, Control, Limits, Outcome, Puzzle, Root};
use std::sync::Arc;

/// The greatest sizes of a table, a byte an entry: one that is generated in a few hundredths of a
/// second, and one for long searches.
const SIZES: [usize; 2] = [1 << 19, 1 << 24];

/// Opens the pruning table for a metric, if one is installed or may be generated.
pub type GetTable<'a> = dyn Fn(Metric) -> Option<Arc<Prober>> + 'a;

/// Nodes after which a search is long: generating larger tables takes about as long as these.
const LONG: u64 = 1 << 22;

/// The same if there is a pruning table: it has only to be opened, but a depth is not left once it has begun.
const LONG_WITH_TABLE: u64 = 1 << 18;

/// The turns of four layers. By fewer moves a cube takes more of them than by all, and tables of stickers that
/// are generated for these moves bound it better than a pruning table.
const MANY_MOVES: usize = 12;

/// Places of followed stickers as values of coordinates, what the moves so far cost, and the whole cube.
pub(super) struct StickerSpace<'a> {
    distances: Arc<StickerDistances>,
    whole: Option<WholeCube>,
    cheapest: Option<&'a Cheapest<'a>>,
}

/// Searches for solutions from the roots, each by the patterns with the number of its target; `open` opens a pruning
/// table.
///
/// # Errors
/// Any [`CoordError`] when tables of stickers are generated.
pub(crate) fn search(
    patterns: &[Arc<Patterns>],
    roots: &[Root],
    control: &Control,
    open: &GetTable,
) -> Result<Answer, CoordError> {
    let starts = roots
        .iter()
        .map(|root| Starts::new(&patterns[root.target], root));
    let starts: Vec<Starts> = starts.filter(|starts| !starts.all.is_empty()).collect();
    let inverse = starts.iter().find_map(Starts::inverse_of_scramble);
    let mut answer = match starts.is_empty() {
        true => control.answer(vec![], Outcome::Impossible),
        false => {
            let cheapest = patterns[0].cheapest(control);
            let search = || search_with_growing_tables(starts, cheapest.as_ref(), control, open);
            control.threads.run_here(search)?
        }
    };
    let is_stopped = matches!(answer.outcome, Outcome::Stopped | Outcome::TimedOut);
    if answer.solutions.is_empty() && is_stopped {
        let max_length = control.bounds.max_length.into();
        let inverse = inverse.filter(|solution| solution.length <= max_length);
        answer.solutions.extend(inverse);
    }
    if patterns[0].counts_slices {
        (answer.metric, answer.counts_slices) = match answer.metric {
            Metric::HalfTurn | Metric::SliceTurn => (Metric::SliceTurn, false),
            Metric::QuarterTurn => (Metric::QuarterTurn, true),
        };
    }
    answer.counts_rotations = patterns[0].counts_rotations;
    Ok(answer)
}

/// Searches with small tables, and if that is long, on from the length that was reached: with a
/// pruning table if the whole cube is to be solved and one can be had, otherwise with large tables.
fn search_with_growing_tables<'a>(
    starts: Vec<Starts<'a>>,
    cheapest: Option<&'a Cheapest<'a>>,
    control: &'a Control<'a>,
    open: &GetTable,
) -> Result<Answer, CoordError> {
    let stop = control.limits.as_stop();
    let solves_whole_cube = starts
        .iter()
        .any(|starts| starts.patterns.solves_whole_cube());
    let with_small_tables =
        |starts: Starts<'a>| RootSearch::with_small_tables(starts, cheapest, stop);
    let roots = starts.into_iter().map(with_small_tables);
    let mut search = ByLength {
        control,
        roots: match roots.collect() {
            Ok(roots) => roots,
            Err(error) => return control.answer_without_tables(error),
        },
        cheapest,
        max_nodes: match solves_whole_cube {
            true => LONG_WITH_TABLE,
            false => LONG,
        },
        solutions: vec![],
    };
    let lengths = vec![0; search.roots.len()];
    let mut deepening = Deepening::new(control, lengths, 1, control.bounds.max_length);
    let mut outcome = deepening.deepen(&mut search);
    if outcome.is_none() {
        search.max_nodes = u64::MAX;
        let mut roots = search.roots.iter_mut();
        let enlarged = roots.try_for_each(|root| root.enlarge_tables(control.limits, open));
        outcome = match enlarged {
            Ok(()) => deepening.deepen(&mut search),
            Err(_) => Some(control.answer_without_tables(CoordError::Stopped)?.outcome),
        };
    }
    let solutions = cheapest.map_or(search.solutions, Cheapest::take);
    let outcome = outcome.expect("a search with large tables goes to the end");
    let whole = search
        .roots
        .iter()
        .find_map(|root| root.space.whole.as_ref());
    Ok(Answer {
        table: whole.map(|whole| whole.spec().name),
        ..control.answer(solutions, outcome)
    })
}

impl<'a> RootSearch<'a, StickerSpace<'a>> {
    fn with_small_tables(
        starts: Starts<'a>,
        cheapest: Option<&'a Cheapest<'a>>,
        stop: Stop,
    ) -> Result<Self, CoordError> {
        let places = &starts.all[0].places;
        let distances = starts.patterns.distances(places, SIZES[0], stop)?;
        Ok(RootSearch::new(starts, distances, None, cheapest))
    }

    /// With bounds by stickers, and perhaps of the whole cube.
    pub(super) fn new(
        starts: Starts<'a>,
        distances: Arc<StickerDistances>,
        whole: Option<WholeCube>,
        cheapest: Option<&'a Cheapest<'a>>,
    ) -> Self {
        let mut root = RootSearch {
            space: StickerSpace {
                distances,
                whole,
                cheapest,
            },
            nodes: vec![],
            lower_bound: 0,
            nodes_of_last: 0,
            starts,
        };
        root.set_nodes();
        root
    }

    /// Adds a pruning table, or takes larger tables of stickers if there is memory for them.
    ///
    /// # Errors
    /// [`CoordError::Stopped`] at a limit.
    fn enlarge_tables(&mut self, limits: &Limits, open: &GetTable) -> Result<(), CoordError> {
        let patterns = self.starts.patterns;
        self.space.whole = patterns.whole_cube(open);
        if self.space.whole.is_none() {
            let places = &self.starts.all[0].places;
            match patterns.distances(places, SIZES[1], limits.as_stop()) {
                Ok(larger) => self.space.distances = larger,
                Err(CoordError::Stopped) => return Err(CoordError::Stopped),
                // without memory for them it goes on with the small ones
                Err(_) => {}
            }
        }
        self.set_nodes();
        Ok(())
    }

    /// The nodes at the starts by the tables in use.
    fn set_nodes(&mut self) {
        let distances = &self.space.distances;
        let node = |start: &Start| {
            let values = distances.values(&start.places);
            let values = values.expect("tables for these positions");
            (values, Costed::default(), start.held)
        };
        self.nodes = self.starts.all.iter().map(node).collect();
        let bounds = self
            .nodes
            .iter()
            .map(|(values, ..)| distances.lower_bound(values));
        self.lower_bound = bounds.min().unwrap_or(0);
    }
}

impl Patterns {
    /// Whether the whole cube is to be solved by many moves, so that a pruning table bounds the search.
    fn solves_whole_cube(&self) -> bool {
        let is_whole = self.is_solved && self.puzzle == Puzzle::Cube3;
        is_whole && self.moves.len() >= MANY_MOVES
    }

    /// Bounds of the whole cube, if that is to be solved and a table can be had. One by turns of faces bounds all
    /// searches without slices, and one by turns of faces and slices all others.
    fn whole_cube(&self, open: &GetTable) -> Option<WholeCube> {
        if !self.solves_whole_cube() {
            return None;
        }
        let metric = match self.moves.iter().any(|m| turns_slice(m.m)) {
            true => Metric::SliceTurn,
            false => self.metric.of_faces(),
        };
        Some(self.bounds_by(open(metric)?))
    }

    /// Bounds of the whole cube by a table.
    pub(super) fn bounds_by(&self, prober: Arc<Prober>) -> WholeCube {
        let moves: Vec<LayerMove> = self.moves.iter().map(|m| m.m).collect();
        let max_auf_moves = match self.has_auf {
            true => self.metric.half_turn(),
            false => 0,
        };
        WholeCube::new(prober, &moves, max_auf_moves)
    }

    /// The cheapest solutions, of which there are none yet, if the query has a cost.
    fn cheapest(&self, control: &Control) -> Option<Cheapest<'_>> {
        let costs = self.costs.as_ref()?;
        let moves = self.moves.iter().zip(&costs.least);
        let per_unit = moves.map(|(m, least)| least / u32::from(m.cost)).min();
        Some(Cheapest::new(
            control.bounds.count,
            costs,
            per_unit.unwrap_or(1),
        ))
    }
}

impl Space for StickerSpace<'_> {
    type Node = (StickerValues, Costed, HeldCube);

    fn may_be_within(&self, left: u8, (values, ..): &Self::Node) -> bool {
        let distance = self.distances.lower_bound(values);
        let is_target = distance == 0 && self.distances.match_at(values);
        distance <= left && is_target == (left == 0)
    }

    /// The node after a move, unless the target is too far or reached too early, or it would cost too
    /// much.
    #[inline]
    fn child(&self, (values, costed, held): &Self::Node, m: usize, left: u8) -> Option<Self::Node> {
        let (values, length, cost) = self.distances.after(values, m, left)?;
        let mut costed = *costed;
        if let Some(cheapest) = self.cheapest {
            costed = cheapest.costs.after(costed, m);
            let rest = u32::from(cost) * cheapest.costs.unit;
            if costed.cost + rest.max(cheapest.least_cost(left)) > cheapest.bound() {
                return None;
            }
        }
        let is_target = length == 0 && self.distances.match_at(&values);
        let held = self
            .whole
            .as_ref()
            .map_or(*held, |whole| whole.after(held, m));
        (is_target == (left == 0)).then_some((values, costed, held))
    }

    fn within(&self, (.., held): &Self::Node, moves: u64, left: impl Fn(usize) -> u8) -> u64 {
        match &self.whole {
            Some(whole) => whole.within(held, moves, left),
            None => moves,
        }
    }
}
