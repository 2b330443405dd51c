//! Tables of two-bit values, an entry for each coset: h0, h2, h2c6.
//!
//! A value is by how much the distance exceeds the base of the table, at least 0 and at most 3.
//! [`generate`] says how they are found, [`two_bits`] how they lie in memory and in files.

pub mod generate;
mod row;
#[cfg(target_arch = "x86_64")]
mod row_avx512;
pub mod row_map;
#[cfg(test)]
mod tests;
pub mod two_bits;
