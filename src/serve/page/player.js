// Plays moves on the cube, forward and back.

import { SIDES, applyTurn, inverse, readMove } from "./geometry.js";

const QUARTER_MILLISECONDS = 380;

// Directions of each side's clockwise and counter-clockwise turn as seen from the front; for the
// back, those of its top.
const DIRECTIONS = {
  U: ["to the left", "to the right"], D: ["to the right", "to the left"],
  R: ["upwards", "downwards"], L: ["downwards", "upwards"], F: ["clockwise", "counter-clockwise"],
  B: ["with its top to the left", "with its top to the right"],
  M: ["downwards", "upwards"], E: ["to the right", "to the left"], S: ["clockwise", "counter-clockwise"],
  x: ["upwards", "downwards"], y: ["to the left", "to the right"], z: ["clockwise", "counter-clockwise"],
};

// A move in words: what turns, and the direction.
export function describe(move) {
  const { quarters } = readMove(move);
  const side = SIDES[move[0]];
  const layers = move[1] === "w" ? `the two layers at the ${side}` : `the ${side} side`;
  const whole = "xyz".includes(move[0]) ? "the whole cube" : "the middle layer";
  const what = side === undefined ? whole : layers;
  if (quarters === 2) return `${what} half around`;
  return `${what} ${DIRECTIONS[move[0]][quarters === 1 ? 0 : 1]}, a quarter turn`;
}

export class Player {
  // Plays on `cube`; calls `onStep()` when the number of moves made changes, or playing begins or ends, and
  // `onEnd()` when the last move has been made.
  constructor(cube, onStep, onEnd) {
    Object.assign(this, { cube, onStep, onEnd, moves: [], states: [], step: 0, target: 0, speed: 1, round: 0 });
  }

  // Takes a cube, as 54 stickers, and moves to play from the one after `step` on.
  load(stickers, moves, step = 0) {
    this.moves = moves;
    this.states = [[...stickers]];
    for (const move of moves) this.states.push(applyTurn(this.states.at(-1), readMove(move)));
    this.jump(step);
  }

  // Forgets the cube, which shows something else from now on.
  clear() {
    this.moves = [];
    this.states = [];
    this.jump(0);
  }

  // Shows the cube after `step` moves at once.
  jump(step) {
    this.isPlaying = false;
    this.round += 1;
    this.target = step;
    this.show(step);
    this.cube.finish();
  }

  show(step = this.step) {
    this.step = step;
    const next = this.moves[step] && readMove(this.moves[step]);
    if (this.states.length > 0) this.cube.show(this.states[step]);
    if (next !== undefined) this.cube.viewLayers(next);
    this.cube.showArrow(next);
    this.onStep();
  }

  // Goes on by this many moves from where the last press has led. The running move ends at once.
  go(moves) {
    this.isPlaying = false;
    this.target = Math.max(0, Math.min(this.moves.length, this.target + moves));
    this.cube.finish();
    this.run();
  }

  // Plays to the end; from the beginning if the end is already shown.
  play() {
    if (this.step === this.moves.length) this.jump(0);
    this.isPlaying = true;
    this.target = this.moves.length;
    this.run();
  }

  pause() {
    this.isPlaying = false;
    this.target = this.step + (this.isTurning ? 1 : 0);
    this.onStep();
  }

  // Makes moves until the target is reached.
  async run() {
    this.onStep();
    if (this.runs) return;
    this.runs = true;
    while (this.step !== this.target) {
      const { round, step } = this;
      const forward = this.target > step;
      const turn = readMove(this.moves[forward ? step : step - 1]);
      this.isTurning = true;
      this.cube.viewLayers(turn);
      await this.cube.animate(forward ? turn : inverse(turn), QUARTER_MILLISECONDS / this.speed);
      this.isTurning = false;
      if (round !== this.round) continue;
      this.show(step + (forward ? 1 : -1));
      if (forward && this.step === this.moves.length) this.onEnd();
      if (this.isPlaying) await new Promise((resolve) => setTimeout(resolve, 250 / this.speed));
    }
    this.runs = false;
    this.isPlaying = false;
    this.onStep();
  }
}
