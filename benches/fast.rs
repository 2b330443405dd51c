//! Quick solutions of random cubes, one after the other: `cargo bench --bench fast -- 0.01 0.1` for these timeouts
//! in seconds. Prints the mean length and the time of an answer, on all threads.

use cubesolve::cube::Metric;
use cubesolve::{Cube, Limits, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::time::{Duration, Instant};

const CUBES: usize = 500;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_named = |metric: &Metric| arguments.iter().any(|name| name == metric.name());
    let metric = Metric::ALL.into_iter().find(is_named).unwrap_or_default();
    let (solver, query) = (Solver::default(), Query::new().fast(true).metric(metric));
    let solve = |cube: &Cube, seconds: f64| {
        let limits = Limits::default().timeout(Duration::from_secs_f64(seconds));
        let start = Instant::now();
        let answer = solver.query(&(*cube).into(), &query, &limits);
        let length = answer.expect("memory for the tables").length();
        (length.expect("every cube has a solution"), start.elapsed())
    };
    let (_, first) = solve(&Cube::random(&mut ChaCha8Rng::seed_from_u64(0)), 0.0);
    println!("{metric}: the first answer takes {first:.1?}");
    for seconds in arguments
        .iter()
        .filter_map(|argument| argument.parse().ok())
    {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let answers = (0..CUBES).map(|_| solve(&Cube::random(&mut rng), seconds));
        let (lengths, mut times): (Vec<usize>, Vec<Duration>) = answers.unzip();
        times.sort();
        let mean = lengths.iter().sum::<usize>() as f64 / CUBES as f64;
        let at = |percent: usize| times[(CUBES - 1) * percent / 100];
        let [median, high, worst] = [50, 99, 100].map(at);
        println!(
            "{seconds} s: mean {mean:.2}, median {median:.1?}, 99% {high:.1?}, worst {worst:.1?}"
        );
    }
}
