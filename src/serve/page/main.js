// The page: entering a cube, searching, showing the solution.

import { FACES, SIDES, SOLVED, applyTurn, isCorner, readMove, textOf } from "./geometry.js";
import { MISSING, nameOf } from "./colours.js";
import { Cube } from "./cube.js";
import { Net, isCentre } from "./net.js";
import { Options } from "./options.js";
import { HAND, Palette, setUpColours } from "./palette.js";
import { Photos } from "./photos.js";
import { inWords, misreadInWords } from "./problems.js";
import { buttonsOf, changed, repairInWords } from "./repairs.js";
import { Search } from "./search.js";
import { scrambleOnce } from "./start.js";
import { Tables } from "./tables.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const EMPTY = SOLVED.map((face, n) => (isCentre(n) ? face : MISSING));

// The order in which the sides are entered.
const SIDES_IN_ORDER = ["F", "R", "B", "L", "U", "D"];

// Problems that are listed; more than these confuse.
const MAX_PROBLEMS = 4;

// What is known of stickers that have not been checked.
const unchecked = (stickers) => ({ filled: stickers.join(""), problems: [], misread: null, repairs: [] });

// The stickers entered with the text they come from, those before and after, and the report of the server.
let own = EMPTY;
let ownText = "";
let past = [];
let future = [];
let isTyping = false;
let findings = unchecked(EMPTY);
let checks = 0;
let side = 0;

// The cube that waits while the target is painted.
let waiting;

const palette = new Palette(element("palette"));
const cube = new Cube(element("stage"), {
  onTap: (n) => isEntering() && paint(n),
  onTurn: (turn) => change(applyTurn(own, turn)),
  turnsLayers: () => isEntering() && palette.colour === HAND,
});
const net = new Net(element("net"), paint);
const tables = new Tables(element("tables"), (text) => {
  for (const id of ["table-state", "advice"]) element(id).textContent = text;
});
const search = new Search(cube, tables, (moves) => writeLink(moves));
const options = new Options(element("options-form"), element("presets"));

const phase = () => document.body.dataset.phase;
const isEntering = () => phase() !== "found";
const isPocket = () => options.values.puzzle === "2x2x2";

// The numbers of the stickers that the puzzle has.
const numbers = () => [...own.keys()].filter((n) => !isPocket() || isCorner(n));

// Leaves the first screen.
function begin() {
  if (phase() !== "start") return;
  document.body.dataset.phase = "enter";
  show(findings, stateOf(findings));
}

// Paints a sticker; a centre chooses its colour instead.
function paint(n, colour = palette.colour) {
  if (phase() === "start") begin();
  else if (isCentre(n)) palette.colour = own[n];
  else if (colour !== HAND) change(own.map((old, other) => (other === n ? colour : old)));
}

// Replaces the stickers, so that this can be undone. `text` is where they come from; what is typed in one go
// is one change.
function change(stickers, text = "", types = false) {
  if (!(types && isTyping)) past.push([own, ownText]);
  isTyping = types;
  future = [];
  return enter(stickers, text);
}

function undo(from, to) {
  if (from.length === 0 || !isEntering()) return;
  isTyping = false;
  to.push([own, ownText]);
  enter(...from.pop());
}

// Replaces the stickers and has the server check them.
async function enter(stickers, text = ownText) {
  own = [...stickers];
  ownText = text;
  if (element("text").value !== text) element("text").value = text;
  element("text-error").textContent = "";
  search.forget();
  if (waiting !== undefined) {
    const state = "Paint the target. Erase the stickers that do not matter.";
    show(unchecked(own), state);
    return;
  }
  writeLink([]);
  checks += 1;
  const number = checks;
  show(unchecked(own), "");
  try {
    const found = await checked();
    if (number !== checks) return;
    findings = { ...found, filled: found.filled ?? own.join("") };
    if (found.repairs.length > 0) showSide(sideOf(changed(own, found.repairs[0])[0]));
    else if (isFull(side) && !isComplete()) showNextSide();
    show(findings, stateOf(findings));
  } catch (error) {
    if (number === checks) element("state").textContent = `No check: ${error.message}.`;
  }
}

// What the server reports of the stickers; of those of a 2x2x2 only when none is missing.
async function checked() {
  if (!isPocket()) return server.check({ facelets: own.join("") });
  const names = own.map((sticker) => nameOf(sticker)[0].toUpperCase());
  const isWhole = numbers().every((n) => own[n] !== MISSING);
  const request = { scramble: textOf(names, options.values), puzzle: "2x2x2" };
  const { problems } = isWhole ? await server.check(request) : { problems: [] };
  return { ...unchecked(own), problems };
}

