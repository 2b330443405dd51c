//! The page without a server: a directory for any place that serves files.

use super::assets;
use std::fs;
use std::io;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The files of the package for the web, as `.ci/web` makes it. The last one, for several threads, may be missing.
const PROGRAM: [&str; 4] = [
    "index.js",
    "worker.js",
    "cubesolve.wasm",
    "cubesolve-threads.wasm",
];

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
pub fn write(out: &Path, package: &Path) -> io::Result<()> {
    let mut files: Vec<(String, Vec<u8>)> = vec![];
    for name in PROGRAM {
        match fs::read(package.join(name)) {
            Ok(bytes) => files.push((format!("program/{name}"), bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound && name.contains("threads") => {}
            Err(error) => {
                let path = package.join(name);
                return Err(io::Error::new(
                    error.kind(),
                    format!("{}: {error}", path.display()),
                ));
            }
        }
    }
    for (path, content) in assets::without_server() {
        let (name, content) = match path {
            "/" => ("index.html", content.replace("<title>", HEAD)),
            path => (&path[1..], content.to_owned()),
        };
        files.push((name.to_owned(), content.into_bytes()));
    }
    let hash = files.iter().fold(0, |hash, (name, bytes)| {
        xxh3_64(&[&u64::to_le_bytes(hash), name.as_bytes(), bytes].concat())
    });
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.into_iter().filter(|name| *name != "offline.js");
    // a browser asks for the directory, not for its index
    let kept: Vec<&str> = names
        .map(|name| if name == "index.html" { "./" } else { name })
        .collect();
    let version = format!(
        "const VERSION = \"{} {hash:016x}\";",
        env!("CARGO_PKG_VERSION")
    );
    let list = format!("const FILES = {};", serde_json::json!(kept));
    for (name, bytes) in &files {
        let path = out.join(name);
        fs::create_dir_all(path.parent().expect("it is in the directory"))?;
        match name.as_str() {
            "offline.js" => {
                let script = String::from_utf8_lossy(bytes);
                let script = script.replace("const VERSION = \"\";", &version);
                fs::write(path, script.replace("const FILES = [];", &list))?;
            }
            _ => fs::write(path, bytes)?,
        }
    }
    Ok(())
}
