//! Goals against brute force: every sequence up to some length, judged by definitions.

use crate::naive::NaiveCube;
use cubesolve::coord::UNREACHED;
use cubesolve::cube::{Cube, Face, Metric, Move, MoveSet};
use cubesolve::search::goals::{
    Goal, GoalAnswer, GoalError, GoalName, GoalRequest, GoalSolution, KINDS, solve,
};
use cubesolve::search::{DepthReport, Limits, Outcome, Progress, Request};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};
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

const JUDGES: [Judge; 17] = [
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
        name: "chtr",
        faces: HELD_PLAINLY,
        is_there: corners_as_of_half_turns,
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

fn corners_as_of_half_turns(x: &Cube) -> bool {
    static CORNERS: LazyLock<HashSet<[u8; 8]>> =
        LazyLock::new(|| HALF_TURN_GROUP.iter().map(|x| *x.corners()).collect());
    corners_oriented(x) && CORNERS.contains(x.corners())
}

fn solved(x: &Cube) -> bool {
    *x == Cube::SOLVED
}

/// Solved but for the edges between U and D, once U and D are turned together.
fn all_but_slice(x: &Cube) -> bool {
    let turned = |n: usize| {
        let moves = [Move::new(Face::U, 1), Move::new(Face::D, 3)];
        x.apply_all(std::iter::repeat_n(moves, n).flatten())
    };
    let outer = |x: &Cube| (0..8).all(|p| edge_solved(x, p));
    (0..4).map(turned).any(|x| corners_solved(&x) && outer(&x))
}

fn d_cross_and_pair(x: &Cube) -> bool {
    let slots = [(4, 8), (5, 9), (6, 10), (7, 11)];
    let corner = |c: usize| usize::from(x.corners()[c]) == c && x.corner_orientations()[c] == 0;
    d_cross(x)
        && slots
            .into_iter()
            .any(|(c, e)| corner(c) && edge_solved(x, e))
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
    let wanted = GoalRequest {
        request,
        niss,
        variants: true,
        ..GoalRequest::default()
    };
    let answer = solve(&[goals.to_vec()], &cube, &wanted, &limits);
    let only_step = |way: Vec<GoalSolution>| {
        let [step] = way.try_into().expect("one step");
        step
    };
    let solutions = answer.solutions.into_iter().map(only_step).collect();
    (solutions, answer.outcome)
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
    let whole = |name| Judge {
        name,
        faces: HELD_PLAINLY,
        is_there: solved,
    };
    check(
        &whole("solved"),
        Some("dr-ud"),
        without_quarters("RLFB"),
        false,
        4,
    );
    check(&whole("drrlfin"), None, without_quarters("UDFB"), false, 3);
    check(&whole("htrfin"), None, MoveSet::HALF_TURNS, false, 5);
    let corners = |name| Judge {
        name,
        faces: HELD_PLAINLY,
        is_there: corners_solved,
    };
    let halves = MoveSet::HALF_TURNS;
    check(
        &corners("corners-drud"),
        None,
        without_quarters("RLFB"),
        false,
        4,
    );
    check(&corners("corners"), Some("htr"), halves, false, 5);
    let but_slice = |name, faces| Judge {
        name,
        faces,
        is_there: all_but_slice,
    };
    check(
        &but_slice("drudslice", HELD_PLAINLY),
        None,
        without_quarters("RLFB"),
        false,
        4,
    );
    check(
        &but_slice("slice-fb", "FRDBLU"),
        Some("htr"),
        MoveSet::HALF_TURNS,
        false,
        5,
    );
}

/// Corners solved as after U2 D2 with edges solved as they are do not count.
#[test]
fn all_but_the_slice_is_turned_as_far() {
    let goals = named("drudslice", None).unwrap();
    let scramble = cubesolve::Sequence::parse("R2 F2 L2").unwrap();
    let (found, _) = search(&goals, scramble.moves(), false, ALL_OPTIMAL);
    assert_eq!(found.len(), 1);
    assert!(all_but_slice(
        &found[0].outcome(&Cube::from_moves(scramble.moves().iter().copied()))
    ));
}

/// With any of the four pairs; moves that finish two at once are found for each.
#[test]
fn a_cross_with_any_pair() {
    let judge = Judge {
        name: "xcross-d",
        faces: HELD_PLAINLY,
        is_there: d_cross_and_pair,
    };
    let goals = named(judge.name, None).unwrap();
    assert_eq!(goals.len(), 4);
    for scramble in ["", "R U R'", "R U", "D2 F", "L' B2", "U R2 F", "D R"] {
        let scramble: Vec<Move> = cubesolve::Sequence::parse(scramble)
            .unwrap()
            .moves()
            .to_vec();
        let (found, _) = search(&goals, &scramble, false, ALL_OPTIMAL);
        let found: HashSet<Vec<Move>> = found.into_iter().map(|s| s.normal).collect();
        let expected = by_brute_force(&judge, MoveSet::ALL, &scramble, false, 3);
        assert_eq!(found, expected.into_iter().map(|s| s.normal).collect());
    }
    let counts = ["xcross-d", "xxcross-d", "xxxcross-d", "f2l-d"];
    assert_eq!(
        counts.map(|name| named(name, None).unwrap().len()),
        [4, 6, 4, 1]
    );
}

/// A step of a chain as brute force makes it: the place judged, the places that it may start
/// from (any if there are none) and the moves that keep them.
struct Place {
    judge: Judge,
    starts: &'static [&'static str],
    moves: MoveSet,
}

