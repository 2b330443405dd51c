//! The recursive search against breadth-first search from the solved cube.

use cubesolve::cube::{Cube, Metric, Move, MoveSet};
use cubesolve::search::{
    Answer, DepthReport, Limits, LowerBound, Outcome, Request, solve_recursively,
};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Nothing is known of any cube.
pub struct NoBound;

impl LowerBound for NoBound {
    fn metric(&self) -> Metric {
        Metric::HalfTurn
    }

    fn lower_bound(&self, _: &Cube) -> u8 {
        0
    }
}

/// Exact distances up to a depth; whatever is not among them is farther.
struct Ball {
    distances: HashMap<Cube, u8>,
    radius: u8,
}

impl Ball {
    fn new(radius: u8) -> Ball {
        let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
        let mut frontier = vec![Cube::SOLVED];
        for depth in 1..=radius {
            let children = frontier.iter().flat_map(|c| Move::ALL.map(|m| c.apply(m)));
            let mut next = vec![];
            for child in children.collect::<Vec<_>>() {
                distances.entry(child).or_insert_with(|| {
                    next.push(child);
                    depth
                });
            }
            frontier = next;
        }
        Ball { distances, radius }
    }
}

impl LowerBound for Ball {
    fn metric(&self) -> Metric {
        Metric::HalfTurn
    }

    fn lower_bound(&self, cube: &Cube) -> u8 {
        let distance = self.distances.get(cube).copied();
        distance.unwrap_or(self.radius + 1)
    }
}

static GO_ON: AtomicBool = AtomicBool::new(false);

fn solve(bound: &impl LowerBound, cube: &Cube, request: &Request) -> Answer {
    let limits = Limits {
        stop: &GO_ON,
        ..Limits::default()
    };
    solve_recursively(bound, cube, request, &limits)
}

const ALL: Request = Request {
    count: None,
    extra: 0,
    max_moves: 20,
};

/// All canonical sequences of `length` moves, by the cube they make.
fn sequences_by_cube(length: u8) -> HashMap<Cube, Vec<Vec<Move>>> {
    let mut sequences = vec![(Cube::SOLVED, vec![], MoveSet::ALL)];
    for _ in 0..length {
        let longer = sequences.iter().flat_map(|(cube, moves, allowed)| {
            allowed.iter().map(|m| {
                let moves: Vec<Move> = moves.iter().copied().chain([m]).collect();
                (cube.apply(m), moves, MoveSet::after(m))
            })
        });
        sequences = longer.collect();
    }
    let mut by_cube: HashMap<Cube, Vec<Vec<Move>>> = HashMap::new();
    for (cube, moves, _) in sequences {
        by_cube.entry(cube).or_default().push(moves);
    }
    by_cube
}

#[test]
fn every_position_to_depth_four_has_its_distance() {
    let ball = Ball::new(2);
    for (cube, &distance) in &Ball::new(4).distances {
        let answer = solve(&ball, cube, &Request::default());
        assert_eq!(answer.outcome, Outcome::Complete);
        assert_eq!(answer.lower_bound, distance);
        assert_eq!(answer.solutions.len(), 1);
        assert_eq!(answer.solutions[0].len(), usize::from(distance));
    }
}

#[test]
fn without_a_bound_too() {
    for (cube, &distance) in Ball::new(4).distances.iter().step_by(50) {
        let answer = solve(&NoBound, cube, &Request::default());
        assert_eq!(answer.solutions[0].len(), usize::from(distance));
    }
}

/// The solutions of a cube are the sequences that make its inverse.
#[test]
fn all_solutions_are_all_shortest_canonical_sequences() {
    let ball = Ball::new(2);
    for length in 0..=4 {
        for (made, mut sequences) in sequences_by_cube(length) {
            let cube = made.inverse();
            let answer = solve(&ball, &cube, &ALL);
            if answer.lower_bound == length {
                sequences.sort();
                assert_eq!(answer.solutions, sequences);
            }
        }
    }
}

#[test]
fn longer_solutions_come_after_the_optimal_ones() {
    let ball = Ball::new(3);
    let by_length: Vec<_> = (0..=5).map(sequences_by_cube).collect();
    for cube in Ball::new(3).distances.keys().step_by(100) {
        let answer = solve(&ball, cube, &Request { extra: 2, ..ALL });
        let lengths = usize::from(answer.lower_bound)..=usize::from(answer.lower_bound) + 2;
        let expected: Vec<Vec<Move>> = lengths
            .flat_map(|length| {
                let mut sequences = by_length[length]
                    .get(&cube.inverse())
                    .cloned()
                    .unwrap_or_default();
                sequences.sort();
                sequences
            })
            .collect();
        assert_eq!(answer.solutions, expected);
        let some = Request {
            count: Some(2),
            extra: 2,
            ..ALL
        };
        let first = solve(&ball, cube, &some).solutions;
        assert_eq!(first, expected[..expected.len().min(2)]);
    }
}

