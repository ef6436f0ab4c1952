// Fields for the values of a line: texts, lists, targets, facts.
import { h } from "./dom.js";
import { targetField } from "./picker.js";

/** A field for a value: a text, a list with an item a line, or for facts their values to choose
 * from. */
export function valueField(app, flow, key, shape, value, onNew) {
  if (shape === "target") {
    const { input, element } = targetField(app, flow, key, value ?? "", key === "next" ? onNew
      : null);
    return { element, read: () => input.value.trim(), input };
  }
  if (shape === "facts") return chips(flow, key, value ?? {});
  if (shape === "inputs") return inputs(value ?? {});
  if (shape === "list") {
    const items = value ?? [];
    const input = h("textarea", { "aria-label": `${key}, one a line`,
      rows: Math.max(2, items.length + 1) }, items.join("\n"));
    return { element: input, read: () => input.value.split("\n").map((line) => line.trim())
      .filter(Boolean), input };
  }
  if (value && typeof value === "object") {
    const fields = Object.entries(value)
      .map(([name, inner]) => ({ name, isList: Array.isArray(inner),
      input: h("input", { value: Array.isArray(inner) ? inner.join(", ") : inner,
      "aria-label": `${key} ${name}` }) }));
    const read = () => Object.fromEntries(fields.filter(({ input }) => input.value.trim())
      .map(({ name, isList, input }) => [name, isList ? input.value.split(",")
      .map((part) => part.trim()).filter(Boolean) : input.value.trim()]));
    return { element: h("span", { class: "pairs" }, fields.map(({ name, input }) => h("label", {},
      h("code", {}, name), input))), read, input: fields[0]?.input };
  }
  const text = value ?? "";
  const input = text.includes("\n") ? h("textarea", { "aria-label": key, rows: text.split("\n")
    .length + 1 }, text)
    : h("input", { value: text, "aria-label": key, placeholder: HINTS[key] ?? null,
      size: Math.min(60, Math.max(8, text.length)) });
  return { element: input, read: () => input.value.trim(), input };
}

const HINTS = { after: "90 s", takes: "0.5 s", on: "the outcome of the action",
  action: "name.of.the.action", answer: "200" };

/** What is filled in: a line for each input, with its name, whether it is secret, and what it
 * takes. */
function inputs(value) {
  const lines = [];
  const element = h("span", { class: "inputs", role: "group", "aria-label": "input" });
  const add = (name, rules) => {
    const { secret, digits, length, ...others } = rules;
    const field = (label, attributes) => h("input", { "aria-label": label, ...attributes });
    const line = { others, name: field("The name of the input", { value: name, size: 10,
      placeholder: "code" }),
      secret: field("Whether it is secret", { type: "checkbox", checked: secret === "yes" }),
      kind: h("select", { "aria-label": "What it takes" }, [["", "any text"],
      ["digits", "digits"], ["length", "letters"]].map(([kind, words]) =>
        h("option", { value: kind, selected: kind in rules }, words))),
      count: field("How many", { value: digits ?? length ?? "", size: 5, placeholder: "4..12" }) };
    lines.push(line);
    element.insertBefore(h("span", {}, line.name, h("label", {}, line.secret, "secret"), line.kind,
      line.count), more);
    return line;
  };
  const more = h("button", { type: "button", onclick: () => add("", {}).name.focus() }, "+ Input");
  element.append(more);
  for (const [name, rules] of Object.entries(value)) add(name, rules);
  const read = () => Object.fromEntries(lines.filter(({ name }) => name.value.trim())
    .map(({ name, secret, kind, count, others }) => [name.value.trim(),
      { ...secret.checked && { secret: "yes" },
      ...kind.value && { [kind.value]: count.value.trim() }, ...others }]));
  return { element, read, input: lines[0]?.name };
}

/** The values of the flow's facts, to be switched on and off. */
function chips(flow, key, value) {
  const isOne = key === "set";
  const now = new Map(Object.entries(value)
    .map(([fact, values]) => [fact, new Set([values].flat())]));
  const buttons = [];
  const press = (name, one) => {
    const chosen = now.get(name) ?? new Set();
    if (chosen.has(one)) chosen.delete(one);
    else {
      if (isOne) chosen.clear();
      chosen.add(one);
    }
    now.set(name, chosen);
    for (const { fact, value, button } of buttons) button.setAttribute("aria-pressed",
      `${now.get(fact)?.has(value) ?? false}`);
  };
  const chip = (name, one) => {
    const button = h("button",
      { type: "button", "aria-pressed": `${now.get(name)?.has(one) ?? false}`,
      "aria-label": `${name} ${one}`, onclick: () => press(name, one) }, one);
    buttons.push({ fact: name, value: one, button });
    return button;
  };
  // What is no value of the fact, such as a range, is a chip of its own.
  const choices = ({ name, values }) => [...values, ...[...now.get(name) ?? []]
    .filter((one) => !values.includes(one))];
  const element = h("span", { class: "chips", role: "group", "aria-label": key },
    flow.facts.map((fact) => h("span", {}, h("code", {}, fact.name), choices(fact)
    .map((one) => chip(fact.name, one)))), flow.facts.length === 0
    && "This flow has no facts; add one at its header");
  const read = () => Object.fromEntries([...now].filter(([, chosen]) => chosen.size)
    .map(([fact, chosen]) => {
    const values = flow.facts.find(({ name }) => name === fact)?.values ?? [];
    const list = [...chosen].toSorted((a, b) => values.indexOf(a) - values.indexOf(b));
    return [fact, list.length === 1 ? list[0] : list];
  }));
  return { element, read, input: null };
}
