//! The batched engine against breadth-first search and the recursive search.

use cubesolve::cube::{Cube, Face, Metric, Move, Transformation};
use cubesolve::search::{DepthReport, Progress, solve_recursively};
use cubesolve::table::{Encoding, Spec, Table};
use cubesolve::{Answer, Limits, Outcome, Request, Solver};
use proptest::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

static TABLE: LazyLock<Arc<Table>> = LazyLock::new(|| {
    let spec = Spec::by_name("h0").unwrap();
    Arc::new(Table::build(spec, &AtomicBool::new(false), &|_| {}).unwrap())
});

fn solve(cube: &Cube, request: &Request) -> Answer {
    solve_on(1, cube, request)
}

fn solve_on(threads: usize, cube: &Cube, request: &Request) -> Answer {
    let solver = Solver::new(TABLE.clone()).with_threads(threads);
    solver.search(cube, request, &Limits::default()).unwrap()
}

/// All solutions by the recursive search, up to `extra` moves longer than optimal.
fn reference(cube: &Cube, extra: u8, max_moves: u8) -> Answer {
    let request = Request {
        count: None,
        extra,
        max_moves,
    };
    solve_recursively(&**TABLE, cube, &request, &Limits::default())
}

/// All shortest solutions by the recursive search.
fn shortest(cube: &Cube) -> Vec<Vec<Move>> {
    reference(cube, 0, 20).solutions
}

/// The length of the shortest solutions in half turns.
pub fn shortest_length(cube: &Cube) -> usize {
    let answer = solve(cube, &Request::default());
    answer.length().expect("all cubes have solutions")
}

fn solve_all(cube: &Cube, extra: u8, threads: usize) -> Vec<Vec<Move>> {
    solve_on(threads, cube, &Request::all().extra(extra)).solutions
}

/// Filters so small that they tell next to nothing, and little: the sets of what is within two to
/// four moves, or six quarter turns, with 4096 and 128 lines of 2048 entries, six times, to a cache
/// line.
pub fn small_filters(metric: Metric) -> [Arc<Table>; 2] {
    [4096, 128].map(|lines| {
        let spec = Spec {
            base: 2,
            metric,
            encoding: Encoding::Filter { lines },
            ..*Spec::by_name("f8").unwrap()
        };
        Arc::new(Table::build(&spec, &AtomicBool::new(false), &|_| {}).unwrap())
    })
}

static FILTERS: LazyLock<[Arc<Table>; 2]> = LazyLock::new(|| small_filters(Metric::HalfTurn));

fn sequence(moves: &[usize]) -> Cube {
    Cube::from_moves(moves.iter().map(|m| Move::from_index(*m)))
}

/// A cube with the self-symmetry `s`: a product of short positions that have it.
fn symmetric_cube(choices: &[usize], s: Transformation) -> Cube {
    let short: Vec<Cube> = (0..18 * 18 * 18)
        .map(|n| sequence(&[n % 18, n / 18 % 18, n / 324]))
        .filter(|cube| s.apply(cube) == *cube)
        .collect();
    choices.iter().fold(Cube::SOLVED, |product, choice| {
        product.product(&short[choice % short.len()])
    })
}

#[test]
fn every_position_of_depth_0_to_4_and_some_of_5_have_their_length() {
    let mut seen = HashSet::from([Cube::SOLVED]);
    let mut frontier = vec![Cube::SOLVED];
    for depth in 0..=5 {
        for cube in frontier.iter().step_by(if depth < 5 { 1 } else { 16 }) {
            let answer = solve(cube, &Request::default());
            assert_eq!(answer.outcome, Outcome::Complete);
            assert_eq!(answer.lower_bound, depth);
            assert_eq!(answer.solutions[0].len(), depth as usize);
            assert!(
                cube.apply_all(answer.solutions[0].iter().copied())
                    .is_solved()
            );
        }
        let children: Vec<Cube> = frontier
            .iter()
            .flat_map(|cube| Move::ALL.map(|m| cube.apply(m)))
            .collect();
        frontier = children.into_iter().filter(|c| seen.insert(*c)).collect();
    }
    assert_eq!(frontier.len(), 7_618_438);
}

#[test]
fn nothing_within_too_few_moves() {
    let cube = sequence(&[0, 3, 6, 9, 12, 15]);
    let length = shortest(&cube)[0].len() as u8;
    let request = Request {
        max_moves: length - 1,
        ..Request::default()
    };
    let answer = solve(&cube, &request);
    assert_eq!(answer.outcome, Outcome::NoneWithinMaxMoves);
    assert_eq!(answer.lower_bound, length);
    assert!(answer.solutions.is_empty());
}

