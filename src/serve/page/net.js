// The unfolded cube: 54 buttons, painted by click or key.

import { FACES, SIDES } from "./geometry.js";
import { MISSING, classOf, nameOf, ofKey } from "./colours.js";

// Column and row of each face in the net.
const PLACES = { U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2] };

const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export const isCentre = (n) => n % 9 === 4;

// Column and row of each sticker, from 0.
const CELLS = FACES.flatMap((face) =>
  [...Array(9).keys()].map((n) => [
    3 * PLACES[face][0] + (n % 3),
    3 * PLACES[face][1] + Math.floor(n / 3),
  ]),
);

export class Net {
  // Fills `element`. `paint(sticker number, colour)` is called when the user paints: without a colour
  // by a click, with one by its key.
  constructor(element, paint) {
    this.paint = paint;
    this.buttons = [];
    for (const face of FACES) {
      const group = document.createElement("div");
      group.className = `face face-${face}`;
      group.setAttribute("role", "group");
      group.setAttribute("aria-label", `${SIDES[face]} side`);
      group.dataset.name = SIDES[face];
      for (let n = 0; n < 9; n += 1) {
        const button = document.createElement("button");
        button.type = "button";
        button.tabIndex = -1;
        this.buttons.push(button);
        group.append(button);
      }
      element.append(group);
    }
    this.buttons[0].tabIndex = 0;
    this.buttons.forEach((button, n) => {
      button.addEventListener("click", () => {
        this.moveTo(n);
        this.paint(n);
      });
      button.addEventListener("keydown", (event) => this.onKey(event, n));
    });
  }

  moveTo(n) {
    this.buttons.forEach((button, other) => (button.tabIndex = other === n ? 0 : -1));
    this.buttons[n].focus();
  }

  onKey(event, n) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const colour = event.key.length === 1 ? ofKey(event.key) : undefined;
    if (event.key in ARROWS) {
      this.moveTo(neighbour(n, ARROWS[event.key]));
    } else if (colour !== undefined) {
      if (!isCentre(n)) this.paint(n, colour);
      this.moveTo(following(n, 1));
    } else if (["Backspace", "Delete", ".", "0"].includes(event.key)) {
      if (!isCentre(n)) this.paint(n, MISSING);
      this.moveTo(event.key === "Backspace" ? following(n, -1) : n);
    } else {
      return;
    }
    event.preventDefault();
  }

  // Shows stickers: `own` as entered, `filled` with what follows from them, `wrong` by number with the colours
  // that would be right.
  show(own, filled, wrong) {
    this.buttons.forEach((button, n) => {
      const name = `${SIDES[FACES[Math.floor(n / 9)]]} ${(n % 9) + 1}`;
      const followed = own[n] === MISSING && filled[n] !== MISSING;
      const fix = wrong.get(n);
      const notes = [isCentre(n) && "centre", followed && "filled in", wrong.has(n) && "wrong", fix && `perhaps ${nameOf(fix)}`];
      const words = [name, nameOf(filled[n]), ...notes.filter(Boolean)];
      button.setAttribute("aria-label", words.join(", "));
      button.className = `sticker ${classOf(filled[n])}`;
      button.classList.toggle("followed", followed);
      button.classList.toggle("wrong", wrong.has(n));
      button.style.setProperty("--fix", fix === undefined ? "#fff" : `var(--${nameOf(fix)})`);
      button.style.setProperty("--sign", fix === undefined ? '"!"' : '""');
    });
  }
}

// The nearest sticker in a direction, or the same one at the rim.
function neighbour(n, [right, down]) {
  const [column, row] = CELLS[n];
  for (let steps = 1; steps < 12; steps += 1) {
    const found = CELLS.findIndex(
      (cell) => cell[0] === column + steps * right && cell[1] === row + steps * down,
    );
    if (found >= 0) return found;
  }
  return n;
}

// The next or previous sticker that is not a centre.
function following(n, step) {
  const next = (n + step + 54) % 54;
  return isCentre(next) ? following(next, step) : next;
}
