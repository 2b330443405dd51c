//! Tests of what users of the library cannot reach; part of the library's own tests.

mod coordinates;
mod probe;
mod tables;

/// Entries of h2 at distances 0 to 13.
const H2_COUNTS: [u64; 14] = [
    1,
    1,
    4,
    34,
    331,
    3_636,
    42_998,
    509_725,
    5_921_893,
    57_677_277,
    261_174_477,
    144_168_186,
    771_222,
    15,
];
