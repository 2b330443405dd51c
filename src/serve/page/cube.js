// The cube in space: its view is turned by dragging, its stickers are tapped, its layers turn.

import { NORMALS, STICKERS, cross, dot } from "./geometry.js";
import { classOf } from "./colours.js";
import { arrowPath, faceOf } from "./arrow.js";
import { Drawing } from "./drawing.js";
import { LIKES_MOTION, move } from "./motion.js";
import { View, seen } from "./view.js";

// A press that moves by fewer pixels is a tap.
const TAP = 7;

// A layer that the finger has turned by fewer degrees goes back.
const LEAST_TURN = 12;

// The time in which a layer that is let go comes to rest.
const REST_MILLISECONDS = 150;

// What a finger did in the last milliseconds is a push.
const PUSH_MILLISECONDS = 80;

// Pieces of confetti at the end.
const CONFETTI = 70;

const KEYS = {
  ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60],
};

export class Cube {
  // Draws into `stage`. Calls `onTap(sticker)`, and `onTurn(turn)` when a layer has been dragged while
  // `turnsLayers()`.
  constructor(stage, { onTap, onTurn, turnsLayers }) {
    Object.assign(this, { stage, onTap, onTurn, turnsLayers });
    this.arrow = stage.querySelector("#arrow");
    this.view = new View(() => this.request());
    this.drawing = new Drawing(stage.querySelector("canvas"), this.view, () => this.placeArrow());
    this.request();
    this.letDrag();
  }

  // Draws in the next frame. The view and the stickers are known at once to whom it may concern.
  request() {
    this.stage.dataset.view = this.view.angles.join(" ");
    this.stage.dataset.stickers = this.drawing.colours.join("");
    this.drawing.request();
  }

  // Turns the view so that the layers of a turn are seen.
  viewLayers({ axis, layers }) {
    this.view.showLayers(faceOf(axis), layers.includes(1) && !layers.includes(-1));
  }

  // Shows an arrow around the layers of a turn, or none.
  showArrow(turn) {
    this.next = turn;
    this.placeArrow();
  }

  placeArrow() {
    this.arrow.dataset.quarters = this.next?.quarters ?? "";
    if (this.next === undefined) return;
    const { scale, apart } = this.drawing;
    const path = arrowPath(this.next, this.view, scale, apart);
    // while a layer turns, the arrow stays the same
    if (path === this.arrow.firstElementChild.getAttribute("d")) return;
    for (const element of this.arrow.children) element.setAttribute("d", path);
  }

  // Shows stickers: those in `followed` with a dot, those in `wrong` marked, with the colour that would be right
  // where it is known.
  show(colours, marks = {}) {
    Object.assign(this.drawing, { colours, marks });
    this.request();
  }

  // Shows layers turned by degrees.
  turnBy(turn, degrees) {
    Object.assign(this.drawing, { turn, degrees });
    this.drawing.request();
  }

  // Turns layers; the promise ends with the motion, after which the cube is as before. `finish` ends it at once.
  async animate(turn, milliseconds, from = 0) {
    if (!LIKES_MOTION.matches || milliseconds === 0) return;
    this.turnBy(turn, from);
    const to = 90 * turn.quarters;
    const duration = milliseconds * Math.max(1, Math.abs(to - from) / 90);
    this.motion = move(duration, (t) => this.turnBy(turn, from + t * (to - from)));
    await this.motion.finished;
    this.turnBy(turn, 0);
  }

  finish() {
    this.motion?.finish();
  }

  // Once around, with confetti, for joy.
  celebrate() {
    if (!LIKES_MOTION.matches) return;
    this.view.spin(1400);
    const { stage } = this;
    // read once, and before anything is added: each reading lays the page out again
    const { clientWidth: width, clientHeight: height } = stage;
    const pieces = Array.from({ length: CONFETTI }, (_, n) => {
      const piece = document.createElement("i");
      piece.className = `confetti ${classOf("URFDLB"[n % 6])}`;
      return piece;
    });
    stage.append(...pieces);
    pieces.forEach((piece, n) => {
      const across = (n % 2 ? 1 : -1) * width * 0.5 * Math.random();
      const fall = (to, down, turn) => ({ transform: `translate(${to * across}px, ${down * height}px) rotate(${turn}deg)` });
      const frames = [fall(0, 0.1, 0), fall(0.7, -0.45 * Math.random(), 200), fall(1, 0.7, 700 * Math.random())];
      const flight = piece.animate(frames, { duration: 1600 + 1200 * Math.random(), easing: "ease-in" });
      flight.finished.then(() => piece.remove(), () => piece.remove());
    });
  }

