//! Cubes near the solved one, which need no table, against breadth-first search and brute force.

use cubesolve::cube::{Cube, Move, is_canonical};
use cubesolve::table::Directory;
use cubesolve::{Answer, Limits, Metric, Outcome, Position, Query, Solver};
use std::collections::HashMap;
use std::sync::LazyLock;

fn answer(cube: &Cube, query: &Query) -> Answer {
    static WITHOUT_TABLE: LazyLock<Solver> = LazyLock::new(|| {
        let solver = Solver::with_directory(Directory::at("missing"));
        solver.generate_up_to(0).threads(1)
    });
    // without its scramble, so that no solution is known
    let answer = WITHOUT_TABLE.query(&Position::from(*cube), query, &Limits::default());
    answer.unwrap()
}

fn generators(metric: Metric) -> impl Iterator<Item = Move> {
    Move::ALL
        .into_iter()
        .filter(move |m| metric.length(&[*m]) == 1)
}

/// All cubes within some distance.
fn distances(metric: Metric, radius: u8) -> HashMap<Cube, u8> {
    let mut distances = HashMap::from([(Cube::SOLVED, 0)]);
    let mut frontier = vec![Cube::SOLVED];
    for distance in 1..=radius {
        let mut next = vec![];
        for cube in frontier {
            for m in generators(metric) {
                let cube = cube.apply(m);
                if let std::collections::hash_map::Entry::Vacant(new) = distances.entry(cube) {
                    new.insert(distance);
                    next.push(cube);
                }
            }
        }
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

/// Adds all canonical sequences of up to `left` moves behind a path that solve a cube.
fn add_solutions(
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
        if let Some(left) = left.checked_sub(metric.length(&[m])) {
            path.push(m);
            if is_canonical(path) {
                add_solutions(metric, &cube.apply(m), left, path, found);
            }
            path.pop();
        }
    }
}

#[test]
fn all_solutions_are_those_of_brute_force() {
    for (metric, length) in [(Metric::HalfTurn, 5), (Metric::QuarterTurn, 6)] {
        for scramble in ["", "R", "U2 D2", "U R2 U", "R2 L2 F2"] {
            let cube: Cube = scramble.parse().unwrap();
            let mut expected = vec![];
            add_solutions(metric, &cube, length.into(), &mut vec![], &mut expected);
            expected.sort_by_key(|moves| (metric.length(moves), moves.clone()));
            let query = Query::new().metric(metric).extra(9).max_moves(length);
            let found = answer(&cube, &query.clone().all()).solutions;
            let found = found.iter().map(|s| s.sequence().moves().to_vec());
            assert_eq!(found.collect::<Vec<_>>(), expected);
            for number in 1..=expected.len().min(3) {
                let some = answer(&cube, &query.clone().number(number));
                assert_eq!(some.solutions.len(), number);
            }
        }
    }
}
