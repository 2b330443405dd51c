//! Goals against brute force: every sequence up to some length, judged by definitions.

use cubesolve::coord::UNREACHED;
use cubesolve::cube::{Cube, Face, Metric, Move, MoveSet};
use cubesolve::search::goals::{Goal, GoalError, GoalName, GoalSolution, KINDS, solve};
use cubesolve::search::{Limits, Outcome, Request};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn named(name: &str, from: Option<&str>) -> Result<Vec<Goal>, GoalError> {
    Ok(GoalName::parse(name, from)?.goals(Metric::HalfTurn))
}

/// A goal at some place by its definition: what its kind asks of a cube, after the whole
/// cube is held so that `faces` (in the order U R F D L B) are where those six were.
struct Judge {
    name: &'static str,
    faces: &'static str,
    is_there: fn(&Cube) -> bool,
}

const HELD_PLAINLY: &str = "URFDLB";

const JUDGES: [Judge; 16] = [
    Judge {
        name: "eo-fb",
        faces: HELD_PLAINLY,
        is_there: edges_oriented,
    },
    Judge {
        name: "eo-rl",
        faces: "UBRDFL",
        is_there: edges_oriented,
    },
    Judge {
        name: "eo-ud",
        faces: "BRUFLD",
        is_there: edges_oriented,
    },
    Judge {
        name: "co-ud",
        faces: HELD_PLAINLY,
        is_there: corners_oriented,
    },
    Judge {
        name: "co-rl",
        faces: "RDFLUB",
        is_there: corners_oriented,
    },
    Judge {
        name: "co-fb",
        faces: "FRDBLU",
        is_there: corners_oriented,
    },
    Judge {
        name: "dr-ud",
        faces: HELD_PLAINLY,
        is_there: domino,
    },
    Judge {
        name: "dr-rl",
        faces: "RDFLUB",
        is_there: domino,
    },
    Judge {
        name: "dr-fb",
        faces: "FRDBLU",
        is_there: domino,
    },
    Judge {
        name: "htr",
        faces: HELD_PLAINLY,
        is_there: half_turns,
    },
    Judge {
        name: "corners",
        faces: HELD_PLAINLY,
        is_there: corners_solved,
    },
    Judge {
        name: "edges",
        faces: HELD_PLAINLY,
        is_there: edges_solved,
    },
    Judge {
        name: "cross-d",
        faces: HELD_PLAINLY,
        is_there: d_cross,
    },
    Judge {
        name: "cross-f",
        faces: "BRUFLD",
        is_there: d_cross,
    },
    Judge {
        name: "block-urf",
        faces: HELD_PLAINLY,
        is_there: urf_block,
    },
    Judge {
        name: "block-ufl",
        faces: "UFLDBR",
        is_there: urf_block,
    },
];

impl Judge {
    /// What it says of the cube after these moves.
    fn says(&self, moves: impl Iterator<Item = Move>) -> bool {
        let held = moves.map(|m| {
            let now = self
                .faces
                .find(m.face().letter())
                .expect("one of six letters");
            Move::new(Face::ALL[now], m.turns())
        });
        (self.is_there)(&Cube::from_moves(held))
    }
}

fn edges_oriented(x: &Cube) -> bool {
    *x.edge_orientations() == [0; 12]
}

fn corners_oriented(x: &Cube) -> bool {
    *x.corner_orientations() == [0; 8]
}

fn domino(x: &Cube) -> bool {
    edges_oriented(x) && corners_oriented(x) && x.edges()[8..].iter().all(|edge| *edge >= 8)
}

/// Everything that half turns make of the solved cube.
static HALF_TURN_GROUP: LazyLock<HashSet<Cube>> = LazyLock::new(|| {
    let mut group = HashSet::from([Cube::SOLVED]);
    let mut open = vec![Cube::SOLVED];
    while let Some(x) = open.pop() {
        let next = MoveSet::HALF_TURNS.iter().map(|m| x.apply(m));
        open.extend(next.filter(|x| group.insert(*x)));
    }
    group
});

fn half_turns(x: &Cube) -> bool {
    HALF_TURN_GROUP.contains(x)
}

fn corners_solved(x: &Cube) -> bool {
    x.corners() == Cube::SOLVED.corners() && corners_oriented(x)
}

fn edges_solved(x: &Cube) -> bool {
    x.edges() == Cube::SOLVED.edges() && edges_oriented(x)
}

fn edge_solved(x: &Cube, p: usize) -> bool {
    usize::from(x.edges()[p]) == p && x.edge_orientations()[p] == 0
}

fn d_cross(x: &Cube) -> bool {
    (4..8).all(|p| edge_solved(x, p))
}

fn urf_block(x: &Cube) -> bool {
    let corner = x.corners()[0] == 0 && x.corner_orientations()[0] == 0;
    corner && [0, 1, 8].into_iter().all(|p| edge_solved(x, p))
}

