//! The page without a server as one HTML file, which browsers also open from the disk: what the page otherwise loads
//! is in it, as `data:` URLs.

use super::static_page::{Files, head};
use serde_json::{Map, Value};

/// The scripts of a worker and the module, which the package for the web asks for by these names.
const OF_WORKER: [(&str, &str); 2] = [
    ("worker.js", "text/javascript"),
    ("cubesolve.wasm", "application/wasm"),
];

/// Ends `index.js` of that package.
const FIND: &str = "\nSolver.file = (name) => document.getElementById(name).text;\n";

/// The page with this index and these other files. Where it names a file in quotes, its URL stands instead. Modules
/// find each other by an import map, which needs names that begin without `./`: those are relative to a URL, and in a
/// `data:` URL there is nothing that they could be relative to.
pub fn in_one_file(index: &str, files: &Files) -> String {
    let is_module = |name: &str| name.ends_with(".js") && !name.ends_with("/worker.js");
    let content = |name: &str, bytes: &[u8]| {
        if !is_module(name) {
            return bytes.to_owned();
        }
        let text = String::from_utf8_lossy(bytes).replace("from \"./", "from \"");
        let more = if name.ends_with("/index.js") {
            FIND
        } else {
            ""
        };
        (text + more).into_bytes()
    };
    let mut page = index.to_owned();
    let mut modules = Map::new();
    for (name, bytes) in files {
        let kind = match name.rsplit('.').next() {
            Some("js") => "text/javascript",
            Some("css") => "text/css",
            _ => "image/svg+xml",
        };
        let quoted = format!("\"{name}\"");
        if is_module(name) || page.contains(&quoted) {
            let url = data_url(kind, &content(name, bytes));
            page = page.replace(&quoted, &format!("\"{url}\""));
            modules.extend(is_module(name).then(|| (name.clone(), Value::from(url))));
        }
    }
    let map = Value::from(Map::from_iter([("imports".to_owned(), modules.into())]));
    let mut more = format!("<script type=\"importmap\" nonce=\"map\">{map}</script>");
    for (name, kind) in OF_WORKER {
        let url = data_url(kind, &files[&format!("program/{name}")]);
        more += &format!("\n  <script type=\"text/plain\" id=\"{name}\">{url}</script>");
    }
    page.replace("<title>", &head("data:", "'nonce-map'", &more))
}

fn data_url(kind: &str, bytes: &[u8]) -> String {
    format!("data:{kind};base64,{}", base64(bytes))
}

/// Base 64 (<https://www.rfc-editor.org/rfc/rfc4648#section-4>).
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |n: usize| u32::from(three.get(n).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for n in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * n) & 63) as usize];
            text.push(if n <= three.len() { digit as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_of_the_standard_are_encoded() {
        let examples = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (text, encoded) in examples {
            assert_eq!(base64(text.as_bytes()), encoded);
        }
        assert_eq!(base64(&[0xfb, 0xff]), "+/8=");
    }
}
