//! Where the tables are, and their names.

use super::size;
use clap::Args;
use cubesolve::table::{Directory, Spec, VARIABLE};
use std::ffi::OsString;

/// Where the tables are.
#[derive(Debug, Clone, Args)]
pub struct TablesDirectory {
    /// Directory of the tables [default: ./tables if it holds any, else the user's data
    /// directory]
    #[arg(long, value_name = "DIR", global = true, env = VARIABLE)]
    tables: Option<OsString>,
}

impl TablesDirectory {
    /// The directory.
    pub fn directory(&self) -> Directory {
        Directory::named(self.tables.as_deref()).unwrap_or_default()
    }

    /// Whether the user has said which one it is.
    pub fn is_named(&self) -> bool {
        Directory::named(self.tables.as_deref()).is_some()
    }
}

/// Reads the name of a table on the command line.
pub fn parse_table(name: &str) -> Result<&'static Spec, String> {
    Spec::by_name(name).ok_or_else(|| {
        let names: Vec<String> = Spec::ALL
            .iter()
            .map(|spec| format!("{} ({})", spec.name, size::show(spec.table_bytes())))
            .collect();
        format!("there are these tables: {}", names.join(", "))
    })
}
