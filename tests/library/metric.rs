//! Lengths in quarter turns: searches and distances against breadth-first search by quarter turns.

use crate::naive::{Facelets, SYMMETRIES};
use cubesolve::coord::{
    BasicTables, Coordinate, CornerOrientation, CornerPermutation, CornerRefinement, DOMINO_MOVES,
    Distances,
};
use cubesolve::cube::{Cube, Metric, Move, MoveSet, Sequence, TransformationSet, is_canonical};
use cubesolve::search::goals::{Goal, GoalName, GoalRequest};
use cubesolve::search::{
    Limits, LowerBound, PocketSolver, Request, TwoPhase, goals, solve_recursively,
};
use cubesolve::table::{Spec, Table};
use cubesolve::{Answer, Solver};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::slice::from_ref;
use std::sync::{Arc, LazyLock};

const QTM: Metric = Metric::QuarterTurn;

fn quarter_turns() -> impl Iterator<Item = Move> {
    Move::ALL.into_iter().filter(|m| !m.is_half_turn())
}

/// The definitions, by sequences of which moves and quarter turns were counted by hand.
#[test]
fn lengths_are_numbers_of_moves_or_of_quarter_turns() {
    let counted = [("", 0, 0), ("R", 1, 1), ("R2", 1, 2), ("R2 U D' F2", 4, 6)];
    for (text, moves, quarter_turns) in counted {
        let sequence = Sequence::parse(text).unwrap();
        let length = |metric: Metric| metric.length(sequence.moves());
        assert_eq!(Metric::ALL.map(length), [moves, quarter_turns], "{text}");
        for bound in 0..4 {
            let possible = |metric: Metric| metric.possible_length(&sequence.cube(), bound);
            let same_parity = bound + u8::from(usize::from(bound) % 2 != quarter_turns % 2);
            assert_eq!(Metric::ALL.map(possible), [bound, same_parity]);
        }
    }
    assert_eq!(Metric::ALL.map(|metric| metric.to_string()), ["htm", "qtm"]);
    assert_eq!(Metric::ALL.map(Metric::unit), ["moves", "quarter turns"]);
    assert_eq!(
        Metric::ALL.map(|metric| metric.show(7)),
        ["7", "7 quarter turns"]
    );
    assert_eq!(Metric::ALL.map(Metric::gods_number), [20, 26]);
    assert_eq!(Metric::ALL.map(Metric::step), [1, 2]);
}

/// What may come next, what breadth-first search tries, and what counts how much, one by one.
#[test]
fn moves_are_chosen_by_what_they_count() {
    let set = |text: &str| -> MoveSet {
        let sequence = Sequence::parse(text).unwrap();
        sequence.moves().iter().copied().collect()
    };
    let (moves, last) = (set("R R2 U2 D' F2"), set("R2 D'"));
    for (metric, half_turn) in [(Metric::HalfTurn, 1), (QTM, 2)] {
        let cost = |m: Move| if m.is_half_turn() { half_turn } else { 1 };
        let chosen = |is: &dyn Fn(Move) -> bool| -> MoveSet {
            Move::ALL.into_iter().filter(|m| is(*m)).collect()
        };
        assert!(Move::ALL.iter().all(|m| metric.cost(*m) == cost(*m)));
        for left in 0..4 {
            let of_cost = chosen(&|m| moves.contains(m) && cost(m) == left);
            assert_eq!(metric.moves_of_cost(moves, left), of_cost);
            let usable = chosen(&|m| {
                moves.contains(m) && cost(m) < left || last.contains(m) && cost(m) == left
            });
            assert_eq!(metric.usable(moves, last, left), usable);
        }
    }
    assert_eq!(Metric::HalfTurn.steps(moves), [moves, MoveSet::EMPTY]);
    // R makes R2 as cheaply, but nothing else makes U2 and F2
    assert_eq!(QTM.steps(moves), [set("R D'"), set("U2 F2")]);
}

