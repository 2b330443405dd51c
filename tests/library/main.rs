//! What the library promises, through its public interface alone, in one program: linked once,
//! sharing the tables it builds.

#[path = "../common/files.rs"]
mod files;
#[path = "../common/naive.rs"]
mod naive;

mod coord;
mod cube;
mod distances;
mod engine;
mod equivalent;
mod formats;
mod goals;
mod growing;
mod index;
mod laws;
mod layers;
mod metric;
mod permutation;
mod pictures;
mod pocket;
mod recursive;
mod representative;
mod scramble;
mod sequence;
mod stopping;
mod symmetry_group;
mod table_files;
mod turns;
mod two_phase;