const missing = () => numbers().filter((n) => findings.filled[n] === MISSING);

// The side that a sticker is on, by its place in the order.
const sideOf = (sticker) => SIDES_IN_ORDER.indexOf(FACES[Math.floor(sticker / 9)]);

// Whether a side, by its place in the order, has all of its stickers.
const isFull = (n) => !missing().some((sticker) => sideOf(sticker) === n);

function stateOf({ problems, misread, repairs }) {
  if (phase() === "start") return "How do you want to enter your cube?";
  if (misread) return misreadInWords(misread);
  if (repairs.length === 1) return `This cube is impossible. Look at ${repairInWords(own, repairs[0])}?`;
  if (repairs.length > 1) return "This cube is impossible. Which of these is right?";
  if (problems.some((problem) => problem.facelets.length > 0)) {
    return "This cube is impossible. Compare the marked stickers with yours:";
  }
  if (problems.length > 0) return "This cube is impossible:";
  const { length } = missing();
  if (length === 0) return "The cube is complete.";
  const face = SIDES_IN_ORDER[side];
  const name = isPocket() ? `${SIDES[face]} side` : `side with the ${nameOf(own[9 * FACES.indexOf(face) + 4])} centre`;
  return `Side ${side + 1} of 6: paint the ${name}. ${length} sticker${length === 1 ? " is" : "s are"} missing.`;
}

// Shows the cube with what is known of it, and the button for the next step.
function show(found, state) {
  findings = found;
  const { problems, misread, repairs } = found;
  const filled = [...found.filled];
  const marked = misread ? [] : problems.filter(({ kind }) => kind !== "too_many");
  const fixes = repairs.flatMap((repaired) => changed(own, repaired).map((n) => [n, repaired[n]]));
  const wrong = new Map(repairs.length > 0 ? fixes : marked.flatMap(({ facelets }) => facelets.map((n) => [n])));
  const isFollowed = (n) => own[n] === MISSING && filled[n] !== MISSING;
  const followed = new Set([...own.keys()].filter(isFollowed));
  // nothing moves under the finger while the cube is checked
  for (const part of ["state", "enter"].map(element)) {
    part.style.minHeight = state === "" ? `${part.getBoundingClientRect().height}px` : "";
  }
  showHold();
  net.show(own, filled, wrong);
  if (phase() === "enter") cube.show(filled, { followed, wrong });
  element("state").textContent = state;
  const words = problems.map((problem) => inWords(problem, own));
  if (words.length > MAX_PROBLEMS) words.splice(MAX_PROBLEMS, Infinity, `and ${words.length - MAX_PROBLEMS} more`);
  element("problems").replaceChildren(
    ...(misread ? [] : words).map((text) => {
      const item = document.createElement("li");
      item.textContent = text;
      return item;
    }),
  );
  element("repairs").replaceChildren(...(repairs.length > 1 ? buttonsOf(own, repairs, (repaired) => change([...repaired])) : []));
  const isSure = misread !== null || repairs.length === 1;
  const next = waiting ? "done-target" : isSure ? "repair" : isComplete() ? "solve" : "side";
  for (const id of ["repair", "solve", "side", "done-target"]) element(id).hidden = id !== next;
  for (const [id, states] of [["undo", past], ["redo", future]]) element(id).disabled = states.length === 0;
}

const isComplete = () => findings.problems.length === 0 && missing().length === 0;

// Shows the next side on which something is missing or wrong.
function showNextSide() {
  const wrong = new Set(findings.problems.flatMap((problem) => problem.facelets));
  const isOpen = (n) => !isFull(n) || [...wrong].some((sticker) => sideOf(sticker) === n);
  const following = [1, 2, 3, 4, 5, 6].map((k) => (side + k) % 6);
  showSide(following.find(isOpen) ?? following[0]);
  element("state").textContent = stateOf(findings);
}

function showSide(n) {
  side = n;
  cube.view.showFace(SIDES_IN_ORDER[side]);
}

