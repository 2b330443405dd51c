//! Searching with the tables that are there: nothing without any.
//!
//! Tables are looked for where the program looks, or in `CUBESOLVE_TABLES`.

use criterion::{Criterion, criterion_group, criterion_main};
use cubesolve::cube::Cube;
use cubesolve::search::{Limits, Request, Solver};
use cubesolve::table::{Load, Table, directory};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Full searches of random cubes to a depth that solves none of them.
fn full_searches(criterion: &mut Criterion) {
    let chosen = std::env::var_os("CUBESOLVE_TABLES").map(PathBuf::from);
    let directory = directory::choose(chosen.as_deref());
    let mut group = criterion.benchmark_group("full search");
    group.sample_size(10);
    for (name, depth) in [("h2", 13), ("h2c6", 14), ("h8", 15), ("h9", 15)] {
        let Some(path) = directory::find(&directory, name) else {
            println!("{name} is skipped: it is not in {}", directory.display());
            continue;
        };
        let table = Table::open(&path, Load::Copy).expect("the table is good");
        let solver = Solver::new(Arc::new(table));
        let mut rng = ChaCha8Rng::seed_from_u64(48);
        let cubes: Vec<Cube> = (0..5).map(|_| Cube::random(&mut rng)).collect();
        group.bench_function(format!("{name} to depth {depth}, five cubes"), |b| {
            b.iter(|| {
                cubes
                    .iter()
                    .map(|cube| search(&solver, cube, depth))
                    .sum::<u64>()
            });
        });
    }
}

fn search(solver: &Solver, cube: &Cube, max_moves: u8) -> u64 {
    let request = Request {
        max_moves,
        ..Request::default()
    };
    let limits = Limits {
        stop: &AtomicBool::new(false),
        deadline: None,
        on_depth: None,
    };
    solver.solve(cube, &request, &limits).probes
}

criterion_group!(benches, full_searches);
criterion_main!(benches);
