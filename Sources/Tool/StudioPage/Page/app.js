// The page: what it shows, and what its buttons and keys do.
import { Book } from "./book.js";
import { byID, count, h, put } from "./dom.js";
import { drawBar } from "./bar.js";
import { drawDiagram, markDiagram, zoom } from "./diagram.js";
import { drawDiff, goToChange } from "./diff.js";
import { drawChange, editHere } from "./edit.js";
import { drawKeep } from "./keep.js";
import { drawPanel } from "./panel.js";
import { drawPhone } from "./phone.js";
import { drawTable, drawTrouble, mark, reveal } from "./table.js";
import { drawFlows, drawHelp, drawOverview, drawPaths, drawRules } from "./views.js";
import { follow, ofReport, Walk, withValues } from "./walk.js";

const VIEWS = { table: "Table", diagram: "Diagram", paths: "Paths", rules: "Rules", diff: "Diff" };
/** Views that show all flows. */
const WIDE = ["rules", "diff"];

export class App {
  constructor(engine, document, bytes, page) {
    Object.assign(this, { engine, page, view: "table", reading: "written", coverage: "replays", stepping: false, extra: 0, follows: true, given: {}, runs: [], watched: null, changed: null, waiting: [], drawn: {} });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.live = null;
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
    this.flow = this.book.byID.get(this.flow?.id) ?? null;
    const used = new Set(this.book.paths.flatMap(({ rows }) => rows.filter((row) => row.startsWith("suspend ")).map((row) => row.slice(8))));
    const written = this.book.flows.filter(({ outline }) => outline === undefined);
    this.resumers = [...written.filter(({ id }) => used.has(id)), ...written.filter(({ id }) => !used.has(id))];
  }

  /** The lasting address of a flow or of a line of it. */
  address(flow, place) {
    if (!flow) return "index.html";
    const hash = place ? `#${encodeURIComponent(place)}` : "";
    return flow.id === this.page ? hash || `#${encodeURIComponent(flow.id)}` : `${flow.page}.html${hash}`;
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
    if (hash.startsWith("walk?")) {
      // Values may have any letters, so they are decoded where they stand.
      const walk = Walk.of(raw.startsWith("walk?") ? raw : hash);
      this.reading = walk.start.as;
      this.begin(walk);
      return;
    }
    const [first, ...rest] = hash.split(":");
    const known = this.book.byID.get(first);
    const flow = hash === "/" || hash === "" && !this.page ? null : known ?? this.book.byID.get(this.page) ?? this.flow;
    const place = known ? rest.join(":") : hash === "/" ? "" : hash;
    this.view = ["paths", ...WIDE].includes(this.view) || place ? "table" : this.view;
    this.show(flow, place);
  }

  /** Shows a flow. If nothing was decided yet, the walk begins there. */
  show(flow, place = "") {
    this.flow = flow;
    this.follows = false;
    const isFree = !this.walk || this.walk.moves.length === 0;
    if (flow && flow.outline === undefined && isFree && this.walk?.start.flow !== flow.id) this.walk = this.fresh(flow);
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
    const focus = this.focused();
    this.course = null;
    this.problem = null;
    if (this.walk) {
      try {
        this.course = follow(this.catalogue, this.walk, this.stepping ? this.extra : undefined);
        if (this.follows) this.flow = this.book.byID.get(this.course.state.flow) ?? this.flow;
      } catch (error) {
        this.problem = error.message;
      }
    }
    const { flow, view, reading } = this.drawn;
    if (isNew || flow !== this.flow || view !== this.view || reading !== this.reading) this.draw();
    else this.mark();
    if (this.follows) reveal(this);
    this.drawRun();
    this.restore(focus);
  }

  /** Does something now, or when the fields are closed that somebody types in: nothing is taken from under their hands. */
  whenFree(work) {
    if (!document.querySelector("form.fields")) return work();
    this.waiting.push(work);
  }

  /** The fields are closed. */
  isFree() {
    const work = this.waiting;
    this.waiting = [];
    for (const one of work) one();
    if (!work.length) this.mark();
  }

