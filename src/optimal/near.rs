//! Optimal solutions of cubes near the solved one, without a table.
//!
//! Two searches meet in the middle. Breadth-first search finds all positions near the solved cube once a
//! process, one for each class under the 48 symmetries: of 8,240,087 positions within 6 moves 172,231 remain.
//! Iterative deepening from the cube then needs exact distances only for the positions that have at most 6
//! moves left: 18 of them prove that a cube takes more than 7 moves, 43,254 that it takes more than 10.

use super::solutions::Solutions;
use super::state::undone;
use crate::cube::{Cube, Metric, Move, MoveSet, Position, first_facelets, from_first_facelets};
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space, face_turns};
use crate::search::reporter::Reporter;
use crate::search::{Answer, Limits, Outcome, Query, Solution};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::Instant;

/// Lengths up to which a search takes milliseconds at most, by metric.
pub const AT_ONCE: [u8; 2] = [7, 8];

/// Lengths up to which a search takes a tenth of a second, by metric.
pub const SOON: [u8; 2] = [11, 12];

/// Lengths by metric up to which a ball is used, but for the last.
const LENGTHS: [[u8; 2]; 2] = [[4, 7], [4, 8]];

/// Radius of the balls by metric.
const RADII: [[u8; 3]; 2] = [[4, 5, 6], [4, 6, 7]];

/// The positions within some distance of the solved cube.
struct Ball {
    radius: u8,
    /// Distances by the first facelets of each class's representative.
    distances: HashMap<[u8; 20], u8>,
}

impl Ball {
    /// The ball for solutions of some length, which is found once.
    fn shared(metric: Metric, length: u8) -> &'static Ball {
        static SHARED: [[OnceLock<Ball>; 3]; 2] = [const { [const { OnceLock::new() }; 3] }; 2];
        let lengths = LENGTHS[metric as usize];
        let number = lengths
            .iter()
            .filter(|greatest| length > **greatest)
            .count();
        let radius = RADII[metric as usize][number];
        SHARED[metric as usize][number].get_or_init(|| Ball::new(metric, radius))
    }

    fn new(metric: Metric, radius: u8) -> Ball {
        let solved = first_facelets(&Cube::SOLVED);
        let mut distances = HashMap::from([(solved, 0)]);
        let mut frontier = vec![solved];
        for distance in 1..=radius {
            let mut next = vec![];
            for cube in frontier.iter().map(from_first_facelets) {
                for m in metric.generators().iter() {
                    let class = first_facelets(&cube.apply(m).representative().cube);
                    distances.entry(class).or_insert_with(|| {
                        next.push(class);
                        distance
                    });
                }
            }
            frontier = next;
        }
        Ball { radius, distances }
    }

    /// The distance of a cube, or if that is beyond the ball the least that it can be.
    fn lower_bound(&self, cube: &Cube) -> u8 {
        let class = first_facelets(&cube.representative().cube);
        self.distances
            .get(&class)
            .copied()
            .unwrap_or(self.radius + 1)
    }
}

impl Space for Ball {
    type Node = Cube;

    fn may_be_within(&self, left: u8, cube: &Cube) -> bool {
        left > self.radius || self.lower_bound(cube) <= left
    }

    fn child(&self, cube: &Cube, m: usize, left: u8) -> Option<Cube> {
        let child = cube.apply(Move::from_index(m));
        self.may_be_within(left, &child).then_some(child)
    }
}

/// Searches for the solutions of at most `reach` that a query requests, from the bounds of an earlier search.
/// Breaks with the answer; otherwise continues with what is known, if the solutions are longer or a limit is
/// reached.
pub fn search_near(
    position: &Position,
    query: &Query,
    limits: &Limits,
    earlier: Option<Answer>,
    reach: u8,
) -> ControlFlow<Answer, Answer> {
    let (start, metric, cube) = (Instant::now(), query.metric, &position.cube);
    let reporter = Reporter::new(metric, limits);
    let check = |counter: &Counter| reporter.check(counter);
    let counter = Counter::new(&check);
    if let Some(earlier) = &earlier {
        reporter.add((earlier.nodes, earlier.probes));
    }
    let rules = MoveRules::face_turns(metric, MoveSet::ALL);
    let mut solutions = Solutions::new(cube, metric, query.max_solutions());
    let known = undone(position).filter(|_| query.max_solutions() == Some(1));
    let mut length = metric.next_possible_length(cube, earlier.map_or(0, |e| e.lower_bound));
    let (mut last, mut optimal) = (query.max_length(), None);
    let outcome = loop {
        while length <= reach && optimal.is_none() {
            let bound = Ball::shared(metric, length).lower_bound(cube);
            if bound <= length {
                break;
            }
            length = metric.next_possible_length(cube, bound);
        }
        if length > last {
            break Some(match optimal {
                Some(_) => Outcome::Complete,
                None => Outcome::NoneWithinMaxMoves,
            });
        }
        if let Some(known) = known
            .as_ref()
            .filter(|known| metric.length(known) <= length.into())
        {
            solutions.extend([known.clone()].into_iter());
            break Some(Outcome::Complete);
        }
        if length > reach || reporter.begin(length, optimal.unwrap_or(length)).is_break() {
            break None;
        }
        let ball = Ball::shared(metric, length);
        let mut search = DepthFirst::new(ball, &rules, &counter);
        let searched = search.run(&[], cube, length, |_, path| {
            solutions.extend([face_turns(path)].into_iter());
            match solutions.are_enough() {
                true => ControlFlow::Break(Outcome::Complete),
                false => ControlFlow::Continue(()),
            }
        });
        reporter.add(counter.take());
        if optimal.is_none() && solutions.len() > 0 {
            optimal = Some(length);
            last = last.min(length.saturating_add(query.extra_of_step(0)));
        }
        match searched {
            ControlFlow::Break(Outcome::Complete) => {
                reporter.end(length, length, solutions.len());
                break Some(Outcome::Complete);
            }
            ControlFlow::Break(_) => break None,
            ControlFlow::Continue(()) => {}
        }
        let next = length + metric.length_step();
        reporter.end(length, optimal.unwrap_or(next), solutions.len());
        length = next;
    };
    let (nodes, probes) = reporter.work();
    let solution = |moves: &Vec<Move>| Solution::of_moves(position, moves, metric);
    let answer = Answer {
        solutions: solutions.into_vec().iter().map(solution).collect(),
        lower_bound: optimal.unwrap_or(length),
        nodes,
        probes,
        time: start.elapsed(),
        ..Answer::empty(metric, outcome.unwrap_or(Outcome::Stopped))
    };
    match outcome {
        Some(_) => ControlFlow::Break(answer),
        None => ControlFlow::Continue(answer),
    }
}
