use crate::cli::table::{self, LoadChoice};
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, interrupt, named, output};
use clap::Args;
use cubesolve::cube::Metric;
use cubesolve::table::{Encoding, Spec, TableError};
use cubesolve::{Cube, Limits, Request, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::time::{Duration, Instant};

/// Measure the search on this machine
///
/// Searches a fixed set of random cubes in full to a depth at which none is solved. Prints
/// the time of a probe next to that of a bare random read of the same memory, and a
/// signature: the number of probes, which only changes when the search does.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve bench
  cubesolve bench --table h2")]
pub struct Arguments {
    /// The table to use [default: the fastest that fits the memory]
    #[arg(long, value_name = "NAME", value_parser = named::table())]
    table: Option<&'static Spec>,
}

/// Cubes in the set.
const CUBES: usize = 10;

/// Bare reads measured before each cube, about a tenth of a second's worth: memory that is shared
/// with others is slower at one time than at another.
const READS: usize = 1 << 22;

pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let solver = table::solver(
        arguments.table,
        tables,
        LoadChoice::Copy,
        true,
        quiet,
        false,
    )?
    .with_threads(1);
    let depth = depth_for(solver.table().spec());
    let mut probes = 0;
    let (mut times, mut reading) = (vec![], Duration::ZERO);
    for cube in cubes() {
        reading += solver.random_reads(READS);
        let start = Instant::now();
        probes += exhaust(&solver, &cube, depth)?;
        times.push(start.elapsed());
        if interrupt::requested() {
            return Ok(Status::Interrupted);
        }
    }
    times.sort();
    let total: Duration = times.iter().sum();
    let probe = total.as_nanos() as f64 / probes as f64;
    let read = reading.as_nanos() as f64 / (CUBES * READS) as f64;
    output::print(
        format!(
            "table      {}\n\
             cubes      {CUBES}, searched to depth {depth} in one thread\n\
             time       {:.3} s a cube (median {:.3} s)\n\
             probe      {probe:.1} ns\n\
             bare read  {read:.1} ns\n\
             ratio      {:.2}\n\
             signature  {probes} probes\n",
            solver.table().spec().name,
            total.as_secs_f64() / CUBES as f64,
            times[CUBES / 2].as_secs_f64(),
            probe / read,
        )
        .as_bytes(),
    )?;
    Ok(Status::Success)
}

/// A depth that takes some tenths of a second a cube and solves none of the set. In quarter
/// turns a cube is searched to that or one less, as its parity has it.
fn depth_for(spec: &Spec) -> u8 {
    let [few, some, many] = match spec.metric {
        Metric::HalfTurn => [13, 15, 16],
        Metric::QuarterTurn => [15, 17, 18],
    };
    match (spec.encoding, spec.entries() / 1_000_000_000) {
        (Encoding::TwoBits, 0) => few,
        (Encoding::TwoBits, 1..10) | (Encoding::Filter { lines: 8.. }, _) => some,
        _ => many,
    }
}

/// The same random cubes every time.
fn cubes() -> impl Iterator<Item = Cube> {
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    (0..CUBES).map(move |_| Cube::random(&mut rng))
}

/// Searches a cube in full to a depth. Returns the number of probes.
fn exhaust(solver: &Solver, cube: &Cube, depth: u8) -> Result<u64, TableError> {
    let request = Request::all().max_moves(depth);
    let limits = Limits::default().stop(interrupt::flag());
    Ok(solver.search(cube, &request, &limits)?.probes)
}
