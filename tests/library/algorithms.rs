//! Free turns and costs, against all sequences tried one by one on stickers.

use crate::naive::NaiveCube;
use crate::tables::SMALLEST;
use cubesolve::notation::{Format, LayerMove};
use cubesolve::sets::Definition;
use cubesolve::{
    Answer, Cost, Cube, Limits, Metric, Outcome, Position, Prepared, Progress, Puzzle, Query,
    Solver, Target,
};
use rand::SeedableRng;
use rand::rngs::ChaCha12Rng;
use rand::seq::IndexedRandom;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

const TURNS: [&str; 4] = ["", "U", "U2", "U'"];

fn solve(solver: &Solver, scramble: &str, query: &Query) -> Answer {
    let position = Format::Moves.position(scramble).unwrap();
    solver.query(&position, query, &Limits::default()).unwrap()
}

fn after(cube: &NaiveCube, moves: &str) -> NaiveCube {
    let mut cube = cube.clone();
    cube.apply_str(moves);
    cube
}

fn moves_of(layers: &str) -> Vec<String> {
    let turns = |layer: char| ["", "2", "'"].map(|turn| format!("{layer}{turn}"));
    layers.chars().flat_map(turns).collect()
}

/// Whether a cube has the colours of a pattern wherever that is not covered by `.`.
fn matches(cube: &NaiveCube, pattern: &str) -> bool {
    let facelets = cube.facelets();
    let mut both = facelets.chars().zip(pattern.chars());
    both.all(|(colour, kept)| kept == '.' || colour == kept)
}

/// All sequences of up to `max` turns that lead to a pattern between free turns, which do not reach it
/// before their end and do not begin with a turn that is free. No layer turns twice in a row, and none of
/// the layers commute.
fn by_enumeration(
    (scramble, pattern): (&str, &str),
    layers: &str,
    max: usize,
    is_auf: bool,
) -> BTreeSet<String> {
    let free = if is_auf { &TURNS[..] } else { &TURNS[..1] };
    let is_goal = |cube: &NaiveCube| free.iter().any(|turn| matches(&after(cube, turn), pattern));
    let moves = moves_of(layers);
    let mut found = BTreeSet::new();
    for before in free {
        let start = NaiveCube::from_str(&format!("{scramble} {before}"));
        let mut open = vec![(start, vec![])];
        while let Some((cube, path)) = open.pop() {
            let path: Vec<&str> = path;
            if is_goal(&cube) {
                found.insert(path.join(" "));
                continue;
            }
            for m in moves.iter().filter(|_| path.len() < max) {
                let is_repeated = path.last().is_some_and(|last| last[..1] == m[..1]);
                let is_free = is_auf && path.is_empty() && m.starts_with('U');
                if !is_repeated && !is_free {
                    open.push((after(&cube, m), [&path[..], &[m]].concat()));
                }
            }
        }
    }
    found
}

/// The moves without free turns, of all solutions, each once and each applied to its cube with them.
fn listed(answer: &Answer, scramble: &str) -> BTreeSet<String> {
    let mut listed = BTreeSet::new();
    for solution in &answer.solutions {
        let [before, end] = solution.auf.map(|turns| TURNS[usize::from(turns)]);
        let moves: Vec<String> = solution.normal.iter().map(LayerMove::to_string).collect();
        let moves = moves.join(" ");
        let cube = NaiveCube::from_str(&format!("{scramble} {before} {moves} {end}"));
        assert!(cube.is_solved(), "{scramble}: {solution}");
        let brackets = |turn: &str| {
            if turn.is_empty() {
                String::new()
            } else {
                format!("({turn})")
            }
        };
        let parts = [brackets(before), moves.clone(), brackets(end)];
        let parts: Vec<&str> = parts
            .iter()
            .map(|s| &s[..])
            .filter(|s| !s.is_empty())
            .collect();
        assert_eq!(solution.to_string(), parts.join(" "));
        assert!(
            listed.insert(moves),
            "{scramble}: {solution} is listed twice"
        );
    }
    listed
}

