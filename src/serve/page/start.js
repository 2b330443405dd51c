// The first screen: a solved cube that scrambles itself once.

import { SOLVED, applyTurn, readMove } from "./geometry.js";
import { LIKES_MOTION } from "./motion.js";

const MOVES = ["R", "U'", "F", "L'", "U2", "B", "R'", "D", "F'"];

const QUARTER_MILLISECONDS = 190;

// Shows it as long as `isShown()`.
export async function scrambleOnce(cube, isShown) {
  let stickers = SOLVED;
  cube.show(stickers);
  if (!LIKES_MOTION.matches) return;
  for (const turn of MOVES.map(readMove)) {
    await cube.animate(turn, QUARTER_MILLISECONDS);
    if (!isShown()) return;
    stickers = applyTurn(stickers, turn);
    cube.show(stickers);
  }
}
