//! Building tables whole, by criterion h0 and h2, and once those named in
//! `CUBESOLVE_BENCH_TABLES`.

use criterion::{Criterion, criterion_group};
use cubesolve::table::{Spec, Table};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

fn build(spec: &Spec) -> Table {
    Table::build(spec, &AtomicBool::new(false), &|_| {}).expect("there is memory")
}

fn whole_tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a whole table");
    group.sample_size(10);
    for name in ["h0", "h2"] {
        let spec = Spec::by_name(name).expect("it is in the list");
        group.bench_function(name, |b| b.iter_with_large_drop(|| build(spec)));
    }
}

criterion_group!(benches, whole_tables);

fn main() {
    let names = std::env::var("CUBESOLVE_BENCH_TABLES").unwrap_or_default();
    for name in names.split_whitespace() {
        match Spec::by_name(name) {
            Some(spec) => {
                let start = Instant::now();
                build(spec);
                println!("{name}: built in {:.1?}", start.elapsed());
            }
            None => println!("{name} is skipped: there is no such table"),
        }
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