/// What is first reached at each distance, up to `most`.
fn levels<T: Copy + Eq + Hash, I: Iterator<Item = T>>(
    start: T,
    neighbours: impl Fn(T) -> I,
    most: usize,
) -> Vec<Vec<T>> {
    let (mut seen, mut levels) = (HashSet::from([start]), vec![vec![start]]);
    for distance in 0..most {
        let next = levels[distance].iter().flat_map(|&x| neighbours(x));
        levels.push(next.filter(|x| seen.insert(*x)).collect());
    }
    levels
}

fn cube_levels(most: usize) -> Vec<Vec<Cube>> {
    levels(
        Cube::SOLVED,
        |cube| quarter_turns().map(move |m| cube.apply(m)),
        most,
    )
}

/// Published by J. Bryan and T. Rokicki.
const POSITIONS: [usize; 8] = [1, 12, 114, 1068, 10_011, 93_840, 878_880, 8_221_632];

/// Number of them that no symmetry makes of each other (J. Bryan).
const CLASSES: [usize; 8] = [1, 1, 5, 25, 219, 1978, 18_395, 171_529];

/// What a quarter turn makes of stickers.
fn turned(cube: Facelets) -> impl Iterator<Item = Facelets> {
    let neighbours: Vec<Facelets> = cube.neighbours().collect();
    // each third of the moves is a half turn
    (0..18).filter(|m| m % 3 != 1).map(move |m| neighbours[m])
}

/// The ways in which a cube is seen by the 48 symmetries.
fn views(cube: Facelets) -> impl Iterator<Item = Facelets> {
    SYMMETRIES.iter().map(move |symmetry| cube.seen(symmetry))
}

#[test]
fn positions_by_distance() {
    let counts = |levels: &[usize]| assert_eq!(levels, &POSITIONS[..7]);
    let by_stickers = levels(Facelets::solved(), turned, 6);
    counts(&by_stickers.iter().map(Vec::len).collect::<Vec<_>>());
    counts(&cube_levels(6).iter().map(Vec::len).collect::<Vec<_>>());
}

/// Nothing is known of any cube.
struct NoBound;

impl LowerBound for NoBound {
    fn metric(&self) -> Metric {
        QTM
    }

    fn lower_bound(&self, _: &Cube) -> u8 {
        0
    }
}

#[test]
fn the_plain_search_finds_every_shortest_sequence() {
    // sequences of quarter turns, each half turn two of them in either direction
    let mut sequences: HashMap<Cube, HashSet<Vec<Move>>> = HashMap::new();
    let mut longer = vec![(Cube::SOLVED, vec![])];
    for (distance, level) in cube_levels(4).iter().enumerate() {
        for (cube, moves) in &longer {
            let cleaned = cubesolve::Sequence::from(Vec::clone(moves)).cleaned();
            if QTM.length(cleaned.moves()) == distance {
                let of_cube = sequences.entry(*cube).or_default();
                of_cube.insert(cleaned.moves().to_vec());
            }
        }
        for cube in level.iter().step_by(1 + level.len() / 200) {
            let answer = solve_recursively(
                &NoBound,
                &cube.inverse(),
                &Request::all(),
                &Limits::default(),
            );
            assert_eq!(answer.length(), Some(distance));
            assert_eq!(usize::from(answer.lower_bound), distance);
            assert!(answer.solutions.iter().all(|moves| is_canonical(moves)));
            let found: HashSet<Vec<Move>> = answer.solutions.into_iter().collect();
            assert_eq!(found, sequences[cube]);
        }
        longer = longer
            .iter()
            .flat_map(|(cube, moves)| {
                quarter_turns().map(move |m| (cube.apply(m), [&moves[..], &[m]].concat()))
            })
            .collect();
    }
}

