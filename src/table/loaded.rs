//! A table ready to be read.

use super::coset_index::CosetIndex;
use super::file::TableFile;
use super::filter::Filter;
use super::huge_pages::HugePages;
use super::layout::Layout;
use super::shallow::{ShallowDistances, ShallowReader};
use super::spec::{Encoding, Spec};
use crate::cube::Cube;

/// A pruning table in memory: what it stores of its entries, and the exact shallow distances.
///
/// ```
/// use cubesolve::table::{Spec, Table};
/// use cubesolve::{Cube, Limits};
///
/// let h0 = Spec::by_name("h0").expect("there is such a table");
/// let table = Table::build(h0, Limits::default().stop, &|_| ())?;
/// let cube: Cube = "R U F'".parse()?;
/// assert!(table.lower_bound(&cube) <= 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    spec: Spec,
    storage: Storage,
    shallow: ShallowDistances,
}

/// Where what is stored of the entries is.
pub enum Storage {
    /// In memory of this process.
    Copied(HugePages),
    /// In a section of a file that stays mapped.
    Mapped { file: TableFile, section: usize },
}

impl Table {
    /// A table from its parts, which must be those of `spec`.
    pub(super) fn new(spec: Spec, storage: Storage, shallow: ShallowDistances) -> Table {
        Table {
            spec,
            storage,
            shallow,
        }
    }

    /// Which table it is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// A lower bound for the number of moves that solve `cube`: the distance of its coset if
    /// that is at most 7, `base + 1` or `base + 2`; 8 if it is between them, and `base + 3` if
    /// it is greater. Where the table is a filter it is less for some cubes, and in quarter turns
    /// never `base + 2`, but `base + 4` at most. The base is that of [`Table::spec`].
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        let index = CosetIndex::new(&self.spec, cube);
        let address = Layout::new(&self.spec).address(&index);
        match self.entries() {
            AnyEntries::TwoBits(entries) => entries.lower_bound(address),
            AnyEntries::Filter(entries) => entries.lower_bound(address),
        }
    }

    /// What is stored of all entries, [`Spec::code_bytes`] bytes.
    pub fn codes(&self) -> &[u8] {
        match &self.storage {
            Storage::Copied(memory) => memory,
            Storage::Mapped { file, section } => file.section(*section),
        }
    }

    /// The table as slices, for reading many entries.
    pub fn entries(&self) -> AnyEntries<'_> {
        let bytes = self.codes();
        match self.spec.encoding {
            Encoding::TwoBits => AnyEntries::TwoBits(self.with(TwoBits {
                bytes,
                second_bit: Layout::new(&self.spec).second_bit,
            })),
            Encoding::Filter { lines } => {
                AnyEntries::Filter(self.with(Filter::new(bytes, self.spec.metric, lines)))
            }
        }
    }

    fn with<C>(&self, codes: C) -> Entries<'_, C> {
        Entries {
            codes,
            shallow: self.shallow.reader(),
            base: self.spec.base,
        }
    }
}

/// The entries of a table, whatever their codes are.
#[derive(Clone, Copy)]
pub enum AnyEntries<'a> {
    TwoBits(Entries<'a, TwoBits<'a>>),
    Filter(Entries<'a, Filter<'a>>),
}

impl AnyEntries<'_> {
    /// The greatest lower bound that any entry gives.
    pub fn greatest_bound(&self) -> u8 {
        match self {
            AnyEntries::TwoBits(entries) => entries.greatest_bound(),
            AnyEntries::Filter(entries) => entries.greatest_bound(),
        }
    }
}

/// The codes of entries by address, see [`Layout`].
pub trait Codes: Copy {
    /// Whether an instruction or two lead from an address to its byte.
    const DIRECT: bool;

    /// The bytes that they are read from.
    fn bytes(&self) -> &[u8];

    /// Where an entry is, by its address.
    fn place(&self, address: u64) -> u64;

    /// The number of a byte in the cache line that the code of the entry at a place is read from.
    fn byte(&self, place: u64) -> usize;

    /// The code of the entry at a place: by how much its distance exceeds the base, 0 if it does
    /// not, or less.
    fn code(&self, place: u64) -> u8;

    /// The codes of many entries, in place of what is in `codes`, which is as long.
    #[inline(always)]
    fn codes(&self, places: &[u64], codes: &mut [u8]) {
        one_by_one(self, places, codes);
    }

    /// The greatest code.
    fn greatest(&self) -> u8;
}

/// [`Codes::codes`] where nothing is gained by reading many together.
#[inline(always)]
pub fn one_by_one(of: &impl Codes, places: &[u64], codes: &mut [u8]) {
    for (code, &place) in codes.iter_mut().zip(places) {
        *code = of.code(place);
    }
}

/// Codes that are stored one by one.
#[derive(Clone, Copy)]
pub struct TwoBits<'a> {
    pub bytes: &'a [u8],
    pub second_bit: u64,
}

