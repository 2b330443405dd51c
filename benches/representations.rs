//! Size and speed of each way to hold a cube: `cargo bench --bench representations`.

use criterion::Criterion;
use cubesolve::cube::{Cube, Move};
use cubesolve::representation::*;
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::Instant;

/// Times a move within a chain of random ones, and the way from and to [`Cube`].
fn measure<R: Representation>(criterion: &mut Criterion) {
    let mut rng = SmallRng::seed_from_u64(1);
    let cubes: [Cube; 1024] = std::array::from_fn(|_| Cube::random(&mut rng));
    let held = cubes.map(|cube| R::from_cube(&cube));
    let moves: [Move; 1024] =
        std::array::from_fn(|_| Move::from_index(rng.random_range(0..Move::COUNT)));
    let mut group = criterion.benchmark_group(format!("{}, {} bits", R::NAME, R::BITS));
    group.bench_function("move", |bencher| {
        bencher.iter_custom(|count| {
            let start = Instant::now();
            let chain = moves.iter().cycle().take(count as usize);
            black_box(chain.fold(held[0], |held, m| held.apply(*m)));
            start.elapsed()
        })
    });
    let mut next = (0..1024).cycle();
    let mut index = || next.next().expect("a cycle has no end");
    group.bench_function("from cube", |bencher| {
        bencher.iter(|| R::from_cube(&cubes[index()]))
    });
    group.bench_function("to cube", |bencher| bencher.iter(|| held[index()].cube()));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    measure::<FaceletArray>(&mut criterion);
    measure::<MovingFacelets>(&mut criterion);
    measure::<PackedFacelets>(&mut criterion);
    measure::<IndexBytes>(&mut criterion);
    measure::<Digits>(&mut criterion);
    measure::<SplitState>(&mut criterion);
    measure::<PermutationArrays>(&mut criterion);
    measure::<PackedPermutations>(&mut criterion);
    measure::<TightPermutations>(&mut criterion);
    measure::<PieceOffsets>(&mut criterion);
    measure::<LayerOffsets>(&mut criterion);
    criterion.final_summary();
}