// Enters the cube of a text in any notation, or shows why it cannot be read.
async function enterText(text) {
  if (text.trim() === "") {
    element("text-error").textContent = "";
    return;
  }
  begin();
  checks += 1;
  const number = checks;
  try {
    const found = await server.check({ scramble: text, puzzle: options.values.puzzle });
    if (number !== checks) return;
    const problems = found.facelets === null ? found.problems.map((problem) => problem.text).join("; ") : "";
    if (found.facelets !== null) await change([...found.facelets], text, true);
    element("text-error").textContent = problems;
  } catch (error) {
    element("text-error").textContent = `${error.message}.`;
  }
}

// The link holds the cube, the options and the solution.
function writeLink(moves) {
  const more = new URLSearchParams(options.texts);
  if (moves.length > 0) more.set("solution", moves.join("_"));
  const text = more.toString();
  const isEmpty = text === "" && own.join("") === EMPTY.join("");
  history.replaceState(null, "", isEmpty ? location.pathname : `#${own.join("")}${text && `&${text}`}`);
  element("link").href = location.href;
}

// Moves in an address can be written as in links of alg.cubing.net: _ is a space, - a prime.
const unescaped = (text) => (/^[\w()-]*$/.test(text) ? text.replaceAll("_", " ").replaceAll("-", "'") : text);

async function enterLink() {
  const [start, ...rest] = location.hash.slice(1).split("&");
  let text = start;
  try {
    text = decodeURIComponent(start);
  } catch {
    // a lone % is taken as it is
  }
  const result = history.state?.result;
  if (/^[URFDLB.]{54}$/.test(text)) {
    const { solution, ...set } = Object.fromEntries(new URLSearchParams(rest.join("&")));
    if (Object.keys(options.fields).length > 0) options.texts = set;
    showPuzzle();
    begin();
    await enter([...text], "");
    const moves = (solution ?? "").split("_").filter((move) => /^([URFDLBMESxyz]|[URFDLB]w)[2']?$/.test(move));
    if (moves.length === 0 || !isComplete()) return;
    if (await search.showGiven([...findings.filled], moves, options.values, result)) return;
    await enter(own);
    element("state").textContent = "The solution in this link does not solve its cube.";
  } else if (text !== "") {
    begin();
    text = unescaped(text);
    await enter(EMPTY, text);
    enterText(text);
  } else {
    enter(EMPTY, "");
    if (phase() === "start") scrambleOnce(cube, () => phase() === "start");
  }
}

// Shows the stickers that the puzzle has.
function showPuzzle() {
  document.body.dataset.puzzle = isPocket() ? "2x2x2" : "3x3x3";
  cube.request();
}

async function enterDrawn(draw) {
  try {
    const { scramble, facelets } = await draw();
    begin();
    await change([...facelets], scramble);
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

// Says how to hold the cube.
function showHold() {
  const name = (n) => nameOf(own[n]);
  element("hold").textContent = isPocket()
    ? "Hold your cube as you see it, and do not turn it around."
    : `Hold your cube with ${name(22)} in front, ${name(4)} on top.`;
}

const onClick = (id, listener) => element(id).addEventListener("click", listener);
onClick("paint", begin);
onClick("scan", () => element("photograph").click());
onClick("surprise", () => enterDrawn(server.randomScramble));
onClick("random", () => enterDrawn(server.randomScramble));
onClick("competition", () => enterDrawn(server.competitionScramble));
onClick("clear", () => change(EMPTY));
onClick("solved", () => change(SOLVED));
onClick("solve", () => search.run([...findings.filled], options.values));
onClick("side", showNextSide);
onClick("repair", () => change([...(findings.misread?.facelets ?? findings.repairs[0])]));
onClick("paint-target", paintTarget);
onClick("done-target", endTarget);
onClick("undo", () => undo(past, future));
onClick("redo", () => undo(future, past));
new Photos((stickers) => {
  begin();
  change(stickers);
});
onClick("edit", () => (search.isDone ? change(EMPTY) : enter(own)));
for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => change(applyTurn(own, readMove(button.dataset.turn))));
}
element("text").addEventListener("input", (event) => enterText(event.target.value));
element("options").addEventListener("change", () => {
  const before = document.body.dataset.puzzle;
  showPuzzle();
  if (document.body.dataset.puzzle !== before) enter(own);
  else writeLink([]);
});
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
  search.solutions.repaint();
  cube.request();
});
await options.load().catch(() => {});
enterLink();
const { version, table } = await server.version();
element("about").textContent = `cubesolve ${version}${table === null ? "" : `, table ${table}`}. ${server.privacy()}`;
