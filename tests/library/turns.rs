//! Solving with certain turns, against sequences tried one by one on stickers in space.

use crate::naive::{Facelets, NaiveCube};
use cubesolve::cube::Cube;
use cubesolve::notation::{Pattern, PatternError, Reading, TurnListError, turns};
use cubesolve::permutation::{FaceletTuple, Permutation, StabilizerChain};
use cubesolve::search::{Limits, Outcome, Request, TurnAnswer, TurnSolver};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use std::collections::HashSet;

/// A list of turns, and the layers it names, in order; those that turn about the same axis are
/// between the same bars.
const LISTS: [(&str, &str); 8] = [
    ("R,U", "R|U"),
    ("M,U", "M|U"),
    ("RLU", "R L|U"),
    ("<Rw, U>", "Rw|U"),
    ("r F2", "r|F2"),
    ("R2,U", "R2|U"),
    ("S,R,L,M", "S|R L M"),
    ("x,R", "x R"),
];

fn names(layer: &str) -> Vec<String> {
    if layer.ends_with('2') {
        return vec![layer.to_owned()];
    }
    ["", "2", "'"]
        .map(|suffix| format!("{layer}{suffix}"))
        .to_vec()
}

/// The turns of a list with the numbers of axis and layer.
fn tokens(bars: &str) -> Vec<(String, usize, usize)> {
    let axes = bars.split('|').enumerate();
    let layers = axes.flat_map(|(axis, layers)| {
        let layers = layers.split(' ').enumerate();
        layers.map(move |(n, layer)| (layer, axis, n))
    });
    layers
        .flat_map(|(layer, axis, n)| names(layer).into_iter().map(move |name| (name, axis, n)))
        .collect()
}

/// All sequences of so many turns that solve the cube, without those that another order of
/// neighbours about one axis makes of others.
fn by_brute_force(cube: &NaiveCube, bars: &str, length: usize) -> HashSet<Vec<String>> {
    let tokens = tokens(bars);
    let mut found = HashSet::new();
    let mut open = vec![(cube.clone(), vec![])];
    while let Some((cube, path)) = open.pop() {
        if path.len() == length {
            if cube.is_solved() {
                found.insert(path.iter().map(|n: &usize| tokens[*n].0.clone()).collect());
            }
            continue;
        }
        for (n, (name, axis, layer)) in tokens.iter().enumerate() {
            let last = path.last().map(|last: &usize| &tokens[*last]);
            if last.is_none_or(|(_, other, before)| axis != other || layer > before) {
                let mut cube = cube.clone();
                cube.apply_str(name);
                open.push((cube, [&path[..], &[n]].concat()));
            }
        }
    }
    found
}

fn solver(list: &str) -> TurnSolver {
    TurnSolver::new(turns(list).unwrap(), Pattern::SOLVED)
}

fn solve(solver: &TurnSolver, scramble: &str, request: Request) -> TurnAnswer {
    let position = Reading::default().parse(scramble).unwrap();
    let answer = solver.solve(&position, &request, &Limits::default());
    answer.expect("it is possible")
}

#[test]
fn all_shortest_solutions_are_those_of_brute_force() {
    for (list, bars) in LISTS {
        let solver = solver(list);
        let tokens: Vec<String> = tokens(bars).into_iter().map(|token| token.0).collect();
        let scrambles = prop::collection::vec(prop::sample::select(tokens), 0..=3);
        let rotated = (prop::sample::select(vec!["", "x ", "y' z "]), scrambles);
        let mut runner = TestRunner::new(Config {
            cases: 6,
            failure_persistence: None,
            ..Config::default()
        });
        for _ in 0..5 {
            let (rotation, scramble) = rotated.new_tree(&mut runner).unwrap().current();
            let scramble = format!("{rotation}{}", scramble.join(" "));
            let cube = NaiveCube::from_str(&scramble);
            let lengths = (0..).map(|length| by_brute_force(&cube, bars, length));
            let expected = lengths.into_iter().find(|found| !found.is_empty()).unwrap();
            let answer = solve(&solver, &scramble, Request::all().max_moves(9));
            assert_eq!(answer.outcome, Outcome::Complete);
            assert_eq!(answer.solutions.len(), expected.len(), "{list}: {scramble}");
            assert_eq!(
                HashSet::from_iter(answer.solutions),
                expected,
                "{list}: {scramble}"
            );
        }
    }
}

