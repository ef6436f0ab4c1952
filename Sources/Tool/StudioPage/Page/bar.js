// The line at the top that says what is wrong, and leads there; before it, what assistants ask.
import { byID, count, h, prose, put } from "./dom.js";
import { place } from "./remarks.js";

/** Shows what assistants ask, and the mistakes: files that cannot be read, or else what the check
 * calls an error. */
export function drawBar(app) {
  const bar = byID("bar");
  const content = app.trouble?.length ? unreadFiles(app, app.trouble) : foundErrors(app);
  const asked = (app.asked ?? []).map((question) => drawQuestion(app, question));
  bar.hidden = !content && !asked.length;
  put(bar, [...asked, content]);
}

/** A row that an assistant wants to take, which a person decides. */
function drawQuestion(app, { id, words }) {
  const answer = (agrees) => () => app.live.decide(id, agrees);
  return h("div", { class: "asked" }, h("strong", {}, "An assistant asks"),
    h("span", { class: "words" }, `to take ${words}`),
    h("button", { type: "button", onclick: answer(true) }, "Take it"),
    h("button", { type: "button", onclick: answer(false) }, "Refuse"));
}

function unreadFiles(app, items) {
  const [item] = items;
  return [h("strong", {}, count(items.length, "mistake")), h("span", { class: "words" },
    prose(item.message)), place(app, item, item.line, item.column),
    h("button", { type: "button", onclick: () =>
      document.querySelector(".trouble")?.scrollIntoView({ block: "start" }) }, "Show it")];
}

function foundErrors(app) {
  const errors = app.book.errors(app.reading);
  if (!errors.length) return null;
  const here = errors.filter(({ flow }) => flow === app.flow?.id);
  const [first, ...rest] = [...here, ...errors.filter((error) => !here.includes(error))];
  return [h("strong", {}, count(errors.length, "mistake")), h("span", { class: "words" },
    prose(first.message)),
    linkTo(app, first, "Go to "), rest.slice(0, 3).map((error) => linkTo(app, error, "")),
      rest.length > 3 && h("span", {}, `and ${rest.length - 3} more`)];
}

function linkTo(app, { flow, at }, words) {
  const home = app.book.byID.get(flow);
  return h("a", { href: app.address(home, at) }, words, home === app.flow && at ? at : at
    ? `${flow}:${at}` : flow);
}