#[test]
fn solutions_by_r_and_u_are_those_of_enumeration() {
    let solver = Solver::default();
    for (scramble, max) in [
        ("R U R' U R U2 R'", 10),
        ("R U' R2 U2", 7),
        ("U2", 6),
        ("", 6),
    ] {
        for is_auf in [false, true] {
            let max = if is_auf { max - 2 } else { max };
            let query = Query::new().moves("R,U".parse().unwrap()).auf(is_auf);
            let query = query.all().extra(10).max_moves(max);
            let answer = solve(&solver, scramble, &query);
            let expected = by_enumeration((scramble, SOLVED), "RU", max.into(), is_auf);
            assert_eq!(listed(&answer, scramble), expected, "{scramble}, {is_auf}");
            assert_eq!(answer.outcome, Outcome::Complete);
        }
    }
}

/// The moves with neighbours on one axis in alphabetical order.
fn sorted(moves: &str) -> Vec<&str> {
    let mut moves: Vec<&str> = moves.split(' ').collect();
    for n in 1..moves.len() {
        let faces = [moves[n - 1], moves[n]].map(|m| &m[..1]).concat();
        if ["UD", "RL", "FB"].contains(&&faces[..]) {
            moves.swap(n - 1, n);
        }
    }
    moves
}

#[test]
fn free_turns_around_the_table_search_are_those_of_the_search_with_moves() {
    let solver = Solver::with_table(SMALLEST.clone());
    for scramble in ["U R U2 F' D2 U'", "x U' R F2 L", "U2"] {
        let all = Query::new().auf(true).all().extra(1);
        let with_table = solve(&solver, scramble, &all);
        let by_cost = all.clone().cost("htm".parse().unwrap());
        let with_moves = solve(&solver, scramble, &by_cost);
        let [table, moves] = [with_table.clone(), with_moves.clone()].map(|answer| {
            let listed = listed(&answer, scramble);
            listed
                .iter()
                .map(|moves| sorted(moves).join(" "))
                .collect::<BTreeSet<_>>()
        });
        assert_eq!(table, moves, "{scramble}");
        assert!(with_table.table.is_some(), "one with moves is far slower");
        assert_eq!(with_table.lower_bound, with_moves.lower_bound);
    }
}

#[test]
fn solutions_do_not_go_past_their_pattern() {
    // the upper side of one colour
    let scramble = "F U R U' R' F'";
    let facelets = NaiveCube::solved().facelets();
    let is_kept = |n: usize| n < 9 || n % 9 > 2 || n / 9 == 3;
    let kept = facelets.chars().enumerate();
    let pattern: String = kept
        .map(|(n, c)| if is_kept(n) { c } else { '.' })
        .collect();
    let query = Query::new()
        .moves("R,U,F".parse().unwrap())
        .to(pattern.parse().unwrap());
    let query = query.all().extra(2);
    let answer = solve(&Solver::default(), scramble, &query);
    let matches = |moves: &str| {
        let cube = NaiveCube::from_str(&format!("{scramble} {moves}"));
        matches(&cube, &pattern)
    };
    assert!(answer.solutions.len() > 1);
    for solution in &answer.solutions {
        let text = solution.to_string();
        let words: Vec<&str> = text.split(' ').collect();
        assert!(matches(&text));
        assert!(
            (0..words.len()).all(|n| !matches(&words[..n].join(" "))),
            "{text}"
        );
    }
}

/// The weight of a sequence in hundredths by rules that are written here a second time.
fn weight(name: &str, path: &[&str]) -> i32 {
    let pairs = path.windows(2);
    match name {
        "halves" => path
            .iter()
            .map(|m| if m.ends_with('2') { 150 } else { 100 })
            .sum(),
        "clockwise" => path
            .iter()
            .map(|m| if m.len() == 1 { 250 } else { 100 })
            .sum(),
        "pairs" => {
            let quarter = |m: &&str| if m.starts_with('F') { 130 } else { 100 };
            let after_u = pairs.filter(|pair| pair[0] == "U" && pair[1].starts_with('R'));
            let sandwiches = path.windows(3).filter(|w| w[0] == "R" && w[2] == "R'");
            let all: i32 = path.iter().map(quarter).sum();
            all + 75 * after_u.count() as i32 - 25 * sandwiches.count() as i32
        }
        "grips" => {
            // tries all positions before each move
            let mut costs = BTreeMap::from([(-1, 0), (0, 0), (1, 0)]);
            for m in path {
                let ways: &[i32] = match (m.starts_with('R'), &m[1..]) {
                    (false, _) => &[0],
                    (true, "") => &[1],
                    (true, "2") => &[2, -2],
                    (true, _) => &[-1],
                };
                let mut next = BTreeMap::new();
                for (from, cost) in &costs {
                    for start in -1..=1 {
                        for way in ways {
                            let cost = cost + 100 + if start == *from { 0 } else { 60 };
                            let known = next.entry(start + way).or_insert(cost);
                            *known = cost.min(*known);
                        }
                    }
                }
                next.retain(|position, _| (-1..=1).contains(position));
                costs = next;
            }
            *costs.values().min().unwrap()
        }
        _ => unreachable!(),
    }
}

