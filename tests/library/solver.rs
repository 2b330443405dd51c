//! The solver through its public interface: queries, targets, limits, callbacks and tables.

use crate::tables::{SMALLEST, write_smallest};
use cubesolve::cube::{Cube, Move, Sequence};
use cubesolve::goals::GoalChain;
use cubesolve::notation::{Format, LayerMove};
use cubesolve::table::{Directory, Load, Spec, Table};
use cubesolve::{
    Answer, DepthReport, Limits, Loading, Metric, Outcome, Position, Progress, Puzzle, Query,
    SolveError, Solver, TableError, TableEvent, Target,
};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// Takes 20 moves, and hours with 32M: it has no symmetry.
const HARDEST: &str = "F U' F2 D' B U R' F' L D' R' U' L U B' D2 R' F U2 D2";

static ALWAYS: AtomicBool = AtomicBool::new(true);

/// A solver with 32M.
fn solver() -> Solver {
    Solver::with_table(SMALLEST.clone()).threads(2)
}

fn position(text: &str) -> Position {
    Format::Moves.position(text).unwrap()
}

pub fn answer(text: &str, query: &Query) -> Answer {
    let answer = solver().query(&position(text), query, &Limits::default());
    answer.unwrap()
}

fn target(text: &str) -> Target {
    text.parse().unwrap()
}

#[test]
fn solution_is_written_as_the_holder_makes_it() {
    let answer = answer("x U", &Query::new());
    assert_eq!(
        (answer.to_string(), answer.length()),
        ("U'".into(), Some(1))
    );
    assert!(answer.is_optimal() && answer.table == Some("32M"));
}

#[test]
fn link_is_given_where_it_is_asked_for() {
    let link = |query: &Query| answer("R", query).solutions[0].link.clone();
    let expected = "https://alpha.twizzle.net/edit/?alg=R%27&setup-alg=R";
    assert_eq!(link(&Query::new().link(true)).as_deref(), Some(expected));
    assert_eq!(link(&Query::new()), None);
}

#[test]
fn scramble_that_is_optimal_is_undone_without_a_search_of_its_length() {
    let scramble = "R U F' L2 D B' U2 R'";
    let one = answer(scramble, &Query::new());
    assert_eq!((one.outcome, one.length()), (Outcome::Complete, Some(8)));
    let all = answer(scramble, &Query::new().all());
    assert!(all.solutions.contains(&one.solutions[0]) && one.probes <= all.probes);
}

#[test]
fn nearest_of_several_targets_is_found() {
    let targets = ["R U F D L", "R U F D", "U2 D B"].map(target);
    let query = targets.iter().fold(Query::new(), |query, t| query.to(*t));
    let found = answer("R U F", &query);
    assert_eq!((found.length(), found.solutions[0].target), (Some(1), 1));
    assert!(found.is_optimal());
    // one search of all: none goes beyond the nearest
    let one = solver().threads(1);
    let nodes = |query: &Query| {
        let answer = one.query(&position("R U F"), query, &Limits::default());
        answer.unwrap().nodes
    };
    assert_eq!(nodes(&query), nodes(&Query::new().to(targets[1])));
    // all solutions to any of them, up to two moves longer than the shortest
    let all = answer("R U F", &query.clone().all().extra(2));
    let each = targets.map(|t| answer("R U F", &Query::new().to(t).all().extra(9).max_moves(3)));
    let expected: usize = each.iter().map(|answer| answer.solutions.len()).sum();
    assert_eq!(all.solutions.len(), expected);
    assert!(all.solutions.iter().any(|solution| solution.target != 1));
    assert!(all.solutions.is_sorted_by_key(|solution| solution.length()));
    // at one of them already
    let none = answer("R U F D", &query);
    assert_eq!((none.length(), none.solutions[0].target), (Some(0), 1));
    // the work of all, of which none needs to go further than two moves beyond the nearest
    let alone = |t| answer("R U F", &Query::new().to(t).all().extra(2).max_moves(3));
    let [first, second, third] = targets.map(alone);
    assert_eq!(all.nodes, first.nodes + second.nodes + third.nodes);
    assert_eq!(all.probes, first.probes + second.probes + third.probes);
    assert_eq!(all.table, Some("32M"));
    // with a bottom layer among them, which is too far
    let bottom = "......... ......RRR ......FFF DDDDDDDDD ......LLL ......BBB";
    let query = [bottom, "R U F D"].map(target);
    let query = query.into_iter().fold(Query::new().max_moves(1), Query::to);
    let near = answer("R U F", &query);
    let found = &near.solutions[0];
    assert_eq!((found.length(), found.target), (1, 1));
    assert_eq!((near.outcome, near.lower_bound), (Outcome::Complete, 1));
}

