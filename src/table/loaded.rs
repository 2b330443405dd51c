//! A table ready to be read.

use super::TableError;
use super::build::{BuildProgress, build};
use super::coset_index::CosetIndex;
use super::file::TableFile;
use super::huge_pages::HugePages;
use super::layout::Layout;
use super::shallow::{ShallowDistances, ShallowReader};
use super::spec::Spec;
use crate::cube::Cube;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A pruning table in memory: a two-bit value for each entry, and the exact shallow distances.
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
    codes: Codes,
    shallow: ShallowDistances,
}

/// Where the two-bit values are.
pub enum Codes {
    /// In memory of this process.
    Copied(HugePages),
    /// In a section of a file that stays mapped.
    Mapped { file: TableFile, section: usize },
}

impl Table {
    /// A table from its parts, which must be those of `spec`.
    pub(super) fn new(spec: Spec, codes: Codes, shallow: ShallowDistances) -> Table {
        Table {
            spec,
            codes,
            shallow,
        }
    }

    /// Builds the table `spec` in memory, without a file.
    ///
    /// # Errors
    /// When there is not enough memory, or `stop` was set meanwhile.
    pub fn build(
        spec: &Spec,
        stop: &AtomicBool,
        on_progress: &(dyn Fn(BuildProgress) + Sync),
    ) -> Result<Table, TableError> {
        let built = build(spec, stop, on_progress)?;
        built
            .into_table()
            .map_err(|source| TableError::BuildMemory {
                name: spec.name,
                source: Arc::new(source),
            })
    }

    /// Which table it is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// A lower bound for the number of moves that solve `cube`: the distance of its coset if
    /// that is at most 7, `base + 1` or `base + 2`; 8 if it is between them, and `base + 3` if
    /// it is greater. The base is that of [`Table::spec`].
    pub fn lower_bound(&self, cube: &Cube) -> u8 {
        let index = CosetIndex::new(&self.spec, cube);
        self.entries()
            .lower_bound(Layout::new(&self.spec).address(&index))
    }

    /// The two-bit values of all entries, [`Spec::code_bytes`] bytes.
    pub fn codes(&self) -> &[u8] {
        match &self.codes {
            Codes::Copied(memory) => memory,
            Codes::Mapped { file, section } => file.section(*section),
        }
    }

    /// The table as slices, for reading many entries.
    pub fn entries(&self) -> Entries<'_> {
        Entries {
            codes: self.codes(),
            second_bit: Layout::new(&self.spec).second_bit,
            shallow: self.shallow.reader(),
            base: self.spec.base,
        }
    }
}

/// The entries of a table by address, see [`Layout`].
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    pub codes: &'a [u8],
    second_bit: u64,
    pub shallow: ShallowReader<'a>,
    base: u8,
}

impl Entries<'_> {
    /// The lower bound that an entry gives: the distance `d` of its coset if `d` is at most
    /// [`SHALLOW_DEPTH`](super::shallow::SHALLOW_DEPTH), `base + 1` or `base + 2`; `base + 3`
    /// if `d` is greater than that; `SHALLOW_DEPTH + 1` for those between.
    #[inline(always)]
    pub fn lower_bound(&self, address: u64) -> u8 {
        self.bound_above(address, 0)
    }

    /// [`Entries::lower_bound`], except that entries at a distance of `base` or less give 0 if
    /// `left` is `base` or more.
    ///
    /// It serves to tell whether more than `left` moves are needed, for which such an entry
    /// need not be read a second time.
    #[inline(always)]
    pub fn bound_above(&self, address: u64, left: u8) -> u8 {
        let code = self.code(address);
        if code > 0 {
            self.base + code
        } else if left < self.base {
            self.shallow.distance(address)
        } else {
            0
        }
    }

    /// The greatest lower bound that any entry gives.
    #[inline(always)]
    pub fn greatest_bound(&self) -> u8 {
        self.base + 3
    }

    /// The two-bit value of an entry: `min(max(d - base, 0), 3)` for the distance `d`.
    #[inline(always)]
    pub fn code(&self, address: u64) -> u8 {
        let bit = |address: u64| self.codes[(address / 8) as usize] >> (address % 8) & 1;
        let reached = bit(address);
        let unmarked = bit(address + self.second_bit);
        2 * (1 - reached) + (reached ^ unmarked)
    }
}
