//! A line of 256 entries in one register.
//!
//! The 256 entries are spread over the 512 of `relative(E)` (bit in a byte), `relative(M)`
//! (byte in a word) and `relative(S)` (word), where half have odd parity and
//! stay empty. There the affine map of each slice is a permutation of bits, of bytes and
//! of words, and a renaming of slices is a transposition.

use crate::table::build::pass::{Pass, RELATIVE, RELATIVE_MAPS};
use crate::table::build::wide::{LINE, for_each_line};
use crate::table::edges::{NUMBERING, SUBSETS};
use std::arch::x86_64::*;
use std::sync::LazyLock;

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Bytes([u8; 64]);

impl Bytes {
    fn new(byte: impl FnMut(usize) -> u8) -> Bytes {
        Bytes(std::array::from_fn(byte))
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(&self) -> __m512i {
        // SAFETY: 64 aligned bytes.
        unsafe { _mm512_load_si512(self.0.as_ptr().cast()) }
    }
}

struct Tables {
    /// For each affine map: the bit matrix that permutes the bits of a byte.
    bits: [i64; RELATIVE_MAPS],
    /// For each affine map: which byte of a word comes to each byte.
    bytes: [Bytes; RELATIVE_MAPS],
    /// For each affine map: eight times which word comes to each byte.
    words: [Bytes; RELATIVE_MAPS],
    /// The entries of even parity.
    even: Bytes,
    /// The transposition of bytes and words.
    transpose: Bytes,
    /// The reversal of the bytes of each word.
    reverse: Bytes,
}

static TABLES: LazyLock<Box<Tables>> = LazyLock::new(|| {
    let inverse = |id: usize, image: usize| {
        let source = RELATIVE[id].iter().position(|&u| u as usize == image);
        source.expect("an affine map is a bijection") as u8
    };
    Box::new(Tables {
        bits: std::array::from_fn(|id| {
            let rows = std::array::from_fn(|row| 1 << inverse(id, 7 - row));
            i64::from_le_bytes(rows)
        }),
        bytes: std::array::from_fn(|id| Bytes::new(|i| inverse(id, i % 8))),
        words: std::array::from_fn(|id| Bytes::new(|i| 8 * inverse(id, i / 8))),
        even: Bytes::new(|i| {
            (0..8usize)
                .filter(|bit| (bit | i << 3).count_ones() % 2 == 0)
                .fold(0, |byte, bit| byte | 1 << bit)
        }),
        transpose: Bytes::new(|i| (i % 8 * 8 + i / 8) as u8),
        reverse: Bytes::new(|i| (i / 8 * 8 + 7 - i % 8) as u8),
    })
});

/// [`super::super::wide::pull_portable`], a line at a time.
///
/// Renaming slices is up to three transpositions: of E and M, of M and S, of E and M.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
pub fn pull_wide(reached: &[u8], active: &[u64], pass: &Pass, marks: &mut [u8]) {
    match pass.slices {
        [0, 1, 2] => pull::<false, false, false>(reached, active, pass, marks),
        [1, 0, 2] => pull::<true, false, false>(reached, active, pass, marks),
        [0, 2, 1] => pull::<false, true, false>(reached, active, pass, marks),
        [1, 2, 0] => pull::<false, true, true>(reached, active, pass, marks),
        [2, 0, 1] => pull::<true, true, false>(reached, active, pass, marks),
        _ => pull::<true, true, true>(reached, active, pass, marks),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,gfni")]
fn pull<const EM_FIRST: bool, const MS: bool, const EM_LAST: bool>(
    reached: &[u8],
    active: &[u64],
    pass: &Pass,
    marks: &mut [u8],
) {
    let (tables, numbering) = (&**TABLES, &*NUMBERING);
    let sources = pass.sources();
    let (even, transpose, reverse) = (
        tables.even.load(),
        tables.transpose.load(),
        tables.reverse.load(),
    );
    let transpose_em = |x| {
        let unit = _mm512_set1_epi64(0x8040_2010_0804_0201_u64 as i64);
        _mm512_gf2p8affine_epi64_epi8::<0>(unit, _mm512_shuffle_epi8(x, reverse))
    };
    for_each_line(active, |line| {
        let images = pass.images_of(numbering.line_ranks[line]);
        let [e, m] = [images[sources[0]].rank(), images[sources[1]].rank()];
        let target = numbering.lines[SUBSETS * e + m] as usize;
        let source = &reached[line * LINE..][..LINE];
        let target = &mut marks[target * LINE..][..LINE];

        let bits = _mm512_set1_epi64(tables.bits[images[0].relative()]);
        let bytes_words = _mm512_or_si512(
            tables.bytes[images[1].relative()].load(),
            tables.words[images[2].relative()].load(),
        );
        // SAFETY: 32 bytes of the line.
        let entries = unsafe { _mm256_loadu_si256(source.as_ptr().cast()) };
        let mut x = _mm512_and_si512(_mm512_broadcast_i64x4(entries), even);
        x = _mm512_gf2p8affine_epi64_epi8::<0>(x, bits);
        x = _mm512_permutexvar_epi8(bytes_words, x);
        if EM_FIRST {
            x = transpose_em(x);
        }
        if MS {
            x = _mm512_permutexvar_epi8(transpose, x);
        }
        if EM_LAST {
            x = transpose_em(x);
        }
        let image = _mm256_or_si256(_mm512_castsi512_si256(x), _mm512_extracti64x4_epi64::<1>(x));
        let target = target.as_mut_ptr().cast();
        // SAFETY: 32 bytes of the line.
        unsafe {
            _mm256_storeu_si256(target, _mm256_or_si256(_mm256_loadu_si256(target), image));
        }
    });
}
