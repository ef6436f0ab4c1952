// Two versions of the flows: which one this page shows, where the other one is, what differs.
import { Book } from "./book.js";
import { h } from "./dom.js";
import { drawFrame } from "./frame.js";
import { Walking } from "./walking.js";

/** The part of the page's state that is a comparison. */
export class Comparing extends Walking {
  /** Whether there is something to compare: in the studio, and in a review beside the newer
   * flows. */
  get hasDiff() {
    return Boolean(this.live || this.review && this.side === "new");
  }

  /** The address of the page of a version: at a line, with a walk, or with one that is played. */
  otherPage(side, { place, walk, play } = {}) {
    const line = place ? encodeURIComponent(place).replaceAll("%3A", ":") : "/";
    const words = play ? `play?${new URLSearchParams({ walk: JSON.stringify(play) })}`
      : walk ?? line;
    if (this.review) return `${side === "old" ? "before" : "index"}.html#${words}`;
    const revision = this.difference?.revision ?? this.revision;
    return `index.html?${new URLSearchParams({ revision, side })}#${words}`;
  }

  /** A link to the same walk in the other version. */
  otherWalk() {
    if (!this.review && !this.revision && !this.difference?.report) return null;
    const other = this.side === "old" ? "new" : "old";
    return h("p", { class: "both" }, h("a", { target: "_blank",
      href: this.otherPage(other, { walk: this.walk.link }) },
    `The same walk in the version ${other === "old" ? "before" : "now"}`));
  }

  /** Takes both versions, to draw their screens. */
  async takeVersions() {
    const { difference } = this;
    if (difference.isAsked) return;
    difference.isAsked = true;
    const open = async (side) => {
      const { book, flows } = await (this.live ?? this.review).version(difference.revision, side);
      return { book: new Book(book), catalogue: this.engine.open(flows) };
    };
    try {
      const [old, now] = [await open("old"), await open("new")];
      difference.versions = { old, new: now };
    } catch (error) {
      this.say(error.message, false);
    }
    this.drawDifference(difference);
  }

  /** Asks for what can be compared with, and compares with the last commit if nothing was
   * chosen. */
  async findRevisions() {
    if (!this.difference && !this.isComparing) this.compare("HEAD");
    this.revisions = await this.live.revisions();
    this.drawDifference(this.difference);
  }

  async compare(revision) {
    this.changeAt = 0;
    for (const { catalogue } of Object.values(this.difference?.versions ?? {})) catalogue.close();
    this.difference = null;
    this.isComparing = true;
    this.drawDifference(null);
    this.difference = await this.live.compare(revision);
    this.isComparing = false;
    this.drawDifference(this.difference);
  }

  /** Draws a comparison, unless there is another one meanwhile or another view. */
  drawDifference(difference) {
    if (this.view !== "diff" || this.difference !== difference) return;
    this.whenFree(() => drawFrame(this));
  }
}
