//! Skeletons with marks where insertions go, and lines that say what they are: `* = R' D R D'`. Marks with a
//! number, such as `[1]` and `@2`, and repeated ones need such a line.

/// Signs that people use as marks, alone between spaces.
const MARKS: [&str; 8] = ["*", "+", "#", "°", "^", "&", "@", "%"];

/// The insertion that a line defines, with its mark.
fn definition(line: &str) -> Option<(&str, &str)> {
    let (mark, moves) = line.split_once(['=', ':'])?;
    let mark = mark.trim();
    let is_defined = line.contains('=') && is_numbered(mark);
    (MARKS.contains(&mark) || is_defined).then(|| (mark, moves.trim()))
}

/// Whether a word is a number in brackets or a circle, a sign with a number, or signs alone.
fn is_numbered(mark: &str) -> bool {
    let inside = [('[', ']'), ('(', ')')]
        .iter()
        .find_map(|(open, close)| mark.strip_prefix(*open)?.strip_suffix(*close));
    let number = inside
        .unwrap_or_else(|| mark.trim_start_matches(|c: char| MARKS.contains(&&*c.to_string())));
    let is_circled = mark.chars().all(|c| matches!(c, '①'..='⑳')) && mark.chars().count() == 1;
    number.len() < mark.len() && number.chars().all(|c| c.is_ascii_digit()) || is_circled
}

/// A skeleton with its insertions in place of their marks, and without marks that no line defines; `None` if
/// it has no marks. Insertions may have marks of others.
pub(crate) fn inserted(text: &str) -> Option<String> {
    let is_mark = |word: &&str| MARKS.contains(word);
    let definitions: Vec<_> = text.lines().filter_map(definition).collect();
    let skeleton = text.lines().filter(|line| definition(line).is_none());
    // a comment may begin with a mark
    let is_marked = |line: &str| {
        before_comment(line)
            .split_whitespace()
            .any(|word| is_mark(&word))
    };
    if definitions.is_empty() && !skeleton.clone().any(is_marked) {
        return None;
    }
    let mut lines: Vec<String> = skeleton.map(str::to_owned).collect();
    for _ in 0..=definitions.len() {
        let defined = |word: &str| definitions.iter().find(|(mark, _)| *mark == word);
        let insert = |line: &String| {
            with_words(line, |word| {
                Some(defined(word).map_or(word, |(_, moves)| before_comment(moves)))
            })
        };
        lines = lines.iter().map(insert).collect();
    }
    let unmarked = |line: &String| with_words(line, |word| Some(word).filter(|w| !is_mark(w)));
    let lines: Vec<String> = lines.iter().map(unmarked).collect();
    Some(lines.join("\n"))
}

/// A line whose words before a comment are replaced.
fn with_words<'a>(line: &'a str, replace: impl Fn(&'a str) -> Option<&'a str>) -> String {
    let moves = before_comment(line);
    let words: Vec<&str> = moves.split_whitespace().filter_map(replace).collect();
    words.join(" ") + &line[moves.len()..]
}

fn before_comment(line: &str) -> &str {
    &line[..line.find("//").unwrap_or(line.len())]
}
