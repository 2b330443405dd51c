//! The files of the page, which are compiled into the program.

use crate::api::DESCRIPTION;
use std::iter;

/// A file. All of them together have some 140 kB, which nobody waits for in a local network.
#[derive(Debug)]
pub struct Asset {
    pub content_type: &'static str,
    pub content: &'static str,
}

/// The files by their paths.
const SOURCES: [(&str, &str); 27] = [
    ("/", include_str!("page/index.html")),
    ("/icon.svg", include_str!("page/icon.svg")),
    ("/style.css", include_str!("page/style.css")),
    ("/noscript.css", include_str!("page/noscript.css")),
    ("/main.js", include_str!("page/main.js")),
    ("/colours.js", include_str!("page/colours.js")),
    ("/palette.js", include_str!("page/palette.js")),
    ("/code.js", include_str!("page/code.js")),
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

pub fn find(path: &str) -> Option<Asset> {
    let described = iter::once_with(|| ("/openapi.json", DESCRIPTION.as_str()));
    let mut all = SOURCES.into_iter().chain(described);
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
