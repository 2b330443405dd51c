// Compiled, never run: the types of the package.
import { Solver, type Answer, type Options, type Progress } from "../package/index.js";

const options: Options = { all: true, goal: "eo", metric: "qtm", timeout: 1.5 };
const solver: Solver = await Solver.create({ table: "32M", onProgress: ({ done }: Progress) => done });
const answer: Answer = await solver.solve("R U F'", { ...options, onProgress: ({ depth }) => depth });
const length: number | null = answer.length;
const first: string = answer.solutions[0].solution;
// @ts-expect-error: no such option
await solver.solve(first, { colour: length });
