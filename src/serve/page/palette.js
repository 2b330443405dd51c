// The colours to paint with, and how they look.

import { FACES } from "./geometry.js";
import {
  MISSING, applyPaints, choose, classOf, colourNames, nameOf, paintOf, setPaint,
} from "./colours.js";

// Radio buttons for the six colours and for taking a sticker away.
export class Palette {
  constructor(element) {
    this.inputs = [...FACES, MISSING].map((colour, n) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      Object.assign(input, { type: "radio", name: "colour", value: colour, checked: n === 0 });
      const patch = document.createElement("span");
      const name = document.createElement("span");
      name.className = "name";
      label.append(input, patch, name);
      element.append(label);
      return { input, patch, name, colour };
    });
    this.show();
  }

  get colour() {
    return this.inputs.find(({ input }) => input.checked).colour;
  }

  show() {
    for (const { patch, name, colour } of this.inputs) {
      patch.className = `sticker ${classOf(colour)}`;
      name.textContent = colour === MISSING ? "none" : nameOf(colour);
    }
  }
}

// An input for the paint of each colour.
function setUpPaints(element) {
  for (const name of colourNames) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "color", value: paintOf(name), id: `paint-${name}` });
    input.addEventListener("input", () => {
      setPaint(name, input.value);
      applyPaints();
    });
    label.append(input, name);
    element.append(label);
  }
  applyPaints();
}

// Lets the user choose, and remembers it; calls `repaint` after a change.
export function setUpColours(repaint) {
  const scheme = document.getElementById("scheme");
  const letters = document.getElementById("letters");
  setUpPaints(document.getElementById("own-colours"));
  const apply = () => {
    choose(scheme.value);
    document.body.classList.toggle("lettered", letters.checked);
    repaint();
  };
  const onChange = () => {
    localStorage.setItem("scheme", scheme.value);
    localStorage.setItem("letters", letters.checked ? "1" : "");
    apply();
  };
  scheme.value = localStorage.getItem("scheme") ?? "western";
  letters.checked = localStorage.getItem("letters") === "1";
  scheme.addEventListener("change", onChange);
  letters.addEventListener("change", onChange);
  apply();
}
