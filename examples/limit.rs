use cubesolve::table::build::Plane;
use std::arch::x86_64::*;
use std::time::Instant;
fn run<const H: i32>(p: &[u8], seed: u64, chunk: usize, rounds: usize) -> f64 {
    let n = p.len();
    let mut x = seed;
    let mut sum = 0u64;
    let mut a = vec![0usize; chunk];
    let t = Instant::now();
    for _ in 0..rounds {
        for s in a.iter_mut() {
            x = x
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            *s = ((x >> 20) as usize % (n / 64)) * 64;
        }
        for &s in &a {
            unsafe { _mm_prefetch::<H>(p.as_ptr().add(s) as *const i8) }
        }
        for &s in &a {
            sum += p[s] as u64;
        }
    }
    std::hint::black_box(sum);
    t.elapsed().as_nanos() as f64 / (rounds * chunk) as f64
}
fn main() {
    let gb: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let n = gb << 27;
    let mut p = Plane::zeroed(n).unwrap();
    p.fill_ones();
    std::process::Command::new("grep")
        .arg("AnonHuge")
        .arg("/proc/meminfo")
        .status()
        .unwrap();
    for r in 0..2 {
        println!(
            "T0 {:.1} T1 {:.1} T2 {:.1} NTA {:.1}",
            run::<{ _MM_HINT_T0 }>(&p, r, 128, 40000),
            run::<{ _MM_HINT_T1 }>(&p, r + 7, 128, 40000),
            run::<{ _MM_HINT_T2 }>(&p, r + 9, 128, 40000),
            run::<{ _MM_HINT_NTA }>(&p, r + 5, 128, 40000)
        );
    }
    std::thread::scope(|s| {
        for r in 0..2 {
            let p = &p;
            s.spawn(move || {
                println!(
                    "2 threads T0 {:.1}",
                    run::<{ _MM_HINT_T0 }>(p, r + 77, 128, 80000)
                )
            });
        }
    });
}