const COSTS: [(&str, &str); 4] = [
    ("halves", "*2 1.5"),
    ("clockwise", "R1,U1,F1 2.5"),
    ("pairs", "F 1.3; U1 R 0.75; R1 * R' -0.25"),
    ("grips", "# hands\n* 1\nregrip 0.6"),
];

#[test]
fn cheapest_solutions_are_those_of_brute_force() {
    let solver = Solver::default();
    let quarter_turns = |text: &String| text.split(' ').count() + text.matches('2').count();
    // the corner URF and the edge UF, to which hundreds of sequences lead
    let pair = ".......UU R........ .FF...... ......... ......... .........".replace(' ', "");
    for (scrambles, pattern, max) in [
        (&["R U F2 U'", "R2 U2 R", "U R F' R2 U"][..], SOLVED, 6),
        (&["U R F' R2 U", "F2 R U' F R"], &pair, 5),
    ] {
        let all: Vec<_> = scrambles
            .iter()
            .map(|scramble| by_enumeration((scramble, pattern), "RUF", max, false))
            .collect();
        let metrics = [Metric::HalfTurn, Metric::QuarterTurn];
        for (metric, (name, lines)) in metrics.into_iter().flat_map(|m| COSTS.map(|c| (m, c))) {
            let cost: Cost = lines.parse().unwrap();
            let query = Query::new().moves("R,U,F".parse().unwrap());
            let query = query.to(pattern.parse().unwrap()).max_moves(max as u8);
            let query = query.metric(metric).cost(cost.clone());
            let [five, one] = [5, 1].map(|number| {
                let query = query.clone().number(number);
                solver.prepare(&[], &query).unwrap()
            });
            for (scramble, all) in scrambles.iter().zip(&all) {
                let is_short = |s: &&String| match metric {
                    Metric::QuarterTurn => quarter_turns(s) <= max,
                    _ => true,
                };
                let words = |text: &str| weight(name, &text.split(' ').collect::<Vec<_>>());
                let mut expected: Vec<i32> =
                    all.iter().filter(is_short).map(|s| words(s)).collect();
                expected.sort();
                expected.truncate(5);
                let position = Format::Moves.position(scramble).unwrap();
                let [answer, one] = [&five, &one]
                    .map(|prepared| prepared.solve(&position, &Limits::default()).unwrap());
                let found = answer.solutions.iter().map(|s| {
                    let text = s.to_string();
                    let weight = words(&text);
                    let of_all = (cost.of(&s.normal) * 100.0).round() as i32;
                    let own = (s.cost().unwrap() * 100.0).round() as i32;
                    assert_eq!((own, of_all), (weight, weight), "{name}: {text}");
                    weight
                });
                let found: Vec<i32> = found.collect();
                assert_eq!(found, expected, "{scramble} by {name} in {metric:?}");
                assert!(answer.is_optimal());
                assert_eq!(one.solutions, answer.solutions[..1]);
            }
        }
    }
}

#[test]
fn cost_of_any_sequence_is_the_sum_by_its_rules() {
    let mut rng = ChaCha12Rng::seed_from_u64(30);
    let names: Vec<String> = "RUF"
        .chars()
        .flat_map(|face| ["", "2", "'"].map(|end| format!("{face}{end}")))
        .collect();
    for (name, lines) in COSTS {
        let cost: Cost = lines.parse().unwrap();
        for length in 1..300 {
            let words: Vec<&str> = (0..length % 9)
                .map(|_| &names.choose(&mut rng).unwrap()[..])
                .collect();
            let moves: Vec<LayerMove> = words.iter().map(|word| word.parse().unwrap()).collect();
            let found = (cost.of(&moves) * 100.0).round() as i32;
            assert_eq!(found, weight(name, &words), "{words:?} by {name}");
        }
    }
}

