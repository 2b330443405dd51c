//! `cubesolve bench`: speed of the search on this machine.

use crate::cli::options::{MetricOption, TablesOption};
use crate::cli::{Status, output, signals, table, values};
use clap::Args;
use cubesolve::cube::Metric;
use cubesolve::table::Spec;
use cubesolve::{Cube, Loading, Query, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::time::Duration;

/// Measure the speed of the search on this machine
///
/// Searches a fixed set of random cubes in one thread, to a depth at which none is solved. Prints
/// the time per probe (one read of the table), the time of a bare random read of the same memory,
/// and a signature: the number of probes, which changes only if the search does.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve bench
  cubesolve bench --table 64M")]
pub struct Arguments {
    /// Table to use [default: the fastest that fits the memory]
    #[arg(long, value_name = "NAME", value_parser = values::table())]
    table: Option<&'static Spec>,

    #[command(flatten)]
    metric: MetricOption,

    #[command(flatten)]
    tables: TablesOption,
}

/// Cubes in the set.
const CUBES: usize = 10;

/// Bare reads before each cube, about a tenth of a second: interleaved with the searches, since
/// the speed of memory shared with other programs varies over time.
const READS: usize = 1 << 22;

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let (named, metric) = arguments.metric.with_table(arguments.table)?;
    let best = || arguments.tables.directory().best(metric);
    let spec = named.or_else(best).unwrap_or(Spec::default_in(metric));
    let solver = Solver::with_directory(arguments.tables.directory())
        .named(spec)
        .loading(Loading::Copy)
        .threads(1);
    let limits = table::limits(None);
    solver.open_table(metric, &limits)?;
    let depth = depth_for(spec);
    let query = Query::new().metric(metric).all().max_moves(depth);
    let mut rng = ChaCha8Rng::seed_from_u64(48);
    let mut probes = 0;
    let (mut times, mut reading) = (vec![], Duration::ZERO);
    for _ in 0..CUBES {
        let cube = Cube::random(&mut rng);
        reading += solver.random_reads(metric, READS)?;
        let answer = solver.query(&cube.into(), &query, &limits)?;
        probes += answer.probes;
        times.push(answer.time);
        if signals::stopped() {
            return Ok(Status::Interrupted);
        }
    }
    times.sort();
    let total: Duration = times.iter().sum();
    let probe = total.as_nanos() as f64 / probes as f64;
    let read = reading.as_nanos() as f64 / (CUBES * READS) as f64;
    let report = format!(
        "table      {}\n\
         cubes      {CUBES}, searched to depth {depth} in one thread\n\
         time       {:.3} s a cube (median {:.3} s)\n\
         probe      {probe:.1} ns\n\
         bare read  {read:.1} ns\n\
         ratio      {:.2}\n\
         signature  {probes} probes\n",
        spec.name(),
        total.as_secs_f64() / CUBES as f64,
        times[CUBES / 2].as_secs_f64(),
        probe / read,
    );
    output::print(report)?;
    Ok(Status::Success)
}

/// A depth that takes some tenths of a second a cube and solves none of the set. In quarter turns
/// every second depth is skipped, depending on the parity of the cube.
fn depth_for(spec: &Spec) -> u8 {
    let [shallow, medium, deep] = match spec.metric() {
        Metric::HalfTurn => [13, 15, 16],
        Metric::QuarterTurn => [15, 17, 18],
        Metric::SliceTurn => [11, 13, 14],
    };
    match spec.table_bytes() >> 20 {
        0..300 => shallow,
        300..1000 => medium,
        _ => deep,
    }
}
