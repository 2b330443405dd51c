//! Representatives by tables and by definition: `cargo bench --bench representative`.

use criterion::Criterion;
use cubesolve::cube::{Cube, Transformation};
use rand::{SeedableRng, rngs::SmallRng};

fn main() {
    let mut rng = SmallRng::seed_from_u64(1);
    let cubes: [Cube; 1024] = std::array::from_fn(|_| Cube::random(&mut rng));
    let mut next = (0..1024).cycle();
    let mut cube = || &cubes[next.next().expect("a cycle has no end")];
    let mut criterion = Criterion::default().configure_from_args();
    let mut group = criterion.benchmark_group("representative");
    group.bench_function("least of 48 conjugates", |bencher| {
        bencher.iter(|| {
            let cube = cube();
            Transformation::all().map(|s| s.apply(cube)).min()
        })
    });
    group.bench_function("by tables", |bencher| {
        bencher.iter(|| cube().representative())
    });
    group.bench_function("by tables, with the inverse", |bencher| {
        bencher.iter(|| cube().representative_with_inverse())
    });
    group.finish();
    criterion.final_summary();
}
