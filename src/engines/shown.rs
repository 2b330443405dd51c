//! Solutions as people and programs are told them.

use serde::Serialize;

/// A solution as it is printed.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// Its moves, as the holder of the cube makes them.
    pub solution: String,
    /// In the metric asked for.
    pub length: usize,
    /// What else there is to say.
    #[serde(flatten)]
    pub details: Details,
}

/// What there is to say of a solution besides its moves.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Details {
    /// Which goal it leads to, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// The steps, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<ShownStep>,
}

/// A step of a solution.
#[derive(Debug, Clone, Serialize)]
pub struct ShownStep {
    /// Its moves.
    pub solution: String,
    /// In the metric asked for.
    pub length: usize,
    /// The goal that it leads to.
    pub goal: String,
    /// The length of all steps up to it, in which moves of one face that meet are made as one.
    #[serde(skip)]
    pub so_far: usize,
}

impl Shown {
    /// A solution of which there is no more to say.
    pub fn plain(solution: String, length: usize) -> Shown {
        Shown {
            solution,
            length,
            details: Details::default(),
        }
    }
}