/// 20 moves at random.
fn far_cube() -> Cube {
    sequence(&[
        0, 3, 6, 9, 12, 15, 1, 5, 8, 11, 13, 17, 0, 4, 8, 9, 14, 16, 2, 3,
    ])
}

/// The answer to a search that is stopped after depth 11.
fn stopped_after_11(request: &Request) -> Answer {
    let stop = AtomicBool::new(false);
    let stop_at_11 = |report: &DepthReport| {
        stop.store(report.depth >= 11, std::sync::atomic::Ordering::Relaxed);
    };
    let limits = Limits::default().stop(&stop).on_depth(&stop_at_11);
    let solver = Solver::new(TABLE.clone());
    solver.search(&far_cube(), request, &limits).unwrap()
}

#[test]
fn a_stopped_search_says_what_it_knows() {
    let answer = stopped_after_11(&Request::default());
    assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 12));
    let [best] = &answer.solutions[..] else {
        panic!("{:?}", answer.solutions);
    };
    assert!(far_cube().apply_all(best.iter().copied()).is_solved());
    assert!((12..25).contains(&best.len()));
    assert_eq!(answer.is_optimal(), best.len() == 12);
    // what is longer than asked for is no solution, nor is one that may not be shortest where
    // all the shortest are asked for
    for request in [Request::default().max_moves(12), Request::all()] {
        let answer = stopped_after_11(&request);
        assert_eq!((answer.outcome, answer.lower_bound), (Outcome::Stopped, 12));
        assert!(answer.solutions.is_empty());
    }
}

#[test]
fn a_search_goes_on_where_it_was_stopped() {
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let whole = solve(&cube, &Request::default());
    let depth = whole.lower_bound;
    let stopped = |lower_bound, solutions: &[Vec<Move>]| Answer {
        metric: Default::default(),
        solutions: solutions.to_vec(),
        lower_bound,
        outcome: Outcome::Stopped,
        nodes: 1,
        probes: 1,
    };
    let resume = |request: Request, earlier| {
        let depths = Mutex::new(vec![]);
        let note = |report: &DepthReport| depths.lock().unwrap().push(report.depth);
        let limits = Limits::default().on_depth(&note);
        let solver = Solver::new(TABLE.clone()).with_threads(1);
        let answer = solver.resume(&cube, &request, &limits, earlier).unwrap();
        (answer, depths.into_inner().unwrap())
    };
    let one = Request::default();
    // nothing is searched that was proved
    let (answer, depths) = resume(one, stopped(depth, &[]));
    assert_eq!((depths, &answer.solutions), (vec![depth], &whole.solutions));
    // equal bounds end it, at the beginning or later
    let (answer, depths) = resume(one, stopped(depth, &whole.solutions));
    assert_eq!((depths, answer.probes), (vec![], 1));
    assert_eq!(
        (answer.outcome, answer.lower_bound),
        (Outcome::Complete, depth)
    );
    assert_eq!(answer.solutions, whole.solutions);
    let (answer, depths) = resume(one, stopped(depth - 1, &whole.solutions));
    assert_eq!((depths, answer.lower_bound), (vec![depth - 1], depth));
    assert_eq!(answer.solutions, whole.solutions);
    // but not where there may be more of them
    let (answer, depths) = resume(Request::all(), stopped(depth - 1, &whole.solutions));
    assert_eq!(depths, [depth - 1, depth]);
    assert_eq!(answer.solutions, shortest(&cube));
}

