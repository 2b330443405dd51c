// The page: entering a cube, searching, showing the solution.

import { FACES, applyTurn, readMove } from "./geometry.js";
import { MISSING, nameOf } from "./colours.js";
import { Cube } from "./cube.js";
import { Net, isCentre } from "./net.js";
import { Options } from "./options.js";
import { HAND, Palette, setUpColours } from "./palette.js";
import { Photos } from "./photos.js";
import { inWords, misreadInWords } from "./problems.js";
import { Search } from "./search.js";
import { Tables } from "./tables.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const SOLVED = [..."URFDLB"].flatMap((face) => Array(9).fill(face));
const EMPTY = SOLVED.map((face, n) => (isCentre(n) ? face : MISSING));

// The order in which the sides are entered.
const SIDES_IN_ORDER = ["F", "R", "B", "L", "U", "D"];

// Problems that are listed; more than these confuse.
const MAX_PROBLEMS = 4;

// The stickers entered, those before and after, and the report of the server.
let own = EMPTY;
let past = [];
let future = [];
let findings = { filled: EMPTY.join(""), problems: [], misread: null };
let checks = 0;
let side = 0;

// The cube that waits while the target is painted.
let waiting;

const palette = new Palette(element("palette"));
const cube = new Cube(element("scene"), {
  onTap: (n) => isEntering() && paint(n),
  onTurn: (turn) => turnLayer(turn),
  turnsLayers: () => isEntering() && palette.colour === HAND,
});
const net = new Net(element("net"), paint);
const tables = new Tables(element("tables"), (text) => {
  for (const id of ["table-state", "advice"]) element(id).textContent = text;
});
const search = new Search(cube, tables, (moves) => writeLink(moves));
const options = new Options(element("options-form"));

const isEntering = () => document.body.dataset.phase === "enter";

// Paints a sticker; a centre chooses its colour instead.
function paint(n, colour = palette.colour) {
  if (isCentre(n)) palette.colour = own[n];
  else if (colour !== HAND) change(own.map((old, other) => (other === n ? colour : old)));
}

async function turnLayer(turn) {
  await cube.animate(turn, 180);
  change(applyTurn(own, turn));
}

// Replaces the stickers, so that this can be undone.
function change(stickers) {
  past.push(own);
  future = [];
  return enter(stickers);
}

function undo(from, to) {
  if (from.length === 0) return;
  to.push(own);
  enter(from.pop());
}

// Replaces the stickers and has the server check them.
async function enter(stickers) {
  own = [...stickers];
  search.forget();
  if (waiting !== undefined) {
    const state = "Paint the target. Erase the stickers that do not matter.";
    show({ filled: own.join(""), problems: [], misread: null }, state);
    return;
  }
  writeLink([]);
  checks += 1;
  const number = checks;
  show({ filled: own.join(""), problems: [], misread: null }, "");
  try {
    const found = await server.check({ facelets: own.join("") });
    if (number === checks) show(found, stateOf(found));
  } catch (error) {
    if (number === checks) element("state").textContent = `No check: ${error.message}.`;
  }
}

function stateOf({ filled, problems }) {
  const missing = [...filled].filter((colour) => colour === MISSING).length;
  if (problems.some((problem) => problem.facelets.length > 0)) {
    return "This cube is impossible. Compare the marked stickers with yours:";
  }
  if (problems.length > 0) return "This cube is impossible:";
  if (missing === 0) return "The cube is complete.";
  const centre = nameOf(own[9 * FACES.indexOf(SIDES_IN_ORDER[side]) + 4]);
  return `Paint the side with the ${centre} centre. ${missing} sticker${missing === 1 ? " is" : "s are"} missing.`;
}