/// The moves on the inverse, undone, then the scramble, then the moves.
fn whole<'a>(
    inverse: &'a [Move],
    scramble: &'a [Move],
    normal: &'a [Move],
) -> impl Iterator<Item = Move> {
    let undone = inverse.iter().rev().map(|m| m.inverse());
    undone
        .chain(scramble.iter().copied())
        .chain(normal.iter().copied())
}

/// All canonical sequences of these moves, by length up to `most`.
fn sequences(moves: MoveSet, most: usize) -> Vec<Vec<Vec<Move>>> {
    let mut by_length = vec![vec![vec![]]];
    for _ in 0..most {
        let longer = by_length[by_length.len() - 1]
            .iter()
            .flat_map(|sequence: &Vec<Move>| {
                let last = sequence.last().copied();
                let may = move |m: &Move| last.is_none_or(|last| m.may_follow(last));
                moves
                    .iter()
                    .filter(may)
                    .map(|m| [&sequence[..], &[m]].concat())
            });
        let longer = longer.collect();
        by_length.push(longer);
    }
    by_length
}

/// All shortest ways of at most `most` moves, none of them with an idle last move.
fn by_brute_force(
    judge: &Judge,
    moves: MoveSet,
    scramble: &[Move],
    niss: bool,
    most: usize,
) -> HashSet<GoalSolution> {
    let sequences = sequences(moves, most);
    let reaches = |normal: &[Move], inverse: &[Move]| judge.says(whole(inverse, scramble, normal));
    for length in 0..=most {
        let mut found = HashSet::new();
        for on_inverse in 0..=if niss { length } else { 0 } {
            for inverse in &sequences[on_inverse] {
                for normal in &sequences[length - on_inverse] {
                    if reaches(normal, inverse) {
                        found.insert(GoalSolution {
                            goal: 0,
                            normal: normal.clone(),
                            inverse: inverse.clone(),
                        });
                    }
                }
            }
        }
        // shortest of all, so no move is idle
        if !found.is_empty() {
            return found;
        }
    }
    HashSet::new()
}

fn search(
    goals: &[Goal],
    scramble: &[Move],
    niss: bool,
    request: Request,
) -> (Vec<GoalSolution>, Outcome) {
    let stop = AtomicBool::new(false);
    let limits = Limits {
        stop: &stop,
        ..Limits::default()
    };
    let cube = Cube::from_moves(scramble.iter().copied());
    let answer = solve(goals, &cube, &request, niss, &limits);
    (answer.solutions, answer.outcome)
}

const ALL_OPTIMAL: Request = Request {
    count: None,
    extra: 0,
    max_moves: 20,
};

