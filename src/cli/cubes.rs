//! The arguments of commands that read cubes or sequences.

use super::filter::{self, Reply};
use super::input::{Each, Inputs, inputs};
use super::position::{CubeReader, Position};
use super::{Status, query, values};
use clap::Args;
use cubesolve::cube::Sequence;
use cubesolve::goals::GoalChain;
use cubesolve::notation::Format;
use cubesolve::{FORMAT, Puzzle};

#[derive(Debug, Args)]
pub struct CubeArguments {
    /// Cubes: moves such as "R U2 F'", facelets (54 letters, the faces in the order U R F D L B,
    /// each row by row), or another notation; if none or -, one is read from each line of stdin
    cubes: Vec<String>,

    #[command(flatten)]
    each: Each,

    #[arg(long, short, value_name = FORMAT.value_name, value_parser = values::format(), help = query::about(&FORMAT))]
    format: Option<Format>,

    /// The puzzle, for commands that have others.
    #[arg(skip)]
    pub puzzle: Puzzle,
}

impl CubeArguments {
    /// The first argument if it is the name of a goal, with cubes behind it or no cube itself.
    pub fn goal(&self) -> Option<&str> {
        let first = self.cubes.first()?;
        first.parse::<GoalChain>().ok()?;
        let is_goal = self.cubes.len() > 1 || first.parse::<Sequence>().is_err();
        is_goal.then_some(first)
    }

    pub fn inputs(&self) -> Inputs {
        inputs(self.cubes.clone(), self.each, self.puzzle)
    }

    pub fn reader(&self) -> CubeReader {
        let mut reader = CubeReader::new(self.format);
        reader.puzzle = self.puzzle;
        reader
    }

    /// Prints what `answer` returns for each cube, as [`filter::reply_to_each`] does.
    pub fn answer_each(
        &self,
        json: bool,
        mut answer: impl FnMut(Position) -> anyhow::Result<Option<Reply>>,
    ) -> anyhow::Result<Status> {
        let reader = self.reader();
        filter::reply_to_each(self.inputs(), json, |text| {
            let reading = reader.read(text)?;
            let note = reading.note();
            let mut reply = answer(reading.position)?;
            if let (Some(reply), Some(note)) = (&mut reply, note) {
                reply.field("note", note);
            }
            Ok(reply)
        })
    }
}

#[derive(Debug, Args)]
pub struct SequenceArguments {
    /// Sequences; if none or -, one is read from each line of stdin
    sequences: Vec<String>,

    #[command(flatten)]
    each: Each,
}

impl SequenceArguments {
    pub fn inputs(self) -> Inputs {
        inputs(self.sequences, self.each, Puzzle::Cube3)
    }
}
