//! The options that name another goal than the solved 3x3x3 cube.

use crate::cli::puzzle::Puzzle;
use crate::cli::{misused, named};
use clap::Args;
use clap::error::ErrorKind;
use cubesolve::search::goals::GoalName;

/// What to solve.
#[derive(Debug, Args)]
pub struct GoalArguments {
    /// Stop at a step on the way, or make several one after the other: eo,dr,htr,solved
    ///
    /// Steps: eo, co, dr, htr, chtr (corners as in htr), corners, edges, cross, block, xcross,
    /// xxcross, xxxcross and f2l (a cross with one to four pairs; four can take minutes); from dr
    /// or htr also solved and slice (all but a middle layer and its centres), and corners by their
    /// moves alone. A place may follow (eo-fb, dr-ud, cross-d, block-urf); without one, the best of
    /// all is taken.
    ///
    /// After a comma the next step starts where the one before it ends, and keeps eo, dr or
    /// htr. Of all ways whose steps are each as short as can be from where they start (or
    /// --extra longer) the shortest in all are found; turns of one face that meet where steps
    /// do are made as one.
    ///
    /// The names of nissy's steps are read, too: eofb, drud, dr-eo, dr-eofb, drud-eofb,
    /// htr-drud, corners-dr, drfin, drudfin, htrfin, drslice, drudslice and the like on other
    /// axes.
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, conflicts_with_all = ["table", "load"])]
    goal: Option<String>,

    /// What is done before the first step and is kept: eo for dr, dr for htr, dr or htr for
    /// corners, solved and slice
    #[arg(long, value_name = "STEP", value_parser = named::goal(), hide_possible_values = true, requires = "goal")]
    from: Option<String>,

    /// Moves may be made on the inverse of the scramble, too; they are printed in ( )
    #[arg(long, requires = "goal")]
    pub niss: bool,

    /// The puzzle; 2x2x2 takes the corners of what is given
    #[arg(long, value_name = "PUZZLE", default_value = "3x3x3", conflicts_with_all = ["goal", "table", "load"])]
    puzzle: Puzzle,
}

impl GoalArguments {
    /// The name of the goal; ends the program if there is no such goal.
    pub fn name(&self) -> Option<GoalName> {
        let name = GoalName::parse(self.goal.as_deref()?, self.from.as_deref());
        Some(name.unwrap_or_else(|error| misused("solve", ErrorKind::InvalidValue, error)))
    }

    /// Whether the corners alone are to be solved.
    pub fn pocket(&self) -> bool {
        self.puzzle == Puzzle::Two
    }
}
