// Which colour is on which side. A sticker is known by the side its colour belongs to.

import { FACES } from "./geometry.js";

// The names of the classes in the style sheet.
const PAINTS = {
  white: "#ffffff", red: "#c41e3a", green: "#009b48",
  yellow: "#ffd500", orange: "#ff7a1a", blue: "#0051ba",
};

export const colourNames = Object.keys(PAINTS);

export const MISSING = ".";

// The colour of each side.
let scheme;
takeScheme(localStorage.getItem("scheme"));

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
export const paintOf = (name) => localStorage.getItem(`paint-${name}`) ?? PAINTS[name];

// Chooses another paint for a colour.
export const setPaint = (name, paint) => localStorage.setItem(`paint-${name}`, paint);

// Applies the paints to all stickers.
export function applyPaints() {
  for (const name of colourNames) {
    document.documentElement.style.setProperty(`--${name}`, paintOf(name));
  }
}

export const nameOf = (sticker) => (sticker === MISSING ? "missing" : scheme[sticker]);

// The class that paints a sticker.
export const classOf = (sticker) => `colour-${nameOf(sticker)}`;

// The sticker for a key: the first letter of a colour, or 1 to 6.
export function ofKey(key) {
  const byNumber = FACES[Number(key) - 1];
  return byNumber ?? FACES.find((face) => scheme[face][0] === key.toLowerCase());
}