#[test]
fn order_of_commuting_moves_is_the_cheapest() {
    let query = Query::new()
        .moves("R,L,U".parse().unwrap())
        .number(9)
        .extra(0);
    for (pair, solution) in [("L' R'", "U L' R'"), ("R' L'", "U R' L'")] {
        let cost: Cost = format!("{pair} -0.5; U1 * R' 0.25").parse().unwrap();
        let answer = solve(&Solver::default(), "R L U'", &query.clone().cost(cost));
        assert_eq!(answer.to_string(), solution);
    }
}

#[test]
fn solutions_do_not_depend_on_threads() {
    let moves = || Query::new().moves("R,U,F".parse().unwrap());
    let t_permutation = "R U R' U' R' F R2 U' R' U' R U R' F'";
    let j_permutation = "R U R' F' R U R' U' R' F R2 U' R'";
    let by_mcc = moves().auf(true).number(4).extra(0);
    for (scramble, query) in [
        (t_permutation, moves().number(2)),
        (j_permutation, moves().all().extra(2)),
        (t_permutation, by_mcc.cost("mcc".parse().unwrap())),
    ] {
        let [one, two, three] = [1, 2, 3].map(|threads| {
            let solver = Solver::default().threads(threads);
            solve(&solver, scramble, &query).solutions
        });
        assert!(!one.is_empty());
        assert_eq!(one, two, "{query:?}");
        assert_eq!(one, three, "{query:?}");
    }
}

#[test]
fn malformed_costs_name_the_line() {
    let error = |text: &str| text.parse::<Cost>().unwrap_err().to_string();
    assert!(error("Q 2").contains("Q 2"));
    assert!(error("R U F D 2").contains("R U F D 2"));
    assert!(error("R 0.12345").contains("0.12345"));
    assert!(error("R 1000.001").contains("1000.001"));
    assert!("R 1000".parse::<Cost>().is_ok());
    for weight in [
        "nan",
        "-inf",
        "1e300",
        ".",
        "-",
        "+-1",
        "1.-5",
        "1.5.0",
        "1,5",
        "9999999999",
    ] {
        assert!(error(&format!("R {weight}")).contains(weight));
    }
    for (weight, cost) in [
        ("+2", 2.0),
        (".5", 0.5),
        ("1.", 1.0),
        ("0012.34500", 12.345),
    ] {
        let of_r: Cost = format!("R {weight}").parse().unwrap();
        assert_eq!(
            of_r.of(&["R".parse::<LayerMove>().unwrap()]),
            cost,
            "{weight}"
        );
    }
    assert!(error("U R -1").contains('R'));
    assert!(error("* 0").contains("more than 0"));
    assert!(Cost::names().any(|name| name == "mcc"));
    for name in Cost::names() {
        name.parse::<Cost>().unwrap();
    }
}

#[test]
fn turns_without_a_weight_cost_one() {
    let moves = ["R", "U'", "Rw2", "M", "x"].map(|m| m.parse::<LayerMove>().unwrap());
    let of_each = |text: &str| {
        let cost: Cost = text.parse().unwrap();
        moves.map(|m| cost.of(&[m]))
    };
    assert_eq!(of_each(""), [1.0; 5]);
    assert_eq!(of_each("# none"), [1.0; 5]);
    assert_eq!(of_each("R,M 2"), [2.0, 1.0, 1.0, 2.0, 1.0]);
    assert_eq!(of_each("* 3; M 2"), [3.0, 3.0, 3.0, 2.0, 3.0]);
    assert_eq!(of_each("htm"), [1.0, 1.0, 1.0, 2.0, 1.0]);
    assert_eq!(of_each("qtm"), [1.0, 1.0, 2.0, 2.0, 1.0]);
    assert_eq!(of_each("stm"), [1.0; 5]);
}