// Shows the cube with what is known of it, and the button for the next step.
function show(found, state) {
  findings = found;
  const { problems, misread } = found;
  const filled = [...(found.filled ?? own)];
  const marked = misread ? [] : problems.filter(({ kind }) => kind !== "too_many");
  const wrong = new Set(marked.flatMap((problem) => problem.facelets));
  const isFollowed = (n) => own[n] === MISSING && filled[n] !== MISSING;
  const followed = new Set([...own.keys()].filter(isFollowed));
  showHold();
  net.show(own, filled, wrong);
  if (isEntering()) cube.show(filled, { followed, wrong });
  element("state").textContent = misread ? misreadInWords(misread) : state;
  const words = problems.map((problem) => inWords(problem, own));
  if (words.length > MAX_PROBLEMS) words.splice(MAX_PROBLEMS, Infinity, `and ${words.length - MAX_PROBLEMS} more`);
  element("problems").replaceChildren(
    ...(misread ? [] : words).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
  const next = waiting ? "done-target" : misread ? "repair" : isComplete() ? "solve" : "side";
  for (const id of ["repair", "solve", "side", "done-target"]) element(id).hidden = id !== next;
  for (const [id, states] of [["undo", past], ["redo", future]]) element(id).disabled = states.length === 0;
}

const isComplete = () => findings.problems.length === 0 && !findings.filled.includes(MISSING);

// Shows the next side on which something is missing or wrong.
function showNextSide() {
  const wrong = new Set(findings.problems.flatMap((problem) => problem.facelets));
  const isOpen = (face) =>
    [...Array(9).keys()].some((k) => {
      const n = 9 * FACES.indexOf(face) + k;
      return findings.filled[n] === MISSING || wrong.has(n);
    });
  const following = [1, 2, 3, 4, 5, 6].map((k) => (side + k) % 6);
  side = following.find((n) => isOpen(SIDES_IN_ORDER[n])) ?? following[0];
  cube.view(SIDES_IN_ORDER[side]);
  element("state").textContent = stateOf(findings);
}

// Enters the cube of a text in any notation, or shows why it cannot be read.
async function enterText(text) {
  if (text.trim() === "") {
    element("text-error").textContent = "";
    return;
  }
  checks += 1;
  const number = checks;
  try {
    const found = await server.check({ scramble: text });
    if (number !== checks) return;
    element("text-error").textContent =
      found.facelets === null ? found.problems.map((problem) => problem.text).join("; ") : "";
    if (found.facelets !== null) await change([...found.facelets]);
  } catch (error) {
    element("text-error").textContent = `${error.message}.`;
  }
}

// The link holds the cube, the options and the solution.
function writeLink(moves) {
  const more = new URLSearchParams(options.texts);
  if (moves.length > 0) more.set("solution", moves.join("_"));
  const text = more.toString();
  history.replaceState(null, "", `#${own.join("")}${text && `&${text}`}`);
  element("link").href = location.href;
}

async function enterLink() {
  const [start, ...rest] = location.hash.slice(1).split("&");
  let text = start;
  try {
    text = decodeURIComponent(start);
  } catch {
    // a lone % is taken as it is
  }
  if (/^[URFDLB.]{54}$/.test(text)) {
    const { solution, ...set } = Object.fromEntries(new URLSearchParams(rest.join("&")));
    if (Object.keys(options.fields).length > 0) options.texts = set;
    await enter([...text]);
    const moves = (solution ?? "").split("_").filter((move) => /^([URFDLBMESxyz]|[URFDLB]w)[2']?$/.test(move));
    if (moves.length > 0 && isComplete()) search.showGiven([...findings.filled], moves, options.values);
  } else if (text !== "") {
    element("text").value = text;
    await enter(EMPTY);
    enterText(text);
  } else {
    enter(EMPTY);
  }
}

async function enterDrawn(draw) {
  try {
    const { scramble, facelets } = await draw();
    element("text").value = scramble;
    element("text-error").textContent = "";
    await change([...facelets]);
  } catch (error) {
    element("state").textContent = `No scramble: ${error.message}.`;
  }
}

// Lets the user paint what solutions lead to.
function paintTarget() {
  const to = options.fields.to.value.trim();
  const target = /^[URFDLB.]{54}$/.test(to) ? [...to] : SOLVED;
  switchTo(target, waiting ?? own);
  scrollTo({ top: 0 });
}

function endTarget() {
  const target = own.join("");
  options.fields.to.value = target === SOLVED.join("") ? "" : target;
  switchTo(waiting, undefined);
}

function switchTo(stickers, cubeThatWaits) {
  waiting = cubeThatWaits;
  past = [];
  future = [];
  enter(stickers);
}

// Names the centres in front and on top.
function showHold() {
  element("hold").textContent = `${nameOf(own[22])} in front, ${nameOf(own[4])} on top`;
}

const onClick = (id, listener) => element(id).addEventListener("click", listener);
onClick("random", () => enterDrawn(server.randomScramble));
onClick("competition", () => enterDrawn(server.competitionScramble));
onClick("clear", () => change(EMPTY));
onClick("solved", () => change(SOLVED));
onClick("solve", () => search.run([...findings.filled], options.values));
onClick("side", showNextSide);
onClick("repair", () => change([...findings.misread.facelets]));
onClick("paint-target", paintTarget);
onClick("done-target", endTarget);
onClick("undo", () => undo(past, future));
onClick("redo", () => undo(future, past));
new Photos(change);
onClick("edit", () => (search.isDone ? change(EMPTY) : enter(own)));
for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => change(applyTurn(own, readMove(button.dataset.turn))));
}
element("text").addEventListener("input", (event) => enterText(event.target.value));
element("options-form").addEventListener("change", () => writeLink([]));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.matches("input, textarea")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo(past, future);
  else if (key === "y" || key === "z") undo(future, past);
  else return;
  event.preventDefault();
});
window.addEventListener("hashchange", enterLink);
element("tables-section").addEventListener("toggle", () =>
  tables.load().catch((error) => (element("table-state").textContent = `${error.message}.`)),
);
setUpColours(() => {
  palette.show();
  show(findings, element("state").textContent);
  search.repaint();
});
await options.load().catch(() => {});
enterLink();
const { version, table } = await server.version();
element("about").textContent = `cubesolve ${version}${table === null ? "" : `, table ${table}`}. Your cube stays on this machine.`;