/// What upright cubes look like that turns make of the solved one.
fn closure(bars: &str) -> HashSet<String> {
    let mut found = HashSet::from([NaiveCube::solved().facelets()]);
    let mut open = vec![NaiveCube::solved()];
    while let Some(cube) = open.pop() {
        for (name, _, _) in tokens(bars) {
            // in every way to hold it that turns lead to: the cube itself is never set upright
            let mut cube = cube.clone();
            cube.apply_str(&name);
            if found.insert(cube.facelets()) {
                open.push(cube);
            }
        }
    }
    found
}

#[test]
fn a_cube_is_possible_just_if_it_is_in_the_closure() {
    for (list, bars) in [
        ("R2,U2", "R2|U2"),
        ("M2,U2", "M2|U2"),
        ("E2,R2,F2", "E2|R2|F2"),
        ("M,E,S", "M|E|S"),
    ] {
        let group = closure(bars);
        let looks: HashSet<String> = group.iter().map(|facelets| of_centres(facelets)).collect();
        let solver = solver(list);
        let layers = "M2 U2 R2 F2 M R";
        let (mut inside, mut outside) = (0, 0);
        for a in layers.split(' ') {
            for b in layers.split(' ') {
                for c in layers.split(' ') {
                    let scramble = format!("{a} {b} {c}");
                    let position = Reading::default().parse(&scramble).unwrap();
                    let look = NaiveCube::from_str(&scramble).facelets();
                    let expected = looks.contains(&of_centres(&look));
                    assert_eq!(solver.can_solve(&position), expected, "{list}: {scramble}");
                    *(if expected { &mut inside } else { &mut outside }) += 1;
                }
            }
        }
        assert!(inside > 0 && outside > 0);
    }
}

/// The facelets with each colour named by the face where its centre is.
fn of_centres(facelets: &str) -> String {
    let facelets: Vec<char> = facelets.chars().collect();
    let face = |colour: &char| {
        (0..6)
            .find(|face| facelets[9 * face + 4] == *colour)
            .unwrap()
    };
    facelets
        .iter()
        .map(|colour| char::from(b"URFDLB"[face(colour)]))
        .collect()
}

#[test]
fn tables_serve_for_all_cubes_and_longer_solutions() {
    let both = solver("M,U");
    for scramble in ["M U M' U2", "x M U2", "U M2 U' M", "M"] {
        let alone = solve(
            &solver("M,U"),
            scramble,
            Request::all().extra(2).max_moves(7),
        );
        let shared = solve(&both, scramble, Request::all().extra(2).max_moves(7));
        assert_eq!(alone.solutions, shared.solutions, "{scramble}");
        let lengths: Vec<usize> = shared.solutions.iter().map(Vec::len).collect();
        assert!(lengths.is_sorted());
        assert_eq!(lengths[0], usize::from(shared.lower_bound));
    }
    let few = solve(&both, "M U2 M' U2", Request::default().count(3).extra(4));
    assert_eq!(few.solutions.len(), 3);
    let none = solve(&both, "M U2 M' U2", Request::default().max_moves(3));
    assert_eq!(
        (none.outcome, none.lower_bound),
        (Outcome::NoneWithinMaxMoves, 4)
    );
}

#[test]
fn lists_of_turns() {
    let names = |list: &str| -> Vec<String> {
        let turns = turns(list).unwrap();
        turns.into_iter().map(|turn| turn.name).collect()
    };
    assert_eq!(names("RU2"), ["R", "R2", "R'", "U2"]);
    assert_eq!(names(" <M, 2R r > "), ["M", "M2", "M'", "r", "r2", "r'"]);
    assert_eq!(names("R2 R"), ["R2", "R", "R'"]);
    assert_eq!(names("Rw,3Lw2"), ["Rw", "Rw2", "Rw'", "3Lw2"]);
    assert_eq!(turns(" , "), Err(TurnListError::Nothing));
    assert_eq!(turns("R U'"), Err(TurnListError::TurnBack(3)));
    assert!(matches!(turns("R,Q"), Err(TurnListError::Wrong(3, _))));
    assert!(matches!(turns("4R"), Err(TurnListError::Wrong(1, _))));
}