fn place(
    name: &'static str,
    faces: &'static str,
    is_there: fn(&Cube) -> bool,
    starts: &'static [&'static str],
    moves: MoveSet,
) -> Place {
    let judge = Judge {
        name,
        faces,
        is_there,
    };
    Place {
        judge,
        starts,
        moves,
    }
}

/// The steps eo, dr, htr and solved at all of their places.
fn reductions() -> [Vec<Place>; 4] {
    let eo = |name, faces| place(name, faces, edges_oriented, &[], MoveSet::ALL);
    let dr = |name, faces, start: &'static [&'static str], kept| {
        place(name, faces, domino, start, without_quarters(kept))
    };
    let htr = |start: &'static [&'static str], kept| {
        place(
            "htr",
            HELD_PLAINLY,
            half_turns,
            start,
            without_quarters(kept),
        )
    };
    [
        vec![
            eo("eo-fb", HELD_PLAINLY),
            eo("eo-rl", "UBRDFL"),
            eo("eo-ud", "BRUFLD"),
        ],
        vec![
            dr("dr-ud", HELD_PLAINLY, &["eo-fb"], "FB"),
            dr("dr-ud", HELD_PLAINLY, &["eo-rl"], "RL"),
            dr("dr-rl", "RDFLUB", &["eo-fb"], "FB"),
            dr("dr-rl", "RDFLUB", &["eo-ud"], "UD"),
            dr("dr-fb", "FRDBLU", &["eo-rl"], "RL"),
            dr("dr-fb", "FRDBLU", &["eo-ud"], "UD"),
        ],
        vec![
            htr(&["dr-ud"], "RLFB"),
            htr(&["dr-rl"], "UDFB"),
            htr(&["dr-fb"], "UDRL"),
        ],
        vec![place(
            "solved",
            HELD_PLAINLY,
            solved,
            &["htr"],
            MoveSet::HALF_TURNS,
        )],
    ]
}

