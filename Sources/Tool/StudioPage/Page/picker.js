// A field for a target: a list of steps by id and title, and of what else a row may lead to.
import { h, put } from "./dom.js";
import { has } from "./book.js";

/** What a row of a flow may lead to; first the steps that nothing leads to. */
function targets(app, flow) {
  const steps = flow.lines.filter(({ kind, only }) => (kind === "step" || kind === "line")
    && !only);
  const unreached = (line) => (line.unreached?.includes(app.reading) ? 0 : 1);
  const others = app.book.flows.filter((other) => other !== flow);
  return [
    ...steps.toSorted((a, b) => unreached(a) - unreached(b))
      .map((line) => ({ value: line.id, words: line.text, first: !unreached(line) })),
    { value: "back", words: "The screen before this one" },
      { value: "end", words: "The run ends" }, { value: "stay", words: "The same step" },
    ...others.map((other) => (other.kind === "error" ? { value: `error ${other.alias ?? other.id}`,
      words: other.title } : { value: `goto ${other.id}`, words: other.title })),
  ];
}

let last = 0;

/** The field with its list. `onNew` is called for "New step"; without it there is no such entry. */
export function targetField(app, flow, label, text, onNew) {
  last += 1;
  const id = `targets-${last}`;
  const list = h("ul", { id, role: "listbox", "aria-label": `Where ${label} may lead`,
    class: "picker", hidden: true });
  const input = h("input", { value: text, "aria-label": label, role: "combobox",
    "aria-expanded": "false", "aria-controls": id, "aria-autocomplete": "list",
    autocomplete: "off", spellcheck: "false", size: Math.max(14, text.length) });
  const all = targets(app, flow);
  let shown = [];
  let at = -1;
  const mark = (index) => {
    at = index;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected",
      `${place === at}`));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", `${id}-${at}`);
      list.children[at]?.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    mark(-1);
  };
  const choose = (item) => {
    close();
    if (item.isNew) onNew(input);
    else {
      input.value = item.value;
      input.focus();
    }
  };
  const open = (words) => {
    shown = all.filter((item) => !words || has(`${item.value} ${item.words}`, words));
    if (onNew) shown.push({ value: "+", words: "New step at the end of this section",
      isNew: true });
    put(list, shown.map((item, index) => h("li", { id: `${id}-${index}`, role: "option",
      "aria-selected": "false", class: item.first ? "first" : item.isNew ? "new" : null,
      // The field keeps the focus.
      onmousedown: (event) => event.preventDefault(), onclick: () => choose(item) },
    h("code", {}, item.value), h("span", {}, item.first ? `${item.words} · nothing leads here`
      : item.words))));
    list.hidden = shown.length === 0;
    input.setAttribute("aria-expanded", `${!list.hidden}`);
    mark(-1);
  };
  input.addEventListener("focus", () => open(""));
  input.addEventListener("click", () => list.hidden && open(""));
  input.addEventListener("input", () => open(input.value.trim()));
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const isOpen = !list.hidden;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen) open("");
      mark((at + (event.key === "ArrowDown" ? 1 : -1) + shown.length) % shown.length);
    } else if (event.key === "Enter" && isOpen && at >= 0) {
      event.preventDefault();
      choose(shown[at]);
    } else if (event.key === "Escape" && isOpen) {
      event.stopPropagation();
      close();
    }
  });
  return { input, element: h("span", { class: "pick" }, input, list) };
}