/// Sums of the lines of any text, and of any number of moves, fit the numbers they are kept in.
#[test]
fn costs_of_many_lines_or_moves_do_not_overflow() {
    let error = |text: &str| text.parse::<Cost>().unwrap_err().to_string();
    let after = |line: &str, count| format!("* 1\n{}", line.repeat(count));
    assert!(error(&after("* * 1000\n", 2200)).contains("at most 1000 lines"));
    assert!(error(&after("* * 1000\n", 999)).contains("at most 1000: U may"));
    assert!(error(&after("* * -1000\n", 999)).contains("more than 0"));
    assert!(error(&"R,".repeat(100_000)).contains("R,R,R"));
    assert!(after("* * 0.999\n", 999).parse::<Cost>().is_ok());

    let moves = ["R", "U'", "Rw2", "M", "x"].map(|m| m.parse::<LayerMove>().unwrap());
    let moves: Vec<LayerMove> = moves.into_iter().cycle().take(100_000).collect();
    let cost = |text: &str, moves| text.parse::<Cost>().unwrap().of(moves);
    assert_eq!(cost("* 1", &moves), 100_000.0);
    assert_eq!(cost("* 1000", &moves), 100_000_000.0);
    let (once, twice) = (cost("mcc", &moves[..300]), cost("mcc", &moves[..600]));
    assert!(twice > 1.9 * once && once > 150.0, "{once}, {twice}");
}

/// The solutions that cases share are kept as long as what was prepared, whatever was prepared since.
#[test]
fn prepared_queries_keep_what_their_cases_share() {
    let cases = Definition::named("epll").unwrap().cases(false).unwrap();
    let cubes: Vec<Cube> = cases.iter().map(|case| case.cube).collect();
    let choices = [
        "R,U", "R,U,D", "R,U,L", "R,U,F", "R,U,B", "L,U", "L,U,D", "F,U",
    ];
    let query = |moves: &str| Query::new().auf(true).moves(moves.parse().unwrap());
    let solver = Solver::default().threads(1);
    let nodes = |prepared: &Prepared| -> u64 {
        let answer = |cube: &Cube| prepared.solve(&(*cube).into(), &Limits::default()).unwrap();
        cubes.iter().map(|cube| answer(cube).nodes).sum()
    };
    let prepare = |cubes: &[Cube], moves: &&str| solver.prepare(cubes, &query(moves)).unwrap();
    let all: Vec<Prepared> = choices.iter().map(|moves| prepare(&cubes, moves)).collect();
    let first = nodes(&all[0]);
    all[1..]
        .iter()
        .for_each(|prepared| assert!(nodes(prepared) > 0));
    assert_eq!(nodes(&all[0]), first);
    assert!(first < nodes(&prepare(&[], &choices[0])));
}

#[test]
fn stopped_search_with_free_turns_has_a_solution() {
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let cube: Cube = superflip.parse().unwrap();
    let limits = Limits::default().timeout(Duration::ZERO);
    let query = Query::new().auf(true);
    let scramble = Format::guess(superflip).position(superflip).unwrap();
    // the inverse of a scramble is known
    for (position, max_length) in [(cube.into(), 40), (scramble, 20)] {
        let answer = Solver::default().query(&position, &query, &limits).unwrap();
        assert_eq!(answer.outcome, Outcome::TimedOut);
        let sequence = answer.solutions[0].sequence();
        assert!(cube.product(&sequence.cube()).is_solved() && !answer.is_optimal());
        assert!(answer.length().unwrap() <= max_length);
    }
}

/// Of the 2x2x2 the edges do not matter.
#[test]
fn free_turns_of_the_2x2x2_are_those_of_its_corners() {
    let query = Query::new().auf(true).puzzle(Puzzle::Cube2);
    for (scramble, length) in [("U", 0), ("M' U2 M U", 0), ("U2 R M' U2 M U", 1)] {
        let answer = solve(&Solver::default(), scramble, &query);
        assert_eq!(answer.length(), Some(length), "{scramble}");
    }
}

