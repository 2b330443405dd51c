// A cube in space that plays moves, forward and back.

import { NORMALS, SIDES, STICKERS, applyMove, inverse, isMoved, readMove } from "./geometry.js";
import { classOf } from "./colours.js";

const QUARTER_MILLISECONDS = 350;
const PAUSE_MILLISECONDS = 250;

const TURN_OF_FACE = {
  F: "", B: "rotateY(180deg)", R: "rotateY(90deg)", L: "rotateY(-90deg)",
  U: "rotateX(90deg)", D: "rotateX(-90deg)",
};

// Directions of each side's clockwise and counter-clockwise turn as seen from the front; for the
// back, those of its top.
const DIRECTIONS = {
  U: ["to the left", "to the right"], D: ["to the right", "to the left"],
  R: ["upwards", "downwards"], L: ["downwards", "upwards"], F: ["clockwise", "counter-clockwise"],
  B: ["with its top to the left", "with its top to the right"],
};

// A move in words: the side and the direction.
export function describe(move) {
  const side = `the ${SIDES[move[0]]} side`;
  if (move[1] === "2") return `${side} half around`;
  return `${side} ${DIRECTIONS[move[0]][move[1] === "'" ? 1 : 0]}, a quarter turn`;
}

// Three visible stickers of each side's layer, in the order of a clockwise turn, with its arrow.
const ARROWS = {
  U: [[20, 19, 18], "←"], D: [[24, 25, 26], "→"], R: [[26, 23, 20], "↑"],
  L: [[18, 21, 24], "↓"], F: [[6, 7, 8], "→"], B: [[2, 1, 0], "←"],
};

const OPPOSITE = { "←": "→", "→": "←", "↑": "↓", "↓": "↑" };
const TWICE = { "←": "⇇", "→": "⇉", "↑": "⇈", "↓": "⇊" };

// The stickers with an arrow before a move, and the arrow.
function arrowOf(move) {
  const [stickers, arrow] = ARROWS[move[0]];
  return [stickers, { 2: TWICE, "'": OPPOSITE }[move[1]]?.[arrow] ?? arrow];
}

export class Player {
  // Draws into `element`; calls `onStep(step)` when the number of moves made changes.
  constructor(element, onStep) {
    this.onStep = onStep;
    this.angles = [-25, -35];
    this.cubies = drawCubies(element);
    this.moves = [];
    this.states = [];
    this.step = 0;
    this.run = 0;
    this.scene = element;
    this.look(0, 0);
    letDrag(element, (x, y) => this.look(x / 2, y / 2));
  }

  look(right, down) {
    this.angles[0] = Math.max(-90, Math.min(90, this.angles[0] - down));
    this.angles[1] += right;
    this.scene.style.transform = `rotateX(${this.angles[0]}deg) rotateY(${this.angles[1]}deg)`;
  }

  // Takes a cube, as 54 stickers, and moves to play.
  load(stickers, moves) {
    this.pause();
    this.moves = moves;
    this.states = [[...stickers]];
    for (const move of moves) this.states.push(applyMove(this.states.at(-1), move));
    this.show(0);
  }

  get isPlaying() {
    return this.playing === this.run;
  }

  // Stops playing and all animations.
  pause() {
    this.run += 1;
    for (const animation of this.scene.getAnimations({ subtree: true })) animation.cancel();
  }

  // Shows the cube after `step` moves.
  show(step) {
    this.step = step;
    const colours = this.states[step];
    const [marked, arrow] = step < this.moves.length ? arrowOf(this.moves[step]) : [[]];
    for (const { sides } of this.cubies) {
      for (const [n, side] of sides) {
        side.className = `side ${classOf(colours[n])}`;
        side.dataset.arrow = marked.includes(n) ? arrow : "";
      }
    }
    this.onStep(step);
  }

  // Shows the cube after `step` moves; animates the move if it is a single one.
  async go(step) {
    this.pause();
    const run = this.run;
    if (step < 0 || step >= this.states.length) return;
    if (step === this.step + 1) await this.animate(this.moves[this.step]);
    if (step === this.step - 1) await this.animate(inverse(this.moves[step]));
    if (run === this.run) this.show(step);
  }

  // Plays on to the end, from the beginning if it is there already.
  async play() {
    if (this.step === this.moves.length) this.show(0);
    this.pause();
    const run = this.run;
    this.playing = run;
    while (run === this.run && this.step < this.moves.length) {
      await this.animate(this.moves[this.step]);
      if (run !== this.run) return;
      this.show(this.step + 1);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
    if (run === this.run) this.pause();
    this.onStep(this.step);
  }

  animate(move) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const turn = readMove(move);
    const axis = [turn.axis[0], -turn.axis[1], turn.axis[2]].join();
    const moved = this.cubies.filter(({ cubie }) => isMoved(turn, cubie));
    const animations = moved.map(({ element, place }) =>
      element.animate(
        [0, 90 * turn.quarters].map((angle) => ({
          transform: `rotate3d(${axis}, ${angle}deg) ${place}`,
        })),
        {
          duration: still ? 0 : QUARTER_MILLISECONDS * Math.abs(turn.quarters),
          easing: "ease-in-out",
        },
      ),
    );
    // One that is cancelled has been replaced by something else.
    return Promise.all(animations.map((animation) => animation.finished)).catch(() => {});
  }
}

// 26 cubies, each with six sides, those outside with the number of their sticker.
function drawCubies(scene) {
  const cubies = [];
  for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) {
    if (x === 0 && y === 0 && z === 0) continue;
    const element = document.createElement("div");
    element.className = "cubie";
    const place = `translate3d(calc(${x} * var(--side)), calc(${-y} * var(--side)), calc(${z} * var(--side)))`;
    element.style.transform = place;
    const sides = [];
    for (const face of Object.keys(NORMALS)) {
      const side = document.createElement("div");
      side.className = "side";
      side.style.transform = `${TURN_OF_FACE[face]} translateZ(calc(var(--side) / 2))`;
      const n = STICKERS.findIndex(
        (sticker) => sticker.face === face && sticker.cubie.join() === [x, y, z].join(),
      );
      if (n >= 0) {
        side.dataset.sticker = n;
        sides.push([n, side]);
      }
      element.append(side);
    }
    cubies.push({ element, cubie: [x, y, z], place, sides });
    scene.append(element);
  }
  return cubies;
}

function letDrag(scene, move) {
  const stage = scene.parentElement;
  stage.addEventListener("pointerdown", (event) => stage.setPointerCapture(event.pointerId));
  stage.addEventListener("pointermove", (event) => {
    if (event.buttons !== 0) move(event.movementX, event.movementY);
  });
  const arrows = {
    ArrowLeft: [-30, 0], ArrowRight: [30, 0], ArrowUp: [0, -30], ArrowDown: [0, 30],
  };
  stage.addEventListener("keydown", (event) => {
    if (event.key in arrows) {
      move(...arrows[event.key]);
      event.preventDefault();
    }
  });
}
