// A search, its progress, and what it has found.

import { textOf } from "./geometry.js";
import { Solutions } from "./solutions.js";
import { duration } from "./tables.js";
import * as server from "./server.js";

const element = (id) => document.getElementById(id);

const count = new Intl.NumberFormat("en");

// Units of lengths, by metric.
const UNITS = { htm: "move", qtm: "quarter turn", stm: "move" };

// The server ends a search after an hour.
const LONGEST_SECONDS = 3600;

// From this time on a larger table is offered.
const LONG_SECONDS = 30;

// Time to find out whether a solution leads to its goal.
const CHECK_SECONDS = 10;

// The goal of the last step, if there is one.
const lastGoal = ({ goal }) => goal?.split(/[\s,]+/).at(-1);

export class Search {
  // Plays on `cube`; calls `onSolution(moves)` when another solution is shown.
  constructor(cube, tables, onSolution) {
    Object.assign(this, { tables });
    this.solutions = new Solutions(cube, onSolution, () => this.showMain());
    const on = (id, listener) => element(id).addEventListener("click", listener);
    on("prove", () => this.run(this.stickers, this.options, { keeps: true }));
    on("enlarge", () => this.enlarge());
    on("stop", () => this.stop());
  }

  // Stops the search and clears its results.
  forget() {
    this.controller?.abort();
    this.controller = undefined;
    this.solutions.clear();
    if (document.body.dataset.phase !== "found") return;
    scrollTo({ top: 0 });
    document.body.dataset.phase = "enter";
  }

  // Shows the section for solutions of a cube.
  begin(stickers, options) {
    this.controller?.abort();
    const controller = new AbortController();
    Object.assign(this, { controller, stickers, options, known: undefined, bound: 0, isAdvised: false });
    this.unit = UNITS[options.metric] ?? UNITS.htm;
    document.body.dataset.phase = "found";
    for (const id of ["prove", "advice", "enlarge", "progress"]) element(id).hidden = true;
    scrollTo({ top: 0 });
    return controller;
  }

  // Solves the cube with these stickers. Keeps the solutions of the same search, if it was stopped.
  async run(stickers, options, { keeps = false } = {}) {
    const controller = this.begin(stickers, options);
    if (!keeps) this.solutions.begin(stickers, options, (length) => this.words(length));
    element("stop").hidden = false;
    this.showMain();
    if (["solve", "prove", ""].includes(document.activeElement.id)) element("stop").focus({ preventScroll: true });
    element("progress").hidden = false;
    element("progress").classList.remove("ended");
    this.report();
    for (const id of ["known", "bound", "now", "probes"]) element(id).textContent = "–";
    element("done").value = 0;
    try {
      const request = { scramble: textOf(stickers, options), format: "facelets", link: true, ...options };
      await server.solve(request, (event) => this[event.event]?.(event), controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) this.fail(`No answer: ${error.message}.`);
    }
  }

  // Shows a solution that came with the cube, if it is one, and whether it is. `result` says what is known of
  // it, if it is the user's own.
  async showGiven(stickers, moves, options, result) {
    const controller = this.begin(stickers, options);
    this.solutions.begin(stickers, options, (length) => this.words(length));
    element("result").textContent = "Checking the solution …";
    const solution = moves.join(" ");
    const found = { solution, length: moves.length, steps: [{ solution, goal: lastGoal(options) ?? null }] };
    this.solutions.show([found]);
    element("solution").hidden = true;
    const leads = await this.isGoal(this.solutions.player.states.at(-1)).catch(() => false);
    if (controller.signal.aborted) return true;
    if (!leads) return false;
    element("solution").hidden = false;
    this.solutions.isProven = result?.includes("proven") ?? false;
    this.end(result ?? `A solution of ${this.words(moves.length)}, as it was sent to you.`);
    element("prove").hidden = this.solutions.isProven;
    element("prove").textContent = "Find the shortest";
    return true;
  }

