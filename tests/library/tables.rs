//! Tables of tests: 32M is generated once for all.

use cubesolve::table::{Spec, Table};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

pub static SMALLEST: LazyLock<Arc<Table>> =
    LazyLock::new(|| generated(Spec::by_name("32M").unwrap()));

pub fn generated(spec: &Spec) -> Arc<Table> {
    Arc::new(Table::generate(spec, &AtomicBool::new(false), &|_| ()).unwrap())
}

/// Writes the file of 32M to a directory.
pub fn write_smallest(directory: &Path) {
    let mut file = File::create(directory.join("32M.table")).unwrap();
    SMALLEST.write(&mut file).unwrap();
}
