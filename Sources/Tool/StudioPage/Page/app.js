// The page: what it shows, and what its buttons and keys do.
import { Book } from "./book.js";
import { zoom } from "./diagram.js";
import { goToChange } from "./diff.js";
import { byID, count, h, put } from "./dom.js";
import { editHere } from "./edit.js";
import { drawFrame, drawRun, focused, markFrame, restoreFocus, VIEWS, WIDE } from "./frame.js";
import { drawKeep } from "./keep.js";
import { withAll } from "./parts.js";
import { reveal } from "./table.js";
import { drawHelp } from "./views.js";
import { Comparing } from "./versions.js";
import { follow, Walk } from "./walk.js";

const line = (place) => (place ? `:${encodeURIComponent(place)}` : "");

export class App extends Comparing {
  constructor(engine, document, bytes, page) {
    super();
    Object.assign(this, { engine, page, view: "table", reading: "written", coverage: "replays",
      stepping: false, extra: 0, follows: true, given: {}, runs: [], watched: null, changed: null,
      waiting: [], drawn: {} });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.live = null;
    this.review = null;
    this.side = "new";
    this.course = null;
    this.walk = null;
    this.flow = null;
    this.load(document, bytes);
  }

  /** Takes other flows, and replays the walk on them. */
  load(document, bytes) {
    const catalogue = this.engine.open(bytes);
    this.course = null;
    this.catalogue?.close();
    this.catalogue = catalogue;
    const { coverage: { dropped } = {}, proofs } = this.book ?? {};
    // Until the rules are decided again, those of before are shown.
    this.book = new Book({ proofs, ...document });
    if (dropped) this.book.coverage.dropped = dropped;
    this.flow = this.book.byID.get(this.flow?.id)
      ?? this.book.flows.find(({ path }) => path === this.flow?.path) ?? null;
    const used = new Set(this.book.paths.flatMap(({ rows }) =>
      rows.filter((row) => row.startsWith("suspend ")).map((row) => row.slice(8))));
    const written = this.book.flows.filter(({ outline }) => outline === undefined);
    this.resumers = [...written.filter(({ id }) => used.has(id)),
      ...written.filter(({ id }) => !used.has(id))];
  }

  /** The lasting address of a flow or of a line of it. */
  address(flow, place) {
    // Both pages of a review show all flows.
    if (this.review) return `#${flow ? `${encodeURIComponent(flow.id)}${line(place)}` : "/"}`;
    if (!flow) return "index.html";
    const hash = place ? `#${encodeURIComponent(place)}` : "";
    return flow.id === this.page ? hash || `#${encodeURIComponent(flow.id)}`
      : `${flow.page}.html${hash}`;
  }

  /** Shows what the address names: a flow, a line, a walk, or all flows. */
  route() {
    const raw = location.hash.slice(1);
    let hash = raw;
    try {
      hash = decodeURIComponent(raw);
    } catch {
      // An address that somebody has cut off.
    }
    if (hash.startsWith("play?")) {
      this.along(JSON.parse(new URLSearchParams(raw.slice("play?".length)).get("walk")), true);
      return;
    }
    if (hash.startsWith("walk?")) {
      // Values may have any letters, so they are decoded where they stand.
      const walk = Walk.of(raw.startsWith("walk?") ? raw : hash);
      this.reading = walk.start.as;
      this.begin(walk);
      return;
    }
    const [first, ...rest] = hash.split(":");
    const known = this.book.byID.get(first);
    const flow = hash === "/" || hash === "" && !this.page ? null : known
      ?? this.book.byID.get(this.page) ?? this.flow;
    const place = known ? rest.join(":") : hash === "/" ? "" : hash;
    const isFirst = hash === "" && this.review && this.side === "new";
    const isWide = ["paths", ...WIDE].includes(this.view) || place;
    this.view = isFirst ? "diff" : isWide ? "table" : this.view;
    this.show(flow, place);
  }

  /** Shows a flow. If nothing was decided yet, the walk begins there. */
  show(flow, place = "") {
    if (flow?.isNamed) return withAll(this, () => this.show(this.book.byID.get(flow.id), place));
    this.flow = flow;
    this.follows = false;
    const isFree = !this.walk || this.walk.moves.length === 0;
    if (flow && flow.outline === undefined && isFree
      && this.walk?.start.flow !== flow.id) this.walk = this.fresh(flow);
    this.refresh(true);
    const line = place && byID(place);
    for (const old of document.querySelectorAll(".target")) old.classList.remove("target");
    if (line) {
      line.classList.add("target");
      line.scrollIntoView({ block: "center" });
    } else byID("pane").scrollTo(0, 0);
  }

  fresh(flow) {
    return new Walk({ flow: flow.id, as: this.reading, facts: {} });
  }

  begin(walk, watched = null) {
    this.pause();
    this.watched = watched;
    this.walk = walk;
    this.extra = 0;
    this.view = this.view === "diagram" ? "diagram" : "table";
    this.change();
  }

