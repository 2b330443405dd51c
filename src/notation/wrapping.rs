//! What programs and people put around facelets: JSON lists, numbers, comments and quotes.

use crate::cube::Face;
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
    if text.trim_start().starts_with(['[', '{']) {
        return of_json(text.trim()).map_or(Cow::Borrowed(text), Cow::Owned);
    }
    Cow::Borrowed(without_quotes(without_comment(without_number(text))))
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
    let inside = |quote| text.trim().strip_prefix(quote)?.strip_suffix(quote);
    ['\'', '`', '"']
        .into_iter()
        .find_map(inside)
        .unwrap_or(text)
}

/// A list of texts, or of lists of them, or an object with six faces; also with single quotes.
fn of_json(text: &str) -> Option<String> {
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let value = read(text).or_else(|| read(&text.replace('\'', "\"")))?;
    match &value {
        Value::Array(values) => joined(values),
        Value::Object(faces) if faces.len() == 6 => {
            let names = ["up", "right", "front", "down", "left", "back"];
            let face = |(face, long): (Face, &str)| {
                let is_it = |name: &str| {
                    [
                        face.letter().to_ascii_lowercase().to_string().as_str(),
                        long,
                    ]
                    .contains(&name)
                };
                let (_, value) = faces.iter().find(|(name, _)| is_it(&name.to_lowercase()))?;
                Some(value.clone())
            };
            joined(
                &Face::ALL
                    .into_iter()
                    .zip(names)
                    .map(face)
                    .collect::<Option<Vec<_>>>()?,
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
