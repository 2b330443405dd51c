//! The page without a server: a directory for any place that serves files.

use super::assets;
use crate::host::fs;
use serde_json::json;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The files of the package for the web, as `.ci/web` makes it. The last one, for several threads, may be missing.
const PROGRAM: [&str; 4] = ["index.js", "worker.js", "cubesolve.wasm", THREADS];
const THREADS: &str = "cubesolve-threads.wasm";

/// What the page may load: its own files.
const HEAD: &str = "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'; \
    img-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'\">
  <link rel=\"manifest\" href=\"manifest.webmanifest\">
  <title>";

/// Writes the page into a directory, with the package for the web in another one as its program.
///
/// # Errors
/// If the package is not there, or files cannot be written.
pub fn write_page(out: &Path, package: &Path) -> io::Result<()> {
    let mut files: Vec<(String, Vec<u8>)> = vec![];
    for name in PROGRAM {
        let path = package.join(name);
        match fs::read(&path) {
            Ok(bytes) => files.push((format!("program/{name}"), bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && name == THREADS => {}
            Err(error) => {
                let text = format!("{}: {error}", path.display());
                return Err(io::Error::new(error.kind(), text));
            }
        }
    }
    for (path, content) in assets::without_server() {
        // a server of files answers a request for the directory with its index
        let (name, content) = match path {
            "/" => ("index.html", content.replace("<title>", HEAD)),
            path => (&path[1..], content.to_owned()),
        };
        files.push((name.to_owned(), content.into_bytes()));
    }
    let script = service_worker(&files);
    files.push(("offline.js".to_owned(), script.into_bytes()));
    fs::create_dir_all(out.join("program"))?;
    files
        .iter()
        .try_for_each(|(name, bytes)| fs::write(out.join(name), bytes))
}

/// The script that keeps these files for use without a network. Any change of them changes its version.
fn service_worker(files: &[(String, Vec<u8>)]) -> String {
    let hash = files.iter().fold(0_u64, |hash, (name, bytes)| {
        xxh3_64(&[&hash.to_le_bytes(), name.as_bytes(), bytes].concat())
    });
    let path = |name: &str| name.replace("index.html", "./");
    let paths: Vec<String> = files.iter().map(|(name, _)| path(name)).collect();
    let version = format!("VERSION = \"{} {hash:016x}\"", env!("CARGO_PKG_VERSION"));
    let script = assets::OFFLINE.replace("VERSION = \"\"", &version);
    script.replace("FILES = []", &format!("FILES = {}", json!(paths)))
}
