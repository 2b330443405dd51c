// The 26 cubies in space: what they are made of.

import { NORMALS, STICKERS } from "./geometry.js";

export const TURN_OF_FACE = {
  F: "", B: "rotateY(180deg)", R: "rotateY(90deg)", L: "rotateY(-90deg)",
  U: "rotateX(90deg)", D: "rotateX(-90deg)",
};

function part(name, face, distance) {
  const element = document.createElement("div");
  element.className = name;
  element.style.transform = `${TURN_OF_FACE[face]} translateZ(calc(${distance} * var(--side)))`;
  element.style.setProperty("--light", `var(--light-${face})`);
  return element;
}

// A side outside, with the number of its sticker: rounded, with plastic behind its corners. The hint floats
// before it and faces it, so it is seen when the side is not.
function outside(face, n) {
  const [side, core, hint] = [part("side", face, 0.5), part("core", face, 0.45), part("hint", face, 2.6)];
  side.dataset.sticker = n;
  hint.style.transform += " rotateY(180deg)";
  const [row, column] = [Math.floor((n % 9) / 3), n % 3];
  side.style.setProperty("--place", `${50 * column}% ${50 * row}%`);
  return { n, side, hint, parts: [core, side, hint] };
}

// Draws the cubies into `scene`: each with its place, and its sides that have a sticker.
export function drawCubies(scene) {
  const places = [-1, 0, 1].flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z) => [x, y, z])));
  return places.filter((cubie) => cubie.some((value) => value !== 0)).map((cubie) => {
    const [x, y, z] = cubie;
    const element = document.createElement("div");
    element.className = x && y && z ? "cubie" : "cubie inner";
    const place = `translate3d(${[x, -y, z].map((value) => `calc(${value} * var(--side) * var(--apart))`)})`;
    element.style.transform = place;
    const sides = [];
    for (const face of Object.keys(NORMALS)) {
      const n = STICKERS.findIndex((sticker) => sticker.face === face && sticker.cubie.join() === cubie.join());
      if (n < 0) {
        element.append(part("inside", face, 0.5));
        continue;
      }
      const { parts, ...side } = outside(face, n);
      element.append(...parts);
      sides.push(side);
    }
    scene.append(element);
    return { element, cubie, place, sides };
  });
}
