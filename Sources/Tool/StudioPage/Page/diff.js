// What differs between a revision of git and the files as they are.
import { count, h } from "./dom.js";
import { natural } from "./book.js";

export function drawDiff(app) {
  const { difference, book } = app;
  const head = h("div", { class: "head" }, h("h1", {}, "What differs"), chooser(app));
  if (!difference) return h("div", { class: "sheet" }, head);
  if (difference.error) return h("div", { class: "sheet" }, head, h("p", { role: "alert" },
    difference.error));
  const { added, removed, changed } = difference.report;
  if (!added.length && !removed.length && !changed.length) return h("div", { class: "sheet" },
    head, h("p", {}, "Nothing is different."));
  const journey = book.journey(app.flow).map(({ id }) => id);
  const at = (id) => (journey.includes(id) ? journey.indexOf(id) : journey.length);
  const order = changed.toSorted((a, b) => at(a.flow) - at(b.flow))
    .map((item) => ({ ...item, changes: inOrder(book.byID.get(item.flow), item.changes) }));
  const total = order.reduce((sum, { changes }) => sum + changes.length, 0);
  let number = 0;
  return h("div", { class: "sheet" }, head,
    total > 0 && h("div", { class: "steps", role: "group",
      "aria-label": "The changes one by one" }, h("span", { id: "change", role: "status" },
      counted(app.changeAt ?? 0, total)),
      h("button", { type: "button", onclick: () => goToChange(app, -1) }, "Previous ",
        h("kbd", {}, "p")), h("button", { type: "button", onclick: () => goToChange(app, 1) },
        "Next ", h("kbd", {}, "n"))),
    added.map((id) => h("p", {}, h("code", {}, id), " is new.")),
      removed.map((id) => h("p", {}, h("code", {}, id), " is gone.")),
    order.map((item) => h("table", { class: "list diff" },
      h("caption", {}, `${item.flow} ${book.byID.get(item.flow)?.title ?? ""}`),
      h("thead", {}, h("tr", {}, ["Row", "What", "Before", "Now"]
        .map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, item.changes.map((change) => {
        number += 1;
        return h("tr", { class: change.kind.replaceAll(" ", "-"), "data-change": `${number}`,
          "aria-current": number === app.changeAt ? "true" : null },
          h("th", { scope: "row" },
            h("a", { href: app.address(book.byID.get(item.flow), change.id) }, change.id
            || "header")), h("td", {}, change.kind),
          change.old || change.new ? [h("td", {}, change.old ?? ""), h("td", {}, change.new ?? "")]
            : h("td", { colspan: "2" }, change.text));
      })),
      [["gained", item.gained], ["lost", item.lost]].map(([name, paths]) => paths.length > 0
        && h("tbody", {}, paths.slice(0, 20).map((path) => h("tr", {},
        h("td", {}, playOf(app, item.flow, name, path)), h("td", {}, `path ${name}`),
          h("td", { colspan: "2" }, h("code", {}, path)))))))));
}

/** Chooses a commit, a branch or a tag, or takes any revision or range that somebody types. */
function chooser(app) {
  const { commits = [], branches = [], tags = [] } = app.revisions ?? {};
  const now = app.difference?.revision ?? "HEAD";
  const known = [...commits.map(([name]) => name), ...branches, ...tags, "HEAD"];
  const option = (value, words = value) => h("option", { value, selected: value === now }, words);
  const group = (label, options) => options.length > 0 && h("optgroup", { label }, options);
  return h("form", { class: "revision", onsubmit: (event) => {
    event.preventDefault();
    const words = new FormData(event.target);
    app.compare(words.get("other").trim() || words.get("revision"));
  } },
    h("label", {}, "Compare with ", h("select", { name: "revision", onchange: (event) =>
      app.compare(event.target.value) },
      known.includes(now) ? null : option(now), option("HEAD", "the last commit"),
      group("Commits", commits.map(([name, title]) => option(name, `${name} ${title}`))),
        group("Branches", branches.map((name) => option(name))),
        group("Tags", tags.map((name) => option(name))))),
    h("label", {}, "or ", h("input", { name: "other", placeholder: "HEAD~3, v1..v2", size: "14",
      spellcheck: "false", "aria-label": "Another revision or a range" })),
    h("button", {}, "Compare"));
}

/** The changes in the order of the table. A line that is gone stands where its id belongs. */
function inOrder(flow, changes) {
  const lines = flow?.lines ?? [];
  const place = new Map(lines.map((line, index) => [line.row ?? line.id, index]));
  for (const [index, { id }] of lines.entries()) if (!place.has(id)) place.set(id, index);
  const at = ({ id = "" }) => place.get(id) ?? lines.filter((line) => natural(line.id, id) < 0)
    .length - 0.5;
  return changes.map((change) => [at(change), change]).sort(([a], [b]) => a - b)
    .map(([, change]) => change);
}

const counted = (number, total) => (number ? `${number} of ${total}` : count(total, "change"));

/** Shows the next change or the one before, and goes on at the other end. */
export function goToChange(app, step) {
  const rows = [...document.querySelectorAll("#pane [data-change]")];
  if (!rows.length) return;
  const from = app.changeAt ?? (step > 0 ? 0 : 1);
  app.changeAt = ((from - 1 + step + rows.length) % rows.length) + 1;
  for (const row of rows) {
    if (Number(row.dataset.change) === app.changeAt) {
      row.setAttribute("aria-current", "true");
      row.scrollIntoView({ block: "center", behavior: app.calm ? "auto" : "smooth" });
    } else row.removeAttribute("aria-current");
  }
  document.querySelector("#change").textContent = counted(app.changeAt, rows.length);
}

function playOf(app, flow, name, path) {
  const { revision } = app.difference;
  return name === "gained" && !revision.includes("..")
    ? h("button", { type: "button", onclick: () => app.along(app.pathOf(flow, path), true) },
    "Play")
    : h("a", { href: app.live.past(revision, name === "gained" ? "new" : "old", flow, path),
      target: "_blank" }, "Play");
}
