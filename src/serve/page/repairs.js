// What would make an impossible cube possible: other colours for one or two stickers.

import { FACES, SIDES } from "./geometry.js";
import { classOf, nameOf } from "./colours.js";

// The stickers in which a cube differs from a repaired one.
export const changed = (stickers, repaired) => [...stickers.keys()].filter((n) => stickers[n] !== repaired[n]);

const nameOfSticker = (n) => `${SIDES[FACES[Math.floor(n / 9)]]} ${(n % 9) + 1}`;

// A repair in words.
export const repairInWords = (stickers, repaired) =>
  changed(stickers, repaired)
    .map((n) => `${nameOfSticker(n)}: ${nameOf(repaired[n])} instead of ${nameOf(stickers[n])}`)
    .join(", ");

function swatch(sticker) {
  const element = document.createElement("span");
  element.className = `sticker ${classOf(sticker)}`;
  return element;
}

// A button for each of several repairs; `choose(repaired)` is called with the one that is pressed.
export function buttonsOf(stickers, repairs, choose) {
  return repairs.map((repaired) => {
    const button = document.createElement("button");
    button.type = "button";
    const swatches = changed(stickers, repaired).map((n) => swatch(repaired[n]));
    button.append(...swatches, repairInWords(stickers, repaired));
    button.addEventListener("click", () => choose(repaired));
    return button;
  });
}
