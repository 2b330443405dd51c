// The arrow around the layer of the next move.

import { NORMALS, dot, rightAndDown } from "./geometry.js";
import { TURN_OF_FACE } from "./cubies.js";

// At a smaller angle the arrow is a line without a direction.
const LEAST_ANGLE = 20;

// The arrow around a layer, whose middle is at the right; for half turns with a second head.
const ARROW = "M36 -212 A215 215 0 0 1 100 190";
const HEAD = "M149 206 L84 198 L113 140";
const SECOND_HEAD = "M223 127 L160 144 L166 79";

export const faceOf = (axis) => Object.keys(NORMALS).find((face) => dot(NORMALS[face], axis) === 1);

export class Arrow {
  constructor(scene) {
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
    this.element = arrow;
  }

  // Shows it around the layers of a turn, or none.
  show(turn, viewer) {
    this.turn = turn;
    this.element.dataset.quarters = turn?.quarters ?? "";
    this.place(viewer);
  }

  // Turns the arrow around its layer until its middle is in front, and leans it where it would be seen on edge.
  place(viewer) {
    if (this.turn === undefined) return;
    const { axis, layers, quarters } = this.turn;
    const face = faceOf(axis);
    const [x, y] = rightAndDown(face).map((direction) => dot(viewer, direction));
    const angle = (Math.atan2(y, x) * 180) / Math.PI;
    const seen = (Math.asin(dot(viewer, axis)) * 180) / Math.PI;
    const lean = Math.abs(seen) < LEAST_ANGLE ? (seen < 0 ? -LEAST_ANGLE : LEAST_ANGLE) - seen : 0;
    const middle = (layers[0] + layers.at(-1)) / 2;
    this.element.style.transform =
      `${TURN_OF_FACE[face]} translateZ(calc(${middle} * var(--layer))) rotate(${angle}deg) ` +
      `rotateY(${lean}deg) scaleY(${quarters < 0 ? -1 : 1})`;
  }
}