  /** Draws everything but the run. */
  draw() {
    const { flow } = this;
    this.drawn = { flow, view: this.view, reading: this.reading };
    const top = byID("pane").scrollTop;
    const view = !flow && !WIDE.includes(this.view) ? drawOverview(this)
      : { table: drawTable, diagram: drawDiagram, paths: drawPaths, rules: drawRules, diff: drawDiff }[this.view](this);
    put(byID("pane"), this.trouble?.length ? drawTrouble(this, this.trouble, "the table is the last one that could be read") : null, view);
    byID("pane").scrollTop = top;
    document.title = flow ? `${flow.id} ${flow.title}` : this.book.name;
    drawBar(this);
    this.drawFlows();
    if (this.listed !== flow) this.showInList();
    this.listed = flow;
    put(byID("views"), Object.entries(VIEWS).filter(([name]) => name !== "diff" || this.live).map(([name, title]) => h("button", {
      type: "button", "aria-pressed": `${this.view === name && (flow !== null || WIDE.includes(name))}`, disabled: !flow && !WIDE.includes(name), onclick: () => this.look(name),
    }, title)));
    // Where nothing is meant otherwise, there is nothing to choose.
    byID("readings").hidden = !this.book.hasMeant;
    put(byID("readings"), [["written", "as written"], ["meant", "as meant"]].map(([name, title]) => h("button", {
      type: "button", "aria-pressed": `${this.reading === name}`, onclick: () => this.read(name),
    }, title)));
    const kinds = Object.entries({ replays: "replays", real: "real replays", dropped: "dropped traces" }).filter(([kind]) => this.book.coverage[kind]);
    put(byID("coverage"), h("label", {}, "Coverage by ", h("select", { onchange: (event) => {
      this.coverage = event.target.value;
      this.draw();
    } }, kinds.map(([kind, title]) => h("option", { value: kind, selected: kind === this.coverage }, title)))));
    this.mark();
  }

  /** Scrolls the list to the flow that is shown. Several times, since entries that were never seen have a height only then. */
  showInList() {
    const show = (times) => {
      byID("flows").querySelector("a[aria-current]")?.scrollIntoView({ block: "center" });
      if (times > 0) requestAnimationFrame(() => show(times - 1));
    };
    show(3);
  }

  drawFlows() {
    byID("flows").classList.toggle("many", this.book.flows.length > 200);
    put(byID("flows"), drawFlows(this, byID("find").value));
  }

  mark() {
    if (!this.course) return;
    mark(this);
    markDiagram(this);
  }

  drawRun() {
    const { course, flow, book } = this;
    document.body.classList.toggle("without-run", !course && !this.problem);
    const away = course && flow && flow.id !== course.state.flow && !course.state.callers.some(({ step }) => step.startsWith(`${flow.id}:`));
    const run = this.runs.find((run) => run.run === this.watched);
    for (const item of document.querySelectorAll("[data-run]")) item.setAttribute("aria-pressed", `${item.dataset.run === this.watched}`);
    put(byID("run"), run && h("p", { class: "away watched" }, `This is ${run.name} as it goes on: ${run.cut ? "more rows than can be shown" : run.stands}. What you do here happens in this page only.`),
      this.problem && h("p", { role: "alert" }, this.problem),
      away && h("p", { class: "away" }, `The walk is in ${course.state.flow}. `, h("button", { type: "button", onclick: () => this.change() }, "Show it"), " ",
        flow.outline === undefined && h("button", { type: "button", onclick: () => this.begin(this.fresh(flow)) }, `Walk ${flow.id}`)),
      course && drawPhone(this), drawChange(this), course && drawPanel(this));
    byID("run").querySelector(".history ol")?.scrollTo(0, 1e6);
    const { state } = course ?? {};
    const crumbs = course ? [...state.callers].reverse().map(({ step }) => step.split(":")) : [];
    put(byID("crumbs"), crumbs.map(([id, step]) => h("a", { href: this.address(book.byID.get(id), step) }, h("code", {}, id), ` ${book.byID.get(id)?.title ?? ""} ${step}`)),
      flow && h("a", { "aria-current": "page", href: this.address(flow, "") }, h("code", {}, flow.id), ` ${flow.title}`));
    if (course) {
      put(byID("rows"), h("span", { dir: "ltr" }, course.script.rows.join(", ")));
      byID("rows").dataset.ending = course.ending;
      put(byID("said"), course.broken ? `${course.broken.move} no longer holds: ${course.broken.reason}` : course.isOver ? `The run has ended: ${course.ending}` : `${state.step} ${state.title}`);
    }
  }

  /** Which button has the focus, and in which part of the page. */
  focused() {
    const active = document.activeElement;
    if (active?.closest("table.flow")) return { inTable: true };
    if (!active || !byID("run").contains(active)) return null;
    return { part: active.closest("section")?.getAttribute("aria-label"), text: active.textContent, name: active.getAttribute("name") };
  }

  /** Gives the focus back to the same button, or to what can be done next. */
  restore(focus) {
    if (!focus || document.activeElement !== document.body) return;
    const next = focus.inTable ? document.querySelector("table.flow .open button.text")
      : [...byID("run").querySelectorAll("button:enabled, input, select")].find((item) => !["Phone", "decided"].includes(focus.part) && item.closest("section")?.getAttribute("aria-label") === focus.part
        && item.textContent === focus.text && item.getAttribute("name") === focus.name);
    (next ?? byID("run").querySelector(".phone button:enabled, .decided button:enabled") ?? byID("run").querySelector("button:enabled"))?.focus({ preventScroll: true });
  }

  // What buttons and keys do.

