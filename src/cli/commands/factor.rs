//! `cubesolve factor`: products and prime factors of permutations of multisets.

use crate::cli::Status;
use crate::cli::filter::{self, Reply};
use crate::cli::input::{Each, inputs};
use clap::Args;
use cubesolve::Puzzle;
use cubesolve::permutation::{Item, MultisetPermutation};

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
    let products = inputs(arguments.words, Each { each: true }, Puzzle::Cube3);
    filter::reply_to_each(products, arguments.json, |text| {
        Ok(Some(reply(&text.parse()?)))
    })
}

/// The order and parity are for permutations of distinct items only.
fn reply(permutation: &MultisetPermutation<Item>) -> Reply {
    let mut reply = Reply::labelled(9);
    let (upper, lower): (Vec<_>, Vec<_>) = permutation.columns().iter().cloned().unzip();
    for (name, items) in [("upper", upper), ("lower", lower)] {
        let items = texts(&items);
        reply.line(name, items.join(" "));
        reply.field(name, items);
    }
    let primes = permutation.prime_factors();
    for (name, factors) in [("factors", permutation.factors()), ("primes", primes)] {
        let factors: Vec<_> = factors.iter().map(|factor| texts(factor)).collect();
        let cycles: Vec<_> = factors.iter().map(|factor| factor.join(" ")).collect();
        reply.line(name, format_args!("({})", cycles.join(")(")));
        reply.field(name, factors);
    }
    if let Some(plain) = permutation.to_permutation() {
        let order = plain.order();
        let text = order.map_or("more than 128 bits".into(), |order| order.to_string());
        reply.line("order", text);
        reply.field("order", order);
        reply.add("parity", if plain.is_odd() { "odd" } else { "even" });
    }
    reply
}

fn texts(items: &[Item]) -> Vec<String> {
    items.iter().map(Item::to_string).collect()
}
