//! The files of the page, which are compiled into the program.

/// Path, content type and content of a file.
pub type Asset = (&'static str, &'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

const ASSETS: [Asset; 13] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/main.js", JAVASCRIPT, include_str!("page/main.js")),
    ("/colours.js", JAVASCRIPT, include_str!("page/colours.js")),
    ("/palette.js", JAVASCRIPT, include_str!("page/palette.js")),
    ("/search.js", JAVASCRIPT, include_str!("page/search.js")),
    ("/geometry.js", JAVASCRIPT, include_str!("page/geometry.js")),
    ("/net.js", JAVASCRIPT, include_str!("page/net.js")),
    ("/player.js", JAVASCRIPT, include_str!("page/player.js")),
    ("/problems.js", JAVASCRIPT, include_str!("page/problems.js")),
    ("/server.js", JAVASCRIPT, include_str!("page/server.js")),
    ("/openapi.json", JSON, include_str!("openapi.json")),
];

/// The file at a path.
pub fn find(path: &str) -> Option<&'static Asset> {
    ASSETS.iter().find(|asset| asset.0 == path)
}