/// Who hears of the progress sees the bounds close in, and can end the search.
#[test]
fn progress_is_told() {
    let heard = Mutex::new(vec![]);
    let hear = |progress: &Progress| {
        let best = progress.best.map(<[Move]>::to_vec);
        let mut heard = heard.lock().unwrap();
        heard.push((progress.depth, progress.lower_bound, best, progress.probes));
        assert!((0.0..=1.0).contains(&progress.done));
        match progress.depth >= 13 && progress.best.is_some() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    let solver = Solver::new(TABLE.clone()).with_threads(2);
    let limits = Limits::default().on_progress(&hear);
    let answer = solver.search(&far_cube(), &Request::default(), &limits);
    let answer = answer.unwrap();
    assert_eq!(answer.outcome, Outcome::Stopped);
    let heard = heard.into_inner().unwrap();
    for pair in heard.windows(2) {
        let ((depth, bound, best, probes), (next_depth, next_bound, next_best, next_probes)) =
            (&pair[0], &pair[1]);
        assert!(depth <= next_depth && bound <= next_bound && probes <= next_probes);
        let length = |best: &Option<Vec<Move>>| best.as_ref().map_or(usize::MAX, Vec::len);
        assert!(length(next_best) <= length(best));
    }
    for (depth, bound, best, _) in &heard {
        assert!(
            bound <= depth,
            "{bound} is proved before {depth} is searched"
        );
        if let Some(best) = best {
            assert!(far_cube().apply_all(best.iter().copied()).is_solved());
        }
    }
    let last = heard.last().unwrap();
    assert_eq!(answer.lower_bound, last.1);
    assert_eq!(answer.solutions.first(), last.2.as_ref());
}

/// A search uses no table for long: the one that it began with is soon given up for the copy,
/// and the answer is the same.
#[test]
fn a_search_goes_on_with_another_copy_of_the_table() {
    let spec = Spec::by_name("h0").unwrap();
    let first = Arc::new(Table::build(spec, &AtomicBool::new(false), &|_| {}).unwrap());
    let still_there = Arc::downgrade(&first);
    let solver = Solver::new(first).with_threads(2);
    let cube = sequence(&[0, 4, 8, 9, 13, 17, 1, 3, 7, 11, 12, 16]);
    let request = Request::all();
    let expected = solve(&cube, &request);
    let replace = |report: &DepthReport| {
        if report.depth == 10 {
            solver.replace_table(TABLE.clone());
        }
        if report.depth == 11 {
            assert!(still_there.upgrade().is_none());
        }
    };
    let limits = Limits::default().on_depth(&replace);
    assert_eq!(solver.search(&cube, &request, &limits).unwrap(), expected);
    assert!(still_there.upgrade().is_none());
}

#[test]
fn solved_and_its_longer_solutions() {
    assert_eq!(solve_all(&Cube::SOLVED, 0, 1), [vec![]]);
    // the shortest sequences that do nothing have four moves: none canonical but for
    // two faces taken twice, which is not canonical either
    let found = solve_all(&Cube::SOLVED, 6, 1);
    assert_eq!(found, reference(&Cube::SOLVED, 6, 6).solutions);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn all_shortest_solutions(moves in prop::collection::vec(0..18usize, 0..12), threads in 1..3usize) {
        let cube = sequence(&moves);
        prop_assert_eq!(solve_all(&cube, 0, threads), shortest(&cube));
    }

    #[test]
    fn all_shortest_solutions_of_symmetric_cubes(
        choices in prop::collection::vec(0..5832usize, 1..5), s in 1..48usize
    ) {
        let cube = symmetric_cube(&choices, Transformation::from_index(s));
        prop_assert!(cube.self_symmetries().contains(Transformation::from_index(s)));
        let request = Request { count: None, max_moves: 10, ..Request::default() };
        let (answer, expected) = (solve(&cube, &request), reference(&cube, 0, 10));
        prop_assert_eq!(answer.outcome, expected.outcome);
        prop_assert_eq!(answer.lower_bound, expected.lower_bound);
        prop_assert_eq!(answer.solutions, expected.solutions);
    }

    #[test]
    fn one_and_several_solutions(moves in prop::collection::vec(0..18usize, 0..11), n in 1..5usize) {
        let cube = sequence(&moves);
        let all = shortest(&cube);
        let request = Request { count: Some(n), ..Request::default() };
        let some = solve(&cube, &request).solutions;
        prop_assert_eq!(some.len(), n.min(all.len()));
        prop_assert!(some.iter().all(|solution| all.contains(solution)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn longer_solutions(moves in prop::collection::vec(0..18usize, 0..6), extra in 1..3u8) {
        let cube = sequence(&moves);
        let expected = reference(&cube, extra, 20).solutions;
        prop_assert_eq!(solve_all(&cube, extra, 1), expected);
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn split_searches_find_the_same(moves in prop::collection::vec(0..18usize, 13..15)) {
        // deep enough to be cut into tasks, on one thread and on two
        let cube = sequence(&moves);
        let one = solve_all(&cube, 0, 1);
        prop_assert_eq!(&one, &solve_all(&cube, 0, 2));
        // where one is wanted, what promises a solution comes first
        prop_assert!(one.contains(&solve(&cube, &Request::default()).solutions[0]));
        // and by two searches that share two threads
        let solver = Solver::new(TABLE.clone()).with_threads(2);
        let search = || solver.search(&cube, &Request::all(), &Limits::default()).unwrap().solutions;
        let both = std::thread::scope(|scope| {
            let other = scope.spawn(search);
            [search(), other.join().unwrap()]
        });
        prop_assert_eq!(both, [one.clone(), one.clone()]);
        for solution in &one {
            prop_assert!(cube.apply_all(solution.iter().copied()).is_solved());
        }
    }
}

/// Nodes and probes are the same on every machine and change only with the search: whoever
/// changes its order or its bounds on purpose changes them here, too.
#[test]
fn work_is_known() {
    let cubes = [
        "R U F' L2 D B' U2 R' F",
        "R2 F U' L D2 B' R F2 L' U B2 D",
        "U R2 F B R B2 R U2 L B2",
    ];
    let requests = [
        Request::default(),
        Request::all(),
        Request::all().extra(1),
        Request::default().max_moves(11),
    ];
    let work = |(scramble, request): (&str, Request)| {
        let answer = solve(&scramble.parse().unwrap(), &request);
        (answer.solutions.len(), answer.nodes, answer.probes)
    };
    let found: Vec<_> = cubes
        .iter()
        .flat_map(|scramble| requests.map(|request| work((scramble, request))))
        .collect();
    let expected = [
        (1, 14, 99),
        (1, 14, 99),
        (1, 60, 462),
        (1, 14, 99),
        (1, 845, 6084),
        (1, 1083, 7540),
        (1, 13_889, 95_583),
        (0, 98, 697),
        (1, 4698, 36_640),
        (1, 4698, 36_640),
        (1, 41_325, 310_812),
        (1, 4698, 36_640),
    ];
    assert_eq!(found, expected);
    // the last depth is cut into tasks
    let longest = ("F R2 U D R U2 R F2 L U2", Request::all().extra(2));
    assert_eq!(work(longest), (1, 385_797, 2_733_632));
}

#[test]
fn a_solver_knows_its_threads_and_its_metric() {
    let solver = Solver::new(TABLE.clone());
    assert_eq!(solver.metric(), Metric::HalfTurn);
    for threads in [1, 3] {
        assert_eq!(solver.clone().with_threads(threads).threads(), threads);
    }
    assert!(solver.random_reads(1000) > Duration::ZERO);
    let filter = &small_filters(Metric::QuarterTurn)[0];
    assert_eq!(Solver::new(filter.clone()).metric(), Metric::QuarterTurn);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// False members everywhere change neither solutions nor proofs.
    #[test]
    fn filters_prove_what_plain_search_does(moves in prop::collection::vec(0..18usize, 0..9)) {
        let cube = sequence(&moves);
        let expected = reference(&cube, 0, 20);
        for table in &*FILTERS {
            prop_assert!(table.lower_bound(&cube) <= expected.lower_bound);
            let solver = Solver::new(table.clone()).with_threads(1);
            let answer = solver.search(&cube, &Request::all(), &Limits::default()).unwrap();
            prop_assert_eq!(answer.lower_bound, expected.lower_bound);
            prop_assert_eq!(&answer.solutions, &expected.solutions);
        }
    }
}

/// A solution that is known before the search begins, as short as is proved, is the answer where
/// one is wanted, and cuts off none where more are.
#[test]
fn what_is_known_cuts_off_no_further_solutions() {
    for scramble in ["R2 F2 R2 F2 R2 F2", "R2 F U' L D2 B' R F2 L'"] {
        let cube: Cube = scramble.parse().unwrap();
        let best = shortest(&cube).pop().unwrap();
        let earlier = Answer {
            metric: Default::default(),
            lower_bound: best.len() as u8,
            solutions: vec![best.clone()],
            outcome: Outcome::Stopped,
            nodes: 0,
            probes: 0,
        };
        let solver = Solver::new(TABLE.clone()).with_threads(1);
        let heard = |_: &Progress| ControlFlow::Continue(());
        let limits = Limits::default().on_progress(&heard);
        let resume = |request: Request| {
            let resumed = solver.resume(&cube, &request, &limits, earlier.clone());
            resumed.unwrap()
        };
        for extra in 0..2 {
            for request in [Request::all(), Request::default().count(2)] {
                let request = request.extra(extra);
                let (found, expected) = (resume(request), solve(&cube, &request));
                assert_eq!(found.solutions, expected.solutions, "{request:?}");
                assert_eq!(found.outcome, Outcome::Complete);
            }
        }
        let one = resume(Request::default().extra(1));
        assert_eq!((one.solutions, one.probes), (vec![best], 0));
    }
}

#[test]
fn six_half_turns() {
    let cube = Cube::from_moves(Face::ALL.map(|face| Move::new(face, 2)));
    let found = solve_all(&cube, 0, 2);
    assert_eq!(found, shortest(&cube));
}