#[test]
fn stopped_search_of_several_targets_keeps_what_is_proven() {
    let far = "R U F' L2 D B' U2 R' F2 L D' B R2 U' F D2 L' B2";
    let query = [far, HARDEST].map(target).into_iter();
    let query = query.fold(Query::new().max_moves(11), Query::to);
    let stop = AtomicBool::new(false);
    let on_depth = |report: &DepthReport| stop.store(report.depth == 10, Ordering::Relaxed);
    let limits = Limits::default().stop(&stop).on_depth(&on_depth);
    let solved = Position::from(Cube::SOLVED);
    let answer = solver().query(&solved, &query, &limits).unwrap();
    assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 11));
}

/// Better than the scramble undone, whether there is a table or not.
#[test]
fn stopped_search_has_a_quick_solution() {
    let scramble = "R U F' L2 D B' U2 R' F2 L D' B R2 U' F D2 L' B2 U R F2 L' D B U'";
    let limits = Limits::default().timeout(Duration::ZERO);
    let directory = tempdir().unwrap();
    for solver in [solver(), without_table(directory.path(), true)] {
        let length = |query: &Query| {
            let answer = solver.query(&position(scramble), query, &limits).unwrap();
            answer.length().unwrap()
        };
        let quick = length(&Query::new().fast(true));
        assert!(quick < 25);
        let other = target("R L U2 F");
        let several = Query::new().to(target("")).to(other);
        for query in [Query::new(), Query::new().auf(true), several] {
            assert!(length(&query) <= quick);
        }
    }
}

#[test]
fn any_greatest_length_is_none() {
    let any = Query::new().max_moves(Query::ANY_LENGTH);
    let hardest = Position::from(position(HARDEST).cube());
    let limits = Limits::default().timeout(Duration::ZERO);
    for query in [any.clone(), any.fast(true)] {
        let answer = solver().query(&hardest, &query, &limits).unwrap();
        assert!(answer.length().is_some(), "a quick solution");
    }
}

#[test]
fn no_table_is_generated_that_is_larger_than_allowed() {
    let directory = tempdir().unwrap();
    let solver = Solver::with_directory(Directory::at(directory.path())).generate_up_to(1000);
    let error = solver.solve(&position(HARDEST).cube()).unwrap_err();
    let is_missing = matches!(error, SolveError::Table(TableError::NotInstalled { .. }));
    assert!(is_missing, "{error}");
}

/// A solver for an empty directory, where it may generate a table only if `generates`.
fn without_table(directory: &Path, generates: bool) -> Solver {
    let solver = Solver::with_directory(Directory::at(directory)).threads(2);
    match generates {
        true => solver,
        false => solver.generate_up_to(0),
    }
}

/// Without its scramble, so that no solution is known.
fn cube(text: &str) -> Position {
    Position::from(position(text).cube())
}

