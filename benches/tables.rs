//! Generating whole tables: 32M and 64M by criterion, and those named in `CUBESOLVE_BENCH_TABLES` once.

use criterion::{Criterion, criterion_group};
use cubesolve::table::{Spec, Table};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn generate(spec: &Spec) -> Table {
    Table::generate(spec, &AtomicBool::new(false), &|_| {}).expect("enough memory")
}

fn whole_tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a whole table");
    group.sample_size(10);
    for name in ["32M", "64M"] {
        let spec = Spec::by_name(name).expect("a table");
        group.bench_function(name, |b| b.iter_with_large_drop(|| generate(spec)));
    }
}

criterion_group!(benches, whole_tables);

fn main() {
    let names = std::env::var("CUBESOLVE_BENCH_TABLES").unwrap_or_default();
    for name in names.split_whitespace() {
        match Spec::by_name(name) {
            Some(spec) => {
                let start = Instant::now();
                generate(spec);
                println!("{name}: generated in {:.1?}", start.elapsed());
            }
            None => println!("{name}: no such table, skipped"),
        }
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