  /** Shows the run where it stands now. */
  change() {
    this.follows = true;
    this.refresh();
  }

  /** Replays the walk and draws what changed. */
  refresh(isNew = false) {
    const focus = focused();
    this.course = null;
    this.problem = null;
    if (this.walk) {
      try {
        this.course = follow(this.catalogue, this.walk, this.stepping ? this.extra : undefined);
        if (this.follows) this.flow = this.book.byID.get(this.course.state.flow) ?? this.flow;
      } catch (error) {
        this.problem = error.message;
      }
      // A walk that leaves the part of the flows which the page has.
      if (this.book.isPart && (this.problem || this.flow?.isNamed || this.course.broken
        || this.course.ending?.startsWith("missing"))) withAll(this, () => this.refresh());
    }
    const { flow, view, reading } = this.drawn;
    const isOther = flow !== this.flow || view !== this.view || reading !== this.reading;
    if (isNew || isOther) drawFrame(this);
    else markFrame(this);
    if (this.follows) reveal(this);
    drawRun(this);
    restoreFocus(focus);
  }

  /** Draws everything but the run, which `drawRun` draws. */
  draw() {
    drawFrame(this);
  }

  /** Does something now, or when the fields are closed that somebody types in: nothing is taken
   * from under their hands. */
  whenFree(work) {
    if (!document.querySelector("form.fields")) return work();
    this.waiting.push(work);
  }

  /** The fields are closed. */
  isFree() {
    const work = this.waiting;
    this.waiting = [];
    for (const one of work) one();
    if (!work.length) markFrame(this);
  }

  look(view) {
    if (view === "rules" && this.book.isPart) return withAll(this, () => this.look(view));
    this.view = view;
    this.refresh(true);
    if (view === "diff" && this.live) this.findRevisions();
  }

  /** Takes the house rules, which the studio decides after the tables are shown. */
  prove(proofs) {
    this.whenFree(() => {
      const before = new Map((this.book.proofs?.rules ?? [])
        .map(({ name, standing }) => [name, standing]));
      this.book.prove(proofs);
      const turned = (proofs?.rules ?? []).filter(({ name, standing }) => before.has(name)
        && before.get(name) !== standing);
      this.turned = { rules: turned, at: performance.now() };
      if (this.changed) this.changed.turned = turned;
      drawFrame(this);
      drawRun(this);
    });
  }

  open(content) {
    const dialog = byID("dialog");
    put(dialog, content, h("form", { method: "dialog" }, h("button", {}, "Close")));
    if (!dialog.open) dialog.showModal();
  }

  keep() {
    this.open(drawKeep(this));
  }

  help() {
    this.open(drawHelp());
  }

  /** Counts the rows of traces, as `--trace json` prints them. In the studio, a file without any is
   * a document, of which the studio makes flows. */
  async drop(files) {
    const counts = {};
    for (const file of files) {
      for (const line of (await file.text()).split("\n")) {
        try {
          const { row } = JSON.parse(line);
          if (row) counts[row] = (counts[row] ?? 0) + 1;
        } catch {
          // A line that is not JSON is not of a trace.
        }
      }
    }
    if (this.live && files.length > 0 && Object.keys(counts).length === 0) {
      byID("dialog").close();
      this.say(`Reading ${files[0].name}…`);
      await this.live.read(files[0], (this.flow ?? this.book.flows[0]).id);
      return;
    }
    this.book.coverage.dropped = { written: counts, meant: counts };
    this.coverage = "dropped";
    drawFrame(this);
    this.say(`${Object.values(counts).reduce((sum, number) => sum + number, 0)} rows taken in `
      + `${count(files.length, "file")}`);
  }

  say(text, isGood = true) {
    put(byID("status"), h("span", { class: isGood ? "ok" : "bad", "aria-hidden": "true" }), text);
  }

  /** A key that was pressed outside of fields. True if it did something. */
  key(key) {
    if (this.view === "diff" && "np".includes(key)) {
      goToChange(this, key === "n" ? 1 : -1);
      return true;
    }
    const choice = this.course?.choices.find((choice) => choice.key === key);
    if (choice) {
      if (!choice.refusal) this.take(choice.row);
    }
    else if (key === "Backspace" && this.walk) this.goTo(this.walk.at - 1);
    else if (key === "Enter" && this.stepping) this.goOn();
    else if (key === "Escape") this.pause();
    else if (key === "/") byID("find").focus();
    else if (key === "?") this.help();
    else if (key === "F2") editHere(this);
    else if (this.view === "diagram" && "+-=".includes(key)) zoom(this, key);
    else if (key === "m" && this.book.hasMeant) this.read(this.reading === "meant" ? "written"
      : "meant");
    else if (key === "0") location.hash = "/";
    else if ("12345".includes(key)) {
      const view = Object.keys(VIEWS)[key - 1];
      if (view === "diff" && !this.hasDiff || !this.flow && !WIDE.includes(view)) return false;
      this.look(view);
    } else return false;
    return true;
  }
}
