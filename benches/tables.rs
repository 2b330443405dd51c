//! Building: one pass over a row of each kind, and the smallest table whole.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use cubesolve::cube::{Move, Transformation};
use cubesolve::table::build::pass::Pass;
use cubesolve::table::build::{build, narrow, wide};
use cubesolve::table::edges::LINES;
use cubesolve::table::{EdgeQuotient, Spec};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;

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

criterion_group!(benches, row_passes, whole_tables);
criterion_main!(benches);
