//! Which of all solutions an answer gives: those best in a second metric, and one of those that are
//! equivalent by symmetry.

use crate::cube::{Metric, Position, Transformation};
use crate::notation::{LayerMove, in_canonical_order};
use crate::search::{Answer, Outcome, Query, Solution, Step};
use std::collections::HashMap;

/// Leaves those of all solutions that the query chooses, if it does.
pub(super) fn choose(answer: &mut Answer, position: &Position, query: &Query) {
    if query.then.is_none() && !query.unique {
        return;
    }
    let solutions = &mut answer.solutions;
    if query.limit.is_some_and(|limit| solutions.len() >= limit) {
        // a better one may be among those that were left out
        answer.outcome = Outcome::Stopped;
    }
    if let Some(metric) = query.then {
        let by_slices = [query.metric, metric].contains(&Metric::SliceTurn);
        let length = |solution: &Solution| match by_slices {
            true => metric.length(solution.sequence().moves()),
            false => length(solution, metric),
        };
        let least = solutions.iter().map(length).min();
        solutions.retain(|solution| Some(length(solution)) == least);
    }
    if query.unique {
        *solutions = one_of_each_class(std::mem::take(solutions), position);
    }
    solutions.truncate(query.max_solutions().unwrap_or(usize::MAX));
}

/// The length where any layers count like faces.
fn length(solution: &Solution, metric: Metric) -> usize {
    let moves = solution.normal.iter().chain(&solution.inverse);
    let cost = |m: &LayerMove| match m.turns() {
        2 => usize::from(metric.half_turn()),
        _ => 1,
    };
    moves.map(cost).sum()
}

/// The first of the solutions that symmetries of the cube carry into each other, with their number.
fn one_of_each_class(solutions: Vec<Solution>, position: &Position) -> Vec<Solution> {
    let symmetries: Vec<_> = position.as_held().self_symmetries().iter().collect();
    let mut numbers: HashMap<_, usize> = HashMap::new();
    let mut first: Vec<Solution> = vec![];
    for solution in solutions {
        let images = symmetries.iter().map(|s| image(&solution.steps, *s));
        let class = (solution.target, images.min());
        let number = *numbers.entry(class).or_insert(first.len());
        match first.get_mut(number) {
            Some(first) => first.count += 1,
            None => first.push(solution),
        }
    }
    first
}

/// The moves of each step as a transformation makes them, in the order that sorts those that commute.
fn image(steps: &[Step], s: Transformation) -> Vec<[Vec<LayerMove>; 2]> {
    let sorted = |moves: &Vec<LayerMove>| {
        let images: Vec<LayerMove> = moves.iter().map(|m| m.conjugate(s)).collect();
        in_canonical_order(&images)
    };
    let sides = |step: &Step| [sorted(&step.normal), sorted(&step.inverse)];
    steps.iter().map(sides).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choice_from_a_cut_list_is_not_complete() {
        let solution = |text: &str| {
            let moves: LayerMove = text.parse().unwrap();
            Solution::new(vec![moves], 1)
        };
        let whole = Answer {
            solutions: ["R2", "R", "L"].map(solution).to_vec(),
            ..Answer::empty(Metric::HalfTurn, Outcome::Complete)
        };
        let mut query = Query::new().all().then(Metric::QuarterTurn);
        for (limit, outcome) in [(4, Outcome::Complete), (3, Outcome::Stopped)] {
            query.limit = Some(limit);
            let mut answer = whole.clone();
            choose(&mut answer, &Position::default(), &query);
            assert_eq!(
                (answer.to_string(), answer.outcome),
                ("R\nL".into(), outcome)
            );
        }
    }
}