/// A way through steps: where each leads, its moves on the scramble and on the inverse.
type Way = Vec<(&'static str, Vec<Move>, Vec<Move>)>;

/// All ways through the steps, each within `extra` of the shortest from where it starts, by
/// trying every sequence. `None` if a step might be longer than `most`.
fn all_ways(
    steps: &[Vec<Place>],
    way: &Way,
    scramble: &[Move],
    niss: bool,
    extra: usize,
    most: usize,
) -> Option<Vec<Way>> {
    let Some((places, later)) = steps.split_first() else {
        return Some(vec![way.clone()]);
    };
    let start = way.last().map(|(name, ..)| *name);
    let follows = |place: &&Place| {
        place.starts.is_empty() || start.is_some_and(|s| place.starts.contains(&s))
    };
    let before: Vec<Move> = way
        .iter()
        .flat_map(|(_, _, inverse)| inverse.clone())
        .collect();
    let after: Vec<Move> = way
        .iter()
        .flat_map(|(_, normal, _)| normal.clone())
        .collect();
    let scrambled: Vec<Move> = whole(&before, scramble, &after).collect();
    // half turns are few
    let most = if later.is_empty() && places[0].moves == MoveSet::HALF_TURNS {
        6
    } else {
        most
    };
    let mut ways = vec![];
    let mut shortest = None;
    for length in 0..=most {
        if shortest.is_some_and(|shortest| length > shortest + extra) {
            return Some(ways);
        }
        for place in places.iter().filter(follows) {
            let sequences = sequences(place.moves, length);
            let says = |normal: &[Move], inverse: &[Move]| {
                place.judge.says(whole(inverse, &scrambled, normal))
            };
            let on_both_sides = niss && place.judge.name != "solved";
            for on_inverse in 0..=if on_both_sides { length } else { 0 } {
                for inverse in &sequences[on_inverse] {
                    for normal in &sequences[length - on_inverse] {
                        let is_idle = |moves: &[Move], says: &dyn Fn(&[Move]) -> bool| {
                            moves.split_last().is_some_and(|(_, rest)| says(rest))
                        };
                        if !says(normal, inverse)
                            || is_idle(normal, &|rest| says(rest, inverse))
                            || is_idle(inverse, &|rest| says(normal, rest))
                            || takes_back(&after, normal)
                            || takes_back(&before, inverse)
                        {
                            continue;
                        }
                        shortest = shortest.or(Some(length));
                        let mut longer = way.clone();
                        longer.push((place.judge.name, normal.clone(), inverse.clone()));
                        ways.extend(all_ways(later, &longer, scramble, niss, extra, most)?);
                    }
                }
            }
        }
    }
    None
}

/// Moves of one face with none but moves of the opposite face between made as one, and opposite
/// faces in one order, as long as there are any.
fn made_as_one(moves: &[Move]) -> Vec<Move> {
    let mut left = moves.to_vec();
    let is_opposite = |a: Move, b: Move| a.face().opposite() == b.face();
    loop {
        let pairs = (0..left.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let meets = |&(i, j): &(usize, usize)| {
            let between = &left[i + 1..j];
            left[i].face() == left[j].face() && between.iter().all(|m| is_opposite(*m, left[i]))
        };
        let Some((i, j)) = pairs.into_iter().find(meets) else {
            break;
        };
        let (face, second) = (left[i].face(), left.remove(j));
        match (left[i].turns() + second.turns()) % 4 {
            0 => drop(left.remove(i)),
            turns => left[i] = Move::new(face, turns),
        }
    }
    for i in 1..left.len() {
        if is_opposite(left[i - 1], left[i]) && left[i].face().index() < 3 {
            left.swap(i - 1, i);
        }
    }
    left
}

/// Whether moves take back one of those before.
fn takes_back(before: &[Move], moves: &[Move]) -> bool {
    let faces = |moves: &[Move]| moves.iter().map(|m| m.face()).collect::<Vec<_>>();
    (1..=moves.len()).any(|count| {
        let all = |count: usize| [before, &moves[..count]].concat();
        faces(&made_as_one(&all(count))).len() < faces(&made_as_one(&all(count - 1))).len()
    })
}

/// What is left of the moves of steps, on the normal and on the inverse scramble; of steps that
/// lead to the solved cube all on the normal one.
fn left<'a>(steps: impl Iterator<Item = (&'a str, &'a [Move], &'a [Move])>) -> [Vec<Move>; 2] {
    let steps: Vec<_> = steps.collect();
    let normal: Vec<Move> = steps
        .iter()
        .flat_map(|(_, normal, _)| normal.to_vec())
        .collect();
    let inverse: Vec<Move> = steps
        .iter()
        .flat_map(|(_, _, inverse)| inverse.to_vec())
        .collect();
    match steps.last() {
        Some(("solved", ..)) => {
            let undone = inverse.iter().rev().map(|m| m.inverse());
            let whole: Vec<Move> = normal.iter().copied().chain(undone).collect();
            [made_as_one(&whole), vec![]]
        }
        _ => [made_as_one(&normal), made_as_one(&inverse)],
    }
}