/// A cube with some stickers covered: `.` where a bit of the mask is 0.
fn covered(scramble: &str, mask: u64) -> String {
    let facelets = NaiveCube::from_str(scramble).facelets();
    let cover = |(n, colour)| if mask >> n & 1 == 1 { colour } else { '.' };
    facelets.chars().enumerate().map(cover).collect()
}

fn looks_so(cube: &Facelets, pattern: &str) -> bool {
    let mut both = pattern
        .chars()
        .zip(cube.to_string().chars().collect::<Vec<_>>());
    both.all(|(wanted, seen)| wanted == '.' || wanted == seen)
}

/// The least number of moves to a cube that looks so.
fn distance_to(scramble: &str, pattern: &str) -> usize {
    let mut layer = HashSet::from([Facelets::from_str(scramble)]);
    for depth in 0.. {
        if layer.iter().any(|cube| looks_so(cube, pattern)) {
            return depth;
        }
        layer = layer.iter().flat_map(Facelets::neighbours).collect();
    }
    unreachable!()
}

#[test]
fn the_shortest_way_to_a_pattern_is_that_of_brute_force() {
    let whole = "R U F' L2";
    let masks = [
        0x1ff << 27 | 0b111_000_000 << 9, // a face and a row
        0b101_010_101,
        0b000_111_000 << 18 | 1 << 36,
        0x00ff_00ff_00ff_00ff & ((1 << 54) - 1),
        0,
    ];
    for mask in masks {
        let pattern = covered(whole, mask);
        let read = Pattern::parse(&pattern).unwrap();
        let solver = TurnSolver::new(turns("URFDLB").unwrap(), read);
        for scramble in ["", "R U F' L2", "R U F'", "R U F' L2 D B", "B2 R"] {
            let expected = distance_to(scramble, &pattern);
            let answer = solve(&solver, scramble, Request::default());
            assert_eq!(
                answer.solutions[0].len(),
                expected,
                "{scramble} to {pattern}"
            );
            let after = format!("{scramble} {}", answer.solutions[0].join(" "));
            assert!(looks_so(&Facelets::from_str(&after), &pattern));
            let cube: Cube = scramble.parse().unwrap();
            let own = looks_so(&Facelets::from_str(scramble), &pattern);
            assert_eq!(read.matches(&cube), own);
        }
    }
}

#[test]
fn patterns_with_certain_turns() {
    // the layer below, which turns of R and U bring back though the rest stays as it is
    let below = format!(
        "{}{}{}{}{}{}",
        ".".repeat(9),
        "......RRR",
        "......FFF",
        "D".repeat(9),
        "......LLL",
        "......BBB"
    );
    let pattern = Pattern::parse(&below).unwrap();
    let solver = TurnSolver::new(turns("R,U").unwrap(), pattern);
    let position = |text: &str| Reading::default().parse(text).unwrap();
    let swapped = "F2 U' L R' F2 L' R U' F2"; // three edges above
    assert!(!self::solver("R,U").can_solve(&position("R U F2 U F2 U' F2 U2 R")));
    let answer = solve(&solver, &format!("{swapped} R U R'"), Request::default());
    assert_eq!(answer.solutions, [["R", "U'", "R'"]]);
    let flipped = "M' U M' U M' U2 M U M U M U2"; // two edges above
    assert!(solver.can_solve(&position(flipped)));
    assert!(!self::solver("R,U").can_solve(&position(flipped)));
    assert!(!solver.can_solve(&position("F")));
    // held upside down, the layer is above
    let answer = solve(&solver, "x2 R U", Request::default());
    assert_eq!(answer.solutions, [["U'", "R'"]]);
}

#[test]
fn wrong_patterns_say_which_piece() {
    let dots = |n| ".".repeat(n);
    let error = |text: String| Pattern::parse(&text).unwrap_err().to_string();
    // UF in white and yellow
    assert!(error(format!("{}U{}D{}", dots(7), dots(11), dots(34))).contains("UF"));
    // the whole cube with a corner twisted
    let mut solved: Vec<char> = NaiveCube::solved().facelets().chars().collect();
    (solved[8], solved[9], solved[20]) = (solved[9], solved[20], solved[8]);
    let mut twisted: String = solved.into_iter().collect();
    twisted.replace_range(1..2, ".");
    assert!(error(twisted).contains("corner is twisted"));
    assert!(matches!(Pattern::parse("R."), Err(PatternError::Text(_))));
    // one sticker that nothing else can have
    let almost = NaiveCube::from_str("R U").facelets().replacen('F', ".", 1);
    let only = Pattern::parse(&almost).unwrap().only_cube();
    assert_eq!(only, Some("R U".parse().unwrap()));
    assert_eq!(Pattern::parse(&dots(54)).unwrap().only_cube(), None);
}

