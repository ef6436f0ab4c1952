// What a person does in a walk: take rows, let time pass, go back, watch a run, play a path.
import { drawList, drawRun } from "./frame.js";
import { withAll } from "./parts.js";
import { follow, ofReport, Walk, withValues } from "./walk.js";

/** The part of the page's state that is a walk, its course and what is watched. */
export class Walking {
  /** Takes a row, with the values that were typed for what its action answers or the person
   * enters. */
  take(row) {
    this.pause();
    const found = this.course.choices.find((choice) => choice.row === row);
    const names = [...(found?.outcome ? this.course.state.action?.values ?? [] : []),
      ...(found?.enters ?? [])];
    this.move(withValues(row, Object.fromEntries(names.filter((name) => this.given[name])
      .map((name) => [name, this.given[name]]))));
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

  /** Takes the runs that report to the studio, and goes on with the one that is watched. */
  takeRuns(runs) {
    this.runs = runs;
    // A run may be in any flow.
    if (this.book.isPart && runs.some(({ over }) => !over)) withAll(this, () => this.refresh(true));
    drawList(this);
    if (this.watched) this.watch(this.watched);
  }

  /** Shows a run as it goes on, until somebody walks on from there in the page. */
  watch(id) {
    if (this.book.isPart) return withAll(this, () => this.watch(id));
    const run = this.runs.find((run) => run.run === id);
    if (!run) this.watched = null;
    if (!run) return;
    this.reading = run.as;
    try {
      this.begin(this.walkOf(run), id);
    } catch (error) {
      this.say(`${run.name} cannot be shown: ${error.message}`, false);
    }
  }

  /** The walk of a run that reports, on the flows as they are now. */
  walkOf(run) {
    const firsts = new Map(this.book.flows.flatMap(({ facts }) => facts.map(({ name, values }) =>
      [name, values[0]])));
    const facts = Object.fromEntries(Object.entries(run.facts)
      .filter(([name, value]) => firsts.get(name) !== value));
    return ofReport(this.catalogue, { ...run, facts });
  }

  /** The runs that go on and would stand elsewhere with the flows as they are now: at another step,
   * or nowhere, since a row of them is gone. */
  get moved() {
    return this.runs.filter(({ over, cut }) => !over && !cut).flatMap((run) => {
      try {
        const { state, broken } = follow(this.catalogue, this.walkOf(run));
        if (broken) return [{ run, why: `${broken.move} no longer holds` }];
        return state.step === run.step ? [] : [{ run, why: `it would stand at ${state.step}` }];
      } catch (error) {
        return [{ run, why: error.message }];
      }
    });
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
    drawRun(this);
  }

  pause() {
    if (!this.playing) return;
    clearTimeout(this.playing);
    this.playing = null;
    drawRun(this);
  }

  /** A path of a diff: `1.1a 1.2b -> 2.1`. Its rows are as written, and of one flow. */
  pathOf(flow, words) {
    return { flow, only: true, rows: words.split(" -> ")[0].split(" ") };
  }
}
