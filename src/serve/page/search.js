// A search, its progress, and the solutions it has found.

import { Player, describe } from "./player.js";
import { memory } from "./colours.js";
import { duration } from "./tables.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const count = new Intl.NumberFormat("en");

// Units of lengths, by metric.
const UNITS = { htm: "move", qtm: "quarter turn" };

// After this many seconds the first answer is shown as it is, and the proof is a choice.
const QUICK_SECONDS = 2;

// The server ends a search after an hour.
const LONGEST_SECONDS = 3600;

// From this time on a larger table is offered.
const LONG_SECONDS = 30;

export const movesOf = ({ solution }) => solution.split(" ").filter((move) => move !== "");

function textItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

// Moves on the inverse scramble cannot be made on a physical cube.
const isPlayable = ({ solution }) => !solution.includes("(");

export class Search {
  // Plays on `cube`; calls `onSolution(moves)` when another solution is shown.
  constructor(cube, tables, onSolution) {
    Object.assign(this, { cube, tables, onSolution, solutions: [] });
    this.player = new Player(cube, () => this.showStep());
    const player = this.player;
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
    on("prove", "click", () => this.run(this.stickers, this.options, { proves: true }));
    on("enlarge", "click", () => this.enlarge());
    on("stop", "click", () => this.stop());
    on("choice", "change", (event) => this.choose(event.target.value));
    const speed = memory.get("speed");
    if (speed !== null) element("speed").value = speed;
    player.speed = Number(element("speed").value) || 1;
  }

  // Stops the search and clears its results.
  forget() {
    this.controller?.abort();
    this.controller = undefined;
    this.solutions = [];
    this.player.clear();
    if (document.body.dataset.phase === "found") scrollTo({ top: 0 });
    document.body.dataset.phase = "enter";
  }

  // Shows the section for solutions of a cube.
  begin(stickers, options) {
    this.controller?.abort();
    const controller = new AbortController();
    Object.assign(this, { controller, stickers, options, known: undefined, bound: 0 });
    this.unit = UNITS[options.metric] ?? UNITS.htm;
    document.body.dataset.phase = "found";
    for (const id of ["prove", "advice", "enlarge", "progress"]) element(id).hidden = true;
    scrollTo({ top: 0 });
    return controller;
  }

