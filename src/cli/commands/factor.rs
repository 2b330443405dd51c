//! `cubesolve factor`: products and prime factors of permutations of multisets.

use crate::cli::input::{Each, questions};
use crate::cli::{Status, filter};
use clap::Args;
use cubesolve::permutation::{Item, MultisetPermutation};
use serde::Serialize;
use std::fmt;

/// Multiply and factor permutations of multisets (permutations whose items may be equal)
///
/// A permutation is written as its lower line (a word), as both lines (aabcd/cadab) or as cycles
/// ((a c)(a b d)). Items are the characters of a word, or separated by spaces. With * between
/// them, permutations are multiplied (Knuth's intercalation product): of columns with the same
/// upper item, those of the first factor come first.
///
/// Prints both lines; the factors, which are cycles that start with their least item and have it
/// only once; and the prime factors, cycles that have every item only once. If all items are
/// different, also prints the order and parity of the permutation. (D. E. Knuth, The Art of
/// Computer Programming, section 5.1.2.)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  cubesolve factor dbcbcacdaddbbbd
  cubesolve factor \"aabcd/cadab * abddd/bddad\"
  cubesolve factor \"(1 2)(5 6)\" \"2 4 5 6 1 3\"")]
pub struct Arguments {
    /// Permutations or products; if none or -, one is read from each line of stdin
    words: Vec<String>,

    /// Print a JSON object per product, one per line
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: Arguments) -> anyhow::Result<Status> {
    let products = questions(arguments.words, Each { each: true });
    filter::run(products, arguments.json, |text| {
        Ok(Some(page(&text.parse()?)))
    })
}

/// The reply to a product.
#[derive(Serialize)]
struct Page {
    upper: Vec<String>,
    lower: Vec<String>,
    factors: Vec<Vec<String>>,
    primes: Vec<Vec<String>>,
    /// Absent if items are equal.
    #[serde(flatten)]
    distinct: Option<Distinct>,
}

/// Fields for a permutation of distinct items.
#[derive(Serialize)]
struct Distinct {
    /// Null if it does not fit in 128 bits.
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
        distinct: permutation.to_permutation().map(|plain| Distinct {
            order: plain.order(),
            parity: if plain.is_odd() { "odd" } else { "even" },
        }),
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "upper    {}", self.upper.join(" "))?;
        writeln!(f, "lower    {}", self.lower.join(" "))?;
        writeln!(f, "factors  {}", cycles(&self.factors))?;
        write!(f, "primes   {}", cycles(&self.primes))?;
        if let Some(Distinct { order, parity }) = &self.distinct {
            let order = order.map_or("more than 128 bits".into(), |order| order.to_string());
            write!(f, "\norder    {order}\nparity   {parity}")?;
        }
        Ok(())
    }
}

fn cycles(factors: &[Vec<String>]) -> String {
    let cycles = factors.iter().map(|factor| factor.join(" "));
    let cycles: Vec<String> = cycles.collect();
    format!("({})", cycles.join(")("))
}
