use crate::cli::output::{print, tell};
use crate::cli::tables_directory::TablesDirectory;
use crate::cli::{Status, named, size, table, time};
use anyhow::{Context, bail};
use clap::Args;
use cubesolve::cpu;
use cubesolve::cube::Metric;
use cubesolve::table::{Directory, Room, Spec};
use std::path::PathBuf;

/// Make a pruning table and print where it is
///
/// Without --table the fastest one that is made within three minutes and fits this machine's
/// memory and disk comfortably.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve gen-tables
  cubesolve gen-tables --table h8")]
pub struct Arguments {
    /// Which table: h0 (38 MB) to f8 (7.5 GB)
    #[arg(long, value_name = "NAME", value_parser = named::table(), conflicts_with = "memory")]
    table: Option<&'static Spec>,

    /// Choose the fastest table that takes at most this much memory to make, such as 8G
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    memory: Option<u64>,

    /// Where to put it [default: the directory of the tables, see --tables]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let directory = match &arguments.out {
        Some(path) => Directory::at(path),
        None => tables.directory(),
    };
    let spec = match arguments.table {
        Some(spec) => tables.meant(spec)?,
        None => choose(&directory, tables.metric(), arguments.memory, quiet)?,
    };
    let path = table::make(spec, &directory, quiet)?;
    print(format!("{}\n", path.display()).as_bytes())?;
    Ok(Status::Success)
}

/// The fastest table for this machine; tells why.
fn choose(
    directory: &Directory,
    metric: Metric,
    memory: Option<u64>,
    quiet: bool,
) -> anyhow::Result<&'static Spec> {
    let room = Room::of(directory);
    let Some(memory) = memory.or(room.comfortable().memory) else {
        bail!("this system does not tell how much memory there is; say --table or --memory");
    };
    let free = match room.disk {
        Some(disk) => format!("{} are free", size::show(disk)),
        None => "whatever is free".to_owned(),
    };
    let room = Room {
        memory: Some(memory),
        ..room
    };
    let limits = format!(
        "{} of memory and {free} for {}",
        size::show(memory),
        directory.path().display()
    );
    let threads = cpu::processors();
    let spec = room
        .fastest_soon(metric, threads)
        .with_context(|| format!("not even the smallest table fits in {limits}"))?;
    if !quiet {
        let size = size::show(spec.table_bytes());
        let name = spec.name;
        tell(format_args!(
            "{name} ({size}) is the fastest table made within minutes for {limits}"
        ));
        if let Some(faster) = room.fastest(metric).filter(|faster| *faster != spec) {
            tell(format_args!(
                "--table {} ({}) is faster still, made in about {}",
                faster.name,
                size::show(faster.table_bytes()),
                time::show(faster.build_time(threads)),
            ));
        }
    }
    Ok(spec)
}