fn left_of(way: &Way) -> [Vec<Move>; 2] {
    left(
        way.iter()
            .map(|(name, normal, inverse)| (*name, &normal[..], &inverse[..])),
    )
}

fn left_of_found(way: &[StepFound]) -> [Vec<Move>; 2] {
    left(
        way.iter()
            .map(|(name, normal, inverse)| (&name[..], &normal[..], &inverse[..])),
    )
}

fn length(left: &[Vec<Move>; 2]) -> usize {
    left[0].len() + left[1].len()
}

/// A step by name, with its moves on the normal and on the inverse scramble.
type StepFound = (String, Vec<Move>, Vec<Move>);

/// The ways that the search finds, in the terms of brute force; each is checked on stickers.
fn ways_found(steps: &[Vec<Goal>], scramble: &[Move], wanted: &GoalRequest) -> Vec<Vec<StepFound>> {
    let cube = Cube::from_moves(scramble.iter().copied());
    let GoalAnswer {
        solutions,
        outcome,
        lower_bound,
        ..
    } = solve(steps, &cube, wanted, &Limits::default());
    assert_eq!(outcome, Outcome::Complete);
    let named = |way: Vec<GoalSolution>| {
        let normal: Vec<Move> = way.iter().flat_map(|step| step.normal.clone()).collect();
        let inverse: Vec<Move> = way.iter().flat_map(|step| step.inverse.clone()).collect();
        let mut stickers = NaiveCube::solved();
        for m in whole(&inverse, scramble, &normal) {
            stickers.apply_str(&m.to_string());
        }
        if steps[steps.len() - 1][0].name() == "solved" {
            assert!(stickers.is_solved());
        }
        let step = |(step, goals): (GoalSolution, &Vec<Goal>)| {
            (
                goals[step.goal].name().to_string(),
                step.normal,
                step.inverse,
            )
        };
        way.into_iter().zip(steps).map(step).collect()
    };
    let ways: Vec<Vec<StepFound>> = solutions.into_iter().map(named).collect();
    let lengths = ways.iter().map(|way| length(&left_of_found(way)));
    assert!(lengths.clone().is_sorted());
    assert_eq!(lengths.min(), Some(lower_bound.into()));
    ways
}

