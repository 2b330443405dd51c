// Which colour is on which side. A sticker is known by the side its colour belongs to.

import { FACES } from "./geometry.js";

// The names of the classes in the style sheet. Red is dark and green is light, for those to whom they
// look the same.
const PAINTS = {
  white: "#f8f8f5", red: "#b8122f", green: "#1fae57",
  yellow: "#ffd400", orange: "#ff8420", blue: "#1453c4",
};

// What the browser remembers, or nothing where it may not.
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      // the choice lasts until the page is closed
    }
  },
};

export const colourNames = Object.keys(PAINTS);

export const MISSING = ".";

// The colour of each side.
let scheme;
takeScheme(memory.get("scheme"));

// First letters of the colours, in the order of the faces.
export const schemeLetters = () => FACES.map((face) => scheme[face][0]).join("");

// Chooses the scheme with these letters, or that of most cubes if they are invalid.
export function takeScheme(letters) {
  const isOne = [...(letters ?? "")].sort().join("") === "bgorwy";
  const names = [...(isOne ? letters : "wrgyob")].map((letter) =>
    colourNames.find((name) => name[0] === letter),
  );
  scheme = Object.fromEntries(FACES.map((face, n) => [face, names[n]]));
}

// Swaps the colour of a side with that of another side.
export function giveColour(face, name) {
  const other = FACES.find((other) => scheme[other] === name);
  [scheme[face], scheme[other]] = [name, scheme[face]];
}

// The paint of a colour: the user's own, or that of most cubes.
export const paintOf = (name) => memory.get(`paint-${name}`) ?? PAINTS[name];

// The same as red, green and blue from 0 to 255.
export const rgbOf = (name) => [1, 3, 5].map((i) => parseInt(paintOf(name).slice(i, i + 2), 16));

// Gives all stickers of a colour a paint.
export const applyPaint = (name, paint) =>
  document.documentElement.style.setProperty(`--${name}`, paint);

export const nameOf = (sticker) => (sticker === MISSING ? "missing" : scheme[sticker]);

// The class that paints a sticker.
export const classOf = (sticker) => `colour-${nameOf(sticker)}`;

// The sticker for a key: the first letter of a colour, or 1 to 6.
export function ofKey(key) {
  const byNumber = FACES[Number(key) - 1];
  return byNumber ?? FACES.find((face) => scheme[face][0] === key.toLowerCase());
}
