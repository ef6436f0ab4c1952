// The screens that a change concerns, before and after, drawn as the phone draws them.
import { h, put } from "./dom.js";
import { drawPhone } from "./phone.js";
import { follow, Walk } from "./walk.js";

/** How many screens of a flow are drawn. */
const MOST = 12;

/** The screens of a changed flow, side by side, as soon as both versions are there. */
export function drawScreens(app, item) {
  if (!item.screens.length) return null;
  const { versions } = app.difference;
  if (!versions) {
    app.takeVersions();
    return null;
  }
  const shown = item.screens.slice(0, MOST);
  const title = item.screens.length === 1 ? "The screen" : "The screens";
  return [h("h3", {}, `${title} before and now`),
    shown.map(({ before, now }) => h("div", { class: "pair" },
      picture(versions.old, item.was, before, "before"),
      picture(versions.new, item.flow, now, "now"))),
    item.screens.length > MOST && h("p", {}, `and ${item.screens.length - MOST} more`)];
}

/** What the phone shows at a step. Nothing can be pressed in it. */
function picture(version, flow, step, words) {
  const caption = h("figcaption", {},
    step ? [h("code", {}, step), ` ${words}`] : `not there ${words}`);
  if (!step) return h("figure", { class: "missing" }, caption);
  const walk = new Walk({ flow, from: step, as: "written", facts: {} });
  try {
    const course = follow(version.catalogue, walk, 0);
    const phone = drawPhone({ course, walk, book: version.book, given: {}, take() {} });
    const frame = h("div", { inert: true });
    put(frame, phone[0]);
    return h("figure", {}, caption, frame);
  } catch (error) {
    return h("figure", { class: "missing" }, caption, h("p", {}, error.message));
  }
}
