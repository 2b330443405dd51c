// The solutions of a cube: their list, and following one of them move by move.

import { memory } from "./colours.js";
import { Player, describe } from "./player.js";

const element = (id) => document.getElementById(id);

export const movesOf = ({ solution }) => solution.split(" ").filter((move) => move !== "");

// Free turns of U, by the number of quarter turns.
const FREE = ["", "U", "U2", "U'"];

const NOTES = {
  free: "Turns in ( ) are free: they do not count.",
  niss: "The moves in ( ) are made on the inverse scramble, which a cube in your hand cannot show.",
};

function textItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// The moves of a solution in order: as they are made, as they are written, and the step they belong to.
// Where moves merge between steps, these are more than those of the solution.
function lineOf({ steps, auf = [0, 0] }) {
  const free = (quarters) => (quarters ? [{ move: FREE[quarters], text: `(${FREE[quarters]})` }] : []);
  const moves = steps.flatMap((step, n) => movesOf(step).map((move) => ({ move, text: move, step: n })));
  return [...free(auf[0]), ...moves, ...free(auf[1])];
}

// Moves on the inverse scramble cannot be made on a physical cube.
const isPlayable = (line) => line.every(({ move }) => !/[()]/.test(move));

export class Solutions {
  // Plays on `cube`; calls `onChoose(moves)` when another solution is shown, `onStep()` after each step.
  constructor(cube, onChoose, onStep) {
    Object.assign(this, { cube, onChoose, onStep, list: [] });
    this.player = new Player(cube, () => this.showStep(), () => this.cube.celebrate());
    const { player } = this;
    const on = (id, kind, listener) => element(id).addEventListener(kind, listener);
    on("back", "click", () => player.go(-1));
    on("next", "click", () => player.go(1));
    on("play", "click", () => (player.isPlaying ? player.pause() : player.play()));
    on("at", "input", (event) => player.jump(Number(event.target.value)));
    on("speed", "change", (event) => {
      player.speed = Number(event.target.value);
      memory.set("speed", event.target.value);
    });
    on("copy", "click", () => this.copy());
    on("share", "click", () => this.share());
    on("switch", "click", () => this.choose(0));
    on("choice", "change", (event) => this.choose(Number(event.target.value)));
    const speed = memory.get("speed");
    if (speed !== null) element("speed").value = speed;
    player.speed = Number(element("speed").value) || 1;
  }

  // Takes another cube, whose solutions are not known yet; `words(length)` names lengths.
  begin(stickers, options, words) {
    Object.assign(this, { stickers, options, words, list: [], chosen: undefined, isProven: false });
    this.player.load(stickers, []);
    for (const id of ["solution", "twizzle", "switch", "note"]) element(id).hidden = true;
  }

  clear() {
    this.list = [];
    this.player.clear();
  }

  // Whether the solution has been followed to its end.
  get isDone() {
    const { step, moves } = this.player;
    return moves.length > 0 && step === moves.length;
  }

  get canPlay() {
    return !element("solution").hidden && this.player.moves.length > 0;
  }

  // Lists the solutions that were found, shortest first. Somebody who follows one goes on with the first that
  // begins with the same moves; if there is none, with the same one, and the shorter one is offered.
  show(found) {
    const { step, moves, isPlaying } = this.player;
    const followed = step > 0 ? this.list[this.chosen] : undefined;
    const made = moves.slice(0, step).join();
    const isSame = ({ solution }) => solution === followed?.solution;
    const agrees = (other) => lineOf(other).slice(0, step).map(({ move }) => move).join() === made;
    const same = found.findIndex(isSame);
    const next = same >= 0 ? same : found.findIndex(agrees);
    const isKept = followed !== undefined && next < 0;
    this.list = isKept ? [...found, followed] : found;
    element("choices").hidden = this.list.length < 2;
    element("choice").replaceChildren(
      ...this.list.map(({ solution, steps }, n) => {
        const goal = steps.length === 1 ? steps[0].goal : null;
        return new Option(goal === null ? solution : `${solution} (${goal})`, String(n));
      }),
    );
    element("solution").hidden = false;
    if (isKept) {
      this.chosen = found.length;
      element("choice").value = String(this.chosen);
      this.offer();
    } else if (followed === undefined) {
      this.choose(0);
    } else {
      this.choose(next, step);
      if (isPlaying) this.player.play();
    }
  }

  // Offers the shortest solution to somebody who follows a longer one.
  offer() {
    const [best, own] = [this.list[0], this.list[this.chosen]];
    element("switch").hidden = !(own.length > best.length);
    element("switch").textContent = `Show the one of ${best.length}`;
  }

