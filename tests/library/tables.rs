//! The table 32M, generated once for all tests.

use cubesolve::table::{Spec, Table};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

pub static SMALLEST: LazyLock<Arc<Table>> = LazyLock::new(|| {
    let spec = Spec::by_name("32M").unwrap();
    Arc::new(Table::generate(spec, &AtomicBool::new(false), &|_| ()).unwrap())
});

/// Writes its file to a directory.
pub fn write_smallest(directory: &Path) {
    let mut file = File::create(directory.join("32M.table")).unwrap();
    SMALLEST.write(&mut file).unwrap();
}
