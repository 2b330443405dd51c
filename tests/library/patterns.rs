//! Allowed moves and patterns, against sequences tried one by one on stickers in space.

use crate::naive::{Facelets, NaiveCube};
use cubesolve::cube::{Cube, FaceletTuple, Metric};
use cubesolve::notation::{AllowedMoves, Format, FormatError, Pattern};
use cubesolve::permutation::{Permutation, StabilizerChain};
use cubesolve::{Answer, DepthReport, Limits, Outcome, Position, Puzzle, Query, Solver, Target};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Allowed moves, and the layers they name in order; those about the same axis are between the
/// same bars.
const LISTS: [(&str, &str); 9] = [
    ("R,U", "R|U"),
    ("M,U", "M|U"),
    ("RLU", "R L|U"),
    ("<Rw, U>", "Rw|U"),
    ("r F2", "Rw|F2"),
    ("R2,U", "R2|U"),
    ("S,R,L,M", "S|R L M"),
    ("x,R", "x R"),
    ("M2,S2,E2,U", "M2|S2|E2 U"),
];

/// The same for the 2x2x2, of which slices move nothing.
const LISTS_OF_CUBE2: [(&str, &str); 5] = [
    ("R,U", "R|U"),
    ("L U2 F", "L|U2|F"),
    ("R,M,Rw,F2", "R Rw|F2"),
    ("y,R", "y|R"),
    ("R,L,U", "R L|U"),
];

/// A move: its name, its axis and its layers on that axis.
struct Token {
    name: String,
    axis: usize,
    layer: usize,
}

fn tokens(bars: &str) -> Vec<Token> {
    let mut tokens = vec![];
    for (axis, layers) in bars.split('|').enumerate() {
        for (layer, name) in layers.split(' ').enumerate() {
            let names = match name.ends_with('2') {
                true => vec![name.to_owned()],
                false => ["", "2", "'"].map(|end| format!("{name}{end}")).to_vec(),
            };
            tokens.extend(names.into_iter().map(|name| Token { name, axis, layer }));
        }
    }
    tokens
}

fn cost(name: &str, metric: Metric) -> usize {
    match metric {
        Metric::QuarterTurn if name.ends_with('2') => 2,
        _ => 1,
    }
}

/// Whether the order of two moves makes no difference: about one axis, or M2 and S2.
fn commute(a: &Token, b: &Token) -> bool {
    let after = |moves: &str| NaiveCube::from_str(&format!("R U2 F' L D B' {moves}"));
    after(&format!("{} {}", a.name, b.name)) == after(&format!("{} {}", b.name, a.name))
}

/// All sequences of a length that lead to a goal, without those that differ from others in the
/// order of neighbours.
fn by_brute_force(
    cube: &NaiveCube,
    tokens: &[Token],
    (length, metric): (usize, Metric),
    is_goal: &dyn Fn(&NaiveCube) -> bool,
) -> HashSet<String> {
    let mut found = HashSet::new();
    let may_follow = |last: &Token, next: &Token| {
        (last.axis, last.layer) < (next.axis, next.layer) || !commute(last, next)
    };
    let followers = |last| tokens.iter().filter(move |next| may_follow(last, next));
    let followers: HashMap<&str, Vec<&Token>> = tokens
        .iter()
        .map(|last| (&last.name[..], followers(last).collect()))
        .collect();
    let all: Vec<&Token> = tokens.iter().collect();
    let mut open = vec![(cube.clone(), vec![], length)];
    while let Some((cube, path, left)) = open.pop() {
        if left == 0 {
            if is_goal(&cube) {
                let names: Vec<&str> = path.iter().map(|t: &&Token| &t.name[..]).collect();
                found.insert(names.join(" "));
            }
            continue;
        }
        let next = path
            .last()
            .map_or(&all, |last: &&Token| &followers[&last.name[..]]);
        for &token in next {
            let Some(left) = left.checked_sub(cost(&token.name, metric)) else {
                continue;
            };
            let mut cube = cube.clone();
            cube.apply_str(&token.name);
            open.push((cube, [&path[..], &[token]].concat(), left));
        }
    }
    found
}