/// The ways through several steps that are shortest in all are those of brute force, with moves
/// on one side and on both, with longer steps, and with steps that do not keep those before. Each
/// counts, and is listed once, by what is left of its moves.
#[test]
fn chains_are_shortest_in_all() {
    let reductions = reductions();
    let crosses = [
        vec![place("cross-d", HELD_PLAINLY, d_cross, &[], MoveSet::ALL)],
        vec![place(
            "xcross-d",
            HELD_PLAINLY,
            d_cross_and_pair,
            &[],
            MoveSet::ALL,
        )],
    ];
    for (name, niss, extra, most, scrambles) in [
        (
            "eo,dr",
            false,
            0,
            4,
            &["R", "F R", "R U F", "L' F", "D R2 F"][..],
        ),
        ("eo,dr", false, 1, 4, &["F R", "U F", "R F"]),
        ("eo,dr", true, 0, 2, &["F", "R F", "F R", "U R", "B L"]),
        (
            "eo,dr,htr",
            false,
            0,
            4,
            &["R2 U F", "F2 U R F", "U2 R2 D L"],
        ),
        (
            "eo,dr,htr,solved",
            false,
            0,
            4,
            &["R2 U F", "F2 R2 U F", "L2 D R", "U2 F2 L B"],
        ),
        ("eo,dr,htr", false, 1, 4, &["F", "R"]),
        ("eo,dr,htr,solved", true, 0, 2, &["U2 R F", "D F", "R2 U"]),
        (
            "cross-d,xcross-d",
            false,
            0,
            4,
            &["R U' F", "L D' F2", "F R' D L", "R' F D2 B"],
        ),
    ] {
        let steps = GoalName::parse(name, None).unwrap().steps(Metric::HalfTurn);
        let mut compared = 0;
        for scramble in scrambles {
            let scramble = cubesolve::Sequence::parse(scramble)
                .unwrap()
                .moves()
                .to_vec();
            let places = match name.starts_with("cross") {
                true => &crosses[..],
                false => &reductions[..steps.len()],
            };
            let brute = all_ways(places, &vec![], &scramble, niss, extra, most);
            let Some(brute) = brute else { continue };
            compared += 1;
            let brute: HashSet<_> = brute.iter().map(left_of).collect();
            let shortest = brute.iter().map(length).min().unwrap();
            let best = brute.iter().filter(|left| length(left) == shortest);
            let expected: HashSet<_> = best.cloned().collect();
            let mut wanted = GoalRequest {
                request: Request::all().extra(extra as u8).max_moves(200),
                niss,
                variants: true,
                ..GoalRequest::default()
            };
            let found = ways_found(&steps, &scramble, &wanted);
            let found: Vec<_> = found.iter().map(|way| left_of_found(way)).collect();
            assert_eq!(
                found.len(),
                expected.len(),
                "each once: {name} {scramble:?}"
            );
            assert_eq!(HashSet::from_iter(found), expected, "{name} {scramble:?}");
            // with a count, the shortest of all ways
            wanted.request.count = Some(7);
            let mut lengths: Vec<usize> = brute.iter().map(length).collect();
            lengths.sort_unstable();
            lengths.truncate(7);
            let seven = ways_found(&steps, &scramble, &wanted);
            let found = seven.iter().map(|way| length(&left_of_found(way)));
            assert_eq!(
                found.collect::<Vec<usize>>(),
                lengths,
                "{name} {scramble:?}"
            );
        }
        assert!(compared >= 2, "{name}: too many scrambles were too long");
    }
}

/// Nodes and moves tried are the same on every machine, and change only with the search and its
/// bounds: whoever changes those on purpose changes them here, too.
#[test]
fn work_is_known() {
    let work = |name: &str, metric, niss, extra, scramble: &str| {
        let steps = GoalName::parse(name, None).unwrap().steps(metric);
        let wanted = GoalRequest {
            request: Request::default().count(3).extra(extra).max_moves(30),
            niss,
            ..GoalRequest::default()
        };
        let answer = solve(
            &steps,
            &scramble.parse().unwrap(),
            &wanted,
            &Limits::default(),
        );
        let shortest = answer
            .solutions
            .first()
            .map_or(0, |way| way.iter().map(|step| step.length(metric)).sum());
        (answer.solutions.len(), shortest, answer.nodes, answer.tried)
    };
    use Metric::{HalfTurn, QuarterTurn};
    let scramble = "R U2 F' L D2 B R' U F2 L2";
    let found = [
        work("eo,dr,htr,solved", HalfTurn, false, 0, "R U2 F' L D2 B"),
        work("eo,dr,htr,solved", HalfTurn, true, 0, "R U F' L"),
        work("eo,dr", HalfTurn, false, 1, scramble),
        work("eo,dr,htr", QuarterTurn, false, 0, "R U F' L2"),
        work("eo,dr", QuarterTurn, true, 0, scramble),
        work("cross-d,xcross-d", HalfTurn, false, 0, scramble),
        work("f2l", HalfTurn, false, 0, "R U F' L D2"),
    ];
    let expected = [
        (3, 7, 45_594, 202_831),
        (1, 6, 163, 909),
        (3, 8, 489, 4281),
        (1, 7, 13, 96),
        (3, 10, 4667, 14_735),
        (3, 12, 93, 1287),
        (1, 4, 4, 54),
    ];
    assert_eq!(found, expected);
}