#[test]
fn half_turns_count_two_where_no_quarter_turn_is_allowed() {
    let only_half_turns = MoveSet::HALF_TURNS;
    for (coordinate, moves) in [
        (&CornerPermutation as &dyn Coordinate, DOMINO_MOVES),
        (&CornerPermutation, only_half_turns),
        (&CornerOrientation, MoveSet::ALL),
    ] {
        let tables = BasicTables::for_moves(coordinate, moves, TransformationSet::default());
        let solved = coordinate.index(&Cube::SOLVED);
        // Bellman and Ford: no order of the steps to get wrong
        let mut expected = vec![u32::MAX; coordinate.size()];
        expected[solved] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for value in (0..expected.len())
                .filter(|value| expected[*value] < u32::MAX)
                .collect::<Vec<_>>()
            {
                for m in moves.iter() {
                    let next = tables.apply(value, m);
                    let way = expected[value] + 1 + u32::from(m.is_half_turn());
                    changed |= way < expected[next];
                    expected[next] = expected[next].min(way);
                }
            }
        }
        let found = Distances::new(&tables, &[solved], QTM);
        let told = |value: usize| match found.get(value) {
            u8::MAX => u32::MAX,
            distance => distance.into(),
        };
        assert!((0..expected.len()).all(|value| told(value) == expected[value]));
    }
}

/// The 2x2x2 cube takes up to 14 quarter turns (known since 1985).
#[test]
fn the_2x2x2_cube() {
    let solver = PocketSolver::new(QTM);
    let known = [
        1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
        90_280, 276,
    ];
    assert_eq!(solver.distribution(), known);
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    for _ in 0..20 {
        let cube = Cube::random(&mut rng);
        let answer = solver.solve(&cube, &Request::default(), &Limits::default());
        assert_eq!(answer.length(), Some(solver.distance(&cube).into()));
    }
}

/// The length of the shortest way to a goal, by breadth-first search over cubes.
fn distance_to(goal: &Goal, cube: &Cube) -> Option<usize> {
    let mut by_length = vec![HashSet::from([*cube])];
    for length in 0..=5 {
        if by_length[length].iter().any(|cube| goal.is_reached(cube)) {
            return Some(length);
        }
        let from = |cost: u8| {
            let shorter = (length + 1).checked_sub(cost.into());
            let cubes = shorter.map(|shorter| by_length[shorter].iter());
            let moves = QTM.moves_of_cost(goal.moves(), cost);
            let made = cubes.into_iter().flatten();
            made.flat_map(move |cube| moves.iter().map(|m| cube.apply(m)))
        };
        by_length.push(from(1).chain(from(2)).collect());
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn goals_are_reached_in_the_fewest_quarter_turns(
        moves in prop::collection::vec(0..18usize, 0..4),
        name in prop::sample::select(vec!["eo-fb", "co-ud", "dr-ud", "cross-d", "block-urf", "htr"]),
    ) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let goals = GoalName::parse(name, None).unwrap().goals(QTM);
        let request = Request::default().max_moves(5);
        let wanted = GoalRequest { request, ..GoalRequest::default() };
        let answer = goals::solve(from_ref(&goals), &cube, &wanted, &Limits::default());
        let length = answer.solutions.first().map(|way| way[0].length(QTM));
        prop_assert_eq!(length, distance_to(&goals[0], &cube));
        prop_assert!(length.is_none_or(|length| goals[0].lower_bound(&cube) as usize <= length));
    }
}

#[test]
fn ways_between_steps_are_the_shortest() {
    for (name, from, text) in [("htr", "dr-ud", "U R2 U"), ("dr-ud", "eo-fb", "R U2 L")] {
        let cube: Cube = text.parse().unwrap();
        let goals = GoalName::parse(name, Some(from)).unwrap().goals(QTM);
        let wanted = GoalRequest {
            request: Request::all(),
            variants: true,
            ..GoalRequest::default()
        };
        let answer = goals::solve(from_ref(&goals), &cube, &wanted, &Limits::default());
        let length = answer.solutions[0][0].length(QTM);
        assert_eq!(Some(length), distance_to(&goals[0], &cube));
    }
}

