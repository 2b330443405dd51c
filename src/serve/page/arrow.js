// The arrow around the layer of the next move.

import { NORMALS, dot, rightAndDown } from "./geometry.js";
import { projected, seen, turnedBy } from "./view.js";

// From the axis to the arrow, in cubies, and its two ends, in degrees from where it is nearest to the viewer.
const RADIUS = 2.1;
const ENDS = [-75, 65];

// The length of a head, in degrees and in cubies, and how far behind the first one the second is.
const HEAD = [17, 0.34];
const SECOND = 20;

// Points of the line, enough to look round.
const POINTS = 29;

// At a smaller angle the arrow is a line without a direction, so it leans.
const LEAST_ANGLE = 20;

const DEGREES = 180 / Math.PI;

export const faceOf = (axis) => Object.keys(NORMALS).find((face) => dot(NORMALS[face], axis) === 1);

// The path around the layers of a turn in a view: pixels from the middle, where a cubie has `scale`.
export function arrowPath({ axis, layers, quarters }, view, scale, apart) {
  const { viewer } = view;
  const [right, down] = rightAndDown(faceOf(axis));
  const nearest = Math.atan2(dot(viewer, down), dot(viewer, right));
  const front = right.map((value, i) => Math.cos(nearest) * value + Math.sin(nearest) * down[i]);
  const angle = Math.asin(dot(viewer, axis)) * DEGREES;
  const lean = Math.abs(angle) < LEAST_ANGLE ? Math.sign(angle || 1) * LEAST_ANGLE - angle : 0;
  const across = turnedBy(front, axis, 90);
  // leaning turns the arrow about the line across its middle
  const leant = (vector) => turnedBy(vector, across, lean);
  const middle = (apart * (layers[0] + layers.at(-1))) / 2;
  const direction = Math.sign(quarters);
  const point = (degrees, aside = 0) => {
    const around = leant(turnedBy(front, axis, direction * degrees)).map((value) => value * RADIUS * (0.3 + 0.7 * apart));
    const beside = leant(axis).map((value) => value * aside);
    const [x, y] = projected(seen(view.angles, around.map((value, i) => value + beside[i] + middle * axis[i])));
    return `${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)}`;
  };
  const line = [...Array(POINTS).keys()].map((n) => point(ENDS[0] + (n * (ENDS[1] - ENDS[0])) / (POINTS - 1)));
  const head = (end) => `M${point(end - HEAD[0], HEAD[1])}L${point(end)}L${point(end - HEAD[0], -HEAD[1])}`;
  return `M${line.join("L")}${head(ENDS[1])}${Math.abs(quarters) === 2 ? head(ENDS[1] - SECOND) : ""}`;
}
