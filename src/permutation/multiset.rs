use super::Permutation;
use std::collections::{BTreeMap, VecDeque};

/// A permutation of a multiset, whose items may be equal, written in two lines with the
/// upper line sorted.
///
/// D. E. Knuth, *The Art of Computer Programming*, volume 3, section 5.1.2 (after D. Foata).
///
/// ```
/// use cubesolve::permutation::MultisetPermutation;
///
/// let cycle = |items: &str| MultisetPermutation::cycle(&Vec::from_iter(items.chars()));
/// let product = cycle("ab").intercalation(&cycle("a"));
/// assert_eq!(product.columns(), [('a', 'b'), ('a', 'a'), ('b', 'a')]);
/// assert_eq!(product.factors(), [vec!['a', 'b'], vec!['a']]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MultisetPermutation<T> {
    /// Upper and lower item of each column, stably sorted by the upper one.
    columns: Vec<(T, T)>,
}

impl<T: Ord + Clone> MultisetPermutation<T> {
    /// The empty permutation, identity of the intercalation product.
    pub fn empty() -> Self {
        MultisetPermutation {
            columns: Vec::new(),
        }
    }

    /// The permutation with this lower line; the upper one has the same items, sorted.
    pub fn from_lower_line(lower: Vec<T>) -> Self {
        let mut upper = lower.clone();
        upper.sort();
        MultisetPermutation {
            columns: upper.into_iter().zip(lower).collect(),
        }
    }

    /// The permutation with these columns (upper and lower item), or `None` if upper and lower items
    /// are different multisets. Only the order of columns with equal upper items matters.
    pub fn from_columns(columns: Vec<(T, T)>) -> Option<Self> {
        let (mut upper, mut lower): (Vec<&T>, Vec<&T>) =
            columns.iter().map(|c| (&c.0, &c.1)).unzip();
        upper.sort();
        lower.sort();
        (upper == lower).then(|| Self::sorted(columns))
    }

    /// The cycle that maps each item to the next and the last to the first.
    pub fn cycle(items: &[T]) -> Self {
        let images = items.iter().cycle().skip(1);
        Self::sorted(items.iter().cloned().zip(images.cloned()).collect())
    }

    fn sorted(mut columns: Vec<(T, T)>) -> Self {
        columns.sort_by(|a, b| a.0.cmp(&b.0));
        MultisetPermutation { columns }
    }

    /// Upper and lower item of each column, in order of the upper items.
    pub fn columns(&self) -> &[(T, T)] {
        &self.columns
    }

    /// Knuth's intercalation product `self ⊤ other`: the columns of both, those with equal
    /// upper items in their former order and those of `self` first.
    pub fn intercalation(&self, other: &Self) -> Self {
        Self::sorted([&self.columns[..], &other.columns[..]].concat())
    }

    /// The factors of Knuth's theorem 5.1.2A, each as the items of a cycle: their
    /// intercalation product in this order is `self`. The first item of a factor is less
    /// than its others, and first items never decrease. The list is unique.
    pub fn factors(&self) -> Vec<Vec<T>> {
        let mut unused = self.lower_by_upper();
        let mut factors = Vec::new();
        for (start, _) in &self.columns {
            let Some(mut item) = take_leftmost(&mut unused, start) else {
                continue;
            };
            let mut factor = vec![start.clone()];
            while item != start {
                factor.push(item.clone());
                item = take_leftmost(&mut unused, item).expect(BALANCED);
            }
            factors.push(factor);
        }
        factors
    }

    /// The prime factors, cycles in which no item appears twice: their intercalation
    /// product in this order is `self`. Any other such list differs only in the order of
    /// factors without common items (theorem 5.1.2C).
    ///
    /// A walk from upper to leftmost lower item closes a cycle whenever it returns to an item;
    /// that cycle is a left factor of the remaining columns.
    pub fn prime_factors(&self) -> Vec<Vec<T>> {
        let mut unused = self.lower_by_upper();
        let mut factors = Vec::new();
        let mut path: Vec<&T> = Vec::new();
        let mut place_on_path = BTreeMap::new();
        for (start, _) in &self.columns {
            let mut item = start;
            while let Some(next) = take_leftmost(&mut unused, item) {
                place_on_path.insert(item, path.len());
                path.push(item);
                item = next;
                if let Some(&place) = place_on_path.get(item) {
                    let cycle: Vec<T> = path.drain(place..).cloned().collect();
                    for item in &cycle {
                        place_on_path.remove(item);
                    }
                    factors.push(cycle);
                }
                if path.is_empty() {
                    break;
                }
            }
        }
        factors
    }

    /// The corresponding permutation of the places in the upper line, whose cycles are the
    /// factors; `None` if two items are equal.
    pub fn to_permutation(&self) -> Option<Permutation> {
        let place = |item: &T| self.columns.binary_search_by(|column| column.0.cmp(item));
        let places = self.columns.iter().map(|column| place(&column.1).ok());
        let images: Option<Vec<u32>> = places.map(|place| place?.try_into().ok()).collect();
        Permutation::new(images?).ok()
    }

    /// The lower items of each upper item, from left to right.
    fn lower_by_upper(&self) -> BTreeMap<&T, VecDeque<&T>> {
        let mut lower: BTreeMap<&T, VecDeque<&T>> = BTreeMap::new();
        for (upper, below) in &self.columns {
            lower.entry(upper).or_default().push_back(below);
        }
        lower
    }
}

/// The reason why a walk from upper to lower items always returns to its start.
const BALANCED: &str = "each remaining item is above as often as below";

fn take_leftmost<'a, T: Ord>(
    unused: &mut BTreeMap<&'a T, VecDeque<&'a T>>,
    upper: &T,
) -> Option<&'a T> {
    unused.get_mut(upper)?.pop_front()
}
