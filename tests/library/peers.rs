//! Positions that other optimal solvers solved: lengths and numbers of shortest solutions are theirs.

use crate::{metric, optimal, slice_turns};
use cubesolve::cube::Sequence;
use cubesolve::{Limits, Metric, Query, Solver};

/// What the others found about a position, in a metric.
struct Answer {
    moves: &'static str,
    length: usize,
    /// How many shortest solutions, if the other counts them.
    solutions: Option<usize>,
}

/// Those of `peers.txt`, which says where they are from. `column` is that of the length, a number may follow.
fn answers(column: usize) -> impl Iterator<Item = Answer> {
    let lines = include_str!("peers.txt").lines();
    lines
        .filter(|line| !line.starts_with('#'))
        .filter_map(move |line| {
            let (numbers, moves) = line.split_once('|').unwrap();
            let number = |n| numbers.split_whitespace().nth(n)?.parse().ok();
            let length = number(column)?;
            Some(Answer {
                moves,
                length,
                solutions: number(column + 1),
            })
        })
}

/// Solves the positions whose lengths in the metric are within the range. Returns how many there are.
fn agree(solver: &Solver, metric: Metric, lengths: std::ops::Range<usize>) -> usize {
    let column = match metric {
        Metric::HalfTurn => 1,
        Metric::QuarterTurn => 3,
        _ => 5,
    };
    let answers = answers(column).filter(|answer| lengths.contains(&answer.length));
    let check = |answer: Answer| {
        // without the moves, whose inverse would be a solution
        let cube = Sequence::parse(answer.moves).unwrap().cube();
        let query = Query::new().metric(metric);
        let query = if answer.solutions.is_some() {
            query.all()
        } else {
            query
        };
        let found = solver
            .query(&cube.into(), &query, &Limits::default())
            .unwrap();
        assert_eq!(found.length(), Some(answer.length), "{}", answer.moves);
        let solutions = answer.solutions.unwrap_or(1);
        assert_eq!(found.solutions.len(), solutions, "{}", answer.moves);
    };
    answers.map(check).count()
}

#[test]
fn near_positions_have_the_lengths_and_numbers_of_others() {
    let half_turns = agree(&optimal::SOLVERS[0], Metric::HalfTurn, 0..12);
    let quarter_turns = agree(&metric::solver_qtm(), Metric::QuarterTurn, 0..12);
    let slice_turns = agree(slice_turns::with_table(), Metric::SliceTurn, 0..9);
    assert_eq!((half_turns, quarter_turns, slice_turns), (156, 73, 86));
}

#[test]
#[ignore = "minutes"]
fn far_positions_have_the_lengths_and_numbers_of_others() {
    let half_turns = agree(&optimal::SOLVERS[1], Metric::HalfTurn, 12..18);
    let quarter_turns = agree(&metric::solver_qtm(), Metric::QuarterTurn, 12..18);
    let slice_turns = agree(slice_turns::with_table(), Metric::SliceTurn, 9..13);
    assert_eq!((half_turns, quarter_turns, slice_turns), (152, 95, 64));
}
