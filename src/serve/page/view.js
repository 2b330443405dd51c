// From where the cube is seen, and how the light falls on its sides.

import { dot } from "./geometry.js";
import { glide, move } from "./motion.js";

// Angles of the views in which a face is in front.
const VIEWS = {
  F: [-24, -32], R: [-24, -122], B: [-24, -212], L: [-24, 58], U: [-62, -32], D: [62, -32],
};

// Angles at which a layer is seen well while the front stays in front.
const VIEWS_OF_LAYERS = { L: [-24, 32], D: [24, -32], B: [-32, -46] };

const TURNING_MILLISECONDS = 500;

const DEGREES_PER_PIXEL = 0.5;

// Towards the light, for the viewer: to the right, up, to the viewer. Its length is 1.
const LIGHT = [-0.3, 0.7, 0.65];

// Brightness without light, and what the light adds.
const AMBIENT = 0.77;
const DIFFUSE = 0.32;

// From the middle of the cube to the eye; a cubie is 1 wide.
export const EYE = 17.5;

const sine = (degrees) => Math.sin((degrees * Math.PI) / 180);
const cosine = (degrees) => Math.cos((degrees * Math.PI) / 180);

// A vector turned about an axis, by degrees, clockwise as seen from the end of the axis.
export function turnedBy(vector, axis, degrees) {
  const along = dot(vector, axis);
  const across = [
    vector[1] * axis[2] - vector[2] * axis[1],
    vector[2] * axis[0] - vector[0] * axis[2],
    vector[0] * axis[1] - vector[1] * axis[0],
  ];
  const [c, s] = [cosine(degrees), sine(degrees)];
  return vector.map((value, i) => value * c + across[i] * s + axis[i] * along * (1 - c));
}

// A point of the cube, or a direction, as the viewer sees it: to the right, up, to the viewer.
export function seen([pitch, yaw], [x, y, z]) {
  const depth = z * cosine(yaw) - x * sine(yaw);
  return [
    x * cosine(yaw) + z * sine(yaw),
    y * cosine(pitch) + depth * sine(pitch),
    depth * cosine(pitch) - y * sine(pitch),
  ];
}

// Where a point that the viewer sees is on the screen: to the right and down from the middle, in cubies.
export const projected = ([x, y, z]) => [x, -y].map((value) => (value * EYE) / (EYE - z));

// How far a point that the viewer sees is from the eye, and whether a side there, with its normal, faces it.
export const distance = ([x, y, z]) => Math.hypot(x, y, EYE - z);
export const facesEye = ([x, y, z], normal) => dot([-x, -y, EYE - z], normal) > 0;

// How bright a side is whose normal the viewer sees.
export const brightness = (normal) => AMBIENT + DIFFUSE * Math.max(0, dot(normal, LIGHT));

export class View {
  // Calls `onChange()` after each change.
  constructor(onChange) {
    Object.assign(this, { onChange, angles: VIEWS.F });
  }

  // Turns to a face, the short way round.
  showFace(face) {
    this.turnTo(VIEWS[face]);
  }

  // Turns so that the layers of a turn are seen, from the front.
  showLayers(face, isOutside) {
    this.turnTo((isOutside && VIEWS_OF_LAYERS[face]) || VIEWS.F);
  }

  turnTo([pitch, yaw]) {
    const short = yaw + 360 * Math.round((this.angles[1] - yaw) / 360);
    const current = this.target ?? this.angles;
    if (current[0] === pitch && current[1] === short) return;
    this.moveTo([pitch, short], TURNING_MILLISECONDS);
  }

  moveTo(target, milliseconds) {
    this.stop();
    const from = this.angles;
    this.target = target;
    this.motion = move(milliseconds, (t) => this.set(from.map((angle, i) => angle + t * (target[i] - angle))));
    this.motion.finished.then(() => this.target === target && (this.target = undefined));
  }

  // Once around.
  spin(milliseconds) {
    this.moveTo([this.angles[0], this.angles[1] + 360], milliseconds);
  }

  // Ends all motion where it is.
  stop() {
    this.motion?.stop();
    this.target = undefined;
  }

  // Turns by pixels at once.
  drag(right, down) {
    const [pitch, yaw] = this.angles;
    const tilted = Math.max(-90, Math.min(90, pitch - down * DEGREES_PER_PIXEL));
    this.set([tilted, yaw + right * DEGREES_PER_PIXEL]);
  }

  // Goes on turning after a push, in pixels a millisecond.
  push(speed) {
    this.stop();
    this.motion = glide(speed, (right, down) => this.drag(right, down));
  }

  // Turns by pixels, as a motion.
  nudge(right, down) {
    const [pitch, yaw] = this.target ?? this.angles;
    const tilted = Math.max(-90, Math.min(90, pitch - down * DEGREES_PER_PIXEL));
    this.moveTo([tilted, yaw + right * DEGREES_PER_PIXEL], TURNING_MILLISECONDS / 2);
  }

  set(angles) {
    this.angles = angles;
    this.onChange();
  }

  // The direction to the viewer, in the cube's own directions.
  get viewer() {
    const [pitch, yaw] = this.angles;
    return [-sine(yaw) * cosine(pitch), -sine(pitch), cosine(yaw) * cosine(pitch)];
  }
}
