// Keeps a walk: as rows for `--rows`, as a link, as a named path.
import { copy, h, put } from "./dom.js";

const plain = (text) => (/^[\p{L}\p{N}_][\p{L}\p{N} _.()/-]*$/u.test(text)
  && !/^(yes|no|true|false|null|\d[\d.]*)$/i.test(text) ? text : JSON.stringify(text));

/** A row or a step in a file of paths. */
const rowName = (text) => (/^[\p{L}\p{N}_](?:[\p{L}\p{N} _.()/-]|:(?=\S))*$/u.test(text) ? text
  : JSON.stringify(text));

/** An argument of a command for a shell. */
const quoted = (text) => (/^[\w.,:*#=-]+$/.test(text) ? text
  : `'${text.replaceAll("'", "'\\''")}'`);

/** The entry of a file in `Flows/paths`. */
export function entry(path, name, about) {
  const lines = [`  - path: ${name}`];
  if (about) lines.push(`    about: ${plain(about)}`);
  if (path.as === "meant") lines.push("    as: meant");
  if (path.from) lines.push(`    from: ${rowName(path.from)}`);
  if (path.only) lines.push("    only: yes");
  if (path.clock) lines.push(`    clock: ${path.clock}`);
  const facts = Object.entries(path.facts)
    .map(([fact, value]) => `${plain(fact)}: ${plain(value)}`);
  if (facts.length) lines.push(`    facts: { ${facts.join(", ")} }`);
  lines.push(`    rows: [${path.rows.map(rowName).join(", ")}]`, `    end: ${plain(path.end)}`, "");
  return lines.join("\n");
}

/** The command that runs it again. None says at what time a run begins, so there is none for a walk
 * with a clock. */
export function command(path) {
  if (path.clock) return null;
  const options = [path.as === "meant" && "--as-meant", path.only && "--only", path.from
    && `--from ${quoted(path.from)}`, ...Object.entries(path.facts)
    .map(([name, value]) => `--fact ${quoted(`${name}=${value}`)}`)].filter(Boolean);
  return [`flowrun ${quoted(path.flow)} --rows ${quoted(path.rows.join(","))}`, ...options]
    .join(" ");
}

export function drawKeep(app) {
  const { course, walk } = app;
  const path = { ...walk.start, flow: course.home, ...course.script };
  if (path.end === undefined) return [h("h2", {}, "Keep this walk"),
    h("p", {}, `It has no end that could be kept: ${course.stuck}.`)];
  const link = new URL(`${app.book.byID.get(path.flow).page}.html#${app.walk.link}`, location.href)
    .href;
  const name = h("input", { name: "name", required: true, pattern: "[a-z0-9][a-z0-9\\-]*",
    value: `walk-to-${path.end.split(" ").at(-1).toLowerCase().replace(/[^a-z0-9]+/g, "-")}` });
  const about = h("input", { name: "about", value: "" });
  const patch = h("pre", { tabindex: "0", "aria-label": "The patch" });
  const result = h("p", { role: "status" });
  const text = () => entry(path, name.value, about.value);
  const show = () => put(patch, `Flows/paths/${path.flow}.yaml\n`, text().trimEnd().split("\n")
    .map((line) => h("ins", {}, `+${line}\n`)));
  for (const input of [name, about]) input.addEventListener("input", show);
  show();
  const field = (title, value) => h("div", { class: "field" }, h("h3", {}, title),
    h("code", {}, value), h("button", {
    type: "button", onclick: async (event) => {
      await copy(value);
      event.target.textContent = "Copied";
    },
  }, "Copy"));
  return [h("h2", {}, "Keep this walk"), path.rows.length === 0
    && h("p", {}, "No row was taken yet."), command(path) !== null
    && field("As rows", command(path)), field("As a link", link),
    h("form", { class: "field", onsubmit: async (event) => {
      event.preventDefault();
      if (!app.live) {
        await copy(text());
        result.textContent = "Copied. Add it to the file and run `flowrun replay --record`.";
        return;
      }
      result.textContent = await app.live.keep({ flow: path.flow, name: name.value,
        entry: text() });
    } }, h("h3", {}, "As a named path"), h("label", {}, "Name ", name),
      h("label", {}, "What it shows ", about), patch,
    h("button", { class: "primary", disabled: path.rows.length === 0 }, app.live
      ? "Write it into the file" : "Copy"), result)];
}
