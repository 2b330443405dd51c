// The picture of the cube: cubies from back to front, each a box with round edges, and stickers on it.

import { NORMALS, STICKERS, dot, isMoved, rightAndDown } from "./geometry.js";
import { MISSING, nameOf, rgbOf } from "./colours.js";
import { EYE, brightness, distance, facesEye, projected, seen, turnedBy } from "./view.js";

// The radius of a cubie's edges and of a sticker's corners, and half the width of a sticker.
const EDGE = 0.1;
const CORNER = 0.13;
const STICKER = 0.44;

// How far hints float before the hidden sides.
const HINT = 2.4;

// Cubies that fit side by side into the picture.
const FITTING = { "3x3x3": 5.3, "2x2x2": 3.6, hints: 8.2 };

const PLASTIC = [26, 27, 32];
const MISSING_PAINTS = { light: [201, 204, 214], dark: [92, 97, 112] };

// Letters are drawn in units that fonts know.
const UNIT = 100;

const CUBIES = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])))
  .filter((cubie) => cubie.some((value) => value !== 0));

// The corners of a cubie, before its edges are rounded.
const CORNERS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])))
  .map((corner) => corner.map((sign) => sign * (0.5 - EDGE)));

// The sides of a cubie, with their stickers where they have one.
const sidesOf = (cubie) =>
  Object.entries(NORMALS).map(([face, normal]) => {
    const n = STICKERS.findIndex((sticker) => sticker.face === face && sticker.cubie.join() === cubie.join());
    const [right, down] = rightAndDown(face);
    return { normal, right, down, n: n < 0 ? undefined : n };
  });

const SIDES = new Map(CUBIES.map((cubie) => [cubie, sidesOf(cubie)]));

