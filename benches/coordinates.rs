//! What a step costs: on cubes, on coordinates of cubes, and by table.

use criterion::{Criterion, criterion_group, criterion_main};
use cubesolve::coord::{Basic, Coordinate, CornerRefinement, Stop, Symmetric, Tables};
use cubesolve::cube::{Cube, Move, Transformation};
use std::hint::black_box;

/// A thousand cubes on a long walk, the same each time.
fn cubes() -> Vec<Cube> {
    let walk = (0..1000usize).scan(Cube::SOLVED, |cube, i| {
        *cube = cube.apply(Move::from_index(i * i % 17));
        Some(*cube)
    });
    walk.collect()
}

fn on_cubes(c: &mut Criterion) {
    let cubes = cubes();
    let mut group = c.benchmark_group("cube");
    group.throughput(criterion::Throughput::Elements(cubes.len() as u64));
    group.bench_function("move", |b| {
        b.iter(|| {
            for cube in &cubes {
                black_box(cube.apply(black_box(Move::from_index(4))));
            }
        });
    });
    group.bench_function("inverse", |b| {
        b.iter(|| {
            for cube in &cubes {
                black_box(cube.inverse());
            }
        });
    });
    group.bench_function("transformation", |b| {
        b.iter(|| {
            for cube in &cubes {
                black_box(black_box(Transformation::from_index(21)).apply(cube));
            }
        });
    });
}

fn indices(c: &mut Criterion) {
    let cubes = cubes();
    let coordinates = [
        Basic::edge_orientation(),
        Basic::corner_orientation(),
        Basic::oriented_slice(),
        Basic::slices(),
        Basic::slices_and_flip_parities(),
        Basic::coset_corners(CornerRefinement::HalfTurn),
    ];
    let mut group = c.benchmark_group("index");
    group.throughput(criterion::Throughput::Elements(cubes.len() as u64));
    for coordinate in coordinates {
        group.bench_function(format!("{coordinate:?}"), |b| {
            b.iter(|| {
                for cube in &cubes {
                    black_box(coordinate.index(cube));
                }
            });
        });
    }
}

fn lookups(c: &mut Criterion) {
    let corners = Symmetric::by_all(Basic::coset_corners(CornerRefinement::None));
    let coordinate = Coordinate::symmetric_composite(corners, [Basic::slices()]);
    let tables = Tables::new(&coordinate, Stop::never()).unwrap();
    let cubes = cubes();
    let values: Vec<usize> = cubes.iter().map(|cube| coordinate.index(cube)).collect();
    let mut group = c.benchmark_group("symmetric-composite");
    group.throughput(criterion::Throughput::Elements(cubes.len() as u64));
    group.bench_function("index", |b| {
        b.iter(|| {
            for cube in &cubes {
                black_box(coordinate.index(cube));
            }
        });
    });
    group.bench_function("move by table", |b| {
        b.iter(|| {
            for &value in &values {
                black_box(tables.step(value, black_box(Move::from_index(4))));
            }
        });
    });
}

criterion_group!(benches, on_cubes, indices, lookups);
criterion_main!(benches);
