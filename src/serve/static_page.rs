//! The page without a server: a directory for any place that serves files, and in it the same page as one file, which
//! browsers also open from the disk.

use super::assets;
use super::one_file::in_one_file;
use crate::host::fs;
use serde_json::json;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The files of the package for the web, as `.ci/web` makes it. The last one, for several threads, may be missing.
const PROGRAM: [&str; 4] = ["index.js", "worker.js", "cubesolve.wasm", THREADS];
const THREADS: &str = "cubesolve-threads.wasm";

/// The page as one file.
const ONE_FILE: &str = "cubesolve.html";

/// Files by their paths.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The head of a page that loads nothing but `own`, and scripts also from `scripts`.
pub fn head(own: &str, scripts: &str, more: &str) -> String {
    format!(
        "<meta http-equiv=\"content-security-policy\" content=\"default-src 'none'; \
         script-src {own} {scripts} 'wasm-unsafe-eval'; worker-src {own}; style-src {own}; connect-src {own}; \
         img-src {own}; manifest-src {own}; base-uri 'none'; form-action 'none'\">\n  {more}\n  <title>"
    )
}

/// Writes the page into a directory, with the package for the web in another one as its program.
///
/// # Errors
/// If the package is not there, or files cannot be written.
pub fn write_page(out: &Path, package: &Path) -> io::Result<()> {
    let mut files = Files::new();
    for name in PROGRAM {
        let path = package.join(name);
        match fs::read(&path) {
            Ok(bytes) => _ = files.insert(format!("program/{name}"), bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound && name == THREADS => {}
            Err(error) => {
                let text = format!("{}: {error}", path.display());
                return Err(io::Error::new(error.kind(), text));
            }
        }
    }
    let mut index = "";
    for (path, content) in assets::without_server() {
        match path {
            "/" => index = content,
            path => _ = files.insert(path[1..].to_owned(), content.into()),
        }
    }
    let one_file = in_one_file(index, &files);
    let manifest = "<link rel=\"manifest\" href=\"manifest.webmanifest\">";
    // a server of files answers a request for the directory with its index
    let index = index.replace("<title>", &head("'self'", "", manifest));
    files.insert("index.html".to_owned(), index.into());
    let script = service_worker(&files);
    files.insert("offline.js".to_owned(), script.into());
    files.insert(ONE_FILE.to_owned(), one_file.into());
    fs::create_dir_all(out.join("program"))?;
    files
        .iter()
        .try_for_each(|(name, bytes)| fs::write(out.join(name), bytes))
}

/// The script that keeps these files for use without a network. Any change of them changes its version.
fn service_worker(files: &Files) -> String {
    let hash = files.iter().fold(0_u64, |hash, (name, bytes)| {
        xxh3_64(&[&hash.to_le_bytes(), name.as_bytes(), bytes].concat())
    });
    let path = |name: &str| name.replace("index.html", "./");
    let paths: Vec<String> = files.keys().map(|name| path(name)).collect();
    let version = format!("VERSION = \"{} {hash:016x}\"", env!("CARGO_PKG_VERSION"));
    let script = assets::OFFLINE.replace("VERSION = \"\"", &version);
    script.replace("FILES = []", &format!("FILES = {}", json!(paths)))
}
