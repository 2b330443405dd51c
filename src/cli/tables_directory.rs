//! Where the tables are, their names, and the metric that they serve.

use super::named;
use anyhow::{Context, bail};
use clap::{Args, ValueHint};
use cubesolve::cube::Metric;
use cubesolve::table::{Directory, Spec, VARIABLE};
use std::ffi::OsString;

/// Where the tables are, and which of them serve.
#[derive(Debug, Clone, Args)]
pub struct TablesDirectory {
    /// Directory of the tables [default: ./tables if it holds any, else the user's data
    /// directory]
    #[arg(long, value_name = "DIR", global = true, env = VARIABLE, value_hint = ValueHint::DirPath)]
    tables: Option<OsString>,

    /// How lengths are counted: any turn of a face as one (htm), or half turns as two (qtm)
    /// [default: htm]
    #[arg(long, value_name = "METRIC", global = true, value_parser = named::metric())]
    metric: Option<Metric>,
}

impl TablesDirectory {
    /// The directory.
    pub fn directory(&self) -> Directory {
        Directory::named(self.tables.as_deref()).unwrap_or_default()
    }

    /// What lengths are counted in.
    pub fn metric(&self) -> Metric {
        self.metric.unwrap_or_default()
    }

    /// The table that is meant by one that was named: that of the metric asked for, if any was.
    ///
    /// # Errors
    /// When there is none.
    pub fn meant(&self, table: &'static Spec) -> anyhow::Result<&'static Spec> {
        let Some(metric) = self.metric.filter(|metric| *metric != table.metric) else {
            return Ok(table);
        };
        if table.metric != Metric::default() {
            bail!(
                "{} does not serve --metric {metric}; leave it out, or name the table without -{}",
                table.name,
                table.metric
            );
        }
        table
            .in_metric(metric)
            .with_context(|| format!("there is no table {} for --metric {metric}", table.name))
    }

    /// Whether the user has said which one it is.
    pub fn is_named(&self) -> bool {
        Directory::named(self.tables.as_deref()).is_some()
    }
}
