// The page: entering a cube, searching, showing the solution.

import { applyMove } from "./geometry.js";
import { MISSING, nameOf } from "./colours.js";
import { Net, isCentre } from "./net.js";
import { Palette, setUpColours } from "./palette.js";
import { inWords } from "./problems.js";
import { Search } from "./search.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const SOLVED = [..."URFDLB"].flatMap((face) => Array(9).fill(face));
const EMPTY = SOLVED.map((face, n) => (isCentre(n) ? face : MISSING));

// The stickers entered, and the report of the server.
let own = EMPTY;
let findings = { filled: EMPTY.join(""), problems: [] };
let checks = 0;

const palette = new Palette(element("palette"));
const net = new Net(element("net"), paint, palette);
const search = new Search();

function paint(n, colour) {
  enter(own.map((old, other) => (other === n ? colour : old)));
}

// Replaces the stickers and has the server check them.
async function enter(stickers) {
  own = [...stickers];
  search.forget();
  history.replaceState(null, "", `#${own.join("")}`);
  element("link").href = location.href;
  checks += 1;
  const number = checks;
  show({ filled: own.join(""), problems: [] }, "");
  try {
    const found = await server.check({ facelets: own.join("") });
    if (number === checks) show(found, stateOf(found));
  } catch (error) {
    if (number === checks) element("state").textContent = noServer(error);
  }
}

function stateOf({ filled, problems }) {
  const missing = [...filled].filter((colour) => colour === MISSING).length;
  if (problems.some((problem) => problem.facelets.length > 0)) {
    return "This cube is impossible. Compare the marked stickers with yours:";
  }
  if (problems.length > 0) return "This cube is impossible:";
  if (missing === 0) return "The cube is complete: press Solve.";
  return missing === 1 ? "1 sticker is missing." : `${missing} stickers are missing.`;
}

function show(found, state) {
  findings = found;
  showHold();
  const wrong = new Set(found.problems.flatMap((problem) => problem.facelets));
  net.show(own, [...(found.filled ?? own)], wrong);
  element("state").textContent = state;
  element("problems").replaceChildren(
    ...found.problems.map((problem) => {
      const item = document.createElement("li");
      item.textContent = inWords(problem, own);
      return item;
    }),
  );
}

const noServer = (error) => `The server does not answer: ${error.message}`;

// Enters the cube of a text in any notation, or shows why it cannot be read.
async function enterText(text) {
  if (text.trim() === "") {
    element("text-error").textContent = "";
    return;
  }
  checks += 1;
  const number = checks;
  const found = await server.check({ scramble: text });
  if (number !== checks) return;
  element("text-error").textContent =
    found.facelets === null ? found.problems.map((problem) => problem.text).join("; ") : "";
  if (found.facelets !== null) enter([...found.facelets]);
}

function enterLink() {
  const text = decodeURIComponent(location.hash.slice(1));
  if (/^[URFDLB.]{54}$/.test(text)) {
    enter([...text]);
  } else if (text !== "") {
    element("text").value = text;
    enterText(text);
  } else {
    enter(EMPTY);
  }
}

async function enterDrawn(draw) {
  const { scramble, facelets } = await draw();
  element("text").value = scramble;
  element("text-error").textContent = "";
  await enter([...facelets]);
}

function solve() {
  if (findings.problems.length > 0 || findings.filled.includes(MISSING)) {
    element("state").textContent = `Enter the whole cube first. ${stateOf(findings)}`;
    return;
  }
  search.run([...findings.filled], { ...JSON.parse(element("number").value), ...options() });
}

// The options that differ from their defaults.
function options() {
  const goal = element("goal").value.trim();
  const isDefault = ["", "solved"].includes(goal);
  return {
    metric: element("metric").value,
    ...(isDefault ? {} : { goal, niss: element("niss").checked }),
  };
}

// Names the centres in front and on top.
function showHold() {
  for (const hold of document.querySelectorAll(".hold")) {
    hold.textContent = `with the ${nameOf(own[22])} centre in front and the ${nameOf(own[4])} centre on top`;
  }
}

element("text").addEventListener("input", (event) => enterText(event.target.value));
element("random").addEventListener("click", () => enterDrawn(server.randomScramble));
element("competition").addEventListener("click", () => enterDrawn(server.competitionScramble));
element("clear").addEventListener("click", () => enter(EMPTY));
element("solved").addEventListener("click", () => enter(SOLVED));
element("solve").addEventListener("click", solve);
element("stop").addEventListener("click", () => search.stop());
for (const button of document.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => enter(applyMove(own, button.dataset.turn)));
}
window.addEventListener("hashchange", enterLink);
setUpColours(() => {
  palette.show();
  show(findings, element("state").textContent);
  search.repaint();
});
enterLink();
server.version().then(({ version, table }) => {
  element("about").textContent =
    `cubesolve ${version}${table === null ? "" : `, table ${table}`}. Your cube stays on this machine.`;
});
