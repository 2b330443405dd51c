// Which colour is on which side. A sticker is known by the side its colour belongs to.

import { FACES } from "./geometry.js";

const WESTERN = {
  U: "white", R: "red", F: "green", D: "yellow", L: "orange", B: "blue",
};

const SCHEMES = {
  western: WESTERN,
  japanese: { ...WESTERN, D: "blue", B: "yellow" },
};

export const MISSING = ".";

export const schemeNames = Object.keys(SCHEMES);

let scheme = WESTERN;

// Takes another scheme, by name.
export function choose(name) {
  scheme = SCHEMES[name] ?? WESTERN;
}

export const nameOf = (sticker) => (sticker === MISSING ? "missing" : scheme[sticker]);

// The class that paints a sticker.
export const classOf = (sticker) => `colour-${nameOf(sticker)}`;

// The sticker that a key stands for: the first letter of a colour, or 1 to 6.
export function ofKey(key) {
  const byNumber = FACES[Number(key) - 1];
  return byNumber ?? FACES.find((face) => scheme[face][0] === key.toLowerCase());
}
