//! Reading entries by address, however they are stored.

use super::shallow::ShallowReader;

/// The stored values of the entries of a table: by how much distances exceed the base, 0 if they do
/// not. A filter's values may be smaller than that.
///
/// Where an entry is stored is its *location*, which follows from its
/// [address](super::address::address).
pub trait EntryValues: Copy {
    /// The bytes that hold the values.
    fn bytes(&self) -> &[u8];

    fn location(&self, address: u64) -> u64;

    /// The index of a byte in the cache line that holds the entry at a location.
    fn byte(&self, location: u64) -> usize;

    /// The value of the entry at a location.
    fn value(&self, location: u64) -> u8;

    /// The values of many entries, written to `values`, which has the same length.
    #[inline(always)]
    fn values(&self, locations: &[u64], values: &mut [u8]) {
        for (value, &location) in values.iter_mut().zip(locations) {
            *value = self.value(location);
        }
    }

    fn max_value(&self) -> u8;
}

/// The entries of a table: their values, and the exact distances of the nearest ones.
#[derive(Clone, Copy)]
pub struct Entries<'a, V> {
    pub values: V,
    pub shallow: ShallowReader<'a>,
    pub base: u8,
}

impl<V: EntryValues> Entries<'_, V> {
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
