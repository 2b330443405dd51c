// The cube in space: its view is turned by dragging, its stickers are tapped, its layers turn.

import { NORMALS, STICKERS, cross, dot, isMoved, rightAndDown } from "./geometry.js";
import { classOf } from "./colours.js";

// A press that moves by fewer pixels is a tap.
const TAP = 7;

const TURN_OF_FACE = {
  F: "", B: "rotateY(180deg)", R: "rotateY(90deg)", L: "rotateY(-90deg)",
  U: "rotateX(90deg)", D: "rotateX(-90deg)",
};

// Angles of the views in which a face is in front.
const VIEWS = {
  F: [-24, -32], R: [-24, -122], B: [-24, -212], L: [-24, 58], U: [-62, -32], D: [62, -32],
};

// Angles at which a layer is seen well while the front stays in front.
const VIEWS_OF_LAYERS = { L: [-24, 32], D: [24, -32], B: [-32, -46] };

// Pieces of confetti at the end.
const CONFETTI = 70;

// At a smaller angle the arrow is a line without a direction.
const LEAST_ANGLE = 20;

// The arrow around a layer, whose middle is at the right; for half turns with a second head.
const ARROW = "M36 -212 A215 215 0 0 1 100 190";
const HEAD = "M149 206 L84 198 L113 140";
const SECOND_HEAD = "M223 127 L160 144 L166 79";

const KEYS = {
  ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60],
};

export const LIKES_MOTION = matchMedia("(prefers-reduced-motion: no-preference)");

const sine = (degrees) => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees) => Math.cos((degrees * Math.PI) / 180);

export class Cube {
  // Draws into `scene`. Calls `onTap(sticker)`, and `onTurn(turn)` if a layer is dragged while
  // `turnsLayers()`.
  constructor(scene, { onTap, onTurn, turnsLayers }) {
    this.scene = scene;
    this.cubies = drawCubies(scene);
    this.arrow = drawArrow(scene);
    Object.assign(this, { onTap, onTurn, turnsLayers });
    this.view("F");
    this.showArrow(undefined);
    this.letDrag(scene.closest("[role=img]"));
  }

  // Turns the view to a face, the short way round.
  view(face) {
    this.turnTo(VIEWS[face]);
  }

  // Turns the view so that the layers of a turn are seen, from the front.
  viewLayers({ axis, layers }) {
    const isOutside = layers.includes(1) && !layers.includes(-1);
    this.turnTo((isOutside && VIEWS_OF_LAYERS[faceOf(axis)]) || VIEWS.F);
  }

  turnTo([pitch, yaw]) {
    const from = this.angles ?? [pitch, yaw];
    this.angles = [pitch, yaw + 360 * Math.round((from[1] - yaw) / 360)];
    this.look(0, 0);
  }

  // Turns the view by pixels.
  look(right, down) {
    this.angles = [
      Math.max(-90, Math.min(90, this.angles[0] - down / 2)),
      this.angles[1] + right / 2,
    ];
    const [pitch, yaw] = this.angles;
    this.scene.style.transform = `rotateX(${pitch}deg) rotateY(${yaw}deg)`;
    this.placeArrow();
  }

  // Shows an arrow around the layers of a turn, or none.
  showArrow(turn) {
    this.turn = turn;
    this.arrow.dataset.quarters = turn?.quarters ?? "";
    this.placeArrow();
  }

  // Turns the arrow around its layer until its middle is in front, and leans it where it would be seen on edge.
  placeArrow() {
    if (this.turn === undefined) return;
    const { axis, layers, quarters } = this.turn;
    const face = faceOf(axis);
    const [pitch, yaw] = this.angles;
    const viewer = [-sine(yaw) * cosine(pitch), -sine(pitch), cosine(yaw) * cosine(pitch)];
    const [x, y] = rightAndDown(face).map((direction) => dot(viewer, direction));
    const angle = (Math.atan2(y, x) * 180) / Math.PI;
    const seen = (Math.asin(dot(viewer, axis)) * 180) / Math.PI;
    const lean = Math.abs(seen) < LEAST_ANGLE ? (seen < 0 ? -LEAST_ANGLE : LEAST_ANGLE) - seen : 0;
    const middle = (layers[0] + layers.at(-1)) / 2;
    this.arrow.style.transform =
      `${TURN_OF_FACE[face]} translateZ(calc(${middle} * var(--layer))) rotate(${angle}deg) ` +
      `rotateY(${lean}deg) scaleY(${quarters < 0 ? -1 : 1})`;
  }

  // Where a vector points on the screen, to the right and down.
  onScreen([x, y, z]) {
    const [pitch, yaw] = this.angles;
    const depth = z * cosine(yaw) - x * sine(yaw);
    return [x * cosine(yaw) + z * sine(yaw), -(y * cosine(pitch) + depth * sine(pitch))];
  }

  // Shows stickers: those in `followed` with a dot, those in `wrong` marked.
  show(colours, { followed = new Set(), wrong = new Set() } = {}) {
    for (const { sides } of this.cubies) {
      for (const [n, side] of sides) {
        side.className = `side ${classOf(colours[n])}`;
        side.classList.toggle("followed", followed.has(n));
        side.classList.toggle("wrong", wrong.has(n));
      }
    }
  }

