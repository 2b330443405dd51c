//! What `--version` tells.

use cubesolve::table::directory;

/// Version, the processor's instructions in use, and the tables found in the default place.
pub fn long() -> String {
    let directory = directory::choose(None);
    let tables: Vec<String> = directory::list(&directory)
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let tables = if tables.is_empty() {
        "none".to_owned()
    } else {
        tables.join(" ")
    };
    format!(
        "{}\nsearch: {}\ntables in {}: {tables}",
        env!("CARGO_PKG_VERSION"),
        instructions(),
        directory.display(),
    )
}

fn instructions() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if cubesolve::table::probe::X86::detect().is_some() {
        return "AVX2 and BMI2";
    }
    "portable"
}
