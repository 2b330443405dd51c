//! Numbering of arrangements: `k` different items out of `0..n`, in lexicographic order.
//!
//! With `k = n` these are the permutations, and the number is their factoradic value (the
//! Lehmer code read as a mixed-radix number).

/// Number of arrangements of `k` of `n` items: `n · (n - 1) · … · (n - k + 1)`.
///
/// # Panics
/// If `k > n` or the count exceeds `u64` (from `n = 21` on, for permutations).
pub const fn count(k: usize, n: usize) -> u64 {
    assert!(k <= n);
    let mut product = 1u64;
    let mut i = 0;
    while i < k {
        match product.checked_mul((n - i) as u64) {
            Some(next) => product = next,
            None => panic!("too many arrangements to number in 64 bits"),
        }
        i += 1;
    }
    product
}

/// The number of an arrangement, `0..count(items.len(), n)`, in lexicographic order.
///
/// `items` are different numbers below `n`, and `n` is at most 20; the result for anything else
/// is unspecified. Debug builds check the lengths.
#[inline]
pub fn rank(items: &[u8], n: usize) -> u64 {
    debug_assert!(n <= 20 && items.len() <= n);
    let mut used = 0u32;
    let mut rank = 0;
    for (i, &item) in items.iter().enumerate() {
        let bit = 1 << item;
        let smaller_unused = u32::from(item) - (used & (bit - 1)).count_ones();
        rank = rank * (n - i) as u64 + u64::from(smaller_unused);
        used |= bit;
    }
    rank
}

/// The arrangement of `K` out of `n` items with number `rank`; inverse of [`rank`](fn@rank).
///
/// `n` is at most 20.
///
/// # Panics
/// In debug builds, if `K > n` or `rank` is out of range; the result in other builds is
/// unspecified, or a panic.
pub fn unrank<const K: usize>(mut rank: u64, n: usize) -> [u8; K] {
    debug_assert!(rank < count(K, n));
    let mut items = [0u8; K];
    for (i, digit) in items.iter_mut().enumerate().rev() {
        let radix = (n - i) as u64;
        *digit = (rank % radix) as u8;
        rank /= radix;
    }
    let mut unused = (1u32 << n) - 1;
    for item in &mut items {
        let mut candidates = unused;
        for _ in 0..*item {
            candidates &= candidates - 1;
        }
        *item = candidates.trailing_zeros() as u8;
        unused ^= 1 << *item;
    }
    items
}

/// Whether an arrangement has an odd number of inversions; for a permutation, its parity.
pub fn is_odd(items: &[u8]) -> bool {
    let mut inversions = 0;
    for (i, a) in items.iter().enumerate() {
        inversions += items[i + 1..].iter().filter(|b| *b < a).count();
    }
    inversions % 2 == 1
}