#[test]
fn near_cube_needs_no_table() {
    let directory = tempdir().unwrap();
    let on_table = |event: TableEvent| panic!("{event:?}");
    let limits = Limits::default().on_table(&on_table);
    for generates in [false, true] {
        let solver = without_table(directory.path(), generates);
        for (scramble, query) in [
            ("R U F' L2 D B' U2 R' F2 L", Query::new()),
            ("R U F' L2 D B' U2", Query::new().all().extra(2)),
            ("R U F' L2 D", Query::new().number(3).extra(4)),
            (
                "R U F' L2 D",
                Query::new().to(target("U F")).to(target("B")),
            ),
            ("U R U F' L2 D U'", Query::new().auf(true)),
            ("R U F' L2 D B'", Query::new().max_moves(5)),
            ("x y R U F' L2 D", Query::new()),
            ("", Query::new()),
        ] {
            let found = solver.query(&cube(scramble), &query, &limits).unwrap();
            let by_table = self::solver().query(&cube(scramble), &query, &Limits::default());
            let by_table = by_table.unwrap();
            let known = |answer: &Answer| (answer.outcome, answer.length(), answer.lower_bound);
            assert_eq!(known(&found), known(&by_table), "{scramble}");
            if query == query.clone().all() {
                assert_eq!(found.solutions, by_table.solutions);
            }
            assert_eq!((found.table, found.unfinished), (None, None));
        }
        let quarter_turns = Query::new().metric(Metric::QuarterTurn);
        let found = solver.query(&cube("R2 U F2 L"), &quarter_turns, &limits);
        assert_eq!(found.unwrap().length(), Some(6));
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// Nothing is generated for a query that has ended before.
#[test]
fn timeout_zero_without_table_reports_quick_solution() {
    let directory = tempdir().unwrap();
    let solver = without_table(directory.path(), true);
    let limits = Limits::default().timeout(Duration::ZERO);
    // two turns of U are free
    for (query, distance) in [(Query::new(), 20), (Query::new().auf(true), 18)] {
        let answer = solver.query(&cube(HARDEST), &query, &limits).unwrap();
        assert_eq!(answer.outcome, Outcome::TimedOut);
        assert!(answer.length() >= Some(distance) && answer.unfinished.is_some());
        let problem = answer.problem(&query).unwrap();
        assert!(
            problem.starts_with("time is up before the table "),
            "{problem}"
        );
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn stopped_generation_reports_quick_solution_and_leaves_no_file() {
    let directory = tempdir().unwrap();
    let solver = without_table(directory.path(), true);
    // 54 turns to a cube of 17 moves; the first solutions are found at once, and longer
    let scramble = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
    for query in [Query::new(), Query::new().metric(Metric::QuarterTurn)] {
        let stop = AtomicBool::new(false);
        // not before the tables of the two phases, which are generated first
        let on_table = |event: TableEvent| match event {
            TableEvent::Generating { progress, .. } => {
                let has_begun = progress.fraction() > 0.0;
                stop.fetch_or(has_begun, Ordering::Relaxed);
            }
            event => panic!("{event:?}"),
        };
        let limits = Limits::default().stop(&stop).on_table(&on_table);
        let answer = solver.query(&cube(scramble), &query, &limits).unwrap();
        assert_eq!((answer.outcome, answer.table), (Outcome::Stopped, None));
        let beyond = [12, 14][answer.metric as usize];
        assert!(answer.length() >= Some(20) && answer.lower_bound == beyond);
        assert!(
            answer
                .problem(&query)
                .unwrap()
                .starts_with("interrupted before the table ")
        );
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}

#[test]
fn callback_that_breaks_ends_a_query_without_a_table() {
    let directory = tempdir().unwrap();
    let solver = without_table(directory.path(), true);
    for depth in [0, 7, 11] {
        let on_progress = |progress: &Progress| match progress.depth < depth {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let limits = Limits::default().on_progress(&on_progress);
        let answer = solver.query(&cube(HARDEST), &Query::new(), &limits);
        assert_eq!(answer.unwrap().outcome, Outcome::Stopped);
    }
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

/// So that in a stream of cubes the later ones have a table.
#[test]
fn generation_goes_on_after_a_timeout() {
    let directory = tempdir().unwrap();
    let solver = without_table(directory.path(), true);
    let limits = Limits::default().timeout(Duration::from_millis(600));
    let answers = std::iter::repeat_with(|| {
        let answer = solver.query(&cube(HARDEST), &Query::new(), &limits);
        answer.unwrap()
    });
    let last = answers.take_while(|answer| answer.table.is_none());
    assert!(
        last.into_iter()
            .all(|answer| answer.outcome == Outcome::TimedOut)
    );
    assert!(solver.table(Metric::HalfTurn).is_some());
}

#[test]
fn generation_ends_with_the_solver() {
    let directory = tempdir().unwrap();
    let began = AtomicBool::new(false);
    let on_table = |_: TableEvent| began.store(true, Ordering::Relaxed);
    let limits = Limits::default()
        .on_table(&on_table)
        .timeout(Duration::from_millis(600));
    let solver = without_table(directory.path(), true);
    while !began.load(Ordering::Relaxed) {
        let answer = solver.query(&cube(HARDEST), &Query::new(), &limits);
        assert_eq!(answer.unwrap().outcome, Outcome::TimedOut);
    }
    drop(solver);
    // whole if it was finished meanwhile
    let files = std::fs::read_dir(directory.path()).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.into_iter().all(|name| name.ends_with(".table")));
}

/// All of them wait for one generation; the last one to be stopped ends it.
#[test]
fn queries_share_a_generation() {
    let directory = tempdir().unwrap();
    let solver = without_table(directory.path(), true);
    let stop = AtomicBool::new(false);
    let began: [AtomicBool; 3] = Default::default();
    std::thread::scope(|scope| {
        for began_one in &began {
            let (solver, stop, began) = (&solver, &stop, &began);
            scope.spawn(move || {
                let on_table = |event: TableEvent| {
                    let is_generating = matches!(event, TableEvent::Generating { .. });
                    assert!(is_generating, "{event:?}");
                    began_one.store(true, Ordering::Relaxed);
                    let have_all = began.iter().all(|began| began.load(Ordering::Relaxed));
                    stop.fetch_or(have_all, Ordering::Relaxed);
                };
                let limits = Limits::default().stop(stop).on_table(&on_table);
                let answer = solver.query(&position(HARDEST), &Query::new(), &limits);
                assert_eq!(answer.unwrap().outcome, Outcome::Stopped);
            });
        }
    });
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn quick_solution_excludes_whatever_takes_a_whole_search() {
    let quick = || Query::new().fast(true);
    assert_eq!(quick().number(1).extra(0).check(), Ok(()));
    for query in [
        quick().all(),
        quick().number(2),
        quick().extra(1),
        quick().auf(true),
    ] {
        assert!(query.check().is_err(), "{query:?}");
    }
}

/// Others are refused in `tests/program/serve/api.rs`.
#[test]
fn contradictory_query_is_an_error() {
    let check = |json: &str| serde_json::from_str::<Query>(json).unwrap().check();
    let pattern = format!("{}R{}", ".".repeat(13), ".".repeat(40));
    for (json, problem) in [
        (r#"{"extra": "any"}"#, "steps of a chain"),
        (r#"{"goal": "eo", "puzzle": "2x2x2"}"#, "3x3x3"),
        (
            &format!(r#"{{"goal": "eo", "to": "{pattern}"}}"#),
            "not to a pattern",
        ),
        (r#"{"fast": true, "moves": "R"}"#, "allowed moves"),
    ] {
        let error = check(json).unwrap_err().to_string();
        assert!(error.contains(problem), "{json}: {error}");
    }
    for json in [
        r#"{"goal": "eo,dr", "moves": "R,U,F", "niss": true, "extra": [1, 0]}"#,
        r#"{"puzzle": "2x2x2", "moves": "R,U", "metric": "qtm", "all": true}"#,
        r#"{"fast": true, "max_moves": 20, "metric": "qtm", "to": "R U"}"#,
        r#"{"to": ["R", "U"], "extra": 1, "number": 5}"#,
    ] {
        assert_eq!(check(json), Ok(()), "{json}");
    }
    let query = Query::new().all().number(2);
    let error = solver().query(&position("R"), &query, &Limits::default());
    assert!(matches!(error, Err(SolveError::Query(_))));
    for (extra, is_valid) in [(0, true), (1, false)] {
        let query = Query::new().then(Metric::QuarterTurn).extra(extra);
        let answer = solver().query(&position("R"), &query, &Limits::default());
        assert_eq!(answer.is_ok(), is_valid);
    }
    let query = Query::new().metric(Metric::QuarterTurn);
    let error = solver().query(&position("R"), &query, &Limits::default());
    assert!(
        matches!(error, Err(SolveError::Table(_))),
        "32M is for half turns"
    );
}

#[test]
fn every_kind_of_query_is_stopped_before_and_answered_after() {
    const BY_THREE_FACES: &str = "R U F2 R' U F' U2 R F";
    // farther than the table's lower bound for it
    const BY_SIX: &str = "R U F2 R' U F' U2 R F L' D B";
    let queries = [
        (Query::new(), BY_SIX),
        (
            Query::new().goal("corners".parse().unwrap()),
            BY_THREE_FACES,
        ),
        (Query::new().moves("R,U,F".parse().unwrap()), BY_THREE_FACES),
        (Query::new().puzzle(Puzzle::Cube2), BY_THREE_FACES),
        (Query::new().fast(true), BY_THREE_FACES),
    ];
    for (query, scramble) in queries {
        // without its scramble, whose inverse would be a solution
        let position = Position::from(position(scramble).cube());
        let solve = |limits: &Limits| solver().query(&position, &query, limits).unwrap();
        let stopped = solve(&Limits::default().stop(&ALWAYS));
        assert_eq!(stopped.outcome, Outcome::Stopped, "{query:?}");
        let found = solve(&Limits::default());
        assert_eq!(found.outcome, Outcome::Complete, "{query:?}");
        let length = scramble.split_whitespace().count();
        assert!(found.length().unwrap() <= length, "{query:?}");
    }
}

#[test]
fn timeout_zero_reports_timed_out_with_proven_bound() {
    let limits = Limits::default().timeout(Duration::ZERO);
    let facelets = solver()
        .query(&position(HARDEST), &Query::new(), &limits)
        .unwrap();
    assert_eq!(facelets.outcome, Outcome::TimedOut);
    assert!(!facelets.is_optimal());
    // the scramble is a solution
    let scramble = solver()
        .query(&position("R U F2 D L B"), &Query::new(), &limits)
        .unwrap();
    assert_eq!(scramble.length(), Some(6));
    assert_eq!(scramble.is_optimal(), scramble.outcome == Outcome::Complete);
}

#[test]
fn panic_in_a_callback_leaves_the_solver_usable() {
    let solver = solver();
    let on_progress = |progress: &Progress| match progress.depth {
        12.. => panic!("as intended"),
        _ => ControlFlow::Continue(()),
    };
    let on_depth = |report: &cubesolve::DepthReport| assert!(report.depth < 12, "as intended");
    for limits in [
        Limits::default().on_progress(&on_progress),
        Limits::default().on_depth(&on_depth),
    ] {
        let search = || solver.query(&position(HARDEST), &Query::new(), &limits);
        assert!(catch_unwind(AssertUnwindSafe(search)).is_err());
    }
    let begin = Instant::now();
    let answer = solver.query(&position("R U F' L2 D"), &Query::new(), &Limits::default());
    assert_eq!(
        answer.unwrap().length(),
        Some(5),
        "after {:?}",
        begin.elapsed()
    );
}

/// A solver for a directory with 32M that may generate 64M.
fn growing(directory: &Path) -> Solver {
    write_smallest(directory);
    let larger = Spec::by_name("64M").unwrap();
    Solver::with_directory(Directory::at(directory))
        .generate_up_to(larger.table_bytes())
        .threads(2)
}

fn table(solver: &Solver) -> &'static str {
    solver
        .table(Metric::HalfTurn)
        .map_or("none", |table| table.spec().name())
}

/// However long what is done only once has taken.
#[test]
fn no_larger_table_is_generated_for_an_easy_cube() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    let near = Query::new().to(target("R L")).to(target("F2"));
    for query in [near, Query::new().auf(true)] {
        let on_table = |event: TableEvent| panic!("{event:?}");
        let limits = Limits::default().on_table(&on_table);
        let answer = solver.query(&position("R2 U2"), &query, &limits).unwrap();
        assert!(answer.is_optimal());
    }
}

#[test]
fn larger_table_is_generated_for_a_hard_cube() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    let generated = Mutex::new(vec![]);
    let on_table = |event: TableEvent| match event {
        TableEvent::Generated(spec) => generated.lock().unwrap().push(spec.name()),
        TableEvent::Failed { error, .. } => panic!("{error}"),
        _ => {}
    };
    // none for a search that its caller stops
    let stop = |progress: &Progress| match progress.time_left {
        Some(_) => ControlFlow::Break(()),
        None => ControlFlow::Continue(()),
    };
    let limits = Limits::default().on_progress(&stop).on_table(&on_table);
    let stopped = solver.query(&position(HARDEST), &Query::new(), &limits);
    assert_eq!(stopped.unwrap().table, Some("32M"));
    // stops as soon as the search continues, from the bound proven before
    let bounds = Mutex::new(vec![]);
    let on_progress = |progress: &Progress| {
        let name = table(&solver);
        bounds.lock().unwrap().push((name, progress.lower_bound));
        match name {
            "64M" => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    };
    let limits = Limits::default()
        .on_progress(&on_progress)
        .on_table(&on_table);
    let answer = solver
        .query(&position(HARDEST), &Query::new(), &limits)
        .unwrap();
    assert_eq!(
        (table(&solver), &*generated.lock().unwrap()),
        ("64M", &vec!["64M"])
    );
    assert_eq!(
        (answer.outcome, answer.table),
        (Outcome::Stopped, Some("64M"))
    );
    let bounds = bounds.into_inner().unwrap();
    let with_smallest = bounds.iter().rfind(|(table, _)| *table == "32M").unwrap();
    assert!(answer.lower_bound >= with_smallest.1 && !answer.solutions.is_empty());
}

#[test]
fn easy_cubes_and_short_timeouts_generate_no_table() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    let on_table = |event: TableEvent| {
        let is_copied = matches!(event, TableEvent::Copied { .. });
        assert!(is_copied, "{event:?}");
    };
    let limits = Limits::default().on_table(&on_table);
    let easy = solver
        .query(&position("R U F' D2 L B"), &Query::new(), &limits)
        .unwrap();
    assert!(easy.is_optimal());
    let limits = limits.timeout(Duration::from_millis(300));
    let hard = solver
        .query(&position(HARDEST), &Query::new(), &limits)
        .unwrap();
    assert_eq!(hard.outcome, Outcome::TimedOut);
    assert!(
        solver
            .advice(Metric::HalfTurn, Duration::from_secs(1))
            .is_none()
    );
}

#[test]
fn advice_is_a_table_that_makes_much_difference() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    let advice = |seconds| solver.advice(Metric::HalfTurn, Duration::from_secs(seconds));
    assert!(advice(3600).is_none(), "no table is in use");
    let smallest = solver.open_table(Metric::HalfTurn, &Limits::default());
    let bytes = smallest.unwrap().spec().table_bytes() as f64;
    assert!(advice(8).is_none());
    // there is none while the machine is too busy to generate a larger table within minutes
    if let Some(upgrade) = advice(3600) {
        assert!(upgrade.spec.table_bytes() as f64 > 3.0 * bytes);
        assert!(3 * upgrade.search < Duration::from_secs(3600));
        assert_eq!(upgrade.generation, upgrade.spec.generation_time(2));
    }
    let table = Table::open(&directory.path().join("32M.table"), Load::Map);
    let alone = Solver::with_table(Arc::new(table.unwrap()));
    alone
        .open_table(Metric::HalfTurn, &Limits::default())
        .unwrap();
    let of_alone = alone.advice(Metric::HalfTurn, Duration::from_secs(3600));
    assert!(of_alone.is_none());
    assert!(solver.generates() && !alone.generates());
}

#[test]
fn what_an_answer_lacks_is_said() {
    let lacks = |length: usize, count: usize, lower_bound, query: &Query| {
        let found = answer(&"R U ".repeat(length / 2), &Query::new());
        let mut answer = Answer::empty(Metric::HalfTurn, Outcome::TimedOut);
        answer.solutions = vec![found.solutions[0].clone(); count];
        answer.lower_bound = lower_bound;
        answer.problem(query).unwrap()
    };
    let (one, all) = (Query::new(), Query::new().all());
    let none = lacks(2, 0, 5, &one);
    assert!(none.ends_with("at least 5 moves are needed"), "{none}");
    let longer = lacks(4, 1, 3, &one);
    assert!(longer.contains("found 4 moves; not proven optimal (at least 3"));
    assert!(lacks(4, 1, 4, &all).ends_with("found 1 solution; there may be more"));
    assert!(lacks(4, 2, 4, &all).ends_with("found 2 solutions; there may be more"));
    let cheaper = one.clone().cost("htm".parse().unwrap());
    assert!(lacks(4, 1, 4, &cheaper).contains("cheaper"));
    let complete = answer("R U", &one);
    assert_eq!(complete.problem(&one), None);
    let within = |query: &Query| {
        let none = Answer::empty(Metric::HalfTurn, Outcome::NoneWithinMaxMoves);
        none.problem(query).unwrap()
    };
    assert_eq!(
        within(&one.clone().max_moves(1)),
        "no solution within 1 move"
    );
    let steps = Query::new().goal("eo,dr".parse().unwrap());
    let steps = steps.max_moves_by_step([3, 4]);
    assert_eq!(
        within(&steps),
        "no solution with steps of at most 3,4 moves"
    );
}

#[test]
fn unknown_table_is_an_error_that_names_it() {
    let error = Solver::open("h3").unwrap_err();
    assert!(error.to_string().contains("h3"), "{error}");
}

#[test]
fn debug_shows_threads_and_loading() {
    let directory = tempdir().unwrap();
    let solver = Solver::with_directory(Directory::at(directory.path())).threads(3);
    let text = format!("{:?}", solver.loading(Loading::Copy));
    assert!(
        text.contains("threads: 3") && text.contains("Copy"),
        "{text}"
    );
    let limits = Limits::default().timeout(Duration::from_secs(5));
    assert!(format!("{limits:?}").contains("timeout: Some(5s)"));
}

#[test]
fn table_for_the_processor_is_generated_on_request() {
    let directory = tempdir().unwrap();
    let solver = Solver::with_directory(Directory::at(directory.path()));
    let [smallest, larger] = ["32M", "64M"].map(|name| Spec::by_name(name).unwrap());
    assert!(solver.generate(smallest, &Limits::default()));
    assert_eq!(table(&solver), "32M");
    // the same again is in use already
    assert!(solver.generate(smallest, &Limits::default()));
    let failures = Mutex::new(0);
    let on_table = |event: TableEvent| {
        *failures.lock().unwrap() += usize::from(matches!(event, TableEvent::Failed { .. }));
    };
    let stopped = Limits::default().stop(&ALWAYS).on_table(&on_table);
    assert!(!solver.generate(larger, &stopped));
    assert_eq!((failures.into_inner().unwrap(), table(&solver)), (1, "32M"));
    // one of its own is what it was made for
    assert!(
        !solver
            .clone()
            .named(smallest)
            .generate(smallest, &Limits::default())
    );
}

/// Long steps begin with a search of the whole cube for a bound, whose work is not reported.
#[test]
fn search_for_a_bound_reports_nothing() {
    let nodes = Mutex::new(0);
    let on_depth = |report: &DepthReport| *nodes.lock().unwrap() += report.nodes;
    let limits = Limits::default().on_depth(&on_depth);
    let query = Query::new().goal("dr,solved".parse().unwrap()).extra(2);
    let cube = Position::from(position("R U F L2 D B'").cube());
    let answer = solver().query(&cube, &query, &limits).unwrap();
    assert!(answer.length() >= Some(6) && answer.lower_bound == 6);
    assert_eq!(nodes.into_inner().unwrap(), answer.nodes);
}

#[test]
fn search_for_a_bound_is_stopped_with_the_whole_one() {
    let query = Query::new().goal("dr,solved".parse().unwrap()).extra(2);
    let cube = Position::from(position("R U F' L2 D B' U2 R' F2 L D'").cube());
    let limits = Limits::default().stop(&ALWAYS);
    let answer = solver().query(&cube, &query, &limits).unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped);
    assert!(answer.lower_bound < 11, "without a search no more is known");
}

/// It is searched for with a table that is there, not with one that would have to be generated.
#[test]
fn search_for_a_bound_counts_where_the_steps_are_stopped() {
    let query = Query::new().goal("eo,dr,htr,solved".parse().unwrap());
    let query = query.extra(4).all();
    let cube = Position::from(position("R U F' L2 D B' U2 R' F2").cube());
    let on_progress = |_: &Progress| ControlFlow::Break(());
    let limits = Limits::default().on_progress(&on_progress);
    let bound = |solver: &Solver| {
        let answer = solver.query(&cube, &query, &limits).unwrap();
        assert_eq!(answer.outcome, Outcome::Stopped);
        answer.lower_bound
    };
    assert_eq!(bound(&solver()), 9);
    let short = query.clone().max_moves(7);
    let none = solver().query(&cube, &short, &Limits::default()).unwrap();
    assert_eq!(
        (none.outcome, none.lower_bound),
        (Outcome::NoneWithinMaxMoves, 9)
    );
    let directory = tempdir().unwrap();
    let of_directory = Solver::with_directory(Directory::at(directory.path()));
    assert!(bound(&of_directory) < 9);
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    write_smallest(directory.path());
    assert_eq!(bound(&of_directory), 9);
}

/// Each depth reports its own work.
#[test]
fn reported_work_of_all_depths_is_that_of_the_answer() {
    for query in [
        Query::new().goal("eo,dr".parse().unwrap()),
        Query::new().goal("eo,dr,htr,solved".parse().unwrap()),
        Query::new().moves("R,U,F".parse().unwrap()),
        Query::new()
            .moves("R,U".parse().unwrap())
            .cost("htm".parse().unwrap()),
    ] {
        let reports = Mutex::new(vec![]);
        let on_depth = |report: &DepthReport| reports.lock().unwrap().push(*report);
        let bound = Mutex::new(0);
        let on_progress = |progress: &Progress| {
            *bound.lock().unwrap() = progress.lower_bound;
            ControlFlow::Continue(())
        };
        let limits = Limits::default().on_depth(&on_depth);
        let limits = limits.on_progress(&on_progress);
        let cube = Position::from(position("R U R' U2 R U' R2 U").cube());
        let answer = solver()
            .query(&cube, &query.clone().all().extra(1), &limits)
            .unwrap();
        assert_eq!(bound.into_inner().unwrap(), answer.lower_bound);
        let reports = reports.into_inner().unwrap();
        let sum = |f: fn(&DepthReport) -> u64| reports.iter().map(f).sum::<u64>();
        assert_eq!(sum(|report| report.nodes), answer.nodes, "{query:?}");
        assert_eq!(sum(|report| report.probes), answer.probes, "{query:?}");
        let plausible = 1..1_000_000_000;
        assert!(plausible.contains(&answer.nodes) && plausible.contains(&answer.probes));
        // beyond what is proven only once a solution was found
        let is_due =
            |report: &DepthReport| report.depth <= report.lower_bound || report.solutions > 0;
        assert!(reports.iter().all(is_due), "{query:?}");
        let is_deeper = |pair: &[DepthReport]| pair[0].depth < pair[1].depth;
        assert!(reports.windows(2).all(is_deeper), "{query:?}");
    }
}

/// The search goes on without it, and the next search tries again.
#[test]
fn table_that_cannot_be_generated_is_reported_each_time() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    std::fs::write(directory.path().join("512M.table"), "not a table").unwrap();
    std::fs::create_dir(directory.path().join("64M.table")).unwrap();
    let solver = solver.named(Spec::by_name("32M").unwrap());
    let broken = Solver::with_directory(Directory::at(directory.path()));
    let error = broken.query(&position("R"), &Query::new(), &Limits::default());
    assert!(matches!(error, Err(SolveError::Table(_))));
    let named = solver.query(&position("R"), &Query::new(), &Limits::default());
    assert!(named.unwrap().is_optimal(), "the named table is good");
}

#[test]
fn failed_generation_is_tried_again_by_the_next_search() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path());
    for _ in 0..2 {
        let began = AtomicBool::new(false);
        let on_table = |event: TableEvent| {
            let is_generating = matches!(event, TableEvent::Generating { .. });
            began.fetch_or(is_generating, Ordering::Relaxed);
        };
        let limits = Limits::default().stop(&began).on_table(&on_table);
        let answer = solver
            .query(&position(HARDEST), &Query::new(), &limits)
            .unwrap();
        assert_eq!((answer.outcome, table(&solver)), (Outcome::Stopped, "32M"));
        assert!(began.load(Ordering::Relaxed));
    }
}

#[test]
fn idle_solver_keeps_its_map() {
    let directory = tempdir().unwrap();
    let solver = growing(directory.path()).generate_up_to(0);
    let map = solver
        .open_table(Metric::HalfTurn, &Limits::default())
        .unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let still = solver.table(Metric::HalfTurn).unwrap();
    assert!(
        Arc::ptr_eq(&map, &still),
        "nothing was searched, so nothing is copied"
    );
}

/// A chain of steps of any length.
fn of_any_length(chain: &str) -> Query {
    let query = Query::new().goal(chain.parse().unwrap()).niss(true);
    query.extra(Query::ANY_LENGTH)
}

/// Whatever solves a cube passes through the goals.
#[test]
fn chain_of_steps_of_any_length_is_a_shortest_solution() {
    let long = "R U F' L2 D B' U2 R' F2 L D'";
    for scramble in [long, "R U F' L2 D B' U2 R'", "F R2 U", "U2 R2", ""] {
        let shortest = answer(scramble, &Query::new()).length();
        for chain in ["eo,dr,htr,solved", "eo-fb,dr-ud,htr,solved", "dr,solved"] {
            let found = answer(scramble, &of_any_length(chain));
            assert!(found.is_optimal());
            assert_eq!(found.length(), shortest, "{chain} {scramble}");
            let solution = &found.solutions[0];
            assert_eq!(solution.steps.len(), chain.split(',').count());
            let mut cube = position(scramble).cube();
            let goals: GoalChain = chain.parse().unwrap();
            for (step, goals) in solution.steps.iter().zip(goals.goals()) {
                let mut goals = goals
                    .iter()
                    .filter(|goal| Some(goal.name()) == step.goal.as_ref());
                let moves =
                    |moves: &[LayerMove]| moves.iter().copied().collect::<Sequence>().cube();
                cube = moves(&step.inverse).inverse().product(&cube);
                cube = cube.product(&moves(&step.normal));
                assert!(goals.any(|goal| goal.is_reached(&cube)), "{step:?}");
            }
            let normal = solution.steps.iter().flat_map(|step| &step.normal);
            let inverse = solution.steps.iter().flat_map(|step| &step.inverse);
            let [mut moves, inverse]: [Sequence; 2] =
                [normal.copied().collect(), inverse.copied().collect()];
            moves.append(&inverse.inverse());
            assert!(position(scramble).cube().product(&moves.cube()).is_solved());
        }
    }
}

/// Steps that are so much longer than necessary lead to shortest solutions, too, with moves on both scrambles.
#[test]
fn long_steps_are_found_that_shortest_solutions_have() {
    let mut both_sides = 0;
    for scramble in [
        "R U F' L2 D B' U2",
        "F R2 U L' B2 D",
        "B U2 R F' L D2",
        "L D R' F U B2",
    ] {
        let chain = "eo,dr,htr,solved";
        let any = answer(scramble, &of_any_length(chain));
        let query = Query::new()
            .goal(chain.parse().unwrap())
            .niss(true)
            .extra(4);
        let found = answer(scramble, &query);
        assert_eq!(found.length(), any.length(), "{scramble}");
        let steps = found.solutions.iter().flat_map(|solution| &solution.steps);
        both_sides += steps
            .filter(|step| !step.normal.is_empty() && !step.inverse.is_empty())
            .count();
    }
    assert!(both_sides > 0);
}

/// The moves have to keep what is reached before the first step.
#[test]
fn chain_of_steps_of_any_length_keeps_what_it_starts_from() {
    let keeps = |m: &Move| m.is_half_turn() || !"FB".contains(m.face().letter());
    for scramble in ["U F2 R", "R U", "F2 U B2", "L D2 R'"] {
        let (mut cubes, mut length) = (HashSet::from([position(scramble).cube()]), 0);
        while !cubes.contains(&Cube::SOLVED) {
            let next = |cube: Cube| {
                Move::ALL
                    .into_iter()
                    .filter(keeps)
                    .map(move |m| cube.apply(m))
            };
            cubes = cubes.into_iter().flat_map(next).collect();
            length += 1;
        }
        let found = answer(scramble, &of_any_length("dr-eofb,htr,solved"));
        assert_eq!(found.length(), Some(length), "{scramble}");
        assert!(found.is_optimal());
    }
}

#[test]
fn json_has_one_shape_for_every_engine() {
    for (query, steps) in [
        (Query::new().all(), 1),
        (Query::new().fast(true), 1),
        (Query::new().goal("eo,dr".parse().unwrap()), 2),
        (Query::new().moves("R,U,F".parse().unwrap()), 1),
        (Query::new().puzzle(Puzzle::Cube2), 1),
    ] {
        let answer = answer("R U F", &query);
        let json = serde_json::to_value(&answer).unwrap();
        assert_eq!(json["solution"], json["solutions"][0]["solution"]);
        assert_eq!(json["length"], json["solutions"][0]["length"]);
        let found = json["solutions"][0]["steps"].as_array().unwrap();
        assert_eq!(found.len(), steps, "{json}");
        let keys = [
            "metric",
            "optimal",
            "lower_bound",
            "nodes",
            "probes",
            "seconds",
            "table",
        ];
        assert!(keys.iter().all(|key| json.get(key).is_some()), "{json}");
    }
}
