//! What the library promises, through its public interface alone, in one program: linked once,
//! sharing the tables it builds.

#[path = "../common/files.rs"]
mod files;
#[path = "../common/naive.rs"]
mod naive;

mod algorithms;
mod choice;
mod competition;
mod coord;
mod cube;
mod distances;
mod distribution;
mod formats;
mod goal_cases;
mod goals;
mod index;
mod insertions;
mod laws;
mod layers;
mod lines;
mod metric;
mod near;
mod optimal;
mod patterns;
mod peers;
mod permutation;
mod pictures;
mod pocket;
mod public_items;
mod representative;
mod scramble;
mod sequence;
mod sets;
mod slice_turns;
mod solver;
mod sources;
mod symmetry_group;
mod table_claims;
mod table_files;
mod tables;
mod two_phase;