  letDrag() {
    let press;
    const { stage, view } = this;
    stage.addEventListener("pointerdown", (event) => {
      if (press !== undefined && !event.isPrimary) return; // another finger
      if (this.turnsLayers()) this.finish();
      view.stop();
      press = { first: event, trail: [event], sticker: this.drawing.stickerAt(event) };
      stage.setPointerCapture(event.pointerId);
    });
    stage.addEventListener("pointermove", (event) => {
      if (press?.first.pointerId !== event.pointerId) return;
      const by = ({ clientX, clientY }) => [event.clientX - clientX, event.clientY - clientY];
      const last = press.trail.at(-1);
      if (!press.isDrag && Math.hypot(...by(press.first)) < TAP) return;
      if (!press.isDrag && press.sticker !== undefined && this.turnsLayers()) {
        press.layer = this.layerOf(STICKERS[press.sticker], by(press.first));
      }
      press.isDrag = true;
      if (press.layer) this.turnBy(press.layer.turn, press.layer.degrees(by(press.first)));
      else view.drag(...by(last));
      const recent = press.trail.filter(({ timeStamp }) => event.timeStamp - timeStamp < PUSH_MILLISECONDS);
      // a slow phone reports the finger more rarely
      press.trail = [...(recent.length > 0 ? recent : [last]), event];
    });
    for (const end of ["pointerup", "pointercancel"]) {
      stage.addEventListener(end, (event) => {
        if (press?.first.pointerId !== event.pointerId) return;
        const { first, trail, sticker, layer, isDrag } = press;
        press = undefined;
        if (layer) {
          const moved = [event.clientX - first.clientX, event.clientY - first.clientY];
          this.rest(layer.turn, end === "pointerup" ? layer.degrees(moved) : 0);
        } else if (isDrag) {
          const [from, to] = [trail[0], trail.at(-1)];
          const passed = event.timeStamp - from.timeStamp;
          view.push([to.clientX - from.clientX, to.clientY - from.clientY].map((by) => by / Math.max(passed, 8)));
        } else if (end === "pointerup" && sticker !== undefined) {
          this.onTap(sticker);
        }
      });
    }
    stage.addEventListener("keydown", (event) => {
      if (!(event.key in KEYS)) return;
      view.nudge(...KEYS[event.key]);
      event.preventDefault();
    });
  }

  // The layer that a sticker moves with in a direction on the screen, and how far it is turned by pixels.
  layerOf({ cubie, facing }, moved) {
    const onScreen = (axis) => {
      const [right, up] = seen(this.view.angles, cross(facing, axis));
      const length = Math.hypot(right, up);
      return [right / length, -up / length];
    };
    const along = (axis, by) => dot([...onScreen(axis), 0], [...by, 0]);
    const axes = Object.values(NORMALS).filter((axis) => dot(axis, facing) === 0);
    const axis = axes.reduce((best, other) => (along(other, moved) > along(best, moved) ? other : best));
    // a quarter turn takes the finger over most of the cube
    const quarter = 0.3 * Math.min(this.stage.clientWidth, this.stage.clientHeight);
    return {
      turn: { axis, layers: [dot(cubie, axis)], quarters: 1 },
      degrees: (by) => Math.max(-180, Math.min(180, (90 * along(axis, by)) / quarter)),
    };
  }

  // Lets go of a layer that is turned by degrees. The turn is made at once, so that whatever the user does next finds it
  // made; what is seen follows.
  rest(turn, degrees) {
    const nearest = Math.round(degrees / 90);
    const quarters = nearest === 0 && Math.abs(degrees) >= LEAST_TURN ? Math.sign(degrees) : nearest;
    this.turnBy(turn, 0);
    if (quarters !== 0) this.onTurn({ ...turn, quarters });
    this.animate({ ...turn, quarters: 0 }, REST_MILLISECONDS, degrees - 90 * quarters);
  }
}
