use cubesolve::cube::*;
use cubesolve::search::*;
use cubesolve::table::{Spec, Table, build::Plane, build::build};
use std::io::{Read, Write};
use std::sync::{Arc, atomic::AtomicBool};
use std::time::Instant;
fn parse(l: &str) -> Cube {
    Cube::from_moves(l.split_whitespace().map(|t| {
        let f = "URFDLB".find(&t[..1]).unwrap();
        let k = match &t[1..] {
            "" => 1,
            "2" => 2,
            _ => 3,
        };
        Move::new(Face::ALL[f], k)
    }))
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let spec = *Spec::by_name(&a[1]).unwrap();
    let path = format!("/tmp/proto-{}.bin", a[1]);
    if !std::path::Path::new(&path).exists() {
        let t = build(&spec, &AtomicBool::new(false), &|_| {})
            .unwrap()
            .unwrap();
        let mut f = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
        let mut row = vec![0; spec.row_bytes()];
        for r in 0..spec.rows() {
            t.store_rows(r, &mut row);
            f.write_all(&row).unwrap();
        }
        f.write_all(&t.minima).unwrap();
    }
    let mut f = std::fs::File::open(&path).unwrap();
    let mut codes = Plane::zeroed(spec.code_bytes()).unwrap();
    f.read_exact(&mut codes).unwrap();
    let mut minima = vec![];
    f.read_to_end(&mut minima).unwrap();
    let solver = Solver::new(Arc::new(Table::new(
        spec,
        Box::new(codes),
        Box::new(minima),
    )));
    let stop = AtomicBool::new(false);
    let verbose = std::env::var("V").is_ok();
    let max: u8 = std::env::var("MAX").ok().map_or(20, |m| m.parse().unwrap());
    let threads: usize = std::env::var("T").ok().map_or(1, |m| m.parse().unwrap());
    let n: usize = a[3].parse().unwrap();
    let text = std::fs::read_to_string(&a[2]).unwrap();
    let (mut tot, mut probes) = (0.0, 0);
    let mut times = vec![];
    for l in text.lines().filter(|l| !l.is_empty()).take(n) {
        let c = parse(l);
        let t = Instant::now();
        let report = |r: &DepthReport| {
            if verbose {
                println!(
                    "{:?} {:.1} ns/probe",
                    r,
                    r.time.as_nanos() as f64 / r.probes.max(1) as f64
                )
            }
        };
        let ans = solver.solve(
            &c,
            &Request {
                max_moves: max,
                threads,
                ..Default::default()
            },
            &Limits {
                stop: &stop,
                deadline: None,
                on_depth: Some(&report),
            },
        );
        let dt = t.elapsed().as_secs_f64();
        tot += dt;
        probes += ans.probes;
        times.push(dt);
        for s in &ans.solutions {
            assert!(c.apply_all(s.iter().copied()).is_solved());
        }
        if verbose || n <= 20 {
            println!(
                "{:?} len {:?} lb {} t {:.3} probes {} nodes {}",
                ans.ending,
                ans.solutions.first().map(|s| s.len()),
                ans.lower_bound,
                dt,
                ans.probes,
                ans.nodes
            );
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "mean {:.4} s median {:.4} probes/cube {} ns/probe {:.2}",
        tot / times.len() as f64,
        times[times.len() / 2],
        probes / times.len() as u64,
        tot * 1e9 / probes as f64
    );
}
