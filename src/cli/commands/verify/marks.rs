//! Solutions of several lines, with marks where insertions go: `R2 * F`, and `* = R' D R D'` below.

const MARKS: &str = "*+#°^&@%";

/// More words than the longest solution has, for memory.
const MAX_WORDS: usize = 10_000;

/// The moves of a solution: without comments, with insertions in place of the marks that a line defines, and
/// without other marks. Insertions may have marks of others.
pub fn without_marks(solution: &str) -> String {
    let is_mark = |word: &str| word.chars().count() == 1 && MARKS.contains(word);
    let lines = solution
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let definition = |line: &'_ str| -> Option<(String, String)> {
        let (mark, moves) = line.split_once(['=', ':'])?;
        is_mark(mark.trim()).then(|| (mark.trim().to_owned(), moves.to_owned()))
    };
    let (definitions, moves): (Vec<&str>, Vec<&str>) =
        lines.partition(|line| definition(line).is_some());
    let definitions: Vec<(String, String)> =
        definitions.into_iter().filter_map(definition).collect();
    let mut words: Vec<&str> = moves
        .iter()
        .flat_map(|line| line.split_whitespace())
        .collect();
    for _ in 0..definitions.len() {
        let inserted = |word: &&'_ str| definitions.iter().position(|(mark, _)| mark == word);
        let longer = words.iter().flat_map(|word| match inserted(word) {
            Some(number) => definitions[number].1.split_whitespace().collect(),
            None => vec![*word],
        });
        words = longer.take(MAX_WORDS).collect();
    }
    words.retain(|word| !is_mark(word));
    words.join(" ")
}
