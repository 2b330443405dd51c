//! Pruning tables: which exist, their files, how they are built.
