use super::path::{Path, StepMoves};
use crate::cube::{Cube, Move};
use crate::goals::{Goal, GoalChain};
use crate::search::{Query, Solution};

/// The moves that solve a cube as a chain, if they pass through its goals: each step ends where its
/// goal is first reached from one that it may follow.
pub fn split(query: &Query, chain: &GoalChain, cube: &Cube, moves: &[Move]) -> Option<Solution> {
    let path = continue_path(query, chain.goals(), Path::default(), None, cube, moves)?;
    Some(path.solution(chain, cube, query.metric))
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
    next.filter(|(_, goal)| last.is_none_or(|last| goal.may_follow(last)))
        .filter(|(_, goal)| goal.starts_at(cube) && (query.niss || !goal.is_by_inverse()))
        .find_map(|(number, goal)| {
            let allowed = moves.iter().take_while(|m| goal.moves().contains(**m));
            let mut ends = 0..=allowed.count();
            ends.find_map(|end| {
                let (step, rest) = moves.split_at(end);
                let reached = cube.apply_all(step.iter().copied());
                if !goal.is_reached(&reached) {
                    return None;
                }
                let step = StepMoves {
                    goal: number,
                    normal: step.to_vec(),
                    inverse: vec![],
                };
                let path = path.with(step, goal)?;
                continue_path(query, later, path, Some(goal), &reached, rest)
            })
        })
}
