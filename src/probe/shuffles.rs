//! Orders of bytes that sort cubies by what they are in.

/// A byte that selects nothing in a shuffle.
pub const NONE: u8 = 0xff;

/// By the positions of the second tetrad, the shuffle that moves those of the first before them.
pub static TETRADS_SORTED: [[u8; 8]; 256] = {
    let mut orders = [[NONE; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        orders[mask] = members_first([NONE; 8], !mask, 0, 8);
        mask += 1;
    }
    orders
};

/// Fills `order` from `first` on: of `count` places from there, those whose bits are set, then the
/// others.
pub const fn members_first<const N: usize>(
    mut order: [u8; N],
    mask: usize,
    first: usize,
    count: usize,
) -> [u8; N] {
    let (mut next, mut other) = (
        first,
        first + (mask & ((1 << count) - 1)).count_ones() as usize,
    );
    let mut i = 0;
    while i < count {
        let place = if mask >> i & 1 == 1 {
            &mut next
        } else {
            &mut other
        };
        order[*place] = (first + i) as u8;
        *place += 1;
        i += 1;
    }
    order
}

/// Repeats the first byte of each four.
pub static FIRSTS: [u8; 16] = [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12];
