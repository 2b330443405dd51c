//! Goals against brute force: every sequence up to some length, judged by definitions.

use crate::naive::NaiveCube;
use crate::patterns::looks_like;
use cubesolve::coord::{Stop, UNREACHED};
use cubesolve::cube::{Cube, Face, Metric, Move, MoveSet, Sequence};
use cubesolve::goals::{Goal, GoalChain, GoalName, KINDS};
use cubesolve::notation::LayerMove;
use cubesolve::{
    Answer, DepthReport, Limits, Outcome, Position, Progress, Query, Solution, Solver, Step,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

pub fn chain(name: &str) -> GoalChain {
    name.parse()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

pub fn query(name: &str) -> Query {
    Query::new().goal(chain(name))
}

pub fn moves(text: &str) -> Vec<Move> {
    text.parse::<Sequence>().expect("moves").moves().to_vec()
}

fn face_turns(moves: &[LayerMove]) -> Vec<Move> {
    let sequence: Sequence = moves.iter().copied().collect();
    sequence.moves().to_vec()
}

fn solve_limited(query: &Query, scramble: &[Move], limits: &Limits) -> Answer {
    static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::default);
    let position = Position::from(Cube::from_moves(scramble.iter().copied()));
    let answer = SOLVER.query(&position, query, limits);
    answer.expect("steps need no table")
}

fn solve(query: &Query, scramble: &[Move]) -> Answer {
    solve_limited(query, scramble, &Limits::default())
}

/// Moves on the normal and on the inverse scramble.
pub type BothSides = (Vec<Move>, Vec<Move>);

fn both_sides(step: &Step) -> BothSides {
    (face_turns(&step.normal), face_turns(&step.inverse))
}

/// The solutions of a query for a single step.
pub fn single_steps(query: &Query, scramble: &[Move]) -> Vec<BothSides> {
    let answer = solve(query, scramble);
    let only_step = |solution: &Solution| {
        let [step] = &solution.steps[..] else {
            panic!("more than one step");
        };
        both_sides(step)
    };
    answer.solutions.iter().map(only_step).collect()
}

/// A goal at some place by its definition: the test of its kind, after the whole cube is turned so
/// that `faces` (in the order U R F D L B) are where those six were.
pub struct Judge {
    name: &'static str,
    faces: &'static str,
    is_reached: fn(&Cube) -> bool,
}

const PLAIN: &str = "URFDLB";

pub const fn judge(
    name: &'static str,
    faces: &'static str,
    is_reached: fn(&Cube) -> bool,
) -> Judge {
    Judge {
        name,
        faces,
        is_reached,
    }
}

const JUDGES: [Judge; 30] = [
    judge("eo-fb", PLAIN, edges_oriented),
    judge("eo-rl", "UBRDFL", edges_oriented),
    judge("eo-ud", "BRUFLD", edges_oriented),
    judge("co-ud", PLAIN, corners_oriented),
    judge("co-rl", "RDFLUB", corners_oriented),
    judge("co-fb", "FRDBLU", corners_oriented),
    judge("dr-ud", PLAIN, domino),
    judge("dr-rl", "RDFLUB", domino),
    judge("dr-fb", "FRDBLU", domino),
    judge("htr", PLAIN, half_turns),
    judge("corners", PLAIN, corners_solved),
    judge("chtr", PLAIN, corners_as_of_half_turns),
    judge("edges", PLAIN, edges_solved),
    judge("cross-d", PLAIN, d_cross),
    judge("cross-f", "BRUFLD", d_cross),
    judge("layer-d", PLAIN, d_layer),
    judge("layer-f", "BRUFLD", d_layer),
    judge("block-urf", PLAIN, urf_block),
    judge("block-ufl", "UFLDBR", urf_block),
    judge("222-ufl", "UFLDBR", urf_block),
    judge("223-uf", PLAIN, uf_block),
    judge("223-dl", "DBLUFR", uf_block),
    judge("eoline-ufb", PLAIN, |x| line(x, &[1, 3])),
    judge("eoline-drl", "DFRUBL", |x| line(x, &[1, 3])),
    judge("eocross-ufb", PLAIN, |x| line(x, &[0, 1, 2, 3])),
    judge("fb-ru", PLAIN, ru_block),
    judge("fb-ld", "DLFURB", ru_block),
    judge("sb-rlu", PLAIN, both_blocks),
    judge("sb-rld", "DLFURB", both_blocks),
    judge("cmll-rlu", PLAIN, all_but_last_edges),
];

impl Judge {
    /// Whether the cube after these moves is at the goal.
    fn accepts(&self, moves: impl Iterator<Item = Move>) -> bool {
        let turned = moves.map(|m| {
            let face = self.faces.find(m.face().letter());
            Move::new(Face::ALL[face.expect("one of six letters")], m.turns())
        });
        (self.is_reached)(&Cube::from_moves(turned))
    }
}

pub fn edges_oriented(x: &Cube) -> bool {
    *x.edge_orientations() == [0; 12]
}

fn corners_oriented(x: &Cube) -> bool {
    *x.corner_orientations() == [0; 8]
}

pub fn domino(x: &Cube) -> bool {
    edges_oriented(x) && corners_oriented(x) && x.edges()[8..].iter().all(|edge| *edge >= 8)
}

/// All cubes that half turns make of the solved cube.
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

/// The corners and the edges between F and B solved, once U and D, and R and L, are turned together.
fn all_but_two_slices(x: &Cube) -> bool {
    let turned = ["", "U2 D2", "R2 L2", "U2 D2 R2 L2"].map(|turns| x.apply_all(moves(turns)));
    let solved = |x: &Cube| corners_solved(x) && [0, 2, 4, 6].iter().all(|p| edge_solved(x, *p));
    turned.iter().any(solved)
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

fn d_layer(x: &Cube) -> bool {
    d_cross(x) && (4..8).all(|p| corner_solved(x, p))
}

fn urf_block(x: &Cube) -> bool {
    let corner = x.corners()[0] == 0 && x.corner_orientations()[0] == 0;
    corner && [0, 1, 8].into_iter().all(|p| edge_solved(x, p))
}

fn corner_solved(x: &Cube, p: usize) -> bool {
    usize::from(x.corners()[p]) == p && x.corner_orientations()[p] == 0
}

fn solved_at(x: &Cube, corners: &[usize], edges: &[usize]) -> bool {
    corners.iter().all(|p| corner_solved(x, *p)) && edges.iter().all(|p| edge_solved(x, *p))
}

fn uf_block(x: &Cube) -> bool {
    solved_at(x, &[0, 1], &[0, 1, 2, 8, 9])
}

fn line(x: &Cube, edges: &[usize]) -> bool {
    edges_oriented(x) && solved_at(x, &[], edges)
}

fn ru_block(x: &Cube) -> bool {
    solved_at(x, &[0, 3], &[0, 8, 11])
}

fn both_blocks(x: &Cube) -> bool {
    ru_block(x) && solved_at(x, &[1, 2], &[2, 9, 10])
}

fn all_but_last_edges(x: &Cube) -> bool {
    let turned = |turns| x.apply_all((0..turns).map(|_| Move::new(Face::D, 1)));
    both_blocks(x) && (0..4).any(|turns| corners_solved(&turned(turns)))
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

/// All canonical sequences of these moves, by length up to `max`.
fn sequences(metric: Metric, moves: MoveSet, max: usize) -> Vec<Vec<Vec<Move>>> {
    let mut by_length: Vec<Vec<Vec<Move>>> = vec![vec![vec![]]];
    for length in 1..=max {
        let mut longer = vec![];
        for m in moves.iter() {
            let shorter = length.checked_sub(metric.cost(m).into());
            for sequence in shorter.map_or(&[][..], |shorter| &by_length[shorter]) {
                if sequence.last().is_none_or(|last| m.may_follow(*last)) {
                    longer.push([&sequence[..], &[m]].concat());
                }
            }
        }
        by_length.push(longer);
    }
    by_length
}

/// All shortest steps of at most `max` moves.
pub fn by_brute_force(
    judge: &Judge,
    moves: MoveSet,
    scramble: &[Move],
    niss: bool,
    max: usize,
) -> HashSet<BothSides> {
    let sequences = sequences(Metric::HalfTurn, moves, max);
    for length in 0..=max {
        let mut found = HashSet::new();
        for on_inverse in 0..=if niss { length } else { 0 } {
            for inverse in &sequences[on_inverse] {
                for normal in &sequences[length - on_inverse] {
                    if judge.accepts(whole(inverse, scramble, normal)) {
                        found.insert((normal.clone(), inverse.clone()));
                    }
                }
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    HashSet::new()
}

/// Compares the solutions of a query by `moves` with those of brute force, for scrambles of up to
/// `length` of these moves, and solutions that are no longer.
pub fn compare(judge: &Judge, query: Query, moves: MoveSet, length: usize) {
    let niss = query == query.clone().niss(true);
    let query = query.all().max_moves(length as u8);
    let scramble_moves: Vec<Move> = moves.iter().collect();
    let scrambles = prop::collection::vec(prop::sample::select(scramble_moves), 0..=length);
    let mut runner = TestRunner::new(Config {
        cases: 12,
        failure_persistence: None,
        ..Config::default()
    });
    let result = runner.run(&scrambles, |scramble| {
        let expected = by_brute_force(judge, moves, &scramble, niss, length);
        let found = single_steps(&query, &scramble);
        prop_assert_eq!(found.len(), expected.len(), "each once");
        prop_assert_eq!(HashSet::from_iter(found), expected);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{}: {error}", judge.name));
}

#[test]
fn shortest_steps_are_those_of_brute_force() {
    for judge in &JUDGES {
        compare(judge, query(judge.name), MoveSet::ALL, 3);
    }
}

#[test]
fn steps_on_both_scrambles_are_those_of_brute_force() {
    for judge in JUDGES.iter().filter(|judge| judge.faces != PLAIN) {
        compare(judge, query(judge.name).niss(true), MoveSet::ALL, 2);
    }
}

pub fn without_quarters(faces: &str) -> MoveSet {
    let is_kept = |m: &Move| m.is_half_turn() || !faces.contains(m.face().letter());
    MoveSet::ALL.iter().filter(is_kept).collect()
}

#[test]
fn steps_keep_what_was_reached_before() {
    let corners = corners_solved;
    for (judge, quarters, niss, length) in [
        (judge("drud-eofb", PLAIN, domino), "FB", false, 4),
        (judge("drud-eorl", PLAIN, domino), "RL", true, 2),
        (judge("drrl-eoud", "RDFLUB", domino), "UD", false, 3),
        (judge("htr-drud", PLAIN, half_turns), "RLFB", false, 4),
        (judge("htr-drfb", PLAIN, half_turns), "RLUD", true, 2),
        (judge("solved-drud", PLAIN, solved), "RLFB", false, 4),
        (judge("drrlfin", PLAIN, solved), "UDFB", false, 3),
        (judge("htrfin", PLAIN, solved), "URFDLB", false, 5),
        (judge("corners-drud", PLAIN, corners), "RLFB", false, 4),
        (judge("corners-htr", PLAIN, corners), "URFDLB", false, 5),
    ] {
        let query = query(judge.name).niss(niss);
        compare(&judge, query, without_quarters(quarters), length);
    }
}

/// Moves of the second face beside a slice are not needed to solve all but that slice.
#[test]
fn all_but_slices_are_solved_by_moves_of_one_face_beside_each() {
    let slice = all_but_slice as fn(&Cube) -> bool;
    for (name, faces, is_reached, quarters, needless, length) in [
        ("drudslice", PLAIN, slice, "RLFB", "D", 4),
        ("slicefb-htr", "FRDBLU", slice, "URFDLB", "B", 5),
        ("dslicefb-htr", PLAIN, all_but_two_slices, "URFDLB", "DL", 5),
    ] {
        let judge = judge(name, faces, is_reached);
        let kept = without_quarters(quarters);
        let is_needed = |m: &Move| !needless.contains(m.face().letter());
        let needed = kept.iter().filter(is_needed).collect();
        compare(&judge, query(name), needed, length);
        // and a solution is no longer than with them
        for scramble in ["D2 R2", "U2 D2 F2", "R2 L2 U2 D2", "D2 R2 D2"] {
            let scramble = moves(scramble);
            let expected = by_brute_force(&judge, kept, &scramble, false, length);
            let shortest = expected.iter().next().map(length_of);
            let found = single_steps(&query(name), &scramble);
            assert_eq!(
                found.first().map(length_of),
                shortest,
                "{name} {scramble:?}"
            );
        }
    }
}

#[test]
fn corners_and_edges_beside_slice_are_turned_equally_far() {
    let scramble = moves("R2 F2 L2");
    let found = single_steps(&query("drudslice").all(), &scramble);
    assert_eq!(found.len(), 1);
    let solved = [&scramble[..], &found[0].0].concat();
    assert!(all_but_slice(&Cube::from_moves(solved)));
}

#[test]
fn restricted_moves_are_those_of_brute_force() {
    for (judge, allowed) in [
        (judge("eo-rl", "UBRDFL", edges_oriented), "U,R,F2"),
        (judge("cross-d", PLAIN, d_cross), "R,D,F2"),
        (judge("drud-eofb", PLAIN, domino), "U,R,D2"),
        (judge("corners-htr", PLAIN, corners_solved), "U2,R2,F2"),
        (judge("drudslice", PLAIN, all_but_slice), "D,R2,F2"),
    ] {
        let allowed: cubesolve::notation::AllowedMoves = allowed.parse().unwrap();
        let set: MoveSet = allowed.moves().flat_map(|m| face_turns(&[m])).collect();
        let query = query(judge.name).moves(allowed);
        compare(&judge, query, set, 4);
    }
}

#[test]
fn goal_that_allowed_moves_do_not_lead_to_is_impossible() {
    for (name, allowed, scramble, problem) in [
        (
            "eo-fb",
            "U,R",
            "F",
            "impossible: the allowed moves do not lead to edge orientation (eo-fb)",
        ),
        (
            "htr-drud,solved",
            "R,F2",
            "U",
            "the cube is not in domino reduction (dr-ud), where this step starts, or the allowed \
             moves do not lead from there to half-turn reduction (htr)",
        ),
    ] {
        let query = query(name).moves(allowed.parse().unwrap());
        let answer = solve(&query, &moves(scramble));
        assert_eq!(answer.outcome, Outcome::Impossible);
        assert_eq!(answer.problem(&query).unwrap(), problem);
    }
}

/// Any of the four pairs counts; moves that complete two at once are found for each.
#[test]
fn cross_and_pair_has_any_pair() {
    let judge = judge("xcross-d", PLAIN, d_cross_and_pair);
    for scramble in ["", "R U R'", "R U", "D2 F", "L' B2", "U R2 F", "D R"] {
        let scramble = moves(scramble);
        let found = single_steps(&query(judge.name).all(), &scramble);
        let expected = by_brute_force(&judge, MoveSet::ALL, &scramble, false, 3);
        assert_eq!(HashSet::from_iter(found), expected);
    }
    let counts = ["xcross-d", "xxcross-d", "xxxcross-d", "f2l-d"];
    assert_eq!(
        counts.map(|name| chain(name).goals()[0].len()),
        [4, 6, 4, 1]
    );
}

/// A goal of a step by brute force: the goals that it may start from (any if there are none) and
/// the moves that keep them.
struct Place {
    judge: Judge,
    starts: &'static [&'static str],
    moves: MoveSet,
}

fn place(judge: Judge, starts: &'static [&'static str], quarters: &str) -> Place {
    Place {
        judge,
        starts,
        moves: without_quarters(quarters),
    }
}

/// The steps eo, dr, htr and solved at all of their places.
fn reductions() -> [Vec<Place>; 4] {
    let eo = |name, faces| place(judge(name, faces, edges_oriented), &[], "");
    let dr = |name, faces, start: &'static [&'static str], quarters| {
        place(judge(name, faces, domino), start, quarters)
    };
    let htr = |start: &'static [&'static str], quarters| {
        place(judge("htr", PLAIN, half_turns), start, quarters)
    };
    [
        vec![
            eo("eo-fb", PLAIN),
            eo("eo-rl", "UBRDFL"),
            eo("eo-ud", "BRUFLD"),
        ],
        vec![
            dr("dr-ud", PLAIN, &["eo-fb"], "FB"),
            dr("dr-ud", PLAIN, &["eo-rl"], "RL"),
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
        vec![place(judge("solved", PLAIN, solved), &["htr"], "URFDLB")],
    ]
}

/// Steps by the names of their goals, with their moves on the normal and on the inverse scramble.
type Path = Vec<(String, Vec<Move>, Vec<Move>)>;

/// All moves of the steps on the normal and on the inverse scramble.
fn all_moves(path: &Path) -> BothSides {
    let normal = path.iter().flat_map(|(_, normal, _)| normal.clone());
    let inverse = path.iter().flat_map(|(_, _, inverse)| inverse.clone());
    (normal.collect(), inverse.collect())
}

/// What chains differ in.
#[derive(Debug, Clone, Copy)]
struct Variant<'a> {
    metric: Metric,
    niss: bool,
    extra: &'a [u8],
    max_moves: &'a [u8],
}

impl Variant<'_> {
    fn query(&self, name: &str) -> Query {
        let query = query(name).metric(self.metric).niss(self.niss);
        query
            .extra_by_step(self.extra)
            .max_moves_by_step(self.max_moves)
    }
}

/// All paths through the steps, each step within `extra` of the shortest from where it starts, by
/// trying every sequence. `None` if a step might be longer than `max`.
fn all_paths(
    steps: &[Vec<Place>],
    path: &Path,
    scramble: &[Move],
    variant: Variant,
    max: usize,
) -> Option<Vec<Path>> {
    let (metric, niss) = (variant.metric, variant.niss);
    let extra: usize = match variant.extra[..] {
        [of_all] => of_all.into(),
        _ => variant.extra.get(path.len()).copied().unwrap_or(0).into(),
    };
    let limit = variant.max_moves.get(path.len());
    let limit = limit.map_or(usize::MAX, |max| (*max).into());
    let Some((places, later)) = steps.split_first() else {
        return Some(vec![path.clone()]);
    };
    let start = path.last().map(|(name, ..)| &name[..]);
    let follows = |place: &&Place| {
        place.starts.is_empty() || start.is_some_and(|s| place.starts.contains(&s))
    };
    let (after, before) = all_moves(path);
    let scrambled: Vec<Move> = whole(&before, scramble, &after).collect();
    // half turns are few
    let max = match later.is_empty() && places[0].moves == MoveSet::HALF_TURNS {
        true => 6 * usize::from(metric.cost(Move::new(Face::U, 2))),
        false => max,
    };
    let mut paths = vec![];
    let mut shortest = None;
    for length in 0..=max {
        if length > limit || shortest.is_some_and(|shortest| length > shortest + extra) {
            return Some(paths);
        }
        for place in places.iter().filter(follows) {
            let sequences = sequences(metric, place.moves, length);
            let accepts = |normal: &[Move], inverse: &[Move]| {
                place.judge.accepts(whole(inverse, &scrambled, normal))
            };
            let on_both_sides = niss && place.judge.name != "solved";
            for on_inverse in 0..=if on_both_sides { length } else { 0 } {
                for inverse in &sequences[on_inverse] {
                    for normal in &sequences[length - on_inverse] {
                        let without_last =
                            |moves: &[Move]| moves.split_last().map(|(_, m)| m.to_vec());
                        if !accepts(normal, inverse)
                            || without_last(normal)
                                .is_some_and(|shorter| accepts(&shorter, inverse))
                            || without_last(inverse)
                                .is_some_and(|shorter| accepts(normal, &shorter))
                            || undoes(&after, normal)
                            || undoes(&before, inverse)
                        {
                            continue;
                        }
                        shortest = shortest.or(Some(length));
                        let mut longer = path.clone();
                        let name = place.judge.name.to_owned();
                        longer.push((name, normal.clone(), inverse.clone()));
                        paths.extend(all_paths(later, &longer, scramble, variant, max)?);
                    }
                }
            }
        }
    }
    None
}

/// Moves of one face merged as long as there are two with only moves of the opposite face between
/// them, and opposite faces in one order.
fn merged(moves: &[Move]) -> Vec<Move> {
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

/// Whether moves undo one of those before.
fn undoes(before: &[Move], moves: &[Move]) -> bool {
    (1..=moves.len()).any(|count| {
        let first = |count: usize| merged(&[before, &moves[..count]].concat());
        first(count).len() < first(count - 1).len()
    })
}

/// The merged moves of a path on the normal and on the inverse scramble; of a path to the solved
/// cube all on the normal one.
fn skeleton(path: &Path) -> BothSides {
    let (normal, inverse) = all_moves(path);
    match path.last() {
        Some((name, ..)) if name == "solved" => {
            let undone = inverse.iter().rev().map(|m| m.inverse());
            let all: Vec<Move> = normal.iter().copied().chain(undone).collect();
            (merged(&all), vec![])
        }
        _ => (merged(&normal), merged(&inverse)),
    }
}

fn length_of(moves: &BothSides) -> usize {
    length_in(Metric::HalfTurn, moves)
}

fn length_in(metric: Metric, (normal, inverse): &BothSides) -> usize {
    metric.length(normal) + metric.length(inverse)
}

/// The moves without the directions of quarter turns.
fn without_directions((normal, inverse): &BothSides) -> [Vec<(Face, bool)>; 2] {
    let blind = |moves: &[Move]| {
        let blind = moves.iter().map(|m| (m.face(), m.is_half_turn()));
        blind.collect()
    };
    [blind(normal), blind(inverse)]
}

/// The steps of a solution. Their lengths and the whole moves are those of its skeleton.
fn path_of(solution: &Solution, metric: Metric) -> Path {
    let mut path = vec![];
    for step in &solution.steps {
        let (normal, inverse) = both_sides(step);
        assert_eq!(
            step.length,
            metric.length(&normal) + metric.length(&inverse)
        );
        let goal = step.goal.as_ref().expect("each step has a goal");
        path.push((goal.to_string(), normal, inverse));
        assert_eq!(step.total, length_in(metric, &skeleton(&path)));
    }
    let whole = (face_turns(&solution.normal), face_turns(&solution.inverse));
    assert_eq!(whole, skeleton(&path));
    assert_eq!(solution.length(), length_in(metric, &whole));
    path
}

/// The paths of all solutions, shortest first. The last step of each is checked on stickers if it
/// solves the cube.
fn paths_found(query: &Query, scramble: &[Move]) -> Vec<Path> {
    let answer = solve(query, scramble);
    assert_eq!(answer.outcome, Outcome::Complete);
    let solutions = answer.solutions.iter();
    let paths: Vec<Path> = solutions.map(|one| path_of(one, answer.metric)).collect();
    for path in &paths {
        let (normal, inverse) = all_moves(path);
        let mut stickers = NaiveCube::solved();
        for m in whole(&inverse, scramble, &normal) {
            stickers.apply_str(&m.to_string());
        }
        assert!(stickers.is_solved() || path[path.len() - 1].0 != "solved");
    }
    let lengths = paths
        .iter()
        .map(|path| length_in(answer.metric, &skeleton(path)));
    assert!(lengths.clone().is_sorted());
    assert_eq!(lengths.min(), Some(answer.lower_bound.into()));
    paths
}

/// Chains are the shortest in total of those that brute force finds, with moves on one scramble and
/// on both, with longer steps, in both metrics, and with steps that do not keep those before. Each is
/// listed once.
#[test]
fn chains_are_shortest_in_total() {
    let full = "eo,dr,htr,solved";
    for (name, niss, extra, max, scrambles) in [
        ("eo,dr", false, &[0][..], 4, "R/F R/R U F/L' F/D R2 F"),
        ("eo,dr", false, &[1], 4, "F R/U F/R F"),
        ("eo,dr", true, &[0], 2, "F/R F/F R/U R/B L"),
        ("eo,dr", true, &[1, 0], 2, "F/R/U B"),
        ("eo,dr,htr", false, &[0], 4, "R2 U F/F2 U R F/U2 R2 D L"),
        ("eo,dr,htr", false, &[1], 4, "F/R"),
        (full, false, &[0], 4, "R2 U F/F2 R2 U F/L2 D R/U2 F2 L B"),
        (full, false, &[0, 1, 1, 0], 4, "F/R/U2 R"),
        (full, true, &[0], 2, "U2 R F/D F/R2 U"),
        (full, true, &[0, 1, 0, 1], 2, "F2/R/U"),
        (
            "cross-d,xcross-d",
            false,
            &[0],
            4,
            "R U' F/L D' F2/F R' D L/R' F D2 B/F R/U F L",
        ),
    ] {
        let in_metric = |metric| Variant {
            metric,
            niss,
            extra,
            max_moves: &[],
        };
        let scrambles: Vec<Vec<Move>> = scrambles.split('/').map(moves).collect();
        compare_chains(name, in_metric(Metric::HalfTurn), max, &scrambles);
        if extra == [0] {
            compare_chains(name, in_metric(Metric::QuarterTurn), max, &scrambles);
        }
    }
}

/// Compares the chains of a query with those of brute force, for scrambles of which at least two have
/// steps of at most `max` moves.
fn compare_chains(name: &str, variant: Variant, max: usize, scrambles: &[Vec<Move>]) {
    let query = variant.query(name);
    let crosses = [
        vec![place(judge("cross-d", PLAIN, d_cross), &[], "")],
        vec![place(judge("xcross-d", PLAIN, d_cross_and_pair), &[], "")],
    ];
    let reductions = reductions();
    let places = match name.starts_with("cross") {
        true => &crosses[..],
        false => &reductions[..chain(name).len()],
    };
    let length_of = |one: &BothSides| length_in(variant.metric, one);
    let mut compared = 0;
    for scramble in scrambles {
        let Some(paths) = all_paths(places, &vec![], scramble, variant, max) else {
            continue;
        };
        compared += 1;
        let context = format!("{name} {variant:?} {scramble:?}");
        let brute: HashSet<BothSides> = paths.iter().map(skeleton).collect();
        if brute.is_empty() {
            let outcome = solve(&query, scramble).outcome;
            assert_eq!(outcome, Outcome::NoneWithinMaxMoves, "{context}");
            continue;
        }
        let shortest = brute.iter().map(length_of).min().unwrap();
        let best = brute.iter().filter(|one| length_of(one) == shortest);
        let expected: HashSet<BothSides> = best.cloned().collect();
        let found = paths_found(&query.clone().all(), scramble);
        let found: Vec<BothSides> = found.iter().map(skeleton).collect();
        assert_eq!(found.len(), expected.len(), "each once: {context}");
        assert_eq!(HashSet::from_iter(found), expected, "{context}");

        // with a number, the shortest of all, one for all directions of last quarter turns
        let seven = paths_found(&query.clone().number(7), scramble);
        let seven: Vec<BothSides> = seven.iter().map(skeleton).collect();
        assert!(seven.iter().all(|one| brute.contains(one)), "{context}");
        assert_eq!(length_of(&seven[0]), shortest);
        let max = match seven.len() {
            7 => length_of(&seven[6]),
            _ => usize::MAX,
        };
        let found: HashSet<_> = seven.iter().map(without_directions).collect();
        let is_solving = name.ends_with("solved");
        let shorter = brute
            .iter()
            .filter(|one| !is_solving && length_of(one) < max);
        for one in shorter {
            let is_listed = found.contains(&without_directions(one));
            assert!(is_listed, "{context}: {one:?} is missing");
        }
    }
    assert!(compared >= 2, "{name}: too many scrambles were too long");
}

/// The search is the same with any number of threads, whatever finishes first.
#[test]
fn chains_do_not_depend_on_number_of_threads() {
    let scramble = Cube::from_moves(moves("R U F' L2 D B2 R' U' L F2"));
    let query = query("eo,dr,htr,solved").niss(true).extra(1).number(5);
    let solutions = |threads| {
        let solver = Solver::default().threads(threads);
        let answer = solver.query(&scramble.into(), &query, &Limits::default());
        answer.unwrap().solutions
    };
    let expected = solutions(1);
    assert_eq!(expected.len(), 5);
    assert_eq!(solutions(3), expected);
}

/// A chain that may have longer steps is never longer than one that may not.
#[test]
fn longer_steps_never_make_chains_longer() {
    let scramble = moves("R' U' F L2 D B2 R2 U' F D' L");
    let length = |extra| {
        let query = query("eo,dr,htr,solved").niss(true).extra(extra);
        let path = paths_found(&query, &scramble).remove(0);
        length_of(&skeleton(&path))
    };
    assert!(length(1) <= length(0));
}

/// A search that is stopped has a chain, and a bound that the shortest one does not violate.
#[test]
fn stopped_chain_has_best_so_far_and_true_bound() {
    let scramble = moves("R' U' F L2 D B2 R2 U' F D' L");
    let query = query("eo,dr,htr,solved").niss(true).extra(1);
    let shortest = solve(&query, &scramble);
    let lengths = Mutex::new(vec![]);
    let on_progress = |progress: &Progress| match progress.best {
        None => ControlFlow::Continue(()),
        Some(best) => {
            lengths.lock().unwrap().push(best.length());
            ControlFlow::Break(())
        }
    };
    let limits = Limits::default().on_progress(&on_progress);
    let stopped = solve_limited(&query, &scramble, &limits);
    assert_eq!(stopped.outcome, Outcome::Stopped);
    assert_eq!(
        stopped.length(),
        lengths.into_inner().unwrap().first().copied()
    );
    assert!(stopped.length() >= shortest.length());
    assert!(usize::from(stopped.lower_bound) <= shortest.length().unwrap());
}

/// Of two steps that differ by the direction of the last quarter turn on one scramble, both of
/// which lead to the goal, only the clockwise one is listed.
#[test]
fn last_quarter_turn_is_clockwise_unless_all_are_requested() {
    let scramble = moves("F U R' B");
    for niss in [false, true] {
        let query = query("eo").niss(niss).extra(1);
        let steps = |query: &Query| -> HashSet<(String, Vec<Move>, Vec<Move>)> {
            let answer = solve(query, &scramble);
            let solutions = answer.solutions.iter();
            solutions
                .map(|one| path_of(one, answer.metric).remove(0))
                .collect()
        };
        let (some, all) = (steps(&query), steps(&query.clone().all()));
        // the last move, and the one before it if that turns the opposite face
        let clockwise = |moves: &[Move]| -> Vec<Move> {
            let mut moves = moves.to_vec();
            for i in (0..moves.len()).rev().take(2) {
                let is_last = i + 1 == moves.len();
                if is_last || moves[i].face().opposite() == moves[i + 1].face() {
                    let turns = if moves[i].is_half_turn() { 2 } else { 1 };
                    moves[i] = Move::new(moves[i].face(), turns);
                }
            }
            moves
        };
        let chosen = all
            .iter()
            .map(|(goal, normal, inverse)| (goal.clone(), clockwise(normal), clockwise(inverse)));
        assert_eq!(some, chosen.collect());
        assert!(some.len() < all.len());
    }
}

/// Unless all are requested no two chains differ only by directions of last quarter turns of steps.
#[test]
fn chains_that_differ_by_directions_are_listed_once() {
    let scramble = moves("R U F' L2 D");
    let reversed = |path: &Path, which: usize| -> Path {
        let mut path = path.clone();
        for (n, (_, normal, inverse)) in path.iter_mut().enumerate() {
            for (bit, moves) in [(2 * n, normal), (2 * n + 1, inverse)] {
                if let Some(last) = moves.last_mut().filter(|_| which >> bit & 1 == 1) {
                    *last = last.inverse();
                }
            }
        }
        path
    };
    let has_equivalent_paths = |query: &Query| {
        let paths = paths_found(query, &scramble);
        let skeletons: Vec<BothSides> = paths.iter().map(skeleton).collect();
        let mut pairs = (0..paths.len()).flat_map(|a| (0..paths.len()).map(move |b| (a, b)));
        pairs.any(|(a, b)| {
            let mut others = (1..16).map(|which| skeleton(&reversed(&paths[a], which)));
            a != b && others.any(|other| other == skeletons[b])
        })
    };
    let query = query("eo,dr").niss(true);
    assert!(!has_equivalent_paths(&query.clone().number(40)));
    assert!(has_equivalent_paths(&query.all()));
}

#[test]
fn chain_is_printed_as_it_is_read() {
    for (text, printed, len) in [
        ("eo-fb", "eo-fb", 1),
        ("eolr", "eo-rl", 1),
        ("dr-eo", "dr-eo", 1),
        ("dr-eofb", "dr-eofb", 1),
        ("dr-ud-eo-fb", "drud-eofb", 1),
        ("htrfin", "solved-htr", 1),
        ("drfbslice", "slice-drfb", 1),
        ("block-fur", "block-urf", 1),
        ("EOFB, drud-eofb,htr-drud", "eo-fb,dr-ud,htr", 3),
        ("eo,drud-eofb", "eo-fb,dr-ud", 2),
        ("dr-eo,htr,solved", "dr-eo,htr,solved", 3),
        ("Block-DRB", "block-drb", 1),
    ] {
        let chain = chain(text);
        assert_eq!((chain.to_string().as_str(), chain.len()), (printed, len));
        assert_eq!(printed.parse(), Ok(chain.clone()));
        assert_eq!(chain.steps().count(), len);
    }
    assert_ne!(chain("eo-fb"), chain("dr-fb"));
    assert_ne!(chain("dr-eo"), chain("dr"));
    assert_ne!(chain("dr-eofb"), chain("dr-eo"));
}

/// The goals that the steps of a chain have, and the goals that these start from.
#[test]
fn chain_has_goals_at_all_places_that_lead_on() {
    for (name, first, count) in [
        ("dr-eo", "dr-ud after eo-rl", 6),
        ("dr-eofb", "dr-ud after eo-fb", 2),
        ("drud-eofb", "dr-ud after eo-fb", 1),
        ("htr-drud", "htr after dr-ud", 1),
        ("htr-dr", "htr after dr-ud", 3),
        ("drfin", "solved after dr-ud", 3),
        ("htrfin", "solved after htr", 1),
        ("corners-drrl", "corners after dr-rl", 1),
        ("drslice", "slice-ud after dr-ud", 3),
        ("drfbslice", "slice-fb after dr-fb", 1),
        ("slice-htr", "slice-ud after htr", 3),
        ("eofb, drud-eofb,htr-drud,htrfin", "eo-fb", 4),
        // edges oriented about U and D lead to no dr-ud
        ("eo,dr-ud", "eo-rl", 4),
        // a place that is named earlier, and a case
        ("eo-fb,dr-eo", "eo-fb", 3),
        ("dr-ud-4a1,htr-dr", "dr-ud-4a1", 2),
    ] {
        let goals = chain(name).goals().concat();
        let described = match goals[0].previous() {
            Some(previous) => format!("{} after {previous}", goals[0].name()),
            None => goals[0].name().to_string(),
        };
        assert_eq!((described.as_str(), goals.len()), (first, count), "{name}");
    }
    for kind in KINDS {
        match kind.name.parse::<GoalChain>() {
            Ok(chain) => assert_eq!(chain.goals()[0].len() > 1, !kind.places().is_empty()),
            Err(error) => {
                let error = error.to_string();
                assert!(error.contains(" needs "), "{error}");
                let later = [
                    "solved", "slice", "fr", "frls", "drm", "ar", "dslice", "3e", "lse", "oll",
                ];
                assert!(later.contains(&kind.name));
            }
        }
    }
}

#[test]
fn wrong_names_of_goals_are_errors() {
    let error = |name: &str| name.parse::<GoalChain>().unwrap_err().to_string();
    for name in [
        "drud-eoud",
        "eo,htr",
        "eo-fb,dr-fb",
        "eofb,drud-eorl",
        "cross-d,xcross-u",
        "dr,solved,htr",
    ] {
        assert!(error(name).contains(" cannot start from "), "{name}");
    }
    assert_eq!(
        error("eo,htr"),
        "htr cannot start from eo, only from dr-fb, dr-rl, dr-ud or a goal that it contains"
    );
    assert_eq!(error("eo,fr"), "fr cannot start from eo, only from htr");
    assert!(error("eo-fb,dr-fb").starts_with("dr-fb cannot start from eo-fb, only from eo-rl, "));
    for (name, start) in [
        ("oll", "oll needs a step before it, as in f2l,oll"),
        ("zbll", "unknown goal \"zbll\"; expected one of eo, "),
        ("eo,", "unknown goal \"\"; "),
        ("eofin", "unknown goal \"eofin\"; "),
        ("eo,finish", "unknown goal \"finish\"; "),
        ("eo-", "eo has no place \"\"; expected ud, rl or fb"),
        ("eo-x", "eo has no place \"x\"; expected ud, rl or fb"),
    ] {
        assert!(error(name).starts_with(start), "{name}");
    }
}

#[test]
fn cube_that_is_not_where_step_starts_is_impossible() {
    let f = moves("F");
    for (name, problem) in [
        ("drud-eofb", "edge orientation (eo-fb)"),
        ("htr-dr", "domino reduction (dr)"),
        ("solved-htr", "half-turn reduction (htr)"),
    ] {
        let query = query(name);
        let answer = solve(&query, &[&f[..], &moves("R U")].concat());
        assert_eq!(answer.outcome, Outcome::Impossible);
        let problem = format!("the cube is not in {problem}, where this step starts");
        assert_eq!(answer.problem(&query), Some(problem));
    }
    let chain = chain("drud-eofb");
    let cube = Cube::from_moves(f.iter().copied());
    let bound = chain.goals()[0][0].lower_bound(&cube, Metric::HalfTurn, Stop::never());
    assert_eq!(bound, Ok(UNREACHED));
    // but edges are oriented on the other axes
    assert_eq!(solve(&query("dr-eo"), &f).length(), Some(0));
}

/// The faces in the name of a place are the ones whose turns matter.
#[test]
fn place_is_where_its_name_says() {
    let breaks = |goal: &Goal, face: Face| {
        let broken = [1, 3].map(|n| !goal.is_reached(Move::new(face, n).cube()));
        assert_eq!(broken[0], broken[1], "{:?} {face:?}", goal.name());
        broken[0]
    };
    for kind in ["eo", "co", "dr", "cross", "block"] {
        for goal in &chain(kind).goals()[0] {
            let place = goal.name().place().expect("all have places").to_uppercase();
            for face in Face::ALL {
                let is_named = place.contains(face.letter());
                let expected = match kind {
                    "eo" | "block" => is_named,
                    "cross" => !place.contains(face.opposite().letter()),
                    _ => !is_named,
                };
                assert_eq!(breaks(goal, face), expected, "{} {face:?}", goal.name());
            }
        }
    }
}

/// The greatest lengths of steps exclude the chains of brute force that have longer ones.
#[test]
fn limited_steps_are_those_of_brute_force() {
    for (max_moves, niss, max, scrambles) in [
        (&[1, 2, 4, 9][..], false, 4, "F/R/U2 R/D F2"),
        (&[2, 1, 1, 255], false, 4, "F/R/U2 R/R2 U F"),
        (&[1, 1, 1, 4], true, 2, "U2 R F/F2/R/D F"),
    ] {
        let variant = Variant {
            metric: Metric::HalfTurn,
            niss,
            extra: &[1],
            max_moves,
        };
        let scrambles: Vec<Vec<Move>> = scrambles.split('/').map(moves).collect();
        compare_chains("eo,dr,htr,solved", variant, max, &scrambles);
    }
}

#[test]
fn extra_number_and_max_moves_limit_solutions() {
    let scramble = moves("F U");
    let query = query("eo-fb").all();
    let optimal = single_steps(&query, &scramble);
    let more = single_steps(&query.clone().extra(1), &scramble);
    assert!(more.len() > optimal.len());
    assert_eq!(more[..optimal.len()], optimal);
    let best = length_of(&optimal[0]);
    let longer = &more[optimal.len()..];
    assert!(longer.iter().all(|one| length_of(one) == best + 1));
    let three = single_steps(&self::query("eo-fb").extra(2).number(3), &scramble);
    assert_eq!(three.len(), 3);
    let none = solve(&query.max_moves(0), &scramble);
    let outcome = (none.outcome, none.lower_bound, none.solutions.len());
    assert_eq!(outcome, (Outcome::NoneWithinMaxMoves, 2, 0));
}

#[test]
fn search_stops_at_flag_and_timeout() {
    let superflip = moves("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");
    let set = AtomicBool::new(true);
    let limits = Limits::default();
    for name in ["edges", "f2l-d", "eo,dr"] {
        let query = query(name).all();
        let end = |limits: &Limits| {
            let answer = solve_limited(&query, &superflip, limits);
            assert!(answer.solutions.is_empty());
            answer.outcome
        };
        assert_eq!(end(&limits.stop(&set)), Outcome::Stopped);
        assert_eq!(end(&limits.timeout(Duration::ZERO)), Outcome::TimedOut);
    }
    let limits = limits.timeout(Duration::from_millis(500));
    let late = solve_limited(&query("edges").niss(true), &superflip, &limits);
    assert_eq!(late.outcome, Outcome::TimedOut);
}

#[test]
fn panic_in_callback_leaves_goals_usable() {
    let query = query("eo,dr");
    let scramble = moves("R U F' L2 D");
    let panics = |_: &Progress| -> ControlFlow<()> { panic!("in the callback") };
    let limits = Limits::default().on_progress(&panics);
    let search = || solve_limited(&query, &scramble, &limits);
    assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    assert_eq!(solve(&query, &scramble).outcome, Outcome::Complete);
    let break_off = |_: &Progress| ControlFlow::Break(());
    let limits = Limits::default().on_progress(&break_off);
    let stopped = solve_limited(&query, &scramble, &limits);
    assert_eq!(stopped.outcome, Outcome::Stopped);
}

/// Bounds rise and chains become shorter until both meet.
#[test]
fn progress_of_chain_reports_bounds_and_best() {
    let (depths, progress) = (Mutex::new(vec![]), Mutex::new(vec![]));
    let on_depth = |report: &DepthReport| {
        assert!(
            report.nodes > 0,
            "nothing was done at depth {}",
            report.depth
        );
        depths.lock().unwrap().push(report.depth);
    };
    let on_progress = |report: &Progress| {
        let best = report.best.map_or(usize::MAX, Solution::length);
        progress.lock().unwrap().push((report.lower_bound, best));
        ControlFlow::Continue(())
    };
    let limits = Limits::default()
        .on_depth(&on_depth)
        .on_progress(&on_progress);
    let scramble = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' B D2 B U2 L U2 R2 U' F";
    let answer = solve_limited(&query("eo,dr").extra(2), &moves(scramble), &limits);
    assert_eq!(answer.outcome, Outcome::Complete);
    let depths = depths.into_inner().unwrap();
    assert!(depths.len() > 2 && depths.is_sorted(), "{depths:?}");
    let progress = progress.into_inner().unwrap();
    assert!(progress.iter().map(|(bound, _)| bound).is_sorted());
    assert!(progress.iter().rev().map(|(_, best)| best).is_sorted());
    let shortest = answer.length().unwrap();
    assert!(
        progress
            .iter()
            .all(|(bound, best)| usize::from(*bound) <= shortest && shortest <= *best)
    );
    assert!(progress.iter().any(|(_, best)| *best == shortest));
}

#[test]
fn kinds_are_found_by_their_names() {
    for word in ["eo", "eofb", "eo-fb"] {
        assert_eq!(
            format!("{:?}", GoalName::kind_of(word).unwrap()),
            "Kind(eo)"
        );
    }
    assert_eq!(GoalName::kind_of("eo-uf"), None);
    assert!(format!("{:?}", chain("dr-ud").goals()[0][0]).starts_with("Goal {"));
    assert_eq!(format!("{:?}", chain("dr-ud")), "GoalChain(dr-ud)");
}

/// The distance to edge orientation on one axis is exact.
#[test]
fn lower_bound_of_edge_orientation_is_its_distance() {
    let chain = chain("eo-fb");
    let goal = &chain.goals()[0][0];
    for (scramble, distance) in [("", 0), ("R U2 D", 0), ("U F", 1), ("F R U F", 3)] {
        let cube = Cube::from_moves(moves(scramble));
        let bound = goal.lower_bound(&cube, Metric::HalfTurn, Stop::never());
        assert_eq!(bound, Ok(distance), "{scramble}");
        let shortest = single_steps(&query("eo-fb"), &moves(scramble));
        assert_eq!(shortest[0].0.len(), usize::from(distance), "{scramble}");
    }
}

#[test]
fn step_on_the_inverse_scramble_is_in_parentheses() {
    let answer = solve(&query("eo-fb").niss(true), &moves("F U"));
    assert_eq!(answer.to_string(), "(F)");
    assert_eq!(answer.solutions[0].steps[0].to_string(), "(F)");
}

/// No move is left to do, on any axis.
#[test]
fn equal_moves_to_different_goals_are_different_solutions() {
    let answer = solve(&query("eo").all(), &moves("R2 U2 F2"));
    let goals = answer
        .solutions
        .iter()
        .map(|solution| solution.steps[0].goal.as_ref().unwrap().to_string());
    let goals: HashSet<String> = goals.collect();
    assert_eq!((answer.solutions.len(), goals.len()), (3, 3));
}

/// Pairs are named by their corners, as solutions name them, or by their slots.
#[test]
fn pairs_are_named() {
    for (name, expected) in [
        ("xcross-d-fr", "xcross-d dfr"),
        ("xcross-d dfr", "xcross-d dfr"),
        ("xxcross-u-bl-fr", "xxcross-u urf ulb"),
        ("f2l-d-fr-bl", "xxcross-d dfr dbl"),
        ("f2l-d-fr-fl-bl-br", "f2l-d"),
    ] {
        let chain = chain(name);
        assert_eq!(chain.to_string(), expected);
        assert_eq!(chain.goals()[0].len(), 1);
        assert_eq!(chain, expected.parse().unwrap());
    }
    for name in [
        "xcross-d-fr-fl",
        "xcross-d-ud",
        "xcross-d-urf",
        "cross-d-fr",
        "xcross-q-fr",
        "f2l-d-fr-fr",
    ] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
    let scramble = moves("R U F' L2 D B2 R'");
    for answer in [
        solve(&query("xcross-d-fr"), &scramble),
        solve(&query("xcross"), &scramble),
    ] {
        let name = answer.solutions[0].steps[0]
            .goal
            .as_ref()
            .unwrap()
            .to_string();
        let named = solve(&query(&name), &scramble);
        assert_eq!(named.length(), answer.length(), "{name}");
    }
}

/// The last layer in two steps, and in one: as short as moves to the pattern of each step, and to the solved cube.
#[test]
fn last_layer_is_solved_by_all_moves() {
    let upper = "UUUUUUUUU ...RRRRRR ...FFFFFF DDDDDDDDD ...LLLLLL ...BBBBBB";
    let oriented = Query::new().to(upper.parse().unwrap());
    for text in [
        "R U R' U R U2 R'",
        "F R U R' U' F' U",
        "R U2 R2 U' R2 U' R2 U2 R",
        "R' U' R U' R' U2 R F R U R' U' F'",
    ] {
        let scramble = moves(text);
        let shortest = solve(&oriented, &scramble).length();
        for name in ["f2l-d,oll,pll", "layer-d,f2l,oll-d,solved"] {
            let answer = solve(&query(name), &scramble);
            let steps = &answer.solutions[0].steps;
            let [_, oll, last] = &steps[steps.len() - 3..] else {
                unreachable!("three steps");
            };
            assert_eq!(Some(oll.normal.len()), shortest, "{text}");
            let mut whole = scramble.clone();
            whole.extend(face_turns(&oll.normal));
            let seen = NaiveCube::from_str(&Sequence::from(whole.clone()).to_string()).facelets();
            assert!(looks_like(&seen, &upper.replace(' ', "")));
            whole.extend(face_turns(&last.normal));
            assert!(Cube::from_moves(whole).is_solved());
        }
        let at_once = solve(&query("f2l-d,solved"), &scramble);
        assert_eq!(
            at_once.length(),
            solve(&Query::new(), &scramble).length(),
            "{text}"
        );
    }
    for name in ["oll", "cross,oll", "f2l-d,oll-u", "oll-d,f2l", "pll"] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
}

/// Each step of Roux, and blocks in blocks, follow each other; the last six edges are solved by slices.
#[test]
fn steps_of_block_building_follow_each_other() {
    for name in [
        "fb,sb,cmll,lse",
        "222,223",
        "eo,eoline,eocross",
        "cross,eocross",
        "cross,xcross-d-fr,f2l",
        "fb-ld,sb-rld,cmll-rld,lse",
    ] {
        let prepared = Solver::default().prepare(&[], &query(name)).unwrap();
        for text in [
            "R U F' L2 D B2 R'",
            "D2 L' F2 U R2 F2 L2 B2 U2 R F D L B' U2",
        ] {
            let scramble = moves(text);
            let position = Position::from(Cube::from_moves(scramble.iter().copied()));
            let answer = prepared.solve(&position, &Limits::default()).unwrap();
            assert_eq!(answer.outcome, Outcome::Complete, "{name}");
            let solution = &answer.solutions[0];
            assert_eq!(solution.steps.len(), chain(name).len(), "{name}");
            if name.ends_with("lse") {
                let made = face_turns(&solution.normal);
                let mut whole = scramble.clone();
                whole.extend(made);
                assert!(Cube::from_moves(whole).is_solved());
                let last = face_turns(&solution.steps[3].normal);
                let is_slice = |pair: &[Move]| pair[0].face() == pair[1].face().opposite();
                assert!(last.is_empty() || last.windows(2).any(is_slice), "{last:?}");
            }
        }
    }
    for name in ["lse", "sb,lse", "fb-ld,sb-fbu", "223-uf,222-dbl", "fb,lse"] {
        assert!(name.parse::<GoalChain>().is_err(), "{name}");
    }
    // by turns of a face alone the slices do not go
    let restricted = query("fb,sb,cmll,lse").moves("U".parse().unwrap());
    let answer = solve(&restricted, &moves("U"));
    assert!(answer.solutions.is_empty() || answer.length() == Some(1));
}
