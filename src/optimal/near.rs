//! Optimal solutions of cubes near the solved one, without a table.
//!
//! Two searches meet in the middle. Breadth-first search finds all positions near the solved cube once a
//! process, one for each class under the 48 symmetries: of 8,240,087 positions within 6 moves 172,229 remain.
//! Iterative deepening from the cube then needs exact distances only for the positions that have at most 6
//! moves left: 18 of them prove that a cube takes more than 7 moves, 43,254 that it takes more than 10.

use super::solutions::Solutions;
use super::state::undone;
use crate::cube::{Cube, Metric, Move, MoveSet, Position, first_facelets, from_first_facelets};
use crate::host::Instant;
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space, face_turns};
use crate::search::reporter::Reporter;
use crate::search::{Answer, Limits, Outcome, Query, Solution};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// By metric the radius of each ball, and the length up to which solutions are searched for with it.
const BALLS: [[(u8, u8); 3]; 2] = [[(4, 4), (5, 7), (6, 11)], [(4, 4), (6, 8), (7, 12)]];

/// Length up to which a search takes a tenth of a second or two.
pub const fn reach(metric: Metric) -> u8 {
    BALLS[metric as usize][2].1
}

/// The positions within some distance of the solved cube.
struct Ball {
    radius: u8,
    /// Distances by the first facelets of each class's representative.
    distances: HashMap<[u8; 20], u8>,
}

impl Ball {
    /// The ball for solutions of some length, at most the reach. It is found once.
    fn shared(metric: Metric, length: u8) -> &'static Ball {
        static SHARED: [[OnceLock<Ball>; 3]; 2] = [const { [const { OnceLock::new() }; 3] }; 2];
        let balls = BALLS[metric as usize];
        let number = balls
            .iter()
            .filter(|(_, greatest)| length > *greatest)
            .count();
        let (radius, _) = balls[number];
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

/// Searches for the solutions up to [`reach`] that a query requests, from the bounds of an earlier search. Breaks
/// with the answer; otherwise continues with what is known, if solutions are longer or a limit is reached.
pub fn search_near(
    position: &Position,
    query: &Query,
    limits: &Limits,
    earlier: Option<Answer>,
) -> ControlFlow<Answer, Answer> {
    let (start, metric) = (Instant::now(), query.metric);
    let reporter = Reporter::new(metric, limits);
    if let Some(earlier) = &earlier {
        reporter.add((earlier.nodes, earlier.probes));
    }
    let bound = earlier.map_or(0, |earlier| earlier.lower_bound);
    let mut search = NearSearch {
        position,
        query,
        reporter: &reporter,
        solutions: Solutions::new(&position.cube, metric, query.max_solutions()),
        optimal: None,
        length: metric.next_possible_length(&position.cube, bound),
    };
    let outcome = search.deepen();
    let (nodes, probes) = reporter.work();
    let solution = |moves: &Vec<Move>| Solution::of_moves(position, moves, metric);
    let answer = Answer {
        lower_bound: search.optimal.unwrap_or(search.length),
        solutions: search.solutions.into_vec().iter().map(solution).collect(),
        nodes,
        probes,
        time: start.elapsed(),
        ..Answer::empty(metric, outcome.unwrap_or(Outcome::Stopped))
    };
    let is_ended_by_callback = reporter.check_limits().is_break() && limits.check().is_continue();
    match outcome.is_none() && !is_ended_by_callback {
        true => ControlFlow::Continue(answer),
        false => ControlFlow::Break(answer),
    }
}

struct NearSearch<'a> {
    position: &'a Position,
    query: &'a Query,
    reporter: &'a Reporter<'a>,
    solutions: Solutions,
    /// Length of the shortest solutions, once one is found.
    optimal: Option<u8>,
    /// The length that is searched for next: no solution that is not found is shorter.
    length: u8,
}