/// All 18 moves of the solved cube and of those after one move, up to the 243 canonical
/// sequences of two.
#[test]
fn work_is_counted() {
    let depths = Mutex::new(vec![]);
    let note = |report: &DepthReport| {
        let found = (report.nodes, report.probes, report.solutions);
        depths.lock().unwrap().push((report.depth, found));
    };
    let limits = Limits::default().on_depth(&note);
    let cube = "R U".parse().unwrap();
    let answer = solve_recursively(&NoBound, &cube, &ALL, &limits);
    assert_eq!((answer.nodes, answer.probes), (20, 279));
    let expected = [(0, (0, 0, 0)), (1, (1, 18, 0)), (2, (19, 261, 1))];
    assert_eq!(*depths.lock().unwrap(), expected);
}

/// The positions that a search for sequences of the length `left` has to try moves of, as the
/// bounds of a position and of its inverse leave them.
fn positions_within(ball: &Ball, cube: &Cube, allowed: MoveSet, left: u8) -> u64 {
    let within = |cube: &Cube| ball.lower_bound(cube) <= left;
    if left == 0 || !within(cube) || !within(&cube.inverse()) {
        return 0;
    }
    let after = |m: Move| positions_within(ball, &cube.apply(m), MoveSet::after(m), left - 1);
    1 + allowed.iter().map(after).sum::<u64>()
}

/// A bound that tells more of some cubes than of their inverses.
#[test]
fn positions_are_visited_that_the_bounds_leave() {
    let mut ball = Ball::new(3);
    for (cube, distance) in &mut ball.distances {
        let is_first = *cube < cube.inverse();
        *distance = distance.saturating_sub(is_first.into());
    }
    for scramble in ["R U F'", "R U F' L2 D", "U R2 F B R"] {
        let cube: Cube = scramble.parse().unwrap();
        let answer = solve(&ball, &cube, &ALL);
        let visited = |length| positions_within(&ball, &cube, MoveSet::ALL, length);
        let nodes: u64 = (0..=answer.lower_bound).map(visited).sum();
        assert_eq!(answer.nodes, nodes);
    }
}

/// What is reported of each length adds up to the answer.
#[test]
fn reports_add_up() {
    let sums = Mutex::new((0, 0, 0));
    let add = |report: &DepthReport| {
        let mut sums = sums.lock().unwrap();
        sums.0 += report.nodes;
        sums.1 += report.probes;
        sums.2 += report.solutions;
    };
    let limits = Limits::default().on_depth(&add);
    let cube = "R2 F2 R2 F2 R2 F2".parse().unwrap();
    let answer = solve_recursively(&Ball::new(3), &cube, &ALL.extra(1), &limits);
    let expected = (answer.nodes, answer.probes, answer.solutions.len());
    assert_eq!(sums.into_inner().unwrap(), expected);
    assert!(answer.solutions.len() >= 2);
}

#[test]
fn all_lengths_are_searched_that_are_asked_for() {
    let depths = Mutex::new(vec![]);
    let note = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
    let limits = Limits::default().on_depth(&note);
    let cube = "R U".parse().unwrap();
    solve_recursively(&Ball::new(2), &cube, &ALL.extra(3), &limits);
    assert_eq!(*depths.lock().unwrap(), [2, 3, 4, 5]);
}

#[test]
fn as_many_solutions_are_found_as_asked_for() {
    let cube = "R2 F2 R2 F2 R2 F2".parse().unwrap();
    for count in 1..=2 {
        let request = Request::default().count(count);
        assert_eq!(solve(&Ball::new(3), &cube, &request).solutions.len(), count);
    }
}

#[test]
fn a_limit_on_moves_is_kept() {
    let (cube, _) = farthest(&Ball::new(4));
    let ball = Ball::new(1);
    let request = Request {
        max_moves: 3,
        ..Request::default()
    };
    let answer = solve(&ball, &cube, &request);
    assert_eq!(answer.outcome, Outcome::NoneWithinMaxMoves);
    assert_eq!((answer.lower_bound, answer.solutions.len()), (4, 0));
}

fn farthest(ball: &Ball) -> (Cube, u8) {
    let farthest = ball.distances.iter().max_by_key(|&(&cube, &d)| (d, cube));
    farthest.map(|(cube, d)| (*cube, *d)).unwrap()
}

#[test]
fn stopping_tells_what_is_proved() {
    let superflip = Cube::new(
        *Cube::SOLVED.corners(),
        [0; 8],
        *Cube::SOLVED.edges(),
        [1; 12],
    )
    .unwrap();
    let reports: Mutex<Vec<DepthReport>> = Mutex::new(vec![]);
    let limits = Limits {
        stop: &GO_ON,
        deadline: Some(Instant::now() + Duration::from_millis(200)),
        on_depth: Some(&|report| reports.lock().unwrap().push(*report)),
        ..Limits::default()
    };
    let answer = solve_recursively(&Ball::new(3), &superflip, &Request::default(), &limits);
    assert_eq!(answer.outcome, Outcome::Stopped);
    assert!(answer.solutions.is_empty() && answer.lower_bound <= 20);
    let reports = reports.into_inner().unwrap();
    let depths: Vec<u8> = reports.iter().map(|report| report.depth).collect();
    assert_eq!(depths, (4..answer.lower_bound).collect::<Vec<u8>>());

    let stop = AtomicBool::new(true);
    let limits = Limits {
        stop: &stop,
        ..Limits::default()
    };
    let answer = solve_recursively(&Ball::new(3), &superflip, &Request::default(), &limits);
    assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 4));
}
