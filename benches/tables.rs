//! Building: one pass over a row of each kind, the smallest tables whole, and those named in
//! `CUBESOLVE_BENCH_TABLES` (else h2) once, next to what streaming their rows takes.

use criterion::{BatchSize, Criterion, Throughput, criterion_group};
use cubesolve::coord::corner_classes::CornerClasses;
use cubesolve::cube::{Move, Transformation};
use cubesolve::table::build::pass::Pass;
use cubesolve::table::build::{build, narrow, wide};
use cubesolve::table::edges::LINES;
use cubesolve::table::huge_pages::HugePages;
use cubesolve::table::{EdgeQuotient, Spec};
use rayon::prelude::*;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// A plane with about one entry in `one_in` set.
fn plane(bytes: usize, one_in: usize) -> Vec<u8> {
    let mut plane = vec![0; bytes];
    let mut state = 1u64;
    for _ in 0..8 * bytes / one_in {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let bit = (state >> 20) as usize % (8 * bytes);
        plane[bit / 8] |= 1 << (bit % 8);
    }
    plane
}

fn row_passes(criterion: &mut Criterion) {
    let pass = Pass::pulling(Move::from_index(6), Transformation::from_index(17));
    let mut group = criterion.benchmark_group("a pass over a row");
    for name in ["h2", "h8", "h9"] {
        let spec = Spec::by_name(name).expect("it is in the list");
        let source = plane(spec.plane_bytes(), 30);
        group.throughput(Throughput::Bytes(source.len() as u64));
        match spec.edges {
            EdgeQuotient::Flips { whole } => {
                let all = vec![u64::MAX; LINES / 64];
                let mut marks = vec![0; source.len()];
                group.bench_function(name, |b| {
                    b.iter(|| wide::pull(black_box(&source), &all, pass, whole, &mut marks));
                });
                group.bench_function(format!("{name}, portable"), |b| {
                    b.iter(|| wide::pull_portable(&source, &all, pass, whole, &mut marks));
                });
            }
            _ => {
                let mut row = vec![0; LINES + narrow::PADDING];
                narrow::unpack(&source, 4, &mut row);
                let mut marks: [Vec<u8>; 3] = std::array::from_fn(|_| vec![0; row.len()]);
                group.bench_function(name, |b| {
                    b.iter(|| narrow::pull(black_box(&row), pass, 4, &mut marks));
                });
                group.bench_function(format!("{name}, portable"), |b| {
                    b.iter(|| narrow::pull_portable(&row, pass, 4, &mut marks[0]));
                });
            }
        }
        // what streaming the same plane takes
        let mut copy = vec![0u8; source.len()];
        group.bench_function(format!("{name}, copying the plane"), |b| {
            b.iter(|| copy.copy_from_slice(black_box(&source)));
        });
    }
}

fn whole_tables(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a whole table");
    group.sample_size(10);
    for name in ["h0", "h2"] {
        let spec = Spec::by_name(name).expect("it is in the list");
        group.bench_function(name, |b| {
            b.iter_batched(
                || AtomicBool::new(false),
                |stop| build(spec, &stop, &|_| {}).expect("there is memory"),
                BatchSize::PerIteration,
            );
        });
    }
}

/// Builds a table, then reads all rows as often as the build had to: 18 neighbours of each row
/// in each step whose frontier is in all rows.
fn building_and_streaming(spec: &Spec) {
    let start = Instant::now();
    let table = build(spec, &AtomicBool::new(false), &|_| {});
    let building = start.elapsed();
    let counts = table.expect("there is memory").expect("no stop").counts;
    let last = counts.len() - 1;
    let in_all_rows = |count: &&u64| **count >= spec.corner_classes() as u64;
    let steps = counts[..last].iter().filter(in_all_rows).count();

    let bytes = spec.plane_bytes();
    let plane = HugePages::ones(spec.corner_classes() * bytes).expect("there is memory");
    let classes = CornerClasses::get(spec.corners);
    let start = Instant::now();
    for _ in 0..steps {
        let sum: u64 = (0..spec.corner_classes())
            .into_par_iter()
            .map(|row| {
                let neighbours = Move::ALL.map(|m| classes.neighbour(row, m).0);
                let words = |from: usize| plane[from * bytes..][..bytes].chunks_exact(8);
                let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("8 bytes"));
                let sums = neighbours.map(|from| words(from).map(word).fold(0, u64::wrapping_add));
                sums.into_iter().fold(0, u64::wrapping_add)
            })
            .reduce(|| 0, u64::wrapping_add);
        black_box(sum);
    }
    let streaming = start.elapsed();
    println!(
        "{}: built in {building:.1?}; streaming its rows in {steps} steps takes {streaming:.1?}; ratio {:.2}",
        spec.name,
        building.as_secs_f64() / streaming.as_secs_f64()
    );
}

criterion_group!(benches, row_passes, whole_tables);

fn main() {
    let names = std::env::var("CUBESOLVE_BENCH_TABLES").unwrap_or_else(|_| "h2".to_owned());
    for name in names.split_whitespace() {
        match Spec::by_name(name) {
            Some(spec) => building_and_streaming(spec),
            None => println!("{name} is skipped: there is no such table"),
        }
    }
    benches();
    Criterion::default().configure_from_args().final_summary();
}
