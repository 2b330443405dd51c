//! `cubesolve factor`: products and factors of permutations of multisets.

use crate::cli::filter::Reply;
use crate::cli::input::{Each, Input};
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::permutation::{Item, MultisetPermutation};
use serde::Serialize;

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
    /// Words or products; without any, or for -, one is read from each line of stdin
    words: Vec<String>,

    /// Print a JSON object for each product, on a line of its own
    #[arg(long)]
    json: bool,
}

/// Answers what the command line or stdin gives.
pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let input = Input::new(arguments.words, Each::ALWAYS, true);
    filter::reply(input, arguments.json, |text| Ok(Some(page(&text.parse()?))))
}

/// What is printed for a permutation; items as they are written.
#[derive(Serialize)]
struct Page {
    upper: Vec<String>,
    lower: Vec<String>,
    factors: Vec<Vec<String>>,
    primes: Vec<Vec<String>>,
    /// Only if no two items are equal; the order is null beyond 128 bits.
    #[serde(flatten)]
    plain: Option<Plain>,
}

/// What only a permutation of different items has.
#[derive(Serialize)]
struct Plain {
    order: Option<u128>,
    parity: &'static str,
}

fn page(permutation: &MultisetPermutation<Item>) -> Page {
    let text = |items: &[Item]| items.iter().map(Item::to_string).collect();
    let factors = |factors: Vec<Vec<Item>>| factors.iter().map(|factor| text(factor)).collect();
    let columns = permutation.columns().iter();
    let (upper, lower) = columns.map(|(a, b)| (a.to_string(), b.to_string())).unzip();
    Page {
        upper,
        lower,
        factors: factors(permutation.factors()),
        primes: factors(permutation.prime_factors()),
        plain: permutation.to_permutation().map(|plain| Plain {
            order: plain.order(),
            parity: if plain.is_odd() { "odd" } else { "even" },
        }),
    }
}

impl Reply for Page {
    fn text(&self) -> String {
        let mut lines = vec![
            format!("upper    {}", self.upper.join(" ")),
            format!("lower    {}", self.lower.join(" ")),
            format!("factors  {}", cycles(&self.factors)),
            format!("primes   {}", cycles(&self.primes)),
        ];
        if let Some(Plain { order, parity }) = &self.plain {
            let order = order.map_or("beyond 128 bits".into(), |order| order.to_string());
            lines.push(format!("order    {order}"));
            lines.push(format!("parity   {parity}"));
        }
        lines.join("\n")
    }
}

fn cycles(factors: &[Vec<String>]) -> String {
    if factors.is_empty() {
        return "()".to_owned();
    }
    let cycles = factors
        .iter()
        .map(|factor| format!("({})", factor.join(" ")));
    cycles.collect()
}