  /** Takes a row, with the values that were typed for what its action answers or the person enters. */
  take(row) {
    this.pause();
    const found = this.course.choices.find((choice) => choice.row === row);
    const names = [...(found?.outcome ? this.course.state.action?.values ?? [] : []), ...(found?.enters ?? [])];
    this.move(withValues(row, Object.fromEntries(names.filter((name) => this.given[name]).map((name) => [name, this.given[name]]))));
  }

  move(move) {
    this.watched = null;
    this.walk.add(move, this.course.broken?.index ?? this.walk.at);
    this.extra = 0;
    this.change();
  }

  wait(milliseconds) {
    if (milliseconds > 0) this.move(`wait ${Math.round(milliseconds)}`);
  }

  suspend(flow) {
    this.move(`suspend ${flow}`);
  }

  goTo(place) {
    this.pause();
    this.watched = null;
    this.walk.at = Math.max(0, Math.min(place, this.walk.moves.length));
    this.extra = 0;
    this.change();
  }

  goOn() {
    this.extra += 1;
    this.change();
  }

  branch(index) {
    this.watched = null;
    this.walk.take(index);
    this.change();
  }

  restart() {
    this.begin(new Walk(this.walk.start));
  }

  setFact(name, value) {
    this.watched = null;
    this.walk.start = { ...this.walk.start, facts: { ...this.walk.start.facts, [name]: value } };
    this.change();
  }

  setStepping(isStepping) {
    this.stepping = isStepping;
    this.extra = 0;
    this.change();
  }

  read(reading) {
    this.watched = null;
    this.reading = reading;
    if (this.walk) this.walk.start = { ...this.walk.start, as: reading };
    this.refresh(true);
  }

  look(view) {
    this.view = view;
    this.refresh(true);
    if (view === "diff") this.findRevisions();
  }

  /** Takes the runs that report to the studio, and goes on with the one that is watched. */
  takeRuns(runs) {
    this.runs = runs;
    this.drawFlows();
    if (this.watched) this.watch(this.watched);
  }

  /** Shows a run as it goes on, until somebody walks on from there in the page. */
  watch(id) {
    const run = this.runs.find((run) => run.run === id);
    if (!run) {
      this.watched = null;
      return;
    }
    const firsts = new Map(this.book.flows.flatMap(({ facts }) => facts.map(({ name, values }) => [name, values[0]])));
    const facts = Object.fromEntries(Object.entries(run.facts).filter(([name, value]) => firsts.get(name) !== value));
    this.reading = run.as;
    try {
      this.begin(ofReport(this.catalogue, { ...run, facts }), id);
    } catch (error) {
      this.say(`${run.name} cannot be shown: ${error.message}`, false);
    }
  }

  /** Walks along a named path: by itself, or row by row with "Play on". */
  along(path, isPlayed) {
    this.reading = path.as ?? "written";
    this.begin(Walk.along(path));
    if (isPlayed) this.play();
  }

  play() {
    if (this.walk.at >= this.walk.moves.length || this.course?.broken) {
      this.pause();
      return;
    }
    this.playing = setTimeout(() => {
      this.walk.at += 1;
      this.change();
      this.play();
    }, 700);
    this.drawRun();
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.playing);
    this.playing = null;
    this.drawRun();
  }

  /** A path of a diff: `1.1a 1.2b -> 2.1`. Its rows are as written, and of one flow. */
  pathOf(flow, words) {
    return { flow, only: true, rows: words.split(" -> ")[0].split(" ") };
  }

  /** Takes the house rules, which the studio decides after the tables are shown. */
  prove(proofs) {
    this.whenFree(() => {
      const before = new Map((this.book.proofs?.rules ?? []).map(({ name, standing }) => [name, standing]));
      this.book.prove(proofs);
      const turned = (proofs?.rules ?? []).filter(({ name, standing }) => before.has(name) && before.get(name) !== standing);
      if (this.changed) this.changed.turned = turned;
      this.draw();
      this.drawRun();
    });
  }

  /** Asks for what can be compared with, and compares with the last commit if nothing was chosen. */
  async findRevisions() {
    if (!this.difference) this.compare("HEAD");
    this.revisions = await this.live.revisions();
    if (this.view === "diff") this.draw();
  }

  async compare(revision) {
    this.changeAt = 0;
    this.difference = await this.live.compare(revision);
    this.draw();
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

  /** Counts the rows of traces, as `--trace json` prints them. */
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
    this.book.coverage.dropped = { written: counts, meant: counts };
    this.coverage = "dropped";
    this.draw();
    this.say(`${Object.values(counts).reduce((sum, number) => sum + number, 0)} rows taken in ${count(files.length, "file")}`);
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
    else if (key === "m" && this.book.hasMeant) this.read(this.reading === "meant" ? "written" : "meant");
    else if (key === "0") location.hash = "/";
    else if ("12345".includes(key)) {
      const view = Object.keys(VIEWS)[key - 1];
      if (view === "diff" && !this.live || !this.flow && !WIDE.includes(view)) return false;
      this.look(view);
    } else return false;
    return true;
  }
}
