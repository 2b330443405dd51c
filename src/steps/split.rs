use super::path::{Path, StepMoves, after};
use crate::cube::{Cube, Move};
use crate::goals::Goal;
use crate::search::{Answer, Query, Root, Solution};

/// The answer to a query for a chain whose steps may have any length, from that to the same query
/// without a goal: `None` if not all of its solutions pass through the goals of the chain.
///
/// Each step is as short as can be from where it starts. With NISS it may have moves from the end, undone on
/// the inverse scramble.
pub fn split(whole: &Answer, roots: &[Root], query: &Query) -> Option<Answer> {
    let chain = query.goal.as_ref()?;
    let split = |solution: &Solution| {
        let moves = solution.sequence();
        let root = roots.iter().find(|root| root.target == solution.target)?;
        let (path, cube) = (Path::default(), root.position.as_held());
        let path = continue_path(query, chain.goals(), path, None, &cube, moves.moves())?;
        Some(path.solution(chain, root, query.metric))
    };
    let solutions: Option<Vec<Solution>> = whole.solutions.iter().map(split).collect();
    Some(Answer {
        solutions: solutions?,
        ..whole.clone()
    })
}

/// A path continued by steps to these goals that consist of these moves.
fn continue_path(
    query: &Query,
    goals: &[Vec<Goal>],
    path: Path,
    last: Option<&Goal>,
    cube: &Cube,
    moves: &[Move],
) -> Option<Path> {
    let Some((next, later)) = goals.split_first() else {
        return moves.is_empty().then_some(path);
    };
    let next = next.iter().enumerate();
    let next = next
        .filter(|(_, goal)| last.is_none_or(|last| goal.may_follow(last)))
        .filter(|(_, goal)| goal.starts_at(cube) && (query.niss || !goal.is_by_inverse()));
    let on_inverse = |length| if query.niss { length } else { 0 };
    let mut lengths = (0..=moves.len()).flat_map(|length| {
        (0..=on_inverse(length)).map(move |inverse| (length - inverse, inverse))
    });
    lengths.find_map(|(normal, inverse)| {
        let (normal, rest) = moves.split_at(normal);
        let (rest, inverse) = rest.split_at(rest.len() - inverse);
        let inverse: Vec<Move> = inverse.iter().rev().map(|m| m.inverse()).collect();
        let made = normal.iter().chain(&inverse);
        next.clone().find_map(|(number, goal)| {
            let reached = after(cube, normal, &inverse);
            let is_allowed = made.clone().all(|m| goal.moves().contains(*m));
            if !is_allowed || !goal.is_reached(&reached) {
                return None;
            }
            let step = StepMoves {
                goal: number,
                normal: normal.to_vec(),
                inverse: inverse.clone(),
            };
            let path = path.with(step, goal)?;
            continue_path(query, later, path, Some(goal), &reached, rest)
        })
    })
}