fn check(judge: &Judge, from: Option<&str>, scrambles: MoveSet, niss: bool, length: usize) {
    let goals = named(judge.name, from).expect("a goal");
    let moves: Vec<Move> = scrambles.iter().collect();
    let scrambles = prop::collection::vec(prop::sample::select(moves), 0..=length);
    let mut runner = TestRunner::new(Config {
        cases: 12,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&scrambles, |scramble| {
        let expected = by_brute_force(judge, goals[0].moves(), &scramble, niss, length);
        let (found, outcome) = search(&goals[..1], &scramble, niss, ALL_OPTIMAL);
        prop_assert_eq!(outcome, Outcome::Complete);
        prop_assert_eq!(found.len(), expected.len(), "each once");
        prop_assert_eq!(HashSet::from_iter(found), expected);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{}: {error}", judge.name));
}

#[test]
fn shortest_ways_are_those_of_brute_force() {
    for judge in &JUDGES {
        check(judge, None, MoveSet::ALL, false, 3);
    }
}

#[test]
fn moves_on_both_sides_are_those_of_brute_force() {
    for judge in JUDGES.iter().filter(|judge| judge.faces != HELD_PLAINLY) {
        check(judge, None, MoveSet::ALL, true, 2);
    }
}

fn without_quarters(faces: &str) -> MoveSet {
    let kept = |m: &Move| m.is_half_turn() || !faces.contains(m.face().letter());
    MoveSet::ALL.iter().filter(kept).collect()
}

#[test]
fn steps_keep_what_was_done_before() {
    let domino = |name, faces| Judge {
        name,
        faces,
        is_there: domino,
    };
    check(
        &domino("dr-ud", HELD_PLAINLY),
        Some("eo-fb"),
        without_quarters("FB"),
        false,
        4,
    );
    check(
        &domino("dr-ud", HELD_PLAINLY),
        Some("eo-rl"),
        without_quarters("RL"),
        true,
        2,
    );
    check(
        &domino("dr-rl", "RDFLUB"),
        Some("eo-ud"),
        without_quarters("UD"),
        false,
        3,
    );
    let half = Judge {
        name: "htr",
        faces: HELD_PLAINLY,
        is_there: half_turns,
    };
    check(&half, Some("dr-ud"), without_quarters("RLFB"), false, 4);
    check(&half, Some("dr-fb"), without_quarters("RLUD"), true, 2);
}

#[test]
fn a_step_that_was_not_done_is_no_start() {
    let goals = named("dr-ud", Some("eo-fb")).unwrap();
    let f = [Move::new(Face::F, 1)];
    assert_eq!(goals[0].lower_bound(&Cube::from_moves(f)), UNREACHED);
    let (found, outcome) = search(&goals, &f, false, ALL_OPTIMAL);
    assert_eq!((found, outcome), (vec![], Outcome::NoneWithinMaxMoves));
    // but edges are oriented on the other axis
    let goals = named("dr", Some("eo")).unwrap();
    assert_eq!(goals.len(), 6);
    let (found, _) = search(&goals, &f, false, ALL_OPTIMAL);
    assert!(
        found
            .iter()
            .all(|s| goals[s.goal].name() != "dr-ud from eo-fb")
    );
    assert!(
        found
            .iter()
            .any(|s| goals[s.goal].name() == "dr-fb from eo-rl" && s.is_empty())
    );
}

/// The faces that a place is named after are the ones that matter.
#[test]
fn each_place_is_where_its_name_says() {
    let breaks = |goal: &Goal, face: Face| {
        let broken = [1, 3].map(|n| !goal.is_reached(Move::new(face, n).cube()));
        assert_eq!(broken[0], broken[1], "{} {face:?}", goal.name());
        broken[0]
    };
    for kind in ["eo", "co", "dr", "cross", "block"] {
        for goal in named(kind, None).unwrap() {
            let place = goal
                .name()
                .split_once('-')
                .expect("all have places")
                .1
                .to_uppercase();
            for face in Face::ALL {
                let is_named = place.contains(face.letter());
                let expected = match kind {
                    "eo" | "block" => is_named,
                    "cross" => !place.contains(face.opposite().letter()),
                    _ => !is_named,
                };
                assert_eq!(breaks(&goal, face), expected, "{} {face:?}", goal.name());
            }
        }
    }
}

#[test]
fn longer_ones_and_counts() {
    let goals = named("eo-fb", None).unwrap();
    let scramble = [Move::new(Face::F, 1), Move::new(Face::U, 1)];
    let (optimal, _) = search(&goals, &scramble, false, ALL_OPTIMAL);
    let (more, _) = search(
        &goals,
        &scramble,
        false,
        Request {
            extra: 1,
            ..ALL_OPTIMAL
        },
    );
    assert!(more.len() > optimal.len());
    assert_eq!(more[..optimal.len()], optimal);
    let best = optimal[0].len();
    assert!(more[optimal.len()..].iter().all(|s| s.len() == best + 1));
    let (three, outcome) = search(
        &goals,
        &scramble,
        false,
        Request {
            count: Some(3),
            extra: 1,
            ..ALL_OPTIMAL
        },
    );
    assert_eq!((three.len(), outcome), (3, Outcome::Complete));
    let (none, outcome) = search(
        &goals,
        &scramble,
        false,
        Request {
            max_moves: 1,
            ..ALL_OPTIMAL
        },
    );
    assert_eq!((none, outcome), (vec![], Outcome::NoneWithinMaxMoves));
}

#[test]
fn a_search_can_be_stopped() {
    let goals = named("edges", None).unwrap();
    let stop = AtomicBool::new(false);
    let limits = Limits {
        stop: &stop,
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    let superflip = Cube::new(
        *Cube::SOLVED.corners(),
        [0; 8],
        *Cube::SOLVED.edges(),
        [1; 12],
    );
    let answer = solve(&goals, &superflip.unwrap(), &ALL_OPTIMAL, false, &limits);
    assert_eq!(answer.outcome, Outcome::Stopped);
}

#[test]
fn names() {
    for kind in &KINDS {
        let has_one = ["htr", "corners", "edges"].contains(&kind.name);
        let goals = named(kind.name, None).unwrap();
        assert_eq!(goals.len() == 1, has_one, "{}", kind.name);
    }
    assert_eq!(named("Block-DRB", None).unwrap()[0].name(), "block-drb");
    assert!(matches!(named("f2l", None), Err(GoalError::Unknown(_))));
    assert!(matches!(named("eo-", None), Err(GoalError::Place { .. })));
    assert!(matches!(
        named("htr-ud", None),
        Err(GoalError::Place { .. })
    ));
    assert!(matches!(
        named("eo", Some("dr")),
        Err(GoalError::From { .. })
    ));
    assert!(matches!(
        named("dr-ud", Some("eo-ud")),
        Err(GoalError::From { .. })
    ));
}