fn query(moves: &str) -> Query {
    Query::new().moves(moves.parse().unwrap())
}

fn solve(solver: &Solver, scramble: &str, query: &Query) -> Answer {
    let position = Format::Moves.position(scramble).unwrap();
    let answer = solver.query(&position, query, &Limits::default());
    answer.unwrap()
}

/// Three random short scrambles by some moves: from the solved cube, held in several ways, or from
/// the cube after other moves.
fn scrambles(before: &str, tokens: &[Token]) -> Vec<String> {
    let names: Vec<String> = tokens.iter().map(|token| token.name.clone()).collect();
    let moves = prop::collection::vec(prop::sample::select(names), 0..=3);
    let starts = match before {
        "" => ["", "x ", "y' z "].map(String::from).to_vec(),
        before => vec![before.to_owned()],
    };
    let moved = (prop::sample::select(starts), moves);
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::default()
    });
    let mut scramble = || {
        let (start, moves) = moved.new_tree(&mut runner).unwrap().current();
        format!("{start}{}", moves.join(" "))
    };
    (0..3).map(|_| scramble()).collect()
}

/// Compares all shortest solutions of short scrambles after `before`.
fn check_all_shortest(
    query: &Query,
    before: &str,
    bars: &str,
    is_goal: &dyn Fn(&NaiveCube) -> bool,
) {
    let (solver, tokens) = (Solver::default(), tokens(bars));
    let all = query.clone().all();
    for scramble in scrambles(before, &tokens) {
        let cube = NaiveCube::from_str(&scramble);
        let answer = solve(&solver, &scramble, &all);
        let of_length = |length| by_brute_force(&cube, &tokens, (length, answer.metric), is_goal);
        let expected = (0..=6).map(of_length).find(|found| !found.is_empty());
        assert_eq!(answer.outcome, Outcome::Complete);
        let found: Vec<String> = answer.solutions.iter().map(|s| s.to_string()).collect();
        let found_once: HashSet<String> = found.iter().cloned().collect();
        assert_eq!(found.len(), found_once.len(), "{query:?}: {scramble}");
        assert_eq!(Some(found_once), expected, "{query:?}: {scramble}");
        assert!(answer.is_optimal());
    }
}

#[test]
fn all_shortest_solutions_by_allowed_moves_are_those_of_brute_force() {
    for metric in Metric::ALL {
        for (list, bars) in LISTS {
            let query = query(list).metric(metric);
            check_all_shortest(&query, "", bars, &NaiveCube::is_solved);
        }
    }
}

#[test]
fn all_shortest_solutions_of_the_2x2x2_are_those_of_brute_force() {
    for metric in Metric::ALL {
        for (list, bars) in LISTS_OF_CUBE2 {
            let query = query(list).metric(metric).puzzle(Puzzle::Cube2);
            check_all_shortest(&query, "", bars, &has_solved_corners);
        }
    }
}

/// The four corner stickers of each side have one colour.
fn has_solved_corners(cube: &NaiveCube) -> bool {
    let facelets: Vec<char> = cube.facelets().chars().collect();
    let mut sides = facelets.chunks(9);
    sides.all(|side| [2, 6, 8].iter().all(|n| side[*n] == side[0]))
}

/// The facelets of all upright cubes that moves make of the solved one.
fn closure(bars: &str) -> HashSet<String> {
    let mut found = HashSet::from([NaiveCube::solved().facelets()]);
    let mut open = vec![NaiveCube::solved()];
    while let Some(cube) = open.pop() {
        for token in tokens(bars) {
            let mut cube = cube.clone();
            cube.apply_str(&token.name);
            if found.insert(cube.facelets()) {
                open.push(cube);
            }
        }
    }
    found
}

