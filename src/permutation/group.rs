use thiserror::Error;

/// A permutation of `0..len`, written as the list of its images.
///
/// Read as a rearrangement, `images()[i]` is the item that comes to place `i`; read as a
/// mapping, it is the image of `i`.
///
/// ```
/// use cubesolve::permutation::Permutation;
///
/// let swap = Permutation::from_cycles("(1 2)", 3)?;
/// let cycle = Permutation::from_cycles("(2 3)", 3)?.product(&swap);
/// assert_eq!(cycle.images(), [2, 0, 1]);
/// assert_eq!(cycle.to_string(), "(1 3 2)");
/// assert_eq!(cycle.order(), Some(3));
/// assert!(cycle.product(&cycle.inverse()).is_identity());
/// # Ok::<(), cubesolve::TextError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[must_use]
pub struct Permutation {
    images: Vec<u32>,
}

/// A list with a number that is out of range or repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{0} is out of range or appears more than once")]
pub struct NotAPermutation(pub u32);

impl Permutation {
    /// The permutation of `0..len` that changes nothing.
    ///
    /// # Panics
    /// If `len` exceeds `u32::MAX`.
    pub fn identity(len: usize) -> Permutation {
        let len = u32::try_from(len).expect("items are numbered in 32 bits");
        Permutation {
            images: (0..len).collect(),
        }
    }

    /// The permutation with these images.
    ///
    /// # Errors
    /// The first image that is out of range `0..images.len()` or appeared before.
    pub fn new(images: Vec<u32>) -> Result<Permutation, NotAPermutation> {
        let mut seen = vec![false; images.len()];
        for &item in &images {
            match seen.get_mut(item as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(NotAPermutation(item)),
            }
        }
        Ok(Permutation { images })
    }

    /// The image of each of `0..len`.
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The number of items, moved or not.
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// Whether every item is its own image.
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.images).all(|(i, &image)| i == image)
    }

    /// The product `self · other`: the rearrangement `self` first, then `other`.
    ///
    /// # Panics
    /// If the lengths differ.
    pub fn product(&self, other: &Permutation) -> Permutation {
        assert_eq!(self.len(), other.len(), "factors have different lengths");
        let mut images = other.images.clone();
        for image in &mut images {
            *image = self.images[*image as usize];
        }
        Permutation { images }
    }

    /// The permutation that undoes this one.
    pub fn inverse(&self) -> Permutation {
        let mut images = vec![0; self.len()];
        for (i, &image) in (0..).zip(&self.images) {
            images[image as usize] = i;
        }
        Permutation { images }
    }

    /// The product of `exponent` copies of this permutation; of its inverse if negative.
    ///
    /// Takes time proportional to `len`, whatever the exponent: each item moves that many
    /// steps along its cycle.
    pub fn power(&self, exponent: i128) -> Permutation {
        let mut images = self.images.clone();
        for cycle in self.cycles() {
            let steps = exponent.rem_euclid(cycle.len() as i128) as usize;
            let ahead = cycle.iter().cycle().skip(steps);
            for (&item, &image) in cycle.iter().zip(ahead) {
                images[item as usize] = image;
            }
        }
        Permutation { images }
    }

    /// The disjoint cycles of two and more items: each item's image follows it, the last
    /// one's image is the first. Each cycle starts with its least item; cycles are in order
    /// of their first items.
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        let mut cycles = Vec::new();
        let mut seen = vec![false; self.len()];
        for start in 0..self.images.len() {
            let mut cycle = Vec::new();
            let mut item = start;
            while !seen[item] {
                seen[item] = true;
                cycle.push(item as u32);
                item = self.images[item] as usize;
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The least positive power that is the identity: the least common multiple of the cycle
    /// lengths. `None` if it exceeds `u128`.
    pub fn order(&self) -> Option<u128> {
        least_common_multiple(self.cycles().iter().map(|cycle| cycle.len() as u128))
    }

    /// Whether it is a product of an odd number of swaps.
    pub fn is_odd(&self) -> bool {
        let even_length = |cycle: &&Vec<u32>| cycle.len().is_multiple_of(2);
        self.cycles().iter().filter(even_length).count() % 2 == 1
    }
}

/// The least common multiple of positive numbers, 1 for none; `None` if it exceeds `u128`.
pub(crate) fn least_common_multiple(numbers: impl IntoIterator<Item = u128>) -> Option<u128> {
    numbers.into_iter().try_fold(1u128, |a, b| {
        let (mut divisor, mut rest) = (a, b);
        while rest != 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        a.checked_mul(b / divisor)
    })
}
