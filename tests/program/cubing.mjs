// What cubing.js makes of the requests on stdin, each a line of JSON; answers likewise.
import { createInterface } from "node:readline";
import { experimentalAlgCubingNetLink, Alg } from "cubing/alg";
import { KPattern } from "cubing/kpuzzle";
import { cube3x3x3 } from "cubing/puzzles";

const puzzle = await cube3x3x3.kpuzzle();

/** A pattern, given as JSON or as moves from the solved cube. */
const pattern = (of) =>
  typeof of === "string"
    ? puzzle.defaultPattern().applyAlg(of)
    : new KPattern(puzzle, of.patternData ?? of);

const answers = {
  /** The pattern after moves. */
  apply: ({ start, moves }) => pattern(start).applyAlg(moves),
  /** Whether patterns are the same. */
  equal: ({ patterns: [a, b] }) => pattern(a).isIdentical(pattern(b)),
  /** Whether the pattern after moves is solved, held in any way. */
  solved: ({ start, moves }) =>
    pattern(start).applyAlg(moves).experimentalIsSolved({
      ignorePuzzleOrientation: true,
      ignoreCenterOrientation: true,
    }),
  /** A link to alg.cubing.net. */
  link: ({ setup, moves }) =>
    experimentalAlgCubingNetLink({ setup: new Alg(setup), alg: new Alg(moves) }),
  /** The pattern at the end of a link to Twizzle, as its page reads it. */
  play: ({ link }) => {
    const parameters = new URL(link).searchParams;
    const moves = ["setup-alg", "alg"].map((name) => new Alg(parameters.get(name)));
    return pattern("").applyAlg(moves[0]).applyAlg(moves[1]);
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(answers[request.call](request)));
}