#[test]
fn two_phases_lead_to_few_quarter_turns() {
    let solver = TwoPhase::new(QTM);
    let mut rng = ChaCha12Rng::seed_from_u64(4);
    let mut total = 0;
    for _ in 0..10 {
        let cube = Cube::random(&mut rng);
        let solution = solver.solve(&cube);
        assert!(cube.apply_all(solution.iter().copied()).is_solved());
        assert_eq!(QTM.length(&solution) % 2 == 1, cube.is_odd());
        total += QTM.length(&solution);
    }
    assert!(total <= 290, "{total} quarter turns for 10 cubes");
}

fn table(name: &str) -> Arc<Table> {
    let spec = Spec::by_name(name).unwrap();
    Arc::new(Table::build(spec, Limits::default().stop, &|_| ()).unwrap())
}

static H0: LazyLock<Arc<Table>> = LazyLock::new(|| table("h0-qtm"));

static FILTERS: LazyLock<[Arc<Table>; 2]> = LazyLock::new(|| crate::engine::small_filters(QTM));

fn solve_on(table: &Arc<Table>, threads: usize, cube: &Cube, request: &Request) -> Answer {
    let solver = Solver::new(table.clone()).with_threads(threads);
    solver.search(cube, request, &Limits::default()).unwrap()
}

#[test]
fn every_position_of_0_to_4_quarter_turns_has_its_length() {
    for (distance, level) in cube_levels(4).iter().enumerate() {
        for cube in level {
            for table in [&*H0].into_iter().chain(&*FILTERS) {
                assert!(usize::from(table.lower_bound(cube)) <= distance);
            }
            let answer = solve_on(&H0, 1, cube, &Request::default());
            assert_eq!(answer.length(), Some(distance));
            assert_eq!(usize::from(answer.lower_bound), distance);
        }
    }
}

/// By stickers alone, but for the solutions.
#[test]
fn a_cube_of_each_class_within_7_quarter_turns_has_its_length() {
    let least_view = |cube| views(cube).min().expect("there are 48");
    let next = |cube| turned(cube).map(least_view);
    let solver = Solver::new(H0.clone()).with_threads(1);
    for (distance, cubes) in levels(Facelets::solved(), next, 7).iter().enumerate() {
        assert_eq!(cubes.len(), CLASSES[distance]);
        let same = |cube: &Facelets| views(*cube).filter(|view| view == cube).count();
        let positions = cubes.iter().map(|cube| 48 / same(cube)).sum::<usize>();
        assert_eq!(positions, POSITIONS[distance]);
        for stickers in cubes {
            let cube: Cube = stickers.to_string().parse().unwrap();
            let answer = solver.solve(&cube).unwrap();
            assert_eq!(answer.length(), Some(distance));
            let solved = stickers.apply_str(&answer.to_string());
            assert_eq!(solved, Facelets::solved());
        }
    }
}

/// The superflip in 24 quarter turns, which are proved to be the fewest (J. Bryan 1995), and with
/// the four spot in 26, the most that any position takes (T. Rokicki, M. Davidson 2014); both ways
/// by M. Reid.
const FARTHEST: [(&str, &str); 2] = [
    (
        "",
        "R' U2 B L' F U' B D F U D' L D2 F' R B' D F' U' B' U D'",
    ),
    (
        "F2 B2 U D' R2 L2 U D'",
        "U2 D2 L F2 U' D R2 B U' D' R L F2 R U D' R' L U F' B'",
    ),
];

