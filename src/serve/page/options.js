// The options of a search: a form made of what the server describes.

import * as server from "./server.js";

// What the page sets itself.
const OWN = ["scramble", "scrambles", "format", "timeout", "progress", "link", "fast"];

// Numbers, and numbers separated by commas, as such; anything else is text.
function read(text) {
  if (!/^\d+(,\d+)*$/.test(text)) return text;
  const numbers = text.split(",").map(Number);
  return numbers.length === 1 ? numbers[0] : numbers;
}

function input(kind, name) {
  const element = document.createElement(kind === "select" ? "select" : "input");
  if (kind !== "select") element.type = kind;
  if (kind === "text") Object.assign(element, { spellcheck: false, autocomplete: "off", autocapitalize: "off" });
  return Object.assign(element, { id: `option-${name}` });
}

function field(name, schema, names) {
  const choices = schema.enum?.filter((choice) => choice !== null);
  if (choices !== undefined) {
    const select = input("select", name);
    select.append(new Option("–", ""), ...choices.map((choice) => new Option(choice)));
    return select;
  }
  if (schema.type === "boolean") return input("checkbox", name);
  const text = input("text", name);
  if (names !== undefined) text.setAttribute("list", names);
  return text;
}

// What people ask for most, each as the fields it sets.
const PRESETS = {
  "Shortest solution": {},
  "A cross": { goal: "cross" },
  "Only R and U": { moves: "R,U" },
  "In steps (EO, DR, HTR)": { goal: "eo,dr,htr,solved" },
  "With slice turns": { moves: "U,D,R,L,F,B,M,E,S" },
  "2x2x2": { puzzle: "2x2x2" },
};

export class Options {
  // The form for `element`, and buttons for `presets`.
  constructor(element, presets) {
    this.element = element;
    this.fields = {};
    this.presets = Object.entries(PRESETS).map(([name, texts]) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", textContent: name });
      button.addEventListener("click", () => {
        this.texts = texts;
        element.dispatchEvent(new Event("change", { bubbles: true }));
      });
      presets.append(button);
      return { button, texts: JSON.stringify(texts) };
    });
    element.addEventListener("change", () => this.showPreset());
  }

  // Marks the preset that is set.
  showPreset() {
    const set = JSON.stringify(this.texts);
    for (const { button, texts } of this.presets) button.setAttribute("aria-pressed", String(set === texts));
  }

  // Makes the form; without a server there is none.
  async load() {
    const [{ components }, { goals }] = await Promise.all([server.description(), server.goals()]);
    const list = document.createElement("datalist");
    list.id = "goals";
    const labelled = goals.map(({ name, title, description }) => new Option(`${title}: ${description}`, name));
    list.append(...labelled, new Option("in the steps of Thistlethwaite", "eo,dr,htr,solved"));
    this.element.append(list);
    for (const [name, schema] of Object.entries(components.schemas.SolveRequest.properties)) {
      if (OWN.includes(name)) continue;
      const control = field(name, schema, name === "goal" ? "goals" : undefined);
      const label = document.createElement("label");
      label.htmlFor = control.id;
      label.textContent = schema.title ?? name;
      const help = document.createElement("p");
      help.id = `about-${name}`;
      help.textContent = `${schema.description ?? ""}.`;
      control.setAttribute("aria-describedby", help.id);
      const row = document.createElement("div");
      row.className = "option";
      row.append(label, control, help);
      this.element.append(row);
      this.fields[name] = control;
    }
    this.showPreset();
  }

  // Those that are set, as texts.
  get texts() {
    const text = (control) => (control.type === "checkbox" ? (control.checked ? "true" : "") : control.value.trim());
    const all = Object.entries(this.fields).map(([name, control]) => [name, text(control)]);
    return Object.fromEntries(all.filter(([, value]) => value !== ""));
  }

  set texts(texts) {
    for (const [name, control] of Object.entries(this.fields)) {
      if (control.type === "checkbox") control.checked = texts[name] === "true";
      else control.value = texts[name] ?? "";
    }
    this.showPreset();
  }

  // The same as the fields of a request.
  get values() {
    const value = ([name, text]) => [name, text === "true" || read(text)];
    return Object.fromEntries(Object.entries(this.texts).map(value));
  }
}
