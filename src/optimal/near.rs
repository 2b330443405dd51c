//! Optimal solutions of cubes near the solved one, without a table.
//!
//! Two searches meet in the middle. Breadth-first search finds all positions near the solved cube once a
//! process, one for each class under the 48 symmetries: of 8,240,087 positions within 6 moves 172,229 remain.
//! Iterative deepening from the cube then needs exact distances only for the positions that have at most 6
//! moves left: 18 of them prove that a cube takes more than 7 moves, 43,254 that it takes more than 10.

use super::Shared;
use crate::cube::{Cube, Metric, Turn, first_facelets, from_first_facelets};
use crate::host::lock::lock;
use crate::search::Outcome;
use crate::search::deepening::SearchLength;
use crate::search::depth_first::{Counter, DepthFirst, MoveRules, Space};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// By metric the radius of each ball, and the length up to which solutions are searched for with it.
const BALLS: [[(u8, u8); 3]; Metric::ALL.len()] = [
    [(4, 4), (5, 7), (6, 11)],
    [(4, 4), (6, 8), (7, 12)],
    [(3, 3), (4, 6), (5, 9)],
];

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
        static SHARED: [[OnceLock<Ball>; 3]; Metric::ALL.len()] =
            [const { [const { OnceLock::new() }; 3] }; Metric::ALL.len()];
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
                for turn in metric.turns() {
                    let class = cube.product(turn.cube()).representative().cube;
                    let class = first_facelets(&class);
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
        let child = cube.apply_all(Turn::from_index(m).moves());
        self.may_be_within(left, &child).then_some(child)
    }
}

/// The search up to [`reach`].
pub struct Near<'s, 'a>(pub &'s Shared<'a>);

impl SearchLength for Near<'_, '_> {
    /// The distance of the root, as far as balls show it.
    fn lower_bound(&self, root: usize, mut length: u8) -> u8 {
        let (metric, cube) = (
            self.0.control.bounds.metric,
            &self.0.roots[root].position.cube,
        );
        while length <= reach(metric) {
            let bound = Ball::shared(metric, length).lower_bound(cube);
            if bound <= length {
                break;
            }
            length = metric.next_possible_length(cube, bound);
        }
        length
    }

    fn check(&self, length: u8) -> ControlFlow<Option<Outcome>> {
        match length > reach(self.0.control.bounds.metric) {
            true => ControlFlow::Break(None),
            false => ControlFlow::Continue(()),
        }
    }

    fn search_root(&mut self, root: usize, length: u8) -> ControlFlow<Outcome> {
        let (metric, cube) = (
            self.0.control.bounds.metric,
            &self.0.roots[root].position.cube,
        );
        let rules = MoveRules::turns(metric);
        let check = |counter: &Counter| self.0.control.check_counter(counter);
        let counter = Counter::new(&check);
        let mut search = DepthFirst::new(Ball::shared(metric, length), &rules, &counter);
        let searched = search.find(&[], cube, length, |_, path| {
            let mut solutions = lock(&self.0.solutions);
            let turns = path.iter().map(|m| Turn::from_index((*m).into()));
            solutions.extend(root, [turns.flat_map(Turn::moves).collect()]);
            match solutions.are_enough() {
                true => ControlFlow::Break(Outcome::Complete),
                false => ControlFlow::Continue(()),
            }
        });
        self.0.control.add(counter.take());
        searched
    }

    fn count(&self) -> usize {
        lock(&self.0.solutions).len()
    }
}

#[cfg(test)]
mod tests {
    use super::super::Search;
    use super::*;
    use crate::cube::Position;
    use crate::search::{Answer, Bounds, Control, Limits, Query, Root, Threads};

    /// The answer, and whether longer solutions are left to search for.
    fn search(cube: &Cube, query: &Query) -> (Answer, bool) {
        let roots = [Root::new(Position::from(*cube))];
        let (limits, threads) = (Limits::default(), Threads::new(1));
        let control = Control::new(Bounds::from(query), &limits, &threads);
        let mut search = Search::new(&roots, &control, || None);
        match search.near() {
            Some(outcome) => (search.into_answer(outcome), false),
            None => (control.answer(vec![], Outcome::Stopped), true),
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

    #[test]
    fn cube_beyond_reach_continues_with_a_proven_bound() {
        // the superflip
        let flipped = Cube::new(
            [0, 1, 2, 3, 4, 5, 6, 7],
            [0; 8],
            *Cube::SOLVED.edges(),
            [1; 12],
        );
        let cube = flipped.unwrap();
        for (metric, bound) in [(Metric::HalfTurn, 12), (Metric::QuarterTurn, 14)] {
            let query = Query::new().metric(metric);
            let (none, is_beyond) = search(&cube, &query.clone().max_moves(bound - 2));
            assert_eq!(
                (none.outcome, is_beyond),
                (Outcome::NoneWithinMaxMoves, false)
            );
            let (bounds, is_beyond) = search(&cube, &query);
            assert_eq!((bounds.lower_bound, is_beyond), (bound, true));
        }
    }
}
