//! What `--version` tells.

use super::tables_directory::TablesDirectory;
use cubesolve::cpu::Level;
use cubesolve::table::directory;

/// Version, the processor's instructions in use, the tables found where the command line says
/// nothing else, and which of them is used.
pub fn long() -> String {
    let tables = TablesDirectory::from_environment();
    let directory = tables.path();
    let names: Vec<String> = directory::list(&directory)
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let names = if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(" ")
    };
    format!(
        "{}\nsearch: {}\ntables in {}: {names}\ntable used: {}",
        env!("CARGO_PKG_VERSION"),
        Level::in_use(),
        directory.display(),
        tables.best().map_or("none", |spec| spec.name),
    )
}
