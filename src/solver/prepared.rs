//! A query that is prepared for many cubes: plans how to answer it, and runs the plan.

use super::Solver;
use super::choice::choose;
use super::plan::{self, Before, Engine, Plan, plan};
use crate::coord::{CoordError, Stop};
use crate::cube::{Cube, Metric, Position, Sequence};
use crate::host::Instant;
use crate::notation;
use crate::optimal::Together;
use crate::patterns::shared::MAX_HALVES;
use crate::patterns::{self, Patterns};
use crate::scramble;
use crate::search::cost::SolutionCost;
use crate::search::{Answer, Control, Limits, Puzzle, Query, Solution, SolveError, Target};
use crate::steps;
use crate::two_phase;
use std::fmt;
use std::sync::Arc;

/// What [`Solver::prepare`] has prepared: one query about many cubes. Clones share it.
#[derive(Clone)]
#[must_use]
pub struct Prepared {
    solver: Solver,
    query: Query,
    /// For each target, if the engine needs them.
    patterns: Arc<[Arc<Patterns>]>,
    /// The cubes that it is prepared for, if these are many.
    together: Option<Arc<Together>>,
    /// The cost by which quick solutions are chosen.
    quick_cost: Option<Arc<SolutionCost>>,
}

impl Prepared {
    /// See [`Solver::prepare`].
    pub(super) fn new(
        solver: &Solver,
        cubes: &[Cube],
        query: &Query,
    ) -> Result<Prepared, SolveError> {
        query.check()?;
        let engine = plan::engine(query);
        let patterns = match engine {
            Engine::Patterns => patterns_of_targets(query),
            _ => vec![],
        };
        let are_many = engine == Engine::WholeCube && cubes.len() >= Together::MIN_CUBES;
        let together = match are_many && query.to.is_empty() {
            true => Together::new(cubes, query).map(Arc::new),
            false => None,
        };
        if let ([only], false) = (&patterns[..], cubes.is_empty()) {
            only.prepare(cubes, MAX_HALVES);
        }
        let cost = query.cost.as_ref().filter(|_| engine == Engine::TwoPhase);
        Ok(Prepared {
            quick_cost: cost.map(|cost| Arc::new(SolutionCost::new(cost))),
            solver: solver.clone(),
            query: query.clone(),
            patterns: patterns.into(),
            together,
        })
    }

    /// Answers the query about a cube, as [`Solver::query`] does.
    ///
    /// # Errors
    /// Those of [`Solver::query`].
    pub fn solve(&self, position: &Position, limits: &Limits) -> Result<Answer, SolveError> {
        let query = &self.query;
        let mut answer = self.execute(&plan(query, position), &limits.started())?;
        choose(&mut answer, position, query);
        if query.link {
            for solution in &mut answer.solutions {
                solution.link = Some(link(position, solution, query.puzzle)?);
            }
        }
        Ok(answer)
    }

    /// Calls the engine of a plan.
    fn execute(&self, plan: &Plan, limits: &Limits) -> Result<Answer, SolveError> {
        let (start, solver, roots) = (Instant::now(), &self.solver, &plan.roots[..]);
        let mut lower_bound = 0;
        let control = Control::new(plan.bounds, limits, &solver.threads);
        let answer = match plan.engine {
            Engine::WholeCube => {
                let together = self.together.as_ref();
                let known = together.map(|together| together.answer(roots, &control));
                match known {
                    Some(Err(error)) => control.answer_without_tables(error),
                    Some(Ok(Some(answer))) => Ok(answer),
                    _ => return solver.search_whole_cube(roots, plan.bounds, limits),
                }
            }
            Engine::TwoPhase => {
                let table = solver.tables.quick(plan.bounds.metric)?;
                two_phase::search(
                    roots,
                    &control,
                    table.as_deref(),
                    self.quick_cost.as_deref(),
                )
            }
            Engine::Patterns => {
                let prober = |metric| solver.prober(metric, limits);
                patterns::search(&self.patterns, roots, &control, &prober)
            }
            Engine::Steps(before) => {
                match before {
                    Before::Nothing => {}
                    Before::LowerBound => lower_bound = solver.lower_bound(plan, limits),
                    Before::Solutions(bounds) => {
                        let whole = solver.search_whole_cube(roots, bounds, limits)?;
                        if let Some(answer) = steps::split(&whole, roots, &self.query) {
                            return Ok(answer);
                        }
                        lower_bound = whole.lower_bound;
                    }
                }
                steps::search(roots, &self.query, lower_bound, &control)
            }
        }?;
        Ok(Answer {
            lower_bound: answer.lower_bound.max(lower_bound),
            time: start.elapsed(),
            ..answer
        })
    }

    /// The query.
    pub fn query(&self) -> &Query {
        &self.query
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("solver", &self.solver)
            .field("query", &self.query)
            .finish_non_exhaustive()
    }
}

/// The search by patterns for each target of a query. All cubes share one.
fn patterns_of_targets(query: &Query) -> Vec<Arc<Patterns>> {
    let mut to_cube = None;
    let mut patterns = |target: Option<&Target>| match target {
        Some(Target::Pattern(pattern)) => Arc::new(Patterns::new(query, Some(*pattern))),
        _ => {
            let to_cube = to_cube.get_or_insert_with(|| Arc::new(Patterns::new(query, None)));
            to_cube.clone()
        }
    };
    match &query.to[..] {
        [] => vec![patterns(None)],
        targets => targets
            .iter()
            .map(|target| patterns(Some(target)))
            .collect(),
    }
}

/// A link that plays a solution from the scrambled cube on; moves on the inverse scramble are undone before that.
fn link(position: &Position, solution: &Solution, puzzle: Puzzle) -> Result<String, CoordError> {
    const LONGEST: usize = 200;
    let sequence = solution.sequence();
    let scramble = position.scramble.as_ref();
    let setup = match scramble.filter(|scramble| scramble.len() <= LONGEST) {
        Some(scramble) => scramble.clone(),
        None => {
            let face_turns: Sequence = sequence.moves().iter().copied().collect();
            let back = face_turns.inverse();
            let cube = position.as_held();
            match back.cube() == cube {
                true => back,
                false => scramble::to_cube(&cube, Metric::HalfTurn, Stop::never())?,
            }
        }
    };
    let setup = format!("{} {setup}", notation::moves_to_string(&solution.undone()));
    let puzzle = (puzzle == Puzzle::Cube2).then_some("2x2x2");
    Ok(notation::link::to_editor(
        setup.trim(),
        &notation::moves_to_string(&solution.on_normal()),
        puzzle,
    ))
}
