// What the check, the house rules, the recorded paths and the waiting runs say to a change.
import { h, prose } from "./dom.js";

/** What turned: rules, new findings, recorded paths. */
export const drawTurned = (app, { rules, findings, paths }) => [turnedRules(app, rules),
  list("New findings", findings.new.map(finding)),
  list("Recorded paths that fail now", paths.map(({ flow, name, reason }) =>
    [h("code", {}, flow), ` ${name}: `, prose(reason)]))];

/** What is folded away: findings that are gone, and waiting runs. */
export const drawGone = ({ findings, waiting }) => [
  list("Findings that are gone", findings.gone.map(finding), true),
  list("Where waiting runs must be told or are lost", waiting.map(({ place, fate, now, reason }) =>
    [h("code", {}, place), ` ${fate}`, now && now !== place && [", now ", h("code", {}, now)],
      reason && [": ", prose(reason)]]), true)];

/** Plays a walk of one of the versions: here, or in the page of that version. */
export function playOf(app, side, path, words) {
  const label = [h("span", { "aria-hidden": "true" }, "▷ "), h("code", {}, words)];
  if (side === app.side && !app.difference.revision?.includes("..")) {
    return h("button", { type: "button", class: "way", "aria-label": `Play ${words}`,
      onclick: () => app.along(path, true) }, label);
  }
  const version = side === "old" ? "older" : "newer";
  return h("a", { class: "way", href: app.otherPage(side, { play: path }), target: "_blank",
    "aria-label": `Play ${words} in the ${version} version` }, label);
}

function turnedRules(app, rules) {
  if (!rules.length) return null;
  return h("section", { class: "piece", "aria-label": "House rules" },
    h("h2", {}, "House rules that turned"),
    h("ul", { class: "verdicts" }, rules.map((rule) =>
      h("li", { class: rule.newlyBroken ? "broken" : null, "data-rule": rule.name },
        h("p", {}, h("code", {}, rule.name), ` ${rule.words}. `,
          rule.because ? `${rule.because}.` : rule.sentence && prose(rule.sentence)),
        rule.run && h("p", {}, prose(rule.run.why), ". ", playOf(app, rule.run.side, rule.run,
          `the run that breaks it, from ${rule.run.flow}`))))));
}

const finding = ({ severity, flow, at, message, rule }) => [
  h("span", { class: severity === "error" ? "bad" : null }, severity), " ",
  h("code", {}, at ? `${flow}:${at}` : flow), " ", prose(message), " ", h("small", {}, rule)];

function list(title, entries, isFolded = false) {
  if (!entries.length) return null;
  const words = `${title}: ${entries.length}`;
  const items = h("ul", {}, entries.map((entry) => h("li", {}, entry)));
  return isFolded ? h("details", { class: "piece" }, h("summary", {}, words), items)
    : h("section", { class: "piece", "aria-label": title }, h("h2", {}, words), items);
}