impl Codes for TwoBits<'_> {
    const DIRECT: bool = true;

    #[inline(always)]
    fn bytes(&self) -> &[u8] {
        self.bytes
    }

    #[inline(always)]
    fn place(&self, address: u64) -> u64 {
        address
    }

    #[inline(always)]
    fn byte(&self, place: u64) -> usize {
        (place / 8) as usize
    }

    #[inline(always)]
    fn code(&self, place: u64) -> u8 {
        let bit = |place: u64| self.bytes[(place / 8) as usize] >> (place % 8) & 1;
        let reached = bit(place);
        let unmarked = bit(place + self.second_bit);
        2 * (1 - reached) + (reached ^ unmarked)
    }

    #[inline(always)]
    fn greatest(&self) -> u8 {
        3
    }
}

/// The entries of a table by address.
#[derive(Clone, Copy)]
pub struct Entries<'a, C> {
    pub codes: C,
    pub shallow: ShallowReader<'a>,
    base: u8,
}

impl<C: Codes> Entries<'_, C> {
    /// The lower bound that an entry gives: the distance `d` of its coset if `d` is at most
    /// [`SHALLOW_DEPTH`](super::shallow::SHALLOW_DEPTH), `base + 1` or `base + 2`; `base + 3`
    /// if `d` is greater than that; `SHALLOW_DEPTH + 1` for those between. Where a code is less
    /// than the distance says, so is the bound.
    #[inline(always)]
    pub fn lower_bound(&self, address: u64) -> u8 {
        let mut bounds = [0];
        let places = [self.codes.place(address)];
        self.bounds_above(&[address], &places, 0, &mut bounds);
        bounds[0]
    }

    /// [`Entries::lower_bound`] of many entries, given their places, too, in place of what is in
    /// `bounds`, all as long; except that those at a distance of `base` or less give 0 if `left` is
    /// `base` or more.
    ///
    /// It serves to tell whether more than `left` moves are needed, for which such entries need
    /// not be read a second time.
    #[inline(always)]
    pub fn bounds_above(&self, addresses: &[u64], places: &[u64], left: u8, bounds: &mut [u8]) {
        self.codes.codes(places, bounds);
        for code in &mut *bounds {
            *code += if *code > 0 { self.base } else { 0 };
        }
        if left < self.base {
            let of_base = bounds.iter_mut().zip(addresses).filter(|(b, _)| **b == 0);
            for (bound, &address) in of_base {
                *bound = self.shallow.distance(address);
            }
        }
    }

    /// The greatest lower bound that any entry gives.
    #[inline(always)]
    pub fn greatest_bound(&self) -> u8 {
        self.base + self.codes.greatest()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Metric;

    /// Four entries to a byte, twice: these bytes hold all codes, upwards and downwards.
    const BYTES: [u8; 2] = [0b1001_0011, 0b1001_1100];
    const ADDRESSES: [u64; 8] = [0, 1, 2, 3, 8, 9, 10, 11];

    fn entries<C>(codes: C, shallow: &ShallowDistances) -> Entries<'_, C> {
        Entries {
            codes,
            shallow: shallow.reader(),
            base: 9,
        }
    }

    #[test]
    fn two_bits_tell_four_codes() {
        let codes = TwoBits {
            bytes: &BYTES,
            second_bit: 4,
        };
        let found = ADDRESSES.map(|address| codes.code(codes.place(address)));
        assert_eq!(found, [0, 1, 2, 3, 3, 2, 1, 0]);
        assert_eq!(ADDRESSES.map(|i| codes.byte(i)), [0, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!((codes.bytes(), codes.byte(800)), (&BYTES[..], 100));
    }

    /// What the codes leave open the exact distances tell, unless it does not matter.
    #[test]
    fn bounds_are_above_the_base_or_shallow() {
        let shallow = ShallowDistances::empty().unwrap();
        let bytes = &BYTES;
        let second_bit = 4;
        let entries = entries(TwoBits { bytes, second_bit }, &shallow);
        let bounds = |left| {
            let mut bounds = [99; 8];
            entries.bounds_above(&ADDRESSES, &ADDRESSES, left, &mut bounds);
            bounds
        };
        let none_is_near = [8, 10, 11, 12, 12, 11, 10, 8];
        assert_eq!(bounds(0), none_is_near);
        assert_eq!(bounds(8), none_is_near);
        assert_eq!(bounds(9), [0, 10, 11, 12, 12, 11, 10, 0]);
        let one_by_one = ADDRESSES.map(|address| entries.lower_bound(address));
        assert_eq!(one_by_one, none_is_near);
    }

    #[test]
    fn the_greatest_bound_is_that_of_the_greatest_code() {
        let shallow = ShallowDistances::empty().unwrap();
        let two_bits = TwoBits {
            bytes: &BYTES,
            second_bit: 4,
        };
        let two_bits = AnyEntries::TwoBits(entries(two_bits, &shallow));
        assert_eq!(two_bits.greatest_bound(), 12);
        let filter = |metric| AnyEntries::Filter(entries(Filter::new(&[], metric, 1), &shallow));
        assert_eq!(filter(Metric::HalfTurn).greatest_bound(), 12);
        assert_eq!(filter(Metric::QuarterTurn).greatest_bound(), 13);
    }
}