// The corners of the convex outline of points, in the direction of growing angles (Andrew's monotone chain).
function outlineOf(points) {
  const sorted = points.sort(([x, y], [u, v]) => x - u || y - v);
  const bends = ([x, y], [u, v], [s, t]) => (u - x) * (t - y) > (v - y) * (s - x);
  const chain = (ordered) => {
    const corners = [];
    for (const point of ordered) {
      while (corners.length > 1 && !bends(corners.at(-2), corners.at(-1), point)) corners.pop();
      corners.push(point);
    }
    return corners.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

// Whether the viewer sees this side of a box, unless something is before it.
const isSeen = ({ normal }, { turn, place }) => facesEye(place(normal.map((value) => value / 2)), turn(normal));

// A colour in this light.
const lit = (colour, bright) => `rgb(${colour.map((value) => Math.min(255, value * bright))})`;

export class Drawing {
  // Draws into `canvas`; what is drawn is set by `view`, `colours`, `marks`, `turn` and `degrees`. Calls
  // `onDraw()` after each picture.
  constructor(canvas, view, onDraw) {
    Object.assign(this, { canvas, view, onDraw, colours: [], marks: {}, turn: undefined, degrees: 0, outlines: [] });
    this.context = canvas.getContext("2d");
    new ResizeObserver(() => this.fit()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.request());
  }

  // Draws in the next frame.
  request() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  fit() {
    const { canvas } = this;
    const sharp = Math.min(devicePixelRatio, 2);
    Object.assign(canvas, { width: canvas.clientWidth * sharp, height: canvas.clientHeight * sharp });
    this.draw();
  }

  get isPocket() {
    return document.body.dataset.puzzle === "2x2x2";
  }

  get hasHints() {
    return document.body.classList.contains("hints");
  }

  // From the middle of a cubie to the next.
  get apart() {
    return this.isPocket ? 0.5 : 1;
  }

  // Pixels of the page to a cubie.
  get scale() {
    const fitting = this.hasHints ? FITTING.hints : this.isPocket ? FITTING["2x2x2"] : FITTING["3x3x3"];
    return Math.min(this.canvas.clientWidth, this.canvas.clientHeight) / fitting;
  }

  draw() {
    const { context, canvas } = this;
    if (canvas.width === 0) return;
    const unit = (this.scale * canvas.width) / canvas.clientWidth;
    this.base = [unit, canvas.width / 2, canvas.height / 2];
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    this.missing = matchMedia("(prefers-color-scheme: dark)").matches ? MISSING_PAINTS.dark : MISSING_PAINTS.light;
    this.isLettered = document.body.classList.contains("lettered");
    this.outlines = [];
    const cubies = this.isPocket ? CUBIES.filter((cubie) => cubie.every((value) => value !== 0)) : CUBIES;
    const boxes = cubies.map((cubie) => this.box(cubie)).sort((a, b) => b.layer - a.layer || b.far - a.far);
    if (this.hasHints) for (const box of boxes) this.drawHints(box);
    for (const box of boxes) this.drawBox(box);
    this.onDraw();
  }

  // A cubie where it is now: `place` takes a point of it to where the viewer sees it, `turn` a direction.
  box(cubie) {
    const { apart, degrees, view } = this;
    const layers = degrees === 0 ? undefined : this.turn;
    const isTurned = layers !== undefined && isMoved(layers, cubie);
    const turn = (vector) => seen(view.angles, isTurned ? turnedBy(vector, layers.axis, degrees) : vector);
    const middle = cubie.map((value) => value * apart);
    const place = (by) => turn(middle.map((value, i) => value + by[i]));
    // layers of a turn are drawn as wholes: those that are farther from the eye first
    const layer = layers && Math.abs(EYE * seen(view.angles, layers.axis)[2] - dot(middle, layers.axis));
    return { cubie, turn, place, layer, far: distance(turn(middle)) };
  }

  // A point that the viewer sees, in pixels of the canvas.
  pixel(point) {
    const [unit, x, y] = this.base;
    const [right, down] = projected(point);
    return [x + unit * right, y + unit * down];
  }

  // Points of a side of a box, or of a plane `height` from the middle of the box: `(x, y)` to the right and down.
  pointsOf({ normal, right, down }, { turn, place }, height = 0.5) {
    const [middle, across, below] = [place(normal.map((value) => value * height)), turn(right), turn(down)];
    return (x, y) => this.pixel(middle.map((value, i) => value + x * across[i] + y * below[i]));
  }

  drawBox(box) {
    const { cubie, turn, place } = box;
    const isCut = (normal) => box.layer !== undefined && dot(normal, this.turn.axis) !== 0;
    const isOpen = ({ normal, n }) => n !== undefined || isCut(normal);
    // other cubies hide all other sides, and whoever has none of these
    const sides = SIDES.get(cubie).filter((side) => isOpen(side) && isSeen(side, box));
    if (sides.length === 0) return;
    this.drawOutline(CORNERS.map((corner) => this.pixel(place(corner))), lit(PLASTIC, 0.7));
    for (const side of sides) {
      const bright = brightness(turn(side.normal));
      const at = this.pointsOf(side, box);
      this.drawPatch(at, 0.5 - EDGE / 2, lit(PLASTIC, bright * 1.25));
      if (side.n !== undefined) this.drawSticker(side.n, at, bright);
    }
  }

  // Fills what is within an edge of a box's corners: one convex path, which takes much less time than a thick line.
  drawOutline(corners, colour) {
    const { context } = this;
    const outline = outlineOf(corners);
    const outwards = ([x, y], [u, v]) => Math.atan2(x - u, v - y);
    context.fillStyle = colour;
    context.beginPath();
    outline.forEach((corner, i) => {
      const [before, after] = [outline.at(i - 1), outline[(i + 1) % outline.length]];
      context.arc(...corner, EDGE * this.base[0], outwards(before, corner), outwards(corner, after));
    });
    context.fill();
  }

  // Draws a square with round corners on a side, whose points are `at(x, y)`, and returns its outline.
  drawPatch(at, half, colour) {
    const path = new Path2D();
    const near = half - CORNER;
    path.moveTo(...at(-near, -half));
    for (const [x, y] of [[1, -1], [1, 1], [-1, 1], [-1, -1]]) {
      const [from, to] = x === y ? [[x * half, y * near], [x * near, y * half]] : [[x * near, y * half], [x * half, y * near]];
      path.lineTo(...at(...from));
      path.quadraticCurveTo(...at(x * half, y * half), ...at(...to));
    }
    path.closePath();
    this.context.fillStyle = colour;
    this.context.fill(path);
    return path;
  }

  drawSticker(n, at, bright) {
    const sticker = this.colours[n] ?? MISSING;
    const { followed, wrong } = this.marks;
    this.outlines.push([n, this.drawPatch(at, STICKER, lit(this.paint(sticker), bright))]);
    if (wrong?.has(n)) return this.drawMark(at, wrong.get(n));
    const letter = followed?.has(n) ? "●" : sticker === MISSING || !this.isLettered ? "" : nameOf(sticker)[0].toUpperCase();
    if (letter === "") return;
    this.onSide(at);
    const { context } = this;
    context.fillStyle = ["red", "blue"].includes(nameOf(sticker)) ? "#fff" : "#000c";
    context.font = `600 ${0.24 * UNIT}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(letter, 0, 0.02 * UNIT);
    context.setTransform(1, 0, 0, 1, 0, 0);
    return undefined;
  }

  // A disc on a wrong sticker, in the colour that would be right if it is known.
  drawMark(at, fix) {
    const { context } = this;
    this.onSide(at);
    for (const [radius, colour] of [[0.3, "#000"], [0.27, "#fff"], [0.23, fix ? lit(this.paint(fix), 1) : "#fff"]]) {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(0, 0, radius * UNIT, 0, 2 * Math.PI);
      context.fill();
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  paint(sticker) {
    return sticker === MISSING ? this.missing : rgbOf(nameOf(sticker));
  }

  // From now on points are those of a side, in hundredths of a cubie from its middle.
  onSide(at) {
    const [[x, y], [right, below], [left, down]] = [at(0, 0), at(0.2, 0), at(0, 0.2)];
    const per = (value) => value / (0.2 * UNIT);
    this.context.setTransform(per(right - x), per(below - y), per(left - x), per(down - y), x, y);
  }

  // The stickers of hidden sides, floating before them.
  drawHints(box) {
    for (const side of SIDES.get(box.cubie)) {
      if (side.n === undefined || isSeen(side, box)) continue;
      const colour = this.paint(this.colours[side.n] ?? MISSING);
      this.drawPatch(this.pointsOf(side, box, HINT), STICKER, lit(colour, 0.95));
    }
  }

  // The sticker at a point of the page, if there is one.
  stickerAt({ clientX, clientY }) {
    const { canvas, context } = this;
    if (this.frame !== undefined) this.draw();
    const { left, top } = canvas.getBoundingClientRect();
    const sharp = canvas.width / canvas.clientWidth;
    const [x, y] = [(clientX - left) * sharp, (clientY - top) * sharp];
    return this.outlines.findLast(([, outline]) => context.isPointInPath(outline, x, y))?.[0];
  }
}