/// Each position on a shortest way has what is left of it as its length.
#[test]
fn bounds_on_the_way_from_the_farthest_positions_hold() {
    let of_moves = |moves: &str| moves.parse::<Cube>().unwrap();
    let superflip = of_moves(FARTHEST[0].1);
    assert_eq!(superflip.edges(), Cube::SOLVED.edges());
    assert_eq!(superflip.edge_orientations(), &[1; 12]);
    assert_eq!(superflip.corners(), Cube::SOLVED.corners());
    assert_eq!(superflip.corner_orientations(), &[0; 8]);
    for (pattern, way) in FARTHEST {
        let mut cube = of_moves(way);
        let same = |cube: &Cube| cube.representative().cube;
        assert_eq!(
            same(&cube),
            same(&superflip.product(&of_moves(pattern))),
            "the spots may be on any four faces"
        );
        let way = way.parse::<cubesolve::Sequence>().unwrap();
        let quarters = |m: &Move| match m.is_half_turn() {
            true => vec![Move::new(m.face(), 1); 2],
            false => vec![*m],
        };
        let way: Vec<Move> = way.moves().iter().flat_map(quarters).collect();
        // both are their own inverses
        for (n, m) in way.iter().enumerate() {
            let left = way.len() - n;
            for cube in [cube, cube.inverse()] {
                assert!(usize::from(H0.lower_bound(&cube)) <= left);
            }
            if left <= 12 {
                let answer = solve_on(&H0, 2, &cube, &Request::default());
                assert_eq!(answer.length(), Some(left));
            }
            cube = cube.apply(*m);
        }
        assert!(cube.is_solved());
    }
}

/// The table of another space: with the parity of the corners.
#[test]
fn tables_of_two_kinds_give_the_same_lengths() {
    let with_parity = Spec {
        corners: CornerRefinement::Parity,
        ..*Spec::by_name("h0-qtm").unwrap()
    };
    let with_parity = Table::build(&with_parity, Limits::default().stop, &|_| ()).unwrap();
    let with_parity = Arc::new(with_parity);
    let mut rng = ChaCha12Rng::seed_from_u64(5);
    for n in 0..200 {
        let cube = Cube::random_near(9 + n % 3, QTM, &mut rng);
        let length = |table| solve_on(table, 1, &cube, &Request::default()).length();
        assert_eq!(length(&H0), length(&with_parity), "{cube:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn the_engine_finds_what_the_plain_search_does(
        moves in prop::collection::vec(0..18usize, 0..9), threads in 1..3usize, extra in 0..3u8,
    ) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let request = Request::all().extra(extra).max_moves(12);
        let expected = solve_recursively(&**H0, &cube, &request, &Limits::default());
        let found = solve_on(&H0, threads, &cube, &request);
        prop_assert_eq!(found.outcome, expected.outcome);
        prop_assert_eq!(&found.solutions, &expected.solutions);
        // as deep as a table that tells little can go
        let request = request.max_moves(8);
        let shorter = solve_on(&H0, threads, &cube, &request);
        for filter in &*FILTERS {
            let by_filter = solve_on(filter, threads, &cube, &request);
            prop_assert_eq!(by_filter.outcome, shorter.outcome);
            if let Some(length) = found.length() {
                prop_assert!(usize::from(by_filter.lower_bound) <= length);
            }
            prop_assert_eq!(&by_filter.solutions, &shorter.solutions);
        }
        if let Some(length) = found.length() {
            prop_assert_eq!(length, usize::from(found.lower_bound));
            prop_assert_eq!(length % 2 == 1, cube.is_odd());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3))]

    /// Deep enough to be cut into tasks.
    #[test]
    fn split_searches_find_the_same(moves in prop::collection::vec(0..18usize, 11..13)) {
        let cube = Cube::from_moves(moves.into_iter().map(Move::from_index));
        let request = Request::all();
        let one = solve_on(&H0, 1, &cube, &request);
        prop_assert_eq!(&one.solutions, &solve_on(&H0, 2, &cube, &request).solutions);
        // never shorter than in half turns, never more than twice as long
        let half_turns = crate::engine::shortest_length(&cube);
        let quarter_turns = one.length().expect("all cubes have solutions");
        prop_assert!((half_turns..=2 * half_turns).contains(&quarter_turns));
    }
}
