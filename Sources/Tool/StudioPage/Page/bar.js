// The line at the top that says what is wrong, and leads there.
import { byID, count, h, prose, put } from "./dom.js";
import { place } from "./remarks.js";

/** Shows the mistakes: files that cannot be read, or else what the check calls an error. */
export function drawBar(app) {
  const bar = byID("bar");
  const content = app.trouble?.length ? unreadFiles(app, app.trouble) : foundErrors(app);
  bar.hidden = !content;
  put(bar, content);
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