impl NearSearch<'_> {
    /// Searches one length after the other. Returns no outcome if solutions are beyond reach, or it was ended.
    fn deepen(&mut self) -> Option<Outcome> {
        let (metric, query) = (self.query.metric, self.query);
        let inverse = undone(self.position).filter(|_| query.max_solutions() == Some(1));
        loop {
            self.skip_lengths();
            let last = self
                .optimal
                .map(|optimal| optimal.saturating_add(query.extra_of_step(0)));
            if self.length > query.max_length().min(last.unwrap_or(u8::MAX)) {
                return Some(match self.optimal {
                    Some(_) => Outcome::Complete,
                    None => Outcome::NoneWithinMaxMoves,
                });
            }
            let is_proven = |inverse: &&Vec<Move>| metric.length(inverse) <= self.length.into();
            if let Some(inverse) = inverse.as_ref().filter(is_proven) {
                self.solutions.extend([inverse.clone()].into_iter());
                return Some(Outcome::Complete);
            }
            if self.length > reach(metric) {
                return None;
            }
            match self.search_length() {
                ControlFlow::Continue(()) => self.length += metric.length_step(),
                ControlFlow::Break(Outcome::Complete) => return Some(Outcome::Complete),
                ControlFlow::Break(_) => return None,
            }
        }
    }

    /// Goes on to the distance of the cube, as far as balls show it.
    fn skip_lengths(&mut self) {
        let (metric, cube) = (self.query.metric, &self.position.cube);
        while self.optimal.is_none() && self.length <= reach(metric) {
            let bound = Ball::shared(metric, self.length).lower_bound(cube);
            if bound <= self.length {
                break;
            }
            self.length = metric.next_possible_length(cube, bound);
        }
    }

    /// Searches for all solutions of a length; breaks when there are enough, or at a limit.
    fn search_length(&mut self) -> ControlFlow<Outcome> {
        let (metric, length) = (self.query.metric, self.length);
        self.reporter
            .begin(length, self.optimal.unwrap_or(length))?;
        let rules = MoveRules::face_turns(metric, MoveSet::ALL);
        let check = |counter: &Counter| self.reporter.check(counter);
        let counter = Counter::new(&check);
        let mut search = DepthFirst::new(Ball::shared(metric, length), &rules, &counter);
        let searched = search.run(&[], &self.position.cube, length, |_, path| {
            self.solutions.extend([face_turns(path)].into_iter());
            match self.solutions.are_enough() {
                true => ControlFlow::Break(Outcome::Complete),
                false => ControlFlow::Continue(()),
            }
        });
        self.reporter.add(counter.take());
        let found = self.solutions.len();
        if found > 0 {
            self.optimal.get_or_insert(length);
        }
        if !matches!(
            searched,
            ControlFlow::Break(Outcome::TimedOut | Outcome::Stopped)
        ) {
            let bound = self.optimal.unwrap_or(length + metric.length_step());
            self.reporter.end(length, bound, found);
        }
        searched
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::is_canonical;

    fn answer(cube: &Cube, query: &Query) -> Answer {
        let position = Position::from(*cube);
        match search_near(&position, query, &Limits::default(), None) {
            ControlFlow::Break(answer) => answer,
            ControlFlow::Continue(bounds) => panic!("{bounds:?}"),
        }
    }

    /// All cubes within some distance, by breadth-first search.
    fn distances(metric: Metric, radius: u8) -> HashMap<Cube, u8> {
        let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
        let mut frontier = vec![Cube::SOLVED];
        for distance in 1..=radius {
            let moves = || metric.generators().iter();
            let next = frontier
                .iter()
                .flat_map(|cube| moves().map(|m| cube.apply(m)));
            let mut next: Vec<Cube> = next.filter(|cube| !distances.contains_key(cube)).collect();
            next.sort();
            next.dedup();
            distances.extend(next.iter().map(|cube| (*cube, distance)));
            frontier = next;
        }
        distances
    }

    #[test]
    fn all_cubes_within_four_moves_are_solved_in_their_distance() {
        for (metric, count) in [(Metric::HalfTurn, 46_741), (Metric::QuarterTurn, 11_206)] {
            let distances = distances(metric, 4);
            assert_eq!(distances.len(), count);
            for (cube, distance) in distances {
                let answer = answer(&cube, &Query::new().metric(metric));
                assert_eq!(answer.length(), Some(distance.into()), "{cube}");
                assert!(answer.is_optimal() && answer.outcome == Outcome::Complete);
            }
        }
    }

    /// Published for half turns; the classes within 7 quarter turns are in `tests/README.md`, too.
    #[test]
    fn balls_have_a_cube_of_each_class() {
        for (metric, length, counts) in [
            (
                Metric::HalfTurn,
                11,
                &[1, 2, 9, 75, 934, 12_077, 159_131][..],
            ),
            (
                Metric::QuarterTurn,
                12,
                &[1, 1, 5, 25, 219, 1_978, 18_395, 171_529][..],
            ),
        ] {
            let ball = Ball::shared(metric, length);
            assert_eq!(usize::from(ball.radius) + 1, counts.len());
            for (distance, count) in (0..).zip(counts) {
                let found = ball.distances.values().filter(|d| **d == distance).count();
                assert_eq!(found, *count, "{metric} {distance}");
            }
        }
    }

    /// All canonical sequences up to a length that solve a cube.
    fn sequences(
        metric: Metric,
        cube: &Cube,
        left: usize,
        path: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
    ) {
        if cube.is_solved() {
            found.push(path.clone());
        }
        for m in Move::ALL {
            if usize::from(metric.cost(m)) <= left {
                path.push(m);
                if is_canonical(path) {
                    sequences(
                        metric,
                        &cube.apply(m),
                        left - usize::from(metric.cost(m)),
                        path,
                        found,
                    );
                }
                path.pop();
            }
        }
    }

    #[test]
    fn all_solutions_are_those_of_brute_force() {
        for (metric, length) in [(Metric::HalfTurn, 5), (Metric::QuarterTurn, 6)] {
            for scramble in [&[][..], &[3], &[1, 10], &[0, 4, 0], &[4, 13, 7]] {
                let cube = Cube::from_moves(scramble.iter().map(|m| Move::from_index(*m)));
                let mut expected = vec![];
                sequences(metric, &cube, length, &mut vec![], &mut expected);
                expected.sort_by_key(|moves| (metric.length(moves), moves.clone()));
                let query = Query::new()
                    .metric(metric)
                    .all()
                    .extra(9)
                    .max_moves(length as u8);
                let found = answer(&cube, &query);
                let found = found.solutions.iter();
                let found: Vec<Vec<Move>> = found.map(|s| s.sequence().moves().to_vec()).collect();
                assert_eq!(found, expected);
                for number in 1..=expected.len().min(3) {
                    let some = Query {
                        all: false,
                        number: Some(number),
                        ..query.clone()
                    };
                    assert_eq!(answer(&cube, &some).solutions.len(), number);
                }
            }
        }
    }

    #[test]
    fn cube_beyond_reach_continues_with_a_proven_bound() {
        // the superflip
        let flipped = Cube::new(
            [0, 1, 2, 3, 4, 5, 6, 7],
            [0; 8],
            *Cube::SOLVED.edges(),
            [1; 12],
        );
        let position = Position::from(flipped.unwrap());
        for (metric, bound) in [(Metric::HalfTurn, 12), (Metric::QuarterTurn, 14)] {
            let query = Query::new().metric(metric);
            let none = query.clone().max_moves(bound - 2);
            assert_eq!(
                answer(&position.cube, &none).outcome,
                Outcome::NoneWithinMaxMoves
            );
            match search_near(&position, &query, &Limits::default(), None) {
                ControlFlow::Continue(bounds) => assert_eq!(bounds.lower_bound, bound),
                ControlFlow::Break(answer) => panic!("{answer:?}"),
            }
        }
    }
}
