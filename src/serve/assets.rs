//! The files of the page, which are compiled into the program.

use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Bytes;
use std::collections::HashMap;
use std::io::Write;
use std::sync::LazyLock;

/// A file, as it is and compressed.
#[derive(Debug)]
pub struct Asset {
    pub content_type: &'static str,
    pub plain: Bytes,
    pub gzip: Bytes,
}

/// The files by their paths.
const SOURCES: [(&str, &str); 18] = [
    ("/", include_str!("page/index.html")),
    ("/icon.svg", include_str!("page/icon.svg")),
    ("/style.css", include_str!("page/style.css")),
    ("/main.js", include_str!("page/main.js")),
    ("/colours.js", include_str!("page/colours.js")),
    ("/palette.js", include_str!("page/palette.js")),
    ("/search.js", include_str!("page/search.js")),
    ("/geometry.js", include_str!("page/geometry.js")),
    ("/cube.js", include_str!("page/cube.js")),
    ("/options.js", include_str!("page/options.js")),
    ("/tables.js", include_str!("page/tables.js")),
    ("/photos.js", include_str!("page/photos.js")),
    ("/classify.js", include_str!("page/classify.js")),
    ("/net.js", include_str!("page/net.js")),
    ("/player.js", include_str!("page/player.js")),
    ("/problems.js", include_str!("page/problems.js")),
    ("/server.js", include_str!("page/server.js")),
    ("/openapi.json", include_str!("openapi.json")),
];

/// The same compressed, in some milliseconds when the first is requested.
static BY_PATH: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let asset = |(path, content): (&'static str, &'static str)| {
        let mut encoder = GzEncoder::new(vec![], Compression::best());
        let written = encoder.write_all(content.as_bytes());
        let gzip = written.and_then(|()| encoder.finish());
        let asset = Asset {
            content_type: match path.rsplit('.').next() {
                Some("svg") => "image/svg+xml",
                Some("css") => "text/css; charset=utf-8",
                Some("js") => "text/javascript; charset=utf-8",
                Some("json") => "application/json",
                _ => "text/html; charset=utf-8",
            },
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
