//! Reading the entries of a table by address.

use super::filters::read::Filter;
use super::shallow::ShallowReader;

/// The entries of a table: their values, and the exact distances of the nearest ones.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    pub values: Filter<'a>,
    pub shallow: ShallowReader<'a>,
    pub base: u8,
}

impl Entries<'_> {
    /// The lower bound that an entry gives, see [`Table::lower_bound`].
    ///
    /// [`Table::lower_bound`]: super::Table::lower_bound
    #[inline(always)]
    pub fn lower_bound(&self, address: u64) -> u8 {
        let mut bounds = [0];
        let locations = [self.values.location(address)];
        self.bounds_above(&[address], &locations, 0, &mut bounds);
        bounds[0]
    }

    /// The lower bounds that many entries give, written to `bounds`; but 0 for those within `base`
    /// moves if `left` is `base` or more. All slices have the same length.
    ///
    /// This is to find out which entries need more than `left` moves; those within `base` then need
    /// no second read, of the shallow distances.
    #[inline(always)]
    pub fn bounds_above(&self, addresses: &[u64], locations: &[u64], left: u8, bounds: &mut [u8]) {
        self.values.values(locations, bounds);
        for value in &mut *bounds {
            *value += if *value > 0 { self.base } else { 0 };
        }
        if left < self.base {
            let within_base = bounds.iter_mut().zip(addresses).filter(|(b, _)| **b == 0);
            for (bound, &address) in within_base {
                *bound = self.shallow.distance(address);
            }
        }
    }

    /// The greatest lower bound that any entry gives.
    #[inline(always)]
    pub fn max_bound(&self) -> u8 {
        self.base + self.values.max_value()
    }
}
