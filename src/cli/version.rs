//! What `--version` tells.

use cubesolve::cpu::Level;
use cubesolve::cube::Metric;
use cubesolve::table::Directory;

/// Version, the processor's instructions in use, the tables found where the command line says
/// nothing else, and which of them is used.
pub fn long() -> String {
    let directory = Directory::default();
    let names: Vec<String> = directory
        .files()
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
        directory.path().display(),
        directory
            .best(Metric::default())
            .map_or("none", |spec| spec.name),
    )
}