#[test]
fn steps_have_a_number_a_name_and_a_length() {
    for (name, from, count, shown) in [
        ("eo-fb", None, 1, "eo-fb"),
        ("dr", Some("eo-fb"), 1, "dr from eo-fb"),
        ("eo,dr,htr", None, 3, "eo"),
    ] {
        let parsed = GoalName::parse(name, from).unwrap();
        assert_eq!((parsed.count(), &*parsed.to_string()), (count, shown));
    }
    let moves = |text: &str| {
        text.parse::<cubesolve::Sequence>()
            .unwrap()
            .moves()
            .to_vec()
    };
    let solution = |normal, inverse| GoalSolution {
        goal: 0,
        normal: moves(normal),
        inverse: moves(inverse),
    };
    let both = solution("R U2 F", "L2 D");
    assert_eq!(both.len(), 5);
    assert_eq!(both.length(Metric::HalfTurn), 5);
    assert_eq!(both.length(Metric::QuarterTurn), 7);
    assert!(!both.is_empty() && !solution("", "D").is_empty() && solution("", "").is_empty());
    let unknown = GoalName::parse("nothing", None).err().unwrap().to_string();
    assert!(unknown.contains("eo, "), "{unknown}");
}

/// Without all variants, one of each pair that differs by the direction of the last quarter
/// turn on a side is left out, and it is the anticlockwise one.
#[test]
fn the_last_quarter_turn_has_one_direction() {
    let steps = vec![named("eo", None).unwrap()];
    let scramble = [
        Move::new(Face::F, 1),
        Move::new(Face::U, 1),
        Move::new(Face::R, 3),
    ];
    let cube = Cube::from_moves(scramble.into_iter().chain([Move::new(Face::B, 1)]));
    for niss in [false, true] {
        let listed = |variants| -> HashSet<GoalSolution> {
            let wanted = GoalRequest {
                request: Request::all().extra(1),
                niss,
                variants,
                ..GoalRequest::default()
            };
            let answer = solve(&steps, &cube, &wanted, &Limits::default());
            answer.solutions.into_iter().flatten().collect()
        };
        let (all, some) = (listed(true), listed(false));
        // the last move, and the one before it if it turns the face on the other side
        let clockwise = |moves: &[Move]| -> Vec<Move> {
            let mut moves = moves.to_vec();
            let opposite =
                |i: usize, moves: &[Move]| moves[i].face().opposite() == moves[i + 1].face();
            for i in (0..moves.len()).rev().take(2) {
                if i + 1 == moves.len() || opposite(i, &moves) {
                    let m = moves[i];
                    moves[i] = Move::new(m.face(), if m.turns() == 3 { 1 } else { m.turns() });
                }
            }
            moves
        };
        let chosen = all.iter().map(|s| GoalSolution {
            goal: s.goal,
            normal: clockwise(&s.normal),
            inverse: clockwise(&s.inverse),
        });
        assert_eq!(some, chosen.collect());
        assert!(some.len() < all.len());
    }
}

/// Unless all are asked for no two chains differ just by directions of the last quarter turns of
/// steps.
#[test]
fn chains_that_differ_by_directions_are_listed_once() {
    let steps = GoalName::parse("eo,dr", None)
        .unwrap()
        .steps(Metric::HalfTurn);
    let scramble = cubesolve::Sequence::parse("R U F' L2 D").unwrap();
    let listed = |variants| {
        let wanted = GoalRequest {
            request: Request::all().count(40).max_moves(200),
            niss: true,
            variants,
            ..GoalRequest::default()
        };
        ways_found(&steps, scramble.moves(), &wanted)
    };
    let turned_back = |way: &[StepFound], which: usize| -> Vec<StepFound> {
        let mut way = way.to_vec();
        for (n, (_, normal, inverse)) in way.iter_mut().enumerate() {
            for (bit, moves) in [(2 * n, normal), (2 * n + 1, inverse)] {
                if let Some(last) = moves.last_mut().filter(|_| which >> bit & 1 == 1) {
                    *last = last.inverse();
                }
            }
        }
        way
    };
    let is_doubled = |ways: &[Vec<StepFound>]| {
        let left: Vec<_> = ways.iter().map(|way| left_of_found(way)).collect();
        let mut pairs = (0..ways.len()).flat_map(|a| (0..ways.len()).map(move |b| (a, b)));
        pairs.any(|(a, b)| {
            let mut others = (1..16).map(|which| left_of_found(&turned_back(&ways[a], which)));
            a != b && others.any(|other| other == left[b])
        })
    };
    assert!(!is_doubled(&listed(false)));
    assert!(is_doubled(&listed(true)));
}

