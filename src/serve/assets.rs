//! The files of the page, which are compiled into the program.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

/// Path, content type and content of a file.
type Source = (&'static str, &'static str, &'static str);

/// A file, as it is and compressed.
#[derive(Debug)]
pub struct Asset {
    pub content_type: &'static str,
    pub plain: Bytes,
    pub gzip: Bytes,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

const SOURCES: [Source; 18] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/main.js", JAVASCRIPT, include_str!("page/main.js")),
    ("/colours.js", JAVASCRIPT, include_str!("page/colours.js")),
    ("/palette.js", JAVASCRIPT, include_str!("page/palette.js")),
    ("/search.js", JAVASCRIPT, include_str!("page/search.js")),
    ("/geometry.js", JAVASCRIPT, include_str!("page/geometry.js")),
    ("/cube.js", JAVASCRIPT, include_str!("page/cube.js")),
    ("/options.js", JAVASCRIPT, include_str!("page/options.js")),
    ("/tables.js", JAVASCRIPT, include_str!("page/tables.js")),
    ("/photos.js", JAVASCRIPT, include_str!("page/photos.js")),
    ("/classify.js", JAVASCRIPT, include_str!("page/classify.js")),
    ("/net.js", JAVASCRIPT, include_str!("page/net.js")),
    ("/player.js", JAVASCRIPT, include_str!("page/player.js")),
    ("/problems.js", JAVASCRIPT, include_str!("page/problems.js")),
    ("/server.js", JAVASCRIPT, include_str!("page/server.js")),
    ("/openapi.json", JSON, include_str!("openapi.json")),
];

/// The files by their paths, compressed in some milliseconds when the first is requested.
static BY_PATH: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let asset = |(path, content_type, content): Source| {
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        let written = encoder.write_all(content.as_bytes());
        let gzip = written.and_then(|()| encoder.finish());
        let asset = Asset {
            content_type,
            plain: content.into(),
            gzip: gzip.expect("writing to memory cannot fail").into(),
        };
        (path, asset)
    };
    SOURCES.into_iter().map(asset).collect()
});

pub fn find(path: &str) -> Option<&'static Asset> {
    BY_PATH.get(path)
}
