//! The files of the page, which are compiled into the program.

use crate::api::DESCRIPTION;

/// A file. All of them together have some 140 kB, which nobody waits for in a local network.
#[derive(Debug)]
pub struct Asset {
    pub content_type: &'static str,
    pub content: &'static str,
}

/// The files of every page by their paths.
const SHARED: [(&str, &str); 26] = [
    ("/", include_str!("page/index.html")),
    ("/icon.svg", include_str!("page/icon.svg")),
    ("/style.css", include_str!("page/style.css")),
    ("/noscript.css", include_str!("page/noscript.css")),
    ("/main.js", include_str!("page/main.js")),
    ("/colours.js", include_str!("page/colours.js")),
    ("/palette.js", include_str!("page/palette.js")),
    ("/start.js", include_str!("page/start.js")),
    ("/solutions.js", include_str!("page/solutions.js")),
    ("/search.js", include_str!("page/search.js")),
    ("/geometry.js", include_str!("page/geometry.js")),
    ("/cube.js", include_str!("page/cube.js")),
    ("/drawing.js", include_str!("page/drawing.js")),
    ("/assignment.js", include_str!("page/assignment.js")),
    ("/view.js", include_str!("page/view.js")),
    ("/arrow.js", include_str!("page/arrow.js")),
    ("/motion.js", include_str!("page/motion.js")),
    ("/options.js", include_str!("page/options.js")),
    ("/tables.js", include_str!("page/tables.js")),
    ("/photos.js", include_str!("page/photos.js")),
    ("/classify.js", include_str!("page/classify.js")),
    ("/net.js", include_str!("page/net.js")),
    ("/player.js", include_str!("page/player.js")),
    ("/problems.js", include_str!("page/problems.js")),
    ("/repairs.js", include_str!("page/repairs.js")),
    ("/server.js", include_str!("page/server.js")),
];

/// Those of a page that reaches the program by HTTP.
const OF_SERVER: [(&str, &str); 2] = [
    ("/carrier.js", include_str!("page/carrier-http.js")),
    ("/code.js", include_str!("page/code.js")),
];

/// Those of a page without a server.
const OF_WORKER: [(&str, &str); 2] = [
    ("/carrier.js", include_str!("page/carrier-worker.js")),
    (
        "/manifest.webmanifest",
        include_str!("page/manifest.webmanifest"),
    ),
];

/// Its service worker, which has to be given the other files.
pub const OFFLINE: &str = include_str!("page/offline.js");

/// The files of a page without a server.
pub fn without_server() -> impl Iterator<Item = (&'static str, &'static str)> {
    SHARED.into_iter().chain(OF_WORKER)
}

pub fn find(path: &str) -> Option<Asset> {
    let described = [("/openapi.json", DESCRIPTION.as_str())];
    let mut all = SHARED.into_iter().chain(OF_SERVER).chain(described);
    let (path, content) = all.find(|(known, _)| *known == path)?;
    Some(Asset {
        content_type: match path.rsplit('.').next() {
            Some("svg") => "image/svg+xml",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("json") => "application/json",
            _ => "text/html; charset=utf-8",
        },
        content,
    })
}
