//! Searches with the installed tables; none without a table.
//!
//! Tables are looked for where the program looks, or in `CUBESOLVE_TABLES`.

use criterion::{Criterion, criterion_group, criterion_main};
use cubesolve::table::{Directory, Load, Spec, Table};
use cubesolve::{Cube, Limits, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The solver with a table copied into memory, if the table is installed.
fn solver(name: &str) -> Option<Solver> {
    let directory = Directory::default();
    let Some(path) = directory.find(Spec::by_name(name)?) else {
        println!(
            "{name} is skipped: it is not in {}",
            directory.path().display()
        );
        return None;
    };
    let table = Table::open(&path, Load::Copy).expect("the table is good");
    Some(Solver::with_table(table))
}

/// The same random cubes every time.
fn cubes(count: usize) -> Vec<Cube> {
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    (0..count).map(|_| Cube::random(&mut rng)).collect()
}

/// Searches cubes one after the other. Returns the number of probes.
fn search(solver: &Solver, cubes: &[Cube], query: &Query) -> u64 {
    let answer = |cube: &Cube| solver.query(&(*cube).into(), query, &Limits::default());
    let probes = |cube: &Cube| answer(cube).expect("the table is good").probes;
    cubes.iter().map(probes).sum()
}

/// Full searches of random cubes to a depth that solves none of them, on one thread.
fn full_searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("full search on one thread");
    group.sample_size(10);
    for (name, depth) in [
        ("64M", 13),
        ("512M", 14),
        ("1G", 14),
        ("4G", 15),
        ("8G", 15),
    ] {
        let Some(solver) = solver(name) else { continue };
        let solver = solver.threads(1);
        let cubes = cubes(5);
        let query = Query::new().max_moves(depth);
        group.bench_function(format!("{name} to depth {depth}, five cubes"), |b| {
            b.iter(|| search(&solver, &cubes, &query));
        });
    }
}

/// What a user waits for: random cubes solved one after the other, and the proof that one of
/// them takes more than 17 moves, each on all threads.
fn random_cubes(criterion: &mut Criterion) {
    let query = Query::new();
    let proof = query.clone().max_moves(17);
    let mut group = criterion.benchmark_group("on all threads");
    group.sample_size(10);
    for (name, count) in [("512M", 2), ("1G", 4), ("4G", 10), ("8G", 10)] {
        let Some(solver) = solver(name) else { continue };
        let cubes = cubes(count);
        group.bench_function(format!("{name}, {count} random cubes"), |b| {
            b.iter(|| search(&solver, &cubes, &query));
        });
        group.bench_function(format!("{name}, proof of 18 moves"), |b| {
            b.iter(|| search(&solver, &cubes[..1], &proof));
        });
    }
}

criterion_group!(benches, full_searches, random_cubes);
criterion_main!(benches);