/// Which goals a name means.
#[test]
fn names_of_nissy_are_read() {
    let meant = |name: &str| -> Vec<String> {
        let steps = GoalName::parse(name, None).unwrap().steps(Metric::HalfTurn);
        steps.concat().iter().map(Goal::full_name).collect()
    };
    for (name, first, count) in [
        ("eofb", "eo-fb", 1),
        ("eolr", "eo-rl", 1),
        ("eoud", "eo-ud", 1),
        ("coud", "co-ud", 1),
        ("corl", "co-rl", 1),
        ("drud", "dr-ud", 1),
        ("DRFB", "dr-fb", 1),
        ("dr-eo", "dr-ud from eo-rl", 6),
        ("dr-eofb", "dr-ud from eo-fb", 2),
        ("drud-eofb", "dr-ud from eo-fb", 1),
        ("drfb-eorl", "dr-fb from eo-rl", 1),
        ("dr-ud-eo-fb", "dr-ud from eo-fb", 1),
        ("htr-drud", "htr from dr-ud", 1),
        ("htr-dr", "htr from dr-ud", 3),
        ("drfin", "solved from dr-ud", 3),
        ("drrlfin", "solved from dr-rl", 1),
        ("htrfin", "solved from htr", 1),
        ("corners-dr", "corners from dr-ud", 3),
        ("corners-drrl", "corners from dr-rl", 1),
        ("drslice", "slice-ud from dr-ud", 3),
        ("drfbslice", "slice-fb from dr-fb", 1),
        ("slice-htr", "slice-ud from htr", 3),
        ("block-fur", "block-urf", 1),
        ("eofb, drud-eofb,htr-drud,htrfin", "eo-fb", 4),
        // orienting the edges about U and D leads to no dr-ud
        ("eo,dr-ud", "eo-rl", 4),
    ] {
        let meant = meant(name);
        assert_eq!((meant[0].as_str(), meant.len()), (first, count), "{name}");
    }
    for (name, from) in [
        ("drud-eoud", None),
        ("eo,htr", None),
        ("eo-fb,dr-fb", None),
        ("eofb,drud-eorl", None),
        ("drud,htr-drrl", None),
        ("cross-d,xcross-u", None),
        ("dr,solved,htr", None),
        ("htrfin", Some("dr")),
        ("block,cross", None),
    ] {
        let wrong = GoalName::parse(name, from);
        assert!(matches!(wrong, Err(GoalError::From { .. })), "{name}");
    }
}

/// Steps of nissy's that are none here are answered by what comes nearest.
#[test]
fn other_names_of_nissy_are_known() {
    for (name, nearest) in [
        ("optimal", "without a goal"),
        ("light", "without a goal"),
        (
            "eofin",
            "dr,htr,solved go on after eo, or the turns U,D,R,L,F2,B2 alone",
        ),
        ("EOUDFIN", "R,L,F,B,U2,D2"),
        ("eorlfin", "U,D,F,B,R2,L2"),
        ("corners-URF", "2x2x2"),
        ("coud-URF", "all faces, as coud"),
        ("chtr-URF", "all faces, as chtr"),
    ] {
        let wrong = GoalName::parse(name, None).map(|_| ()).unwrap_err();
        assert!(matches!(wrong, GoalError::Elsewhere(..)), "{name}");
        let said = wrong.to_string();
        assert!(
            said.starts_with(&format!("{name:?} is a step of nissy's")),
            "{said}"
        );
        assert!(said.contains(nearest), "{said}");
    }
}