  // Turns layers; the promise ends with the animation. `finish` ends it at once.
  animate(turn, milliseconds) {
    if (!LIKES_MOTION.matches || milliseconds === 0) return Promise.resolve();
    const axis = [turn.axis[0], -turn.axis[1], turn.axis[2]].join();
    const moved = this.cubies.filter(({ cubie }) => isMoved(turn, cubie));
    this.animations = moved.map(({ element, place }) =>
      element.animate(
        [0, 90 * turn.quarters].map((angle) => ({
          transform: `rotate3d(${axis}, ${angle}deg) ${place}`,
        })),
        { duration: milliseconds * Math.abs(turn.quarters), easing: "cubic-bezier(.4,0,.3,1)" },
      ),
    );
    return Promise.all(this.animations.map((animation) => animation.finished));
  }

  finish() {
    for (const animation of this.animations ?? []) animation.finish();
  }

  // Once around, with confetti, for joy.
  celebrate() {
    if (!LIKES_MOTION.matches) return;
    const [pitch, yaw] = this.angles;
    const turned = (angle) => ({ transform: `rotateX(${pitch}deg) rotateY(${yaw + angle}deg)` });
    this.scene.animate([turned(0), turned(360)], { duration: 1400, easing: "ease-in-out" });
    const stage = this.scene.closest("[role=img]");
    for (let n = 0; n < CONFETTI; n += 1) {
      const piece = document.createElement("i");
      piece.className = `confetti ${classOf("URFDLB"[n % 6])}`;
      stage.append(piece);
      const across = (n % 2 ? 1 : -1) * stage.clientWidth * 0.5 * Math.random();
      const fall = (to, down, turn) => ({ transform: `translate(${to * across}px, ${down * stage.clientHeight}px) rotate(${turn}deg)` });
      const frames = [fall(0, 0.1, 0), fall(0.7, -0.45 * Math.random(), 200), fall(1, 0.7, 700 * Math.random())];
      const flight = piece.animate(frames, { duration: 1600 + 1200 * Math.random(), easing: "ease-in" });
      flight.finished.then(() => piece.remove(), () => piece.remove());
    }
  }

  letDrag(stage) {
    let press;
    stage.addEventListener("pointerdown", (event) => {
      const sticker = event.target.dataset.sticker;
      press = { x: event.clientX, y: event.clientY, sticker: sticker && Number(sticker) };
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
      if (press === undefined) return;
      const moved = [event.clientX - press.x, event.clientY - press.y];
      if (!press.drags && Math.hypot(...moved) < TAP) return;
      if (press.sticker !== undefined && this.turnsLayers()) {
        const { sticker } = press;
        press = undefined;
        this.onTurn(this.turnOf(STICKERS[sticker], moved));
        return;
      }
      this.scene.classList.add("dragged");
      this.look(...moved);
      press = { drags: true, x: event.clientX, y: event.clientY };
    });
    for (const end of ["pointerup", "pointercancel"]) {
      stage.addEventListener(end, () => {
        this.scene.classList.remove("dragged");
        if (end === "pointerup" && press?.sticker !== undefined) this.onTap(press.sticker);
        press = undefined;
      });
    }
    stage.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      this.look(...KEYS[event.key]);
      event.preventDefault();
    });
  }

  // The turn that moves a sticker in a direction on the screen.
  turnOf({ cubie, facing }, moved) {
    const turns = Object.values(NORMALS).filter((axis) => dot(axis, facing) === 0);
    const fit = (axis) => {
      const direction = this.onScreen(cross(facing, axis));
      const length = Math.hypot(...direction);
      return (direction[0] * moved[0] + direction[1] * moved[1]) / length;
    };
    const axis = turns.reduce((best, other) => (fit(other) > fit(best) ? other : best));
    return { axis, layers: [dot(cubie, axis)], quarters: 1 };
  }
}

const faceOf = (axis) => Object.keys(NORMALS).find((face) => dot(NORMALS[face], axis) === 1);

function drawArrow(scene) {
  const arrow = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  arrow.id = "arrow";
  arrow.setAttribute("viewBox", "-260 -260 520 520");
  for (const part of ["edge", "line"]) {
    for (const shape of [ARROW, HEAD, SECOND_HEAD]) {
      const path = document.createElementNS(arrow.namespaceURI, "path");
      path.setAttribute("d", shape);
      path.setAttribute("class", shape === SECOND_HEAD ? `${part} second` : part);
      arrow.append(path);
    }
  }
  scene.append(arrow);
  return arrow;
}

// 26 cubies, each with six sides, those outside with the number of their sticker.
function drawCubies(scene) {
  const cubies = [];
  for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) {
    if (x === 0 && y === 0 && z === 0) continue;
    const element = document.createElement("div");
    element.className = x && y && z ? "cubie" : "cubie inner";
    const place = `translate3d(${[x, -y, z].map((value) => `calc(${value} * var(--side) * var(--apart))`)})`;
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
