//! What replaces an instruction that gathers bits (PEXT) where there are vectors of 16 bytes and none: tables of
//! orders for byte shuffles, by the positions that a set has.

use super::shuffles::{NONE, members_first};

/// The rank of each set of four of the twelve positions, in the order of their masks.
pub static RANKS: [u16; 1 << 12] = {
    let mut ranks = [0; 1 << 12];
    let (mut mask, mut rank) = (0, 0);
    while mask < 1 << 12 {
        if (mask as u32).count_ones() == 4 {
            ranks[mask] = rank;
            rank += 1;
        }
        mask += 1;
    }
    ranks
};

/// By rank, the shuffle that moves the four positions of a set before the others.
pub static FOUR_FIRST: [[u8; 16]; 512] = {
    let mut orders = [[NONE; 16]; 512];
    let mut mask = 0;
    while mask < 1 << 12 {
        if (mask as u32).count_ones() == 4 {
            orders[RANKS[mask] as usize] = members_first([NONE; 16], mask, 0, 12);
        }
        mask += 1;
    }
    orders
};

/// By the positions of M among the last eight of twelve, the shuffle that moves them before the others
/// of these eight.
pub static FOUR_NEXT: [[u8; 16]; 256] = {
    let mut orders = [[NONE; 16]; 256];
    let mut mask = 0;
    while mask < 256 {
        orders[mask] = members_first([0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], mask, 4, 8);
        mask += 1;
    }
    orders
};

/// By a set, the shuffle that moves bytes to its members, in order.
pub static SPREAD: [[u8; 8]; 256] = {
    let mut orders = [[NONE; 8]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut next) = (0, 0);
        while place < 8 {
            if set >> place & 1 == 1 {
                orders[set][place] = next;
                next += 1;
            }
            place += 1;
        }
        set += 1;
    }
    orders
};

/// The weight of each corner's orientation in the rank of seven.
#[cfg(target_arch = "aarch64")]
pub static TWIST_WEIGHTS: [u16; 8] = [1, 3, 9, 27, 81, 243, 729, 0];
