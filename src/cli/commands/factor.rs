//! `cubesolve factor`: products and factors of permutations of multisets.

use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::permutation::{Item, MultisetPermutation};
use std::fmt::Display;

/// Multiply and factor permutations whose items may be equal
///
/// A word is the lower of the two lines of a permutation; the upper one is the same items in
/// order. Items are the characters of a word, or what stands between spaces. Instead of a
/// word there may be both lines, aabcd/cadab, or cycles, (a c)(a b d). With * between,
/// permutations are multiplied: of columns with the same upper item those of the first
/// factor come first.
///
/// Printed are both lines; the factors, cycles that start with their least item, which is
/// there only once; and the prime factors, cycles in which every item is there only once. If
/// no two items are equal, these are the cycles of a permutation, and its order and parity
/// are printed too. (D. E. Knuth, The Art of Computer Programming, section 5.1.2.)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve factor dbcbcacdaddbbbd
  cubesolve factor \"aabcd/cadab * abddd/bddad\"
  cubesolve factor \"(1 2)(5 6)\" \"2 4 5 6 1 3\"")]
pub struct Arguments {
    /// Words or products; without any, one is read from each line of stdin
    words: Vec<String>,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    filter::run(arguments.words, |text| Ok(describe(&text.parse()?)))
}

fn describe(permutation: &MultisetPermutation<Item>) -> String {
    let (upper, lower): (Vec<&Item>, Vec<&Item>) =
        permutation.columns().iter().map(|(a, b)| (a, b)).unzip();
    let mut lines = vec![
        format!("upper    {}", join(upper)),
        format!("lower    {}", join(lower)),
        format!("factors  {}", cycles(&permutation.factors())),
        format!("primes   {}", cycles(&permutation.prime_factors())),
    ];
    if let Some(plain) = permutation.to_permutation() {
        let order = plain
            .order()
            .map_or("beyond 128 bits".into(), |order| order.to_string());
        lines.push(format!("order    {order}"));
        lines.push(format!(
            "parity   {}",
            if plain.is_odd() { "odd" } else { "even" }
        ));
    }
    lines.join("\n")
}

fn cycles(factors: &[Vec<Item>]) -> String {
    let cycles = factors.iter().map(|factor| format!("({})", join(factor)));
    let text: String = cycles.collect();
    if text.is_empty() {
        "()".to_owned()
    } else {
        text
    }
}

/// The items with spaces between.
fn join(items: impl IntoIterator<Item = impl Display>) -> String {
    let items = items.into_iter().map(|item| item.to_string());
    items.collect::<Vec<String>>().join(" ")
}