  // Whether a cube is where the solutions lead: no moves are needed.
  async isGoal(stickers) {
    const { to, puzzle, auf } = this.options;
    const request = {
      scramble: textOf(stickers, this.options), format: "facelets", to, puzzle, auf,
      goal: lastGoal(this.options), max_moves: 0, timeout: CHECK_SECONDS,
    };
    let isThere = false;
    const onEvent = ({ event, length }) => (isThere ||= event === "answer" && length === 0);
    await server.solve(request, onEvent, this.controller.signal);
    return isThere;
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
    this.offerAgain("Find the shortest");
  }

  fail(result) {
    this.end(result);
    this.offerAgain("Try again");
  }

  offerAgain(name) {
    element("prove").textContent = name;
    element("prove").hidden = false;
  }

  // Shows the result. Moves the focus from Stop to the button that is needed next.
  end(result) {
    const isFocused = document.activeElement === element("stop");
    element("stop").hidden = true;
    element("progress").classList.add("ended");
    element("result").textContent = result;
    // for this page when it is loaded again
    history.replaceState({ result }, "");
    const main = this.showMain();
    if (isFocused) main.focus({ preventScroll: true });
  }

  get isDone() {
    return this.solutions.isDone;
  }

  // Marks the button for the next step, the only prominent one, and returns it.
  showMain() {
    const { canPlay, isDone } = this.solutions;
    const main = canPlay && !isDone ? "next" : element("stop").hidden ? "edit" : "stop";
    element("edit").textContent = isDone ? "New cube" : "Edit cube";
    for (const id of ["next", "edit", "stop"]) element(id).classList.toggle("main", id === main);
    return element(main);
  }

  // Says how far the search has got.
  report() {
    const found = this.known === undefined ? "Searching …" : `${this.words(this.known)}. Looking for the shortest …`;
    element("result").textContent = this.bound > 0 ? `${found} At least ${this.bound} needed.` : found;
  }

  // Events, by their names.

  short({ solution, length }) {
    if (this.known <= length) return;
    this.known = length;
    element("known").textContent = `${this.words(length)}, not proven to be the shortest`;
    this.report();
    this.solutions.show([{ solution, length, steps: [{ solution, goal: null }] }]);
  }

  progress({ depth, done, probes, seconds_left }) {
    element("probes").textContent = count.format(probes);
    element("done").value = done;
    const percent = done > 0 ? `, ${Math.floor(100 * done)}% done` : "";
    const left = seconds_left > 1 ? `, about ${duration(seconds_left)} left` : "";
    const ends = seconds_left > LONGEST_SECONDS ? "; the search ends after an hour" : "";
    element("now").textContent = `searching at ${this.words(depth)}${percent}${left}${ends}`;
    if (seconds_left > LONG_SECONDS) this.advise(seconds_left);
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
    this.solutions.isProven = optimal;
    this.solutions.show(solutions);
    if (optimal) {
      const proven = `${this.words(length)}, proven to be the shortest${steps}${found}, in ${duration(seconds)}.`;
      this.end(proven + this.solutions.followed);
      return;
    }
    const reason = error === null ? "" : ` (${error})`;
    this.end(`${this.words(length)}${found}. At least ${lower_bound} are needed${reason}.`);
    this.offerAgain("Find the shortest");
  }

  // Offers a larger table if the search would end much sooner with it, and says what the program would take.
  async advise(left) {
    if (this.isAdvised) return;
    this.isAdvised = true;
    const { controller } = this;
    const advice = await this.tables.advice(this.options.metric ?? "htm", left).catch(() => undefined);
    const native = server.nativeSeconds(left);
    if ((advice ?? native) === undefined || controller !== this.controller) return;
    const program = native && `The program cubesolve takes about ${duration(native)} for this with the same table.`;
    element("advice").textContent = [advice?.text, program].filter(Boolean).join(" ");
    element("advice").hidden = false;
    if (advice === undefined) return;
    this.table = advice.table;
    element("enlarge").textContent = `Generate ${advice.table.name}`;
    element("enlarge").hidden = false;
  }

  // Generates the larger table, then begins again with it.
  async enlarge() {
    this.controller.abort();
    const { stickers, options } = this;
    const { signal } = this.begin(stickers, options);
    element("advice").hidden = false;
    this.end("");
    await this.tables.generate(this.table, signal);
    if (!signal.aborted) this.run(stickers, options, { keeps: true });
  }
}