#[test]
fn cube_is_impossible_just_if_it_is_not_in_the_closure() {
    let solver = Solver::default();
    for (list, bars) in [
        ("R2,U2", "R2|U2"),
        ("M2,U2", "M2|U2"),
        ("E2,R2,F2", "E2|R2|F2"),
        ("M,E,S", "M|E|S"),
    ] {
        let group = closure(bars);
        let looks: HashSet<String> = group.iter().map(|facelets| of_centres(facelets)).collect();
        let query = query(list).max_moves(0);
        let layers = "M2 U2 R2 F2 M R";
        let (mut inside, mut outside) = (0, 0);
        for a in layers.split(' ') {
            for b in layers.split(' ') {
                for c in layers.split(' ') {
                    let scramble = format!("{a} {b} {c}");
                    let look = NaiveCube::from_str(&scramble).facelets();
                    let expected = looks.contains(&of_centres(&look));
                    let outcome = solve(&solver, &scramble, &query).outcome;
                    let is_possible = outcome != Outcome::Impossible;
                    assert_eq!(is_possible, expected, "{list}: {scramble}");
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
fn tables_of_earlier_queries_give_the_same_answers() {
    let shared = Solver::default();
    let all = query("M,U").all().extra(2).max_moves(7);
    for scramble in ["M U M' U2", "x M U2", "U M2 U' M", "M"] {
        let alone = solve(&Solver::default(), scramble, &all);
        let again = solve(&shared, scramble, &all);
        assert_eq!(alone.solutions, again.solutions, "{scramble}");
        let lengths: Vec<usize> = again.solutions.iter().map(|s| s.length()).collect();
        assert!(lengths.is_sorted());
        assert_eq!(lengths[0], usize::from(again.lower_bound));
    }
}

#[test]
fn number_and_max_moves_limit_solutions() {
    let solver = Solver::default();
    let few = solve(&solver, "M U2 M' U2", &query("M,U").number(3).extra(4));
    assert_eq!(few.solutions.len(), 3);
    let none = solve(&solver, "M U2 M' U2", &query("M,U").max_moves(3));
    let expected = (Outcome::NoneWithinMaxMoves, 4);
    assert_eq!((none.outcome, none.lower_bound), expected);
    // half turns count two, those of slices, too
    let quarter_turns = query("M,U").metric(Metric::QuarterTurn);
    let answer = solve(&solver, "M U2 M' U2", &quarter_turns);
    assert_eq!((answer.length(), answer.metric_name()), (Some(6), "sqtm"));
}

#[test]
fn timeout_zero_leaves_the_inverse_of_a_scramble_by_the_same_moves() {
    let limits = Limits::default().timeout(std::time::Duration::ZERO);
    let answer = |position: &Position| {
        let answer = Solver::default().query(position, &query("RUF"), &limits);
        let answer = answer.unwrap();
        assert_eq!(
            (answer.outcome, answer.is_optimal()),
            (Outcome::TimedOut, false)
        );
        answer.to_string()
    };
    let scrambled = |scramble| Format::Moves.position(scramble).unwrap();
    assert_eq!(answer(&scrambled("R U F R R F")), "F' R2 F' U' R'");
    assert_eq!(answer(&scrambled("y R U F")), "F' U' R'");
    assert_eq!(answer(&scrambled("R U F").cube().into()), "");
    // which has to lead to the pattern
    let after_r = NaiveCube::from_str("R").facelets();
    let query = query("RUF").to(target(&after_r));
    let to_other = Solver::default().query(&scrambled("U"), &query, &limits);
    assert_eq!(to_other.unwrap().solutions, []);
}

/// Undoing (R U R' U') four times takes longer than doing it twice.
#[test]
fn stopped_search_with_solutions_leaves_no_longer_one() {
    let stop = AtomicBool::new(false);
    let on_depth = |report: &DepthReport| stop.store(report.solutions > 0, Ordering::Relaxed);
    let limits = Limits::default().stop(&stop).on_depth(&on_depth);
    let scramble = "R U R' U' ".repeat(4);
    let position = Format::Moves.position(&scramble).unwrap();
    let query = query("RU").all().extra(3);
    let answer = Solver::default().query(&position, &query, &limits);
    let answer = answer.unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped);
    let lengths: Vec<usize> = answer.solutions.iter().map(|s| s.length()).collect();
    assert_eq!(lengths, [8]);
}

/// A cube with some stickers covered: `.` where a bit of the mask is 0.
fn covered(scramble: &str, mask: u64) -> String {
    let facelets = NaiveCube::from_str(scramble).facelets();
    let cover = |(n, colour)| if mask >> n & 1 == 1 { colour } else { '.' };
    facelets.chars().enumerate().map(cover).collect()
}

fn target(pattern: &str) -> Target {
    Target::Pattern(pattern.parse().unwrap())
}

pub fn looks_like(facelets: &str, pattern: &str) -> bool {
    let mut both = pattern.chars().zip(facelets.chars());
    both.all(|(expected, colour)| expected == '.' || expected == colour)
}

/// The least number of moves to a cube that matches.
fn distance_to(scramble: &str, pattern: &str) -> usize {
    let matches = |cube: &Facelets| looks_like(&cube.to_string(), pattern);
    let mut layer = HashSet::from([Facelets::from_str(scramble)]);
    if layer.iter().any(matches) {
        return 0;
    }
    for depth in 1.. {
        let next = || layer.iter().flat_map(Facelets::neighbours);
        if next().any(|cube| matches(&cube)) {
            return depth;
        }
        layer = next().collect();
    }
    unreachable!()
}

/// A face and a row, four corners, an edge and a row, a bit of all, nothing.
const MASKS: [u64; 5] = [
    0x1ff << 27 | 0b111_000_000 << 9,
    0b101_010_101,
    0b000_111_000 << 18 | 1 << 36,
    0x00ff_00ff_00ff_00ff & ((1 << 54) - 1),
    0,
];

#[test]
fn shortest_solution_to_a_pattern_is_that_of_brute_force() {
    let solver = Solver::default();
    for mask in MASKS {
        let pattern = covered("R U F' L2", mask);
        let query = Query::new().to(target(&pattern));
        for scramble in ["", "R U F' L2", "R U F'", "R U F' L2 D B", "B2 R"] {
            let answer = solve(&solver, scramble, &query);
            let expected = distance_to(scramble, &pattern);
            assert_eq!(answer.length(), Some(expected), "{scramble} to {pattern}");
            let after = format!("{scramble} {answer}");
            let facelets = Facelets::from_str(&after).to_string();
            assert!(looks_like(&facelets, &pattern));
            let cube: Cube = scramble.parse().unwrap();
            let is_there = looks_like(&Facelets::from_str(scramble).to_string(), &pattern);
            let read: Pattern = pattern.parse().unwrap();
            assert_eq!(read.matches(&cube), is_there);
        }
    }
}

#[test]
fn all_shortest_solutions_to_patterns_in_quarter_turns_are_those_of_brute_force() {
    for mask in MASKS {
        let pattern = covered("R U F2", mask);
        let is_goal = |cube: &NaiveCube| looks_like(&cube.upright().facelets(), &pattern);
        let query = query("R,U,F2").to(target(&pattern));
        for metric in Metric::ALL {
            let query = query.clone().metric(metric);
            check_all_shortest(&query, "R U F2 ", "R|U|F2", &is_goal);
        }
    }
}

#[test]
fn all_shortest_solutions_of_the_2x2x2_to_patterns_are_those_of_brute_force() {
    let rotations: Vec<String> = ["", "x", "x2", "x'", "z", "z'"]
        .iter()
        .flat_map(|first| ["", "y", "y2", "y'"].map(|second| format!("{first} {second}")))
        .collect();
    for mask in MASKS {
        let corners = (0b101_000_101 * 0x0000_2010_0804_0201_u64) & ((1 << 54) - 1);
        let pattern = covered("R U F2", mask & corners);
        let matches = |cube: &NaiveCube| {
            rotations.iter().any(|rotation| {
                let mut cube = cube.clone();
                cube.apply_str(rotation);
                looks_like(&cube.facelets(), &pattern)
            })
        };
        let query = Query::new().puzzle(Puzzle::Cube2).to(target(&pattern));
        check_all_shortest(&query, "R U F2 ", "U|R|F", &matches);
        let quarter_turns = query
            .moves("L,U2".parse().unwrap())
            .metric(Metric::QuarterTurn);
        check_all_shortest(&quarter_turns, "R U F2 ", "L|U2", &matches);
    }
}

/// It goes on with larger tables, and not with those of the whole cube, which is farther away.
#[test]
fn long_search_to_a_pattern_does_not_solve_the_cube() {
    let last_layer = 0x1ff | 0b111 << 9 | 0b111 << 18 | 0b111 << 36 | 0b111 << 45;
    let pattern = covered("", !last_layer);
    let case = "R U2 R2 F R F' U2 R' F R F'";
    let scramble = format!("{case} R B' D2 F' L U2 R' B2 D' L2 F R' U'");
    let reports = Mutex::new(vec![]);
    let on_depth = |report: &DepthReport| reports.lock().unwrap().push(*report);
    let limits = Limits::default().on_depth(&on_depth);
    let position = Format::Moves.position(&scramble).unwrap();
    let query = Query::new().to(target(&pattern)).max_moves(13);
    let answer = Solver::default().query(&position, &query, &limits).unwrap();
    assert!(answer.is_optimal());
    let after = format!("{scramble} {answer}");
    assert!(looks_like(
        &Facelets::from_str(&after).to_string(),
        &pattern
    ));
    let reports = reports.into_inner().unwrap();
    assert!(answer.nodes > 1 << 22, "it was too short");
    let sum = |f: fn(&DepthReport) -> u64| reports.iter().map(f).sum::<u64>();
    assert_eq!(sum(|report| report.nodes), answer.nodes);
    assert_eq!(sum(|report| report.probes), answer.probes);
}

#[test]
fn pattern_can_be_solved_where_the_cube_cannot() {
    // the bottom layer, which moves of R and U restore though the rest stays as it is
    let bottom = format!(
        "{}{}{}{}{}{}",
        ".".repeat(9),
        "......RRR",
        "......FFF",
        "D".repeat(9),
        "......LLL",
        "......BBB"
    );
    let solver = Solver::default();
    let cube = query("R,U");
    let bottom = cube.clone().to(target(&bottom));
    let outcome = |scramble: &str, query: &Query| {
        let query = query.clone().max_moves(0);
        solve(&solver, scramble, &query).outcome
    };
    let three_edges = "F2 U' L R' F2 L' R U' F2";
    assert_eq!(
        outcome("R U F2 U F2 U' F2 U2 R", &cube),
        Outcome::Impossible
    );
    let answer = solve(&solver, &format!("{three_edges} R U R'"), &bottom);
    assert_eq!(answer.to_string(), "R U' R'");
    let two_flipped_edges = "M' U M' U M' U2 M U M U M U2";
    assert_eq!(outcome(two_flipped_edges, &bottom), Outcome::Complete);
    assert_eq!(outcome(two_flipped_edges, &cube), Outcome::Impossible);
    assert_eq!(outcome("F", &bottom), Outcome::Impossible);
    // held upside down the layer is on top
    assert_eq!(solve(&solver, "x2 R U", &bottom).to_string(), "U' R'");
}

#[test]
fn wrong_pattern_names_the_piece() {
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
    let text = Pattern::parse("R.");
    assert!(text.is_err_and(|error| !matches!(error, FormatError::Impossible(_))));
    // one sticker that nothing else can have
    let almost = NaiveCube::from_str("R U").facelets().replacen('F', ".", 1);
    let only = Pattern::parse(&almost).unwrap().only_cube();
    assert_eq!(only, Some("R U".parse().unwrap()));
    assert_eq!(Pattern::parse(&dots(54)).unwrap().only_cube(), None);
}

#[test]
fn orders_of_groups_are_known() {
    let tuple = FaceletTuple::new(3).unwrap();
    let order = |list: &str| {
        let moves: AllowedMoves = list.parse().unwrap();
        let moves = moves.moves().map(|m| tuple.permutation(&m.into()));
        let moves: Vec<Permutation> = moves.collect();
        StabilizerChain::new(&moves, &[]).order().unwrap()
    };
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