  // Solves the cube with these stickers. Without options the first answer comes soon, and `proves`
  // looks on until it is proven.
  async run(stickers, options, { proves = false } = {}) {
    const controller = this.begin(stickers, options);
    this.isQuick = !proves && Object.keys(options).length === 0;
    this.isAdvised = false;
    if (!proves) {
      this.solutions = [];
      this.player.load(stickers, []);
      element("solution").hidden = true;
    }
    element("stop").hidden = false;
    this.showMain();
    if (["solve", "prove", ""].includes(document.activeElement.id)) element("stop").focus({ preventScroll: true });
    element("progress").hidden = this.isQuick;
    element("progress").classList.remove("ended");
    this.report();
    for (const id of ["known", "bound", "now", "probes"]) element(id).textContent = "–";
    element("done").value = 0;
    try {
      const request = { scramble: stickers.join(""), format: "facelets", link: true, ...options };
      if (this.isQuick) request.timeout = QUICK_SECONDS;
      await server.solve(request, (event) => this[event.event]?.(event), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.end(`No answer: ${error.message}.`);
    }
  }

  // Shows a solution that somebody sent with the cube.
  showGiven(stickers, moves, options) {
    this.begin(stickers, options);
    const solution = moves.join(" ");
    this.show([{ solution, steps: [{ solution, goal: options.goal ?? null }] }]);
    this.end(`A solution of ${moves.length} moves, as it was sent to you.`);
    element("prove").hidden = false;
  }

  // A length in words.
  words(length) {
    return `${length} ${this.unit}${length === 1 ? "" : "s"}`;
  }

  atLeast(length) {
    return `no solution has fewer than ${this.words(length)}`;
  }

  stop() {
    this.controller.abort();
    const known = this.known === undefined ? "" : `Best so far: ${this.words(this.known)}; `;
    this.end(`Stopped. ${known}at least ${this.words(this.bound)} are needed.`);
    element("prove").hidden = this.known === undefined;
  }

  // Shows the result. Moves the focus from Stop to the button that is needed next.
  end(result) {
    const isFocused = document.activeElement === element("stop");
    element("stop").hidden = true;
    element("progress").classList.add("ended");
    element("result").textContent = result;
    const main = this.showMain();
    if (isFocused) main.focus({ preventScroll: true });
  }

  // Whether the solution has been played to its end.
  get isDone() {
    const { step, moves } = this.player;
    return moves.length > 0 && step === moves.length;
  }

  // Marks the button for the next step, the only prominent one, and returns it.
  showMain() {
    const canPlay = !element("solution").hidden && this.player.moves.length > 0;
    const main = canPlay && !this.isDone ? "next" : element("stop").hidden ? "edit" : "stop";
    element("edit").textContent = this.isDone ? "New cube" : "Edit cube";
    for (const id of ["next", "edit", "stop"]) element(id).classList.toggle("main", id === main);
    return element(main);
  }

  // Says how far the search has got.
  report() {
    const found = this.known === undefined ? "Searching …" : `${this.words(this.known)} found. Searching for fewer …`;
    element("result").textContent = this.bound > 0 ? `${found} At least ${this.bound} needed.` : found;
  }

  // Events, by their names.

  short({ solution, length }) {
    if (this.known <= length) return;
    this.known = length;
    element("known").textContent = `${this.words(length)}, not proven to be the shortest`;
    this.report();
    this.show([{ solution, steps: [{ solution, goal: null }] }]);
  }

  progress({ depth, done, probes, seconds_left }) {
    element("probes").textContent = count.format(probes);
    element("done").value = done;
    const percent = done > 0 ? `, ${Math.floor(100 * done)}% done` : "";
    const left = seconds_left > 1 ? `, about ${duration(seconds_left)} left` : "";
    const ends = seconds_left > LONGEST_SECONDS ? "; the search ends after an hour" : "";
    element("now").textContent = `searching at ${this.words(depth)}${percent}${left}${ends}`;
    if (seconds_left > LONG_SECONDS && !this.isQuick) this.advise(seconds_left);
  }

  depth(event) {
    this.bound = event.lower_bound;
    this.report();
    element("bound").textContent = this.atLeast(event.lower_bound);
    element("probes").textContent = count.format(event.probes);
  }

  waiting() {
    element("now").textContent = "waiting for a table that another search opens";
  }

  generating({ table, done }) {
    element("progress").hidden = false;
    element("done").value = done;
    element("now").textContent = `generating the table ${table}, ${Math.floor(100 * done)}% done`;
  }

  answer({ solutions, length, optimal, lower_bound, probes, seconds, error }) {
    this.bound = lower_bound ?? 0;
    element("probes").textContent = count.format(probes);
    element("bound").textContent = this.atLeast(this.bound);
    if (solutions.length === 0) {
      this.end(`No solution: ${error}.`);
      return;
    }
    this.known = length;
    element("known").textContent = this.words(length);
    const steps = solutions[0].steps.length > 1 ? " in these steps" : "";
    const found = solutions.length > 1 ? `; ${solutions.length} solutions` : "";
    this.show(solutions);
    if (optimal) {
      this.end(`${this.words(length)}, proven to be the shortest${steps}${found}, in ${duration(seconds)}.`);
      return;
    }
    const reason = error === null || this.isQuick ? "" : ` (${error})`;
    this.end(`${this.words(length)}${found}. At least ${lower_bound} are needed${reason}.`);
    element("prove").hidden = false;
  }

  // Offers a larger table if the search would end much sooner with it.
  async advise(left) {
    if (this.isAdvised) return;
    this.isAdvised = true;
    const { controller } = this;
    const advice = await this.tables.advice(this.options.metric ?? "htm", left).catch(() => undefined);
    if (advice === undefined || controller !== this.controller) return;
    this.table = advice.table;
    element("advice").textContent = advice.text;
    element("enlarge").textContent = `Generate ${advice.table.name}`;
    for (const id of ["advice", "enlarge"]) element(id).hidden = false;
  }

  // Generates the larger table, then begins again with it.
  async enlarge() {
    this.controller.abort();
    const { stickers, options } = this;
    const { signal } = this.begin(stickers, options);
    element("advice").hidden = false;
    this.end("");
    await this.tables.generate(this.table);
    if (!signal.aborted) this.run(stickers, options, { proves: true });
  }

  // A solution that the user follows already stays selected; better ones can be chosen.
  show(found) {
    const followed = this.player.step > 0 ? this.solutions[element("choice").value] : undefined;
    const isFollowed = ({ solution }) => solution === followed?.solution;
    const keeps = followed !== undefined && !found.some(isFollowed);
    const solutions = keeps ? [...found, followed] : found;
    this.solutions = solutions;
    element("choices").hidden = solutions.length < 2;
    element("choice").replaceChildren(
      ...solutions.map(({ solution, steps }, n) => {
        const goal = steps.length === 1 ? steps[0].goal : null;
        return new Option(goal === null ? solution : `${solution} (${goal})`, String(n));
      }),
    );
    element("solution").hidden = false;
    const at = solutions.findIndex(isFollowed);
    element("choice").value = String(Math.max(at, 0));
    if (at < 0) this.choose(0);
  }

  // Shows one of the solutions, with the names of its steps if it has several.
  choose(n) {
    const chosen = this.solutions[n];
    const { steps, link } = chosen;
    const named = steps.length > 1;
    this.goal = steps.at(-1).goal ?? this.options.goal;
    this.goals = steps.flatMap((step) => movesOf(step).map(() => (named ? step.goal : null)));
    this.copied = movesOf(chosen).join(" ");
    const playable = isPlayable(chosen);
    element("controls").hidden = !playable;
    let made = 0;
    const items = steps.flatMap((step) => [
      ...(named ? [textItem(`${step.goal}:`)] : []),
      ...movesOf(step).map((move) => (playable ? this.moveItem(move, (made += 1)) : textItem(move))),
    ]);
    element("moves").replaceChildren(...items);
    element("twizzle").hidden = !link;
    element("twizzle").href = link ?? "";
    // those of the steps, which are more than those of the solution where moves merge between steps
    const moves = playable ? steps.flatMap(movesOf) : [];
    element("at").max = moves.length;
    this.player.load(this.stickers, moves);
    if (!playable) {
      element("step").textContent =
        "The moves in ( ) are made on the inverse scramble, which a cube in your hand cannot show.";
    }
    this.onSolution(playable ? moves : []);
  }

  // A button that goes to the cube before its move.
  moveItem(move, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = move;
    button.setAttribute("aria-label", `${move}, turn ${describe(move)}`);
    button.addEventListener("click", () => this.player.jump(number - 1));
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
    const text = this.describeStep(step, moves);
    if (element("step").textContent !== text) element("step").textContent = text;
    if (this.isDone && isPlaying) this.cube.celebrate();
    if (document.body.dataset.phase === "found") this.showMain();
  }

  // The next move in words.
  describeStep(step, all) {
    const end = this.goal ?? (this.options?.to === undefined ? "solved" : "the target");
    const isWhole = end === "solved";
    if (all.length === 0) return isWhole ? "The cube is solved already." : `${end} is done already.`;
    if (step === all.length) return isWhole ? "Solved!" : `Done: ${end}.`;
    const goal = this.goals?.[step] ? ` (${this.goals[step]})` : "";
    return `Move ${step + 1} of ${all.length}${goal}: ${all[step]}, turn ${describe(all[step])}.`;
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
}