  // What to add to the result if a longer solution is followed.
  get followed() {
    return element("switch").hidden ? "" : ` You are following one of ${this.list[this.chosen].length}.`;
  }

  // Shows one of the solutions after its first moves, with the names of its steps if it has several.
  choose(n, step = 0) {
    const chosen = this.list[n];
    const { steps, link } = chosen;
    const isNamed = steps.length > 1;
    this.chosen = n;
    element("choice").value = String(n);
    this.line = lineOf(chosen);
    this.goal = steps.at(-1).goal ?? this.options.goal;
    this.goals = this.line.map((move) => (isNamed ? steps[move.step]?.goal : undefined));
    this.copied = movesOf(chosen).join(" ");
    const playable = isPlayable(this.line);
    const isFree = this.line.some(({ move, text }) => move !== text);
    element("controls").hidden = !playable;
    element("note").hidden = playable && !isFree;
    element("note").textContent = playable ? NOTES.free : NOTES.niss;
    const items = this.line.flatMap(({ text, step: own }, k) => [
      ...(isNamed && own !== this.line[k - 1]?.step ? [textItem(`${steps[own].goal}:`)] : []),
      playable ? this.moveItem(text, k) : textItem(text),
    ]);
    element("moves").replaceChildren(...items);
    element("twizzle").hidden = !link;
    element("twizzle").href = link ?? "";
    const moves = playable ? this.line.map(({ move }) => move) : [];
    element("at").max = moves.length;
    this.player.load(this.stickers, moves, step);
    this.offer();
    this.onChoose(moves);
  }

  // A button that goes to the cube before its move.
  moveItem(text, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.setAttribute("aria-label", `${text}, turn ${describe(this.line[number].move)}`);
    button.addEventListener("click", () => this.player.jump(number));
    const item = document.createElement("li");
    item.append(button);
    return item;
  }

  // Shows how far the player is: the next move is marked, as in the text.
  showStep() {
    const { step, moves, isPlaying } = this.player;
    [...element("moves").querySelectorAll("button")].forEach((button, n) => {
      button.classList.toggle("made", n < step);
      if (n === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    element("play").textContent = isPlaying ? "Pause" : "Play";
    element("at").value = step;
    const [before, move, after] = this.describeStep(step, moves);
    const parts = [before, move, after].join("");
    if (element("step").textContent !== parts) {
      const large = document.createElement("strong");
      large.textContent = move;
      element("step").replaceChildren(before, large, after);
    }
    element("finish").hidden = !this.isDone;
    element("finish-text").textContent = this.praise();
    this.onStep();
  }

  // The next move in words: what stands before it, the move, what stands after it.
  describeStep(step, all) {
    const end = this.goal ?? (this.options?.to === undefined ? "solved" : "the target");
    const isWhole = end === "solved";
    if (all.length === 0) return ["", "", isWhole ? "The cube is solved already." : `${end} is done already.`];
    if (step === all.length) return ["", isWhole ? "Solved!" : `Done: ${end}.`, ""];
    const goal = this.goals[step] ? ` (${this.goals[step]})` : "";
    const { text } = this.line[step];
    return [`Move ${step + 1} of ${all.length}${goal}: `, text, `, turn ${describe(all[step])}.`];
  }

  // What is said at the end of a solution that is proven to be a shortest one.
  praise() {
    const length = this.list[this.chosen]?.length;
    if (!this.isProven || !this.isDone || length > this.list[0].length) return "";
    return `This cube needed ${this.words(length)}: nobody can do it in fewer.`;
  }

  repaint() {
    if (this.player.states.length > 0) this.player.show();
  }

  // Copies the moves; where the browser has no clipboard, by the selection.
  async copy() {
    const select = () => {
      getSelection().selectAllChildren(element("moves"));
      return document.execCommand("copy") ? "Copied" : "Selected: press Ctrl+C";
    };
    const write = navigator.clipboard?.writeText(this.copied);
    element("copy").textContent = write ? await write.then(() => "Copied", select) : select();
    setTimeout(() => (element("copy").textContent = "Copy moves"), 2000);
  }

  // Shares the result by the device's own means, or copies it.
  async share() {
    const text = `${this.praise()} ${this.copied}`.trim();
    const url = element("twizzle").hidden ? undefined : element("twizzle").href;
    if (navigator.share !== undefined) {
      await navigator.share({ text, url }).catch(() => {});
      return;
    }
    const copied = navigator.clipboard?.writeText([text, url].filter(Boolean).join("\n"));
    element("share").textContent = await (copied ?? Promise.reject()).then(() => "Copied", () => "Not possible here");
    setTimeout(() => (element("share").textContent = "Share"), 2000);
  }
}