fn group(list: &str) -> StabilizerChain {
    let tuple = FaceletTuple::new(3).unwrap();
    let turns = turns(list).unwrap();
    let turns: Vec<Permutation> = turns.iter().map(|turn| tuple.turn(&turn.layers)).collect();
    StabilizerChain::new(&turns, &[])
}

#[test]
fn orders_of_groups() {
    let order = |list| group(list).order().unwrap();
    assert_eq!(order("URFDLB"), 43_252_003_274_489_856_000);
    assert_eq!(order("URFDLBxy"), 24 * 43_252_003_274_489_856_000);
    assert_eq!(order("URFDL"), 43_252_003_274_489_856_000);
    assert_eq!(order("R,U"), 73_483_200);
    assert_eq!(order("URF"), 170_659_735_142_400);
    assert_eq!(order("R2,U2"), 12);
    assert_eq!(order("U2R2F2D2L2B2"), 663_552);
    assert_eq!(order("U,D,R2,L2,F2,B2"), 19_508_428_800);
    assert_eq!(order("x,y"), 24);
    assert_eq!(order("M,E,S"), 768);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Against all products of the generators.
    #[test]
    fn members_are_the_products_of_generators(
        generators in prop::collection::vec(Just((0..6).collect::<Vec<u32>>()).prop_shuffle(), 1..4),
        base in Just((0..6).collect::<Vec<u32>>()).prop_shuffle(),
        other in Just((0..6).collect::<Vec<u32>>()).prop_shuffle(),
    ) {
        let generators: Vec<Permutation> =
            generators.into_iter().map(|images| Permutation::new(images).unwrap()).collect();
        let mut members = HashSet::from([Permutation::identity(6)]);
        let mut open = vec![Permutation::identity(6)];
        while let Some(member) = open.pop() {
            let products = generators.iter().map(|generator| member.product(generator));
            open.extend(products.filter(|product| members.insert(product.clone())));
        }
        let chain = StabilizerChain::new(&generators, &base[..3]);
        prop_assert_eq!(chain.order(), Some(members.len() as u128));
        let other = Permutation::new(other).unwrap();
        prop_assert_eq!(chain.contains(&other), members.contains(&other));
        let carries = |member: &Permutation| (0..3).all(|n| {
            let [from, to] = [base[n] as usize, other.images()[n] as usize];
            member.images()[from] as usize / 2 == to / 2
        });
        let allowed = |n: usize, point: u32| point / 2 == other.images()[n] / 2;
        prop_assert_eq!(chain.has_member(3, allowed), members.iter().any(carries));
    }
}

/// Nodes and turns tried are the same on every machine, and change only with the search and its
/// bounds: whoever changes those on purpose changes them here, too.
#[test]
fn work_is_known() {
    let work = |list: &str, scramble: &str, request| {
        let answer = solve(&solver(list), scramble, request);
        (answer.solutions.len(), answer.nodes, answer.tried)
    };
    let found = [
        work(
            "R,U",
            "R U2 R' U' R2 U R U' R2 U2 R U R' U2",
            Request::all().extra(2),
        ),
        work("M,U", "M U M' U2 M U M2 U' M U", Request::all().extra(2)),
        work("RLU", "R L U2 L' R2 U L U' R", Request::all().extra(1)),
        work("r,R,U", "r U R' U2 R U r' U", Request::all().extra(1)),
        work(
            "R2,L2,U,D",
            "R2 U L2 D R2 U2 L2 U R2",
            Request::all().extra(1),
        ),
    ];
    let expected = [
        (2, 2239, 6735),
        (12, 229, 696),
        (1, 176, 867),
        (1, 37, 192),
        (3, 45, 222),
    ];
    assert_eq!(found, expected);
}