/// Turns of the second face are not needed where a slice is left.
#[test]
fn turns_of_one_face_leave_a_slice() {
    let goals = named("drudslice", None).unwrap();
    let judge = Judge {
        name: "slice-ud",
        faces: HELD_PLAINLY,
        is_there: all_but_slice,
    };
    for scramble in ["D", "D R2", "U D2 F2", "R2 L2 U D'", "D' R2 D"] {
        let scramble = cubesolve::Sequence::parse(scramble)
            .unwrap()
            .moves()
            .to_vec();
        let (found, _) = search(&goals, &scramble, false, ALL_OPTIMAL);
        let expected = by_brute_force(&judge, without_quarters("RLFB"), &scramble, false, 4);
        let shortest = expected.iter().next().expect("no longer than the scramble");
        assert_eq!(found[0].len(), shortest.len());
    }
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
            .all(|s| goals[s.goal].full_name() != "dr-ud from eo-fb")
    );
    assert!(
        found
            .iter()
            .any(|s| goals[s.goal].full_name() == "dr-fb from eo-rl" && s.is_empty())
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
    let wanted = GoalRequest {
        request: ALL_OPTIMAL,
        ..GoalRequest::default()
    };
    let answer = solve(&[goals], &superflip.unwrap(), &wanted, &limits);
    assert_eq!(answer.outcome, Outcome::Stopped);
}

/// After oriented edges on one axis come dominoes that keep just these.
#[test]
fn a_step_follows_the_goal_before() {
    let steps = GoalName::parse("eo,dr", None).unwrap();
    let steps = steps.steps(Metric::HalfTurn);
    let wanted = GoalRequest {
        request: Request::all().extra(1),
        variants: true,
        ..GoalRequest::default()
    };
    for scramble in ["", "R", "U2 F", "R U"] {
        let cube = scramble.parse().unwrap();
        let answer = solve(&steps, &cube, &wanted, &Limits::default());
        assert!(!answer.solutions.is_empty());
        for way in answer.solutions {
            let [first, second] = [0, 1].map(|n: usize| &steps[n][way[n].goal]);
            let from = format!("{} from {}", second.name(), first.name());
            assert_eq!(second.full_name(), from, "{scramble}");
        }
    }
}

/// Those who listen hear of the lengths of the first step, one after the other.
#[test]
fn of_a_chain_the_first_step_is_told() {
    let (depths, progress) = (Mutex::new(vec![]), Mutex::new(vec![]));
    let on_depth = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
    let on_progress = |told: &Progress| {
        progress.lock().unwrap().push(told.depth);
        ControlFlow::Continue(())
    };
    let limits = Limits::default()
        .on_depth(&on_depth)
        .on_progress(&on_progress);
    let steps = GoalName::parse("eo,dr", None).unwrap();
    let scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R' U' F";
    let cube = scramble.parse().unwrap();
    let steps = steps.steps(Metric::HalfTurn);
    let wanted = GoalRequest {
        request: Request::all().extra(2),
        ..GoalRequest::default()
    };
    let start = Instant::now();
    let answer = solve(&steps, &cube, &wanted, &limits);
    assert_eq!(answer.outcome, Outcome::Complete);
    let depths = depths.into_inner().unwrap();
    assert!(depths.len() > 2, "{depths:?}");
    assert!(depths.windows(2).all(|two| two[0] + 1 == two[1]));
    let progress = progress.into_inner().unwrap();
    assert!(progress.is_sorted(), "{progress:?}");
    assert!(progress.iter().all(|depth| depths.contains(depth)));
    assert!(progress.iter().any(|depth| *depth > depths[0]));
    // once for each length, and ten times a second
    let tenths = start.elapsed().as_millis() / 100;
    assert!(progress.len() as u128 <= tenths + 1 + depths.len() as u128);
}

#[test]
fn names() {
    for kind in &KINDS {
        if ["solved", "slice"].contains(&kind.name) {
            assert!(matches!(named(kind.name, None), Err(GoalError::Alone(_))));
            continue;
        }
        let has_one = ["htr", "chtr", "corners", "edges"].contains(&kind.name);
        let goals = named(kind.name, None).unwrap();
        assert_eq!(goals.len() == 1, has_one, "{}", kind.name);
    }
    assert_eq!(named("Block-DRB", None).unwrap()[0].name(), "block-drb");
    assert!(matches!(named("oll", None), Err(GoalError::Unknown(_))));
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
