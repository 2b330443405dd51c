use cubesolve::table::{Spec, build::build};
use std::sync::atomic::AtomicBool;
fn main() {
    let name = std::env::args().nth(1).unwrap();
    let mut spec = *Spec::by_name(&name).unwrap();
    if let Some(b) = std::env::args().nth(2) {
        spec.base = b.parse().unwrap();
    }
    let t = std::time::Instant::now();
    let rows = cubesolve::coord::corner_rows::CornerRows::get(spec.corners);
    println!("rows {} {:?}", rows.count(), t.elapsed());
    let last = std::sync::Mutex::new((0u8, t));
    let table = build(&spec, &AtomicBool::new(false), &|p| {
        let mut l = last.lock().unwrap();
        if l.0 != p.depth {
            println!("start depth {} at {:?}", p.depth, t.elapsed());
            *l = (p.depth, t);
        }
    })
    .unwrap()
    .unwrap();
    println!("{:?}", t.elapsed());
    for (d, c) in table.counts.iter().enumerate() {
        println!("{d} {c}");
    }
    let mut h = [0u64; 32];
    for &m in &table.minima {
        h[(m as usize).min(31)] += 1;
    }
    println!("minima {h:?}");
}
