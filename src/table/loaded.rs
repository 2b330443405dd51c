//! A table ready to be read.

use super::build::BuiltTable;
use super::coset_index::{CosetIndex, Locator};
use super::shallow::{ShallowDistances, ShallowReader};
use super::spec::Spec;
use crate::coord::corner_classes::CornerClasses;
use crate::cube::Cube;
use crate::probe::AddressTables;
use std::ops::Deref;

/// A pruning table in memory: codes, near entries, and what is needed to find entries.
pub struct Table {
    spec: Spec,
    rows: &'static CornerClasses,
    locate: AddressTables,
    codes: Box<dyn Deref<Target = [u8]> + Send + Sync>,
    near: ShallowDistances,
}

impl Table {
    /// A table from its two parts.
    pub fn new(
        spec: Spec,
        codes: Box<dyn Deref<Target = [u8]> + Send + Sync>,
        near: ShallowDistances,
    ) -> Table {
        let rows = CornerClasses::get(spec.corners);
        Table {
            spec,
            rows,
            locate: AddressTables::new(&spec, rows),
            codes,
            near,
        }
    }

    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    pub fn locate(&self) -> &AddressTables {
        &self.locate
    }

    /// Where a cube's coset is, the plain way.
    pub fn place(&self, cube: &Cube) -> CosetIndex {
        Locator::new(&self.spec, self.rows).locate(cube)
    }

    /// A lower bound for the number of moves that solve `cube`: the distance of its coset,
    /// exact up to [`SHALLOW_DEPTH`](super::shallow::SHALLOW_DEPTH) and from `base + 1` to `base + 2`; the next
    /// greater such number (or `base + 3`) stands for all others.
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        self.reader().value(self.address(&self.place(cube)))
    }

    /// The address of an entry: the number of its first bit in the codes.
    pub fn address(&self, place: &CosetIndex) -> u64 {
        place.address(&self.spec)
    }

    /// The view of the table that the search reads.
    pub fn reader(&self) -> Reader<'_> {
        Reader {
            locate: &self.locate,
            codes: &self.codes,
            near: self.near.reader(),
            base: self.spec.base,
        }
    }
}

/// A table as plain slices, for reading entries by address.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    pub locate: &'a AddressTables,
    pub codes: &'a [u8],
    /// The distances of the entries nearest to the subgroup.
    pub near: ShallowReader<'a>,
    /// The entries' base.
    pub base: u8,
}

impl Reader<'_> {
    /// The lower bound that the entry at an address gives.
    #[inline(always)]
    pub fn value(&self, address: u64) -> u8 {
        self.bound(address, 0)
    }

    /// The same if it is greater than `left`; if not, perhaps 0 in its place: with so many
    /// moves left small distances are not worth another read.
    #[inline(always)]
    pub fn bound(&self, address: u64, left: u8) -> u8 {
        let code = self.code(address);
        if code > 0 {
            self.base + code
        } else if left < self.base {
            self.near.distance(address)
        } else {
            0
        }
    }

    /// The greatest bound that any entry gives.
    #[inline(always)]
    pub fn greatest_bound(&self) -> u8 {
        self.base + 3
    }

    /// The two-bit code at an address: 0 for `base` or less, then one more for each move.
    #[inline(always)]
    pub fn code(&self, address: u64) -> u8 {
        let bit = |address: u64| self.codes[(address / 8) as usize] >> (address % 8) & 1;
        let reached = bit(address);
        let unmarked = bit(address + self.locate.second_bit);
        2 * (1 - reached) + (reached ^ unmarked)
    }
}

impl BuiltTable {
    /// The table, ready to be read, in memory of its own.
    pub fn into_table(self) -> Table {
        let mut codes = vec![0; self.spec.code_bytes()];
        self.copy_codes(0, &mut codes);
        Table::new(self.spec, Box::new(codes), self.near)
    }
}
