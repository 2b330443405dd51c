//! Which tables there are, and which of them to use.

use super::size;
use clap::Args;
use cubesolve::host;
use cubesolve::table::{Spec, directory};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variable of the environment that says where the tables are.
const VARIABLE: &str = "CUBESOLVE_TABLES";

/// Where the tables are.
#[derive(Debug, Clone, Args)]
pub struct TablesDirectory {
    /// Directory of the tables [default: ./tables if it holds any, else the user's data
    /// directory]
    #[arg(long, value_name = "DIR", global = true, env = VARIABLE)]
    tables: Option<OsString>,
}

impl TablesDirectory {
    /// The one where the command line says nothing.
    pub fn from_environment() -> TablesDirectory {
        TablesDirectory {
            tables: std::env::var_os(VARIABLE),
        }
    }

    /// The directory.
    pub fn path(&self) -> PathBuf {
        directory::choose(self.named())
    }

    /// Whether the user has said which one it is.
    pub fn is_named(&self) -> bool {
        self.named().is_some()
    }

    fn named(&self) -> Option<&Path> {
        // An empty variable of the environment is as good as none.
        let named = self.tables.as_ref().filter(|named| !named.is_empty());
        named.map(Path::new)
    }

    /// The table to solve with: of those that fit the memory the largest, else the smallest
    /// there is.
    pub fn best(&self) -> Option<&'static Spec> {
        let directory = self.path();
        let present = |spec: &&Spec| directory::find(&directory, spec.name).is_some();
        let memory = host::available_memory().unwrap_or(u64::MAX);
        let mut found = SPECS.iter().filter(present);
        let smallest = found.next();
        found.rfind(|spec| spec.table_bytes() < memory).or(smallest)
    }
}

static SPECS: [Spec; Spec::ALL.len()] = Spec::ALL;

/// Reads the name of a table on the command line.
pub fn parse_table(name: &str) -> Result<&'static Spec, String> {
    Spec::by_name(name).ok_or_else(|| {
        let names: Vec<String> = SPECS
            .iter()
            .map(|spec| format!("{} ({})", spec.name, size::show(spec.table_bytes())))
            .collect();
        format!("there are these tables: {}", names.join(", "))
    })
}
