// The colours to paint with, and their paints.

import { FACES, SIDES } from "./geometry.js";
import {
  MISSING, applyPaint, classOf, colourNames, giveColour, memory, nameOf, paintOf, schemeLetters,
  takeScheme,
} from "./colours.js";

// The tool that turns layers instead of painting.
export const HAND = "hand";

const TOOLS = { [MISSING]: ["erase", "⌫"], [HAND]: ["turn", "↻"] };

// Radio buttons for the six colours, for removing a sticker and for turning layers.
export class Palette {
  constructor(element) {
    this.inputs = [...FACES, MISSING, HAND].map((colour, n) => {
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

  set colour(chosen) {
    this.inputs.find(({ colour }) => colour === chosen).input.checked = true;
  }

  show() {
    for (const { patch, name, colour } of this.inputs) {
      const [tool, sign] = TOOLS[colour] ?? [];
      patch.className = tool ? "tool" : `sticker ${classOf(colour)}`;
      patch.textContent = sign ?? "";
      name.textContent = tool ?? nameOf(colour);
    }
  }
}

// An input for the paint of each colour.
function setUpPaints(element, repaint) {
  for (const name of colourNames) {
    const label = document.createElement("label");
    const input = document.createElement("input");
    Object.assign(input, { type: "color", value: paintOf(name), id: `paint-${name}` });
    input.addEventListener("input", () => {
      memory.set(`paint-${name}`, input.value);
      applyPaint(name, input.value);
      repaint();
    });
    applyPaint(name, input.value);
    label.append(input, name);
    element.append(label);
  }
}

// A choice of colours for each side.
function setUpSides(element, onChange) {
  const selects = FACES.map((face) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.append(...colourNames.map((name) => new Option(name)));
    select.addEventListener("change", () => {
      giveColour(face, select.value);
      onChange();
    });
    label.append(SIDES[face], select);
    element.append(label);
    return select;
  });
  return () => selects.forEach((select, n) => (select.value = nameOf(FACES[n])));
}

// Lets the user choose, and stores the choice; calls `repaint` after a change.
export function setUpColours(repaint) {
  const scheme = document.getElementById("scheme");
  const letters = document.getElementById("letters");
  const hints = document.getElementById("hints");
  setUpPaints(document.getElementById("own-colours"), repaint);
  const onChange = () => {
    memory.set("scheme", schemeLetters());
    for (const { id, checked } of [letters, hints]) memory.set(id, checked ? "1" : "0");
    apply();
  };
  const showSides = setUpSides(document.getElementById("sides"), onChange);
  const apply = () => {
    showSides();
    scheme.value = schemeLetters();
    if (scheme.selectedIndex < 0) scheme.value = "own";
    document.body.classList.toggle("lettered", letters.checked);
    document.body.classList.toggle("hints", hints.checked);
    repaint();
  };
  scheme.addEventListener("change", () => {
    if (scheme.value !== "own") takeScheme(scheme.value);
    onChange();
  });
  letters.checked = memory.get("letters") !== "0";
  hints.checked = memory.get("hints") === "1";
  for (const box of [letters, hints]) box.addEventListener("change", onChange);
  apply();
}
