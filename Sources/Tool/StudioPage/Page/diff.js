// What differs between two versions: in the studio from a revision of git to the files as they are,
// in a review between both versions that it holds. The report says what has changed; nothing is
// compared here.
import { count, h } from "./dom.js";
import { drawGone, drawTurned, playOf } from "./verdicts.js";
import { drawScreens } from "./screens.js";

export function drawDiff(app) {
  const { difference, book } = app;
  const head = h("div", { class: "head" },
    h("h1", {}, app.live ? "What differs" : "What has changed"), app.live && chooser(app));
  const sheet = (...content) => h("div", { class: "sheet" }, head, content);
  if (!difference) return sheet(h("p", { role: "status" }, "The versions are being compared…"));
  if (difference.error) return sheet(h("p", { role: "alert" }, difference.error));
  const { report } = difference;
  const journey = book.journey(app.flow).map(({ id }) => id);
  const at = ({ flow }) => (journey.includes(flow) ? journey.indexOf(flow) : journey.length);
  const order = report.changed.toSorted((a, b) => at(a) - at(b));
  const total = order.reduce((sum, { places }) => sum + places.filter(isMore).length, 0);
  let number = 0;
  const next = () => (number += 1);
  const whole = [["added", "is new"], ["removed", "is gone"],
    ["notCompared", "is not compared: one version cannot be read"]];
  return sheet(
    h("p", { class: "finding" }, `${report.verdict[0].toUpperCase()}${report.verdict.slice(1)}.`),
    total > 0 && h("div", { class: "steps", role: "group", "aria-label": "The changes one by one" },
      h("span", { id: "change", role: "status" }, counted(app.changeAt ?? 0, total)),
      step(app, -1, "Previous ", "p"), step(app, 1, "Next ", "n")),
    whole.map(([key, words]) => report[key].map((id) =>
      h("p", {}, h("code", {}, id), ` ${words}.`))),
    drawTurned(app, report), order.map((item) => flowOf(app, item, next)), drawGone(report));
}

/** Whether more than the number of a line has changed. */
const isMore = ({ onlyNumber }) => !onlyNumber;

const step = (app, direction, words, key) => h("button", { type: "button",
  onclick: () => goToChange(app, direction) }, words, h("kbd", {}, key));

/** A flow: its changed rows side by side, its screens, its paths. */
function flowOf(app, item, next) {
  const changes = item.places.filter(isMore);
  const numbers = item.places.filter((place) => !isMore(place));
  return h("section", { class: "piece", "aria-label": item.flow },
    h("h2", {}, h("code", {}, item.flow), ` ${item.title}`),
    changes.length > 0 && h("table", { class: "list diff" },
      h("caption", { class: "hidden" }, `The changed rows of ${item.flow}`),
      h("thead", {}, h("tr", {}, ["Row", "Before", "Now"].map((name) =>
        h("th", { scope: "col" }, name)))),
      h("tbody", {}, changes.map((place) => placeOf(app, item, place, next())))),
    numbers.length > 0 && h("details", { class: "numbers" },
      h("summary", {}, `${count(numbers.length, "line")} only with another number`),
      h("p", {}, numbers.map(({ before, now }) =>
        h("code", {}, before ? `${before.id} → ${now.id} ` : `${now.id} `)))),
    h("div", { class: "screens", "data-screens": item.flow }, drawScreens(app, item)),
    pathsOf(app, item, "lost"), pathsOf(app, item, "gained"),
    item.tooManyPaths && h("p", {}, "It has too many paths to compare."),
    item.concerns.length > 0 && h("details", {},
      h("summary", {}, `Concerns ${count(item.concerns.length, "row")} of other flows`),
      h("ul", {}, item.concerns.map((words) => h("li", {}, words)))));
}

