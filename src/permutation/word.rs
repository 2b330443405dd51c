//! Permutations of multisets as text: words, two lines, cycles, and their products.

use super::MultisetPermutation;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An item of a word. Numbers are ordered by value, before all names.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Item {
    /// A number in decimal digits.
    Number(u64),
    /// Anything else.
    Name(String),
}

impl From<&str> for Item {
    fn from(text: &str) -> Self {
        match text.parse() {
            Ok(number) => Item::Number(number),
            Err(_) => Item::Name(text.to_owned()),
        }
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Item::Number(number) => write!(f, "{number}"),
            Item::Name(name) => f.write_str(name),
        }
    }
}

/// Why a text is no permutation of a multiset.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct WordError(String);

/// Reads an intercalation product of factors, separated by `*` or `⊤`.
///
/// A factor is the lower line of a permutation (`cadab`; the upper one has the same items,
/// sorted), both lines (`aabcd/cadab`) or cycles (`(a c) (a b d)`). Items are separated by spaces
/// or commas; in a line without these, each character is an item. The empty text is the empty
/// permutation.
impl FromStr for MultisetPermutation<Item> {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Self, WordError> {
        if text.trim().is_empty() {
            return Ok(Self::empty());
        }
        let factors = text.split(['*', '⊤']).map(|text| factor(text.trim()));
        factors
            .reduce(|a, b| Ok(a?.intercalation(&b?)))
            .expect("split gives at least one part")
    }
}

fn factor(text: &str) -> Result<MultisetPermutation<Item>, WordError> {
    if text.is_empty() {
        let problem = "expected a factor on both sides of every *";
        return Err(WordError(problem.into()));
    }
    if text.contains(['(', ')']) {
        return product_of_cycles(text);
    }
    let Some((upper, lower)) = text.split_once('/') else {
        return Ok(MultisetPermutation::from_lower_line(items(text)));
    };
    let (upper, lower) = (items(upper), items(lower));
    let as_long = upper.len() == lower.len();
    let columns = as_long.then(|| upper.into_iter().zip(lower).collect());
    let permutation = columns.and_then(MultisetPermutation::from_columns);
    permutation.ok_or_else(|| WordError(format!("in {text:?}: the two lines have different items")))
}

fn product_of_cycles(text: &str) -> Result<MultisetPermutation<Item>, WordError> {
    let not_a_factor = || {
        WordError(format!(
            "expected a word, two lines with a / between, or cycles such as (a b c), found {text:?}"
        ))
    };
    let cycles = text.strip_suffix(')').ok_or_else(not_a_factor)?.split(')');
    cycles
        .map(|cycle| {
            cycle
                .trim_start()
                .strip_prefix('(')
                .filter(|cycle| !cycle.contains(['(', '/']))
                .ok_or_else(not_a_factor)
        })
        .try_fold(MultisetPermutation::empty(), |product, cycle| {
            Ok(product.intercalation(&MultisetPermutation::cycle(&items(cycle?))))
        })
}

fn items(line: &str) -> Vec<Item> {
    let is_separator = |c: char| c.is_whitespace() || c == ',';
    let line = line.trim_matches(is_separator);
    if line.contains(is_separator) {
        let items = line.split(is_separator).filter(|item| !item.is_empty());
        items.map(Item::from).collect()
    } else {
        let mut bytes = [0; 4];
        line.chars()
            .map(|c| Item::from(&*c.encode_utf8(&mut bytes)))
            .collect()
    }
}
