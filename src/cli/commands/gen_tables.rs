use crate::cli::output::{print, tell};
use crate::cli::progress::Progress;
use crate::cli::tables_directory::{TablesDirectory, parse_table};
use crate::cli::{Status, interrupt, size};
use anyhow::{Context, bail, ensure};
use clap::Args;
use cubesolve::host;
use cubesolve::table::build::{BuildProgress, BuiltTable, build};
use cubesolve::table::file::{FileError, Partial, TableFile, remove_abandoned};
use cubesolve::table::{Spec, directory};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Make a pruning table and print where it is
///
/// Without --table the largest one that fits this machine's memory and disk comfortably. The
/// larger the table, the faster the solver.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Which table: h0 (38 MB) to h11 (60 GB)
    #[arg(long, value_name = "NAME", value_parser = parse_table, conflicts_with = "memory")]
    table: Option<&'static Spec>,

    /// Choose the largest table that takes at most this much memory, such as 8G
    #[arg(long, value_name = "SIZE", value_parser = size::parse)]
    memory: Option<u64>,

    /// Where to put it [default: the directory of the tables, see --tables]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(arguments: &Arguments, tables: &TablesDirectory, quiet: bool) -> anyhow::Result<Status> {
    let directory = arguments.out.clone().unwrap_or_else(|| tables.path());
    let spec = match arguments.table {
        Some(spec) => spec,
        None => {
            let resources = Resources::of(&directory);
            let (spec, reason) = resources.choose(arguments.memory)?;
            if !quiet {
                tell(reason);
            }
            spec
        }
    };
    let path = make(spec, &directory, quiet)?;
    print(format!("{}\n", path.display()).as_bytes())?;
    Ok(Status::Success)
}

/// Makes a table unless it is there already. Returns the path of its file.
///
/// # Errors
/// When memory or disk do not suffice, or the file that is there is not good.
pub fn make(spec: &Spec, directory: &Path, quiet: bool) -> anyhow::Result<PathBuf> {
    if let Some(path) = existing(spec, directory)? {
        return Ok(path);
    }
    Resources::of(directory).check(spec)?;
    // From here on there is a file that an interruption has to remove.
    let stop = interrupt::flag();
    let partial = Partial::claim(directory, spec.name, stop, || {
        if !quiet {
            tell(format_args!(
                "waiting for another process that makes {}",
                spec.name
            ));
        }
    })?;
    // Whoever was waited for has made it.
    if let Some(path) = existing(spec, directory)? {
        return Ok(path);
    }
    // Leftovers only take room, which the table may do without.
    let _ = remove_abandoned(directory);
    let start = Instant::now();
    let built = build_showing(spec, stop, quiet)?;
    let path = write_showing(&built, partial, stop, quiet)?;
    if !quiet {
        tell(format_args!(
            "{}: {} made in {:.1} s",
            spec.name,
            size::show(spec.table_bytes()),
            start.elapsed().as_secs_f64()
        ));
    }
    Ok(path)
}

/// The path of the table's file if it is there and good.
fn existing(spec: &Spec, directory: &Path) -> Result<Option<PathBuf>, FileError> {
    let Some(path) = directory::find(directory, spec.name) else {
        return Ok(None);
    };
    TableFile::open(&path)?.spec()?;
    Ok(Some(path))
}

fn build_showing(spec: &Spec, stop: &AtomicBool, quiet: bool) -> anyhow::Result<BuiltTable> {
    let depths = u64::from(spec.base) + 2;
    let title = format!("building {}", spec.name);
    let progress = Progress::new(&title, depths * spec.corner_classes() as u64, quiet);
    let on_progress = |p: BuildProgress| {
        let done = (usize::from(p.depth) - 1) * p.rows + p.rows_done;
        progress.update(done as u64, || {
            format!(
                "depth {} of {}, row {} of {}",
                p.depth, p.last_depth, p.rows_done, p.rows
            )
        });
    };
    let built = build(spec, stop, &on_progress)
        .with_context(|| format!("no memory to build {}", spec.name))?;
    Ok(built.ok_or(FileError::Interrupted)?)
}

fn write_showing(
    built: &BuiltTable,
    partial: Partial,
    stop: &AtomicBool,
    quiet: bool,
) -> Result<PathBuf, FileError> {
    let bytes = built.spec.table_bytes();
    let progress = Progress::new(&format!("writing {}", built.spec.name), bytes, quiet);
    built.write(partial, stop, &|written| {
        progress.update(written, || {
            format!("{} of {}", size::show(written), size::show(bytes))
        });
    })
}

/// What the machine has, in bytes; `None` where it does not tell.
struct Resources {
    memory: Option<u64>,
    disk: Option<u64>,
    directory: PathBuf,
}

/// The part of the memory that a table chosen without being asked for may take.
const COMFORTABLE: f64 = 0.7;

impl Resources {
    fn of(directory: &Path) -> Resources {
        Resources {
            memory: host::available_memory(),
            disk: host::free_disk(directory),
            directory: directory.to_owned(),
        }
    }

    /// The largest table for this machine, and why.
    fn choose(&self, memory: Option<u64>) -> anyhow::Result<(&'static Spec, String)> {
        let comfortable = |bytes| (bytes as f64 * COMFORTABLE) as u64;
        let memory = memory.or(self.memory.map(comfortable));
        let Some(memory) = memory else {
            bail!("this system does not tell how much memory there is; say --table or --memory");
        };
        let fits = |spec: &&Spec| {
            spec.build_bytes() <= memory && self.disk.is_none_or(|disk| file_bytes(spec) <= disk)
        };
        let largest = Spec::ALL.iter().rfind(fits).map(|spec| spec.name);
        let spec = largest.and_then(Spec::by_name).with_context(|| {
            format!(
                "not even the smallest table fits in {} of memory and {}",
                size::show(memory),
                self.show_disk()
            )
        })?;
        let reason = format!(
            "{} ({}) is the largest table for {} of memory and {}",
            spec.name,
            size::show(spec.table_bytes()),
            size::show(memory),
            self.show_disk()
        );
        Ok((spec, reason))
    }

    /// Refuses a table that there is no room for.
    fn check(&self, spec: &Spec) -> anyhow::Result<()> {
        if let Some(memory) = self.memory {
            ensure!(
                spec.build_bytes() <= memory,
                "{} takes {} of memory to build, and {} are available; choose a smaller table",
                spec.name,
                size::show(spec.build_bytes()),
                size::show(memory)
            );
        }
        if let Some(disk) = self.disk {
            ensure!(
                file_bytes(spec) <= disk,
                "{} takes {} of disk, and {}; make room, or choose a smaller table or \
                 another directory",
                spec.name,
                size::show(file_bytes(spec)),
                self.show_disk()
            );
        }
        Ok(())
    }

    fn show_disk(&self) -> String {
        let directory = self.directory.display();
        match self.disk {
            Some(disk) => format!("{} are free for {directory}", size::show(disk)),
            None => format!("whatever is free for {directory}"),
        }
    }
}

/// Bytes of a table's file: the checksums and filling take far less than a thousandth.
fn file_bytes(spec: &Spec) -> u64 {
    spec.table_bytes() + spec.table_bytes() / 1000 + (64 << 10)
}
