//! Tests of what users of the library cannot reach; part of the library's own tests.

mod coordinates;
mod probe;
mod tables;
