//! What programs and people put around facelets: lists of JSON and other languages, numbers, names, comments and
//! quotes.

use serde_json::Value;
use std::borrow::Cow;

/// More than facelets take, whatever stands around them.
const MAX_BYTES: usize = 2000;

/// The facelets in a text without what stands around them, face by face if it says which is which; the same
/// text if there is nothing.
pub(super) fn unwrapped(text: &str) -> Cow<'_, str> {
    if text.len() > MAX_BYTES {
        return Cow::Borrowed(text);
    }
    let bare = without_name(without_comment(without_number(text)));
    if bare.trim_start().starts_with(['[', '{', '('])
        && let Some(facelets) = of_list(bare.trim().trim_end_matches(';'))
    {
        return Cow::Owned(facelets);
    }
    Cow::Borrowed(without_quotes(bare))
}

/// The text behind `cube:` or `facelets =`, if it could be facelets alone.
fn without_name(text: &str) -> &str {
    const FEWEST: usize = 24;
    let rest = text.split_once([':', '=']).filter(|(name, rest)| {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_');
        let is_single = !rest.contains('=') && (!rest.contains(':') || rest.contains('{'));
        name.chars().all(is_name) && is_single && rest.trim().len() >= FEWEST
    });
    rest.map_or(text, |(_, rest)| rest)
}

/// The text behind `12.`, `12)` or `#12`, if a space follows.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start();
    let is_marked = rest.starts_with('#');
    let rest = rest.trim_start_matches('#');
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = behind.len() < rest.len();
    let end = behind.trim_start_matches(['.', ')', ':']);
    let is_complete = is_marked || end.len() < behind.len();
    if is_numbered && is_complete && end.starts_with([' ', '\t']) {
        end
    } else {
        text
    }
}

fn without_comment(text: &str) -> &str {
    let is_single_line = text.trim().lines().count() == 1;
    let start = text
        .find("//")
        .or_else(|| text.find(" #"))
        .filter(|_| is_single_line);
    &text[..start.unwrap_or(text.len())]
}

fn without_quotes(text: &str) -> &str {
    let text_in = |(open, close)| {
        let text = text.trim().trim_end_matches(';');
        text.strip_prefix(open)?.strip_suffix(close)
    };
    [('\'', '\''), ('`', '`'), ('"', '"'), ('(', ')'), ('[', ']')]
        .into_iter()
        .find_map(text_in)
        .filter(|inside| !inside.contains(['(', '[']))
        .unwrap_or(text)
}

/// A list of texts, or of lists of them, or an object with six faces; also with single quotes, and lists in
/// other brackets.
fn of_list(text: &str) -> Option<String> {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let quoted = text.replace('\'', "\"");
    let in_brackets = || quoted.replace(['{', '('], "[").replace(['}', ')'], "]");
    let value = read(text).or_else(|| read(&quoted));
    let value = value.or_else(|| read(&in_brackets()).filter(|_| quoted.contains('"')))?;
    match &value {
        Value::Array(values) => joined(values),
        Value::Object(faces) if faces.len() == 6 => {
            /// Names of the faces U R F D L B, and colours that they have in the standard scheme.
            #[rustfmt::skip]
            const NAMES: [[&str; 5]; 6] = [
                ["u", "up", "top", "white", "w"], ["r", "right", "", "red", ""], ["f", "front", "", "green", "g"],
                ["d", "down", "bottom", "yellow", "y"], ["l", "left", "", "orange", "o"], ["b", "back", "", "blue", ""],
            ];
            let face = |names: [&str; 5]| {
                let mut faces = faces.iter();
                faces.find(|(name, _)| names.contains(&&*name.to_lowercase()))
            };
            let found: Option<Vec<_>> = NAMES.into_iter().map(face).collect();
            joined(
                &found?
                    .into_iter()
                    .map(|(_, face)| face.clone())
                    .collect::<Vec<_>>(),
            )
        }
        _ => None,
    }
}

fn joined(values: &[Value]) -> Option<String> {
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(values) => joined(values),
        _ => None,
    };
    let texts: Option<Vec<String>> = values.iter().map(text).collect();
    texts.map(|texts| texts.join(" "))
}
