//! The files of the page, which are compiled into the program.

/// Content type and content of a file.
pub type Asset = (&'static str, &'static str);

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const JSON: &str = "application/json";

/// Path, content type and content of each file.
const ASSETS: [(&str, &str, &str); 18] = [
    ("/", HTML, include_str!("page/index.html")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/main.js", JS, include_str!("page/main.js")),
    ("/colours.js", JS, include_str!("page/colours.js")),
    ("/palette.js", JS, include_str!("page/palette.js")),
    ("/search.js", JS, include_str!("page/search.js")),
    ("/geometry.js", JS, include_str!("page/geometry.js")),
    ("/cube.js", JS, include_str!("page/cube.js")),
    ("/options.js", JS, include_str!("page/options.js")),
    ("/tables.js", JS, include_str!("page/tables.js")),
    ("/photos.js", JS, include_str!("page/photos.js")),
    ("/classify.js", JS, include_str!("page/classify.js")),
    ("/net.js", JS, include_str!("page/net.js")),
    ("/player.js", JS, include_str!("page/player.js")),
    ("/problems.js", JS, include_str!("page/problems.js")),
    ("/server.js", JS, include_str!("page/server.js")),
    ("/openapi.json", JSON, include_str!("openapi.json")),
];

pub fn find(path: &str) -> Option<Asset> {
    let found = ASSETS.iter().find(|(name, ..)| *name == path);
    found.map(|(_, kind, content)| (*kind, *content))
}