/// With all of a length found before.
#[test]
fn stopped_search_with_free_turns_keeps_its_solutions() {
    let cube = Position::from("U R U R' F2 U".parse::<Cube>().unwrap());
    let solver = Solver::default();
    let whole = Query::new().auf(true).all();
    let all = solver.query(&cube, &whole, &Limits::default()).unwrap();
    let longest = all.length().unwrap() as u8;
    let stop = AtomicBool::new(false);
    let on_progress = |progress: &Progress| {
        stop.store(progress.depth > longest, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let limits = Limits::default().stop(&stop).on_progress(&on_progress);
    let stopped = solver.query(&cube, &whole.extra(2), &limits).unwrap();
    assert_eq!(stopped.outcome, Outcome::Stopped);
    assert_eq!(stopped.solutions, all.solutions);
}

#[test]
fn cases_solved_together_have_the_answers_of_each_alone() {
    let query = |moves: &str| Query::new().moves(moves.parse().unwrap()).auf(true);
    let mcc: Cost = "mcc".parse().unwrap();
    for (set, query) in [
        ("pll", query("R,U,F")),
        ("epll", query("R2,U,D,L2").all()),
        ("ocll", query("R,U,D").number(4).extra(2)),
        (
            "ell",
            query("R,U,F")
                .cost(mcc.clone())
                .number(3)
                .extra(1)
                .max_moves(12),
        ),
        ("f2l", query("R,U,F").all()),
        (
            "ocll",
            query("U,R,F,D,L,B")
                .cost(mcc)
                .number(2)
                .extra(1)
                .max_moves(9),
        ),
        (
            "solved: f2l; orient: ll-edges; free: ll-corners",
            query("U,R,F,L").all(),
        ),
        ("pll", query("M,U").max_moves(12)),
        ("epll", query("R,U").metric(Metric::QuarterTurn)),
    ] {
        let definition = Definition::named(set).unwrap_or_else(|| set.parse().unwrap());
        let cases = definition.cases(false).unwrap();
        let query = match set {
            "pll" | "epll" | "ell" => query,
            _ => query.to(Target::Pattern(*cases[0].target)),
        };
        let solver = Solver::default().threads(2);
        let cubes: Vec<Cube> = cases.iter().map(|case| case.cube).collect();
        let [alone, together] = [&[], &cubes[..]].map(|cubes| solver.prepare(cubes, &query));
        let [alone, together] = [alone.unwrap(), together.unwrap()];
        let mut solved = 0;
        for cube in cubes {
            let [expected, found] = [&alone, &together].map(|prepared| {
                let answer = prepared.solve(&cube.into(), &Limits::default());
                answer.unwrap()
            });
            assert_eq!(found.solutions, expected.solutions, "{set}");
            assert_eq!(found.lower_bound, expected.lower_bound, "{set}");
            assert_eq!(found.outcome, expected.outcome, "{set}");
            solved += usize::from(!found.solutions.is_empty());
        }
        assert!(solved > 1, "{set}");
    }
}

/// Each length is searched with all sixteen free turns.
#[test]
fn progress_with_free_turns_rises_within_a_length() {
    let (last, highest) = (Mutex::new((0, 0.0, 0, 0)), Mutex::new(0.0));
    let on_progress = |progress: &Progress| {
        let mut last = last.lock().unwrap();
        let (depth, done, nodes, probes) = *last;
        assert!((0.0..=1.0).contains(&progress.done), "{progress:?}");
        assert!(
            (depth, done) <= (progress.depth, progress.done),
            "{progress:?}"
        );
        assert!(
            nodes <= progress.nodes && probes <= progress.probes,
            "{progress:?}"
        );
        let mut highest = highest.lock().unwrap();
        *highest = progress.done.max(*highest);
        *last = (
            progress.depth,
            progress.done,
            progress.nodes,
            progress.probes,
        );
        ControlFlow::Continue(())
    };
    let limits = Limits::default().on_progress(&on_progress);
    let solver = Solver::with_table(SMALLEST.clone());
    let cube = Position::from("R F' L2 D B U' R2 F D' L".parse::<Cube>().unwrap());
    let answer = solver
        .query(&cube, &Query::new().auf(true).all(), &limits)
        .unwrap();
    let (depth, _, nodes, probes) = *last.lock().unwrap();
    assert_eq!(usize::from(depth), answer.length().unwrap());
    assert!(*highest.lock().unwrap() > 0.5 && (1..=answer.nodes).contains(&nodes));
    assert!((1..=answer.probes).contains(&probes));
}
