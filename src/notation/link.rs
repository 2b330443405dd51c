//! Links of alg.cubing.net and Twizzle, which show moves from a setup on.
//!
//! A link is read as its setup followed by its moves. Both sites have the moves in `alg`. The setup is
//! in `setup` on alg.cubing.net, where `_` is a space and `-` a prime, and in `setup-alg` or, in earlier
//! links, `experimental-setup-alg` in Twizzle. Where the moves are an algorithm that ends with the setup
//! (`type=alg`, `setup-anchor=end`), the link is the cube before it: the setup, and the algorithm undone.

use super::reader::TextError;
use form_urlencoded::{Serializer, parse as decode};

/// The address of Twizzle's editor.
const EDITOR: &str = "https://alpha.twizzle.net/edit/?";

/// The site with its own escapes.
const OLD_SITE: &str = "alg.cubing.net";

/// The host and what follows it, if a text is a link or has one.
fn split(text: &str) -> Option<(&str, &str)> {
    let scheme = ["https://", "http://"];
    let bare = scheme.iter().find_map(|scheme| text.strip_prefix(scheme));
    let address = bare.unwrap_or(text);
    let end = address.find(['/', '?', '#']).unwrap_or(address.len());
    let (host, rest) = address.split_at(end);
    let start = scheme.iter().find_map(|scheme| text.find(scheme));
    // a comment may have one
    let has_link = || start.is_some_and(|start| !text[..start].contains([';', '#', '/']));
    (bare.is_some() || is_known(host) || has_link()).then_some((host, rest))
}

fn is_known(host: &str) -> bool {
    host == OLD_SITE || host == "twizzle.net" || host.ends_with(".twizzle.net")
}

/// Whether a text is a link, of whatever site, or has one.
pub(super) fn is_link(text: &str) -> bool {
    split(text.trim()).is_some()
}

/// The setup or the moves of a link.
pub(super) struct LinkMoves {
    /// Where its parameter begins.
    pub column: usize,
    pub moves: String,
    /// Whether it is an algorithm that ends with the setup.
    pub is_undone: bool,
}

/// The setup and the moves of a link, those that it has.
pub(super) fn parts(text: &str) -> Result<Vec<LinkMoves>, TextError> {
    let (host, rest) = split(text.trim()).unwrap_or_default();
    let column = |part: &str| {
        let before = part.as_ptr().addr() - text.as_ptr().addr();
        1 + text[..before].chars().count()
    };
    let refuse = |part, expected| {
        Err(TextError {
            column: column(part),
            problem: format!("expected {expected}"),
        })
    };
    if !is_known(host) {
        let expected =
            "a link of alg.cubing.net or alpha.twizzle.net alone; from elsewhere copy the moves";
        return refuse(host, expected);
    }
    let (address, _fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (_path, parameters) = address.split_once('?').unwrap_or((address, ""));
    let (mut setup, mut moves, mut is_undone) = (None, None, false);
    for part in parameters.split('&') {
        let Some((name, value)) = decode(part.as_bytes()).next() else {
            continue;
        };
        let read = || LinkMoves {
            column: column(part),
            moves: match host {
                OLD_SITE => without_old_escapes(&value),
                _ => value.to_string(),
            },
            is_undone: false,
        };
        // as the source of a web page has it
        let name = name.strip_prefix("amp;").unwrap_or(&name);
        match (name.strip_prefix("experimental-").unwrap_or(name), &*value) {
            ("alg", _) => moves = Some(read()),
            ("setup" | "setup-alg", _) => setup = Some(read()),
            ("puzzle", "3x3x3" | "2x2x2") => {}
            ("puzzle" | "puzzle-description", _) => {
                return refuse(part, "a link of the 3x3x3 or 2x2x2");
            }
            ("type", "moves" | "reconstruction") | ("setup-anchor", "start") => {}
            ("type", "alg") | ("setup-anchor", "end") => is_undone = true,
            ("type" | "setup-anchor", _) => {
                return refuse(part, "a link whose moves start from its setup");
            }
            _ => {}
        }
    }
    if setup.is_none() && moves.is_none() {
        return refuse(rest, "a link with moves in alg or setup");
    }
    let moves = moves.map(|moves| LinkMoves { is_undone, ..moves });
    Ok(setup.into_iter().chain(moves).collect())
}

/// Moves without the escapes of alg.cubing.net.
fn without_old_escapes(escaped: &str) -> String {
    let moves = escaped.replace('_', " ").replace('-', "'");
    moves.replace("&#95;", "_").replace("&#45;", "-")
}

/// A link to Twizzle's editor that shows moves after others, the setup.
pub(crate) fn to_editor(setup: &str, moves: &str, puzzle: Option<&str>) -> String {
    let mut link = Serializer::for_suffix(EDITOR.to_owned(), EDITOR.len());
    link.append_pair("alg", moves)
        .append_pair("setup-alg", setup);
    if let Some(puzzle) = puzzle {
        link.append_pair("puzzle", puzzle);
    }
    link.finish()
}