/** A changed line. What the cells do not show, such as a condition, stands below. */
function placeOf(app, item, place, number) {
  const { before, now, changes } = place;
  const isSame = before && now && before.text === now.text && before.next === now.next;
  const isHidden = changes.some(({ kind }) => /changed|moved|reachable|first/.test(kind));
  const words = changes.filter(({ kind }) => !/renumbered/.test(kind)).map(({ text }) => text)
    .join("; ");
  const isBelow = (before || now) && (isSame || isHidden);
  const id = before && now && before.id !== now.id ? `${before.id} → ${now.id}`
    : (now ?? before)?.id || "header";
  return [h("tr", { class: isBelow ? "with-words" : null, "data-change": `${number}`,
    "data-at": place.at, "aria-current": number === app.changeAt ? "true" : null },
  h("th", { scope: "row" }, h("a", { href: linkOf(app, item, place) }, id)),
  before || now ? [cell(before, now, "gone"), cell(now, before, "new")]
    : h("td", { colspan: "2" }, words)),
  isBelow ? h("tr", { class: "words" }, h("td"), h("td", { colspan: "2" }, words)) : null];
}

/** One side of a line. */
function cell(line, other, name) {
  if (!line) return h("td");
  const leads = ({ next }) => `→ ${next.replace(/^goto /, "")}`;
  return h("td", { class: other ? null : name },
    h("span", {}, marked(line.text, other?.text, name)),
    line.next && h("span", { class: "leads" }, marked(leads(line), other && leads(other), name)));
}

/** The text of one side, with the words marked that stand between what both begin and end with. */
function marked(text, other, name) {
  if (other === undefined || other === null || other === text) return text;
  const [mine, theirs] = [text.split(/(?<= )/), other.split(/(?<= )/)];
  const most = Math.min(mine.length, theirs.length);
  let start = 0;
  while (start < most && mine[start] === theirs[start]) start += 1;
  let end = 0;
  while (end < most - start && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const middle = mine.slice(start, mine.length - end).join("");
  return [mine.slice(0, start).join(""), middle && h(name === "gone" ? "del" : "ins", {}, middle),
    mine.slice(mine.length - end).join("")];
}

/** A line that is gone is in the page of the older version. */
function linkOf(app, item, place) {
  if (place.now || !place.before) return app.address(app.book.byID.get(item.flow), place.at);
  return app.otherPage("old", { place: `${item.was}:${place.at}` });
}

function pathsOf(app, item, name) {
  const paths = item[name];
  if (!paths.length) return null;
  const [flow, side] = name === "lost" ? [item.was, "old"] : [item.flow, "new"];
  return h("div", { class: `ways ${name}` }, h("h3", {}, `${count(paths.length, "path")} ${name}`),
    h("ul", {}, item.plays[name].map((facts, place) => h("li", {}, facts
      ? playOf(app, side, { ...app.pathOf(flow, paths[place]), facts }, paths[place])
      : [h("code", {}, paths[place]), h("small", {}, " no facts were found that let it run")]))),
    paths.length > item.plays[name].length
      && h("p", {}, `and ${paths.length - item.plays[name].length} more`));
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
  h("label", {}, "Compare with ", h("select", { name: "revision",
    onchange: (event) => app.compare(event.target.value) },
  known.includes(now) ? null : option(now), option("HEAD", "the last commit"),
  group("Commits", commits.map(([name, title]) => option(name, `${name} ${title}`))),
  group("Branches", branches.map((name) => option(name))),
  group("Tags", tags.map((name) => option(name))))),
  h("label", {}, "or ", h("input", { name: "other", placeholder: "HEAD~3, v1..v2", size: "14",
    spellcheck: "false", "aria-label": "Another revision or a range" })),
  h("button", {}, "Compare"));
}

const counted = (number, total) => (number ? `${number} of ${total}` : count(total, "change"));

/** Shows the next change or the one before, and goes on at the other end. */
export function goToChange(app, direction) {
  const rows = [...document.querySelectorAll("#pane [data-change]")];
  if (!rows.length) return;
  const from = app.changeAt || (direction > 0 ? 0 : 1);
  app.changeAt = ((from - 1 + direction + rows.length) % rows.length) + 1;
  for (const row of rows) {
    if (Number(row.dataset.change) === app.changeAt) {
      row.setAttribute("aria-current", "true");
      row.scrollIntoView({ block: "center", behavior: app.calm ? "auto" : "smooth" });
    } else row.removeAttribute("aria-current");
  }
  document.querySelector("#change").textContent = counted(app.changeAt, rows.length);
}
