// The studio's server: it sends flows whenever a file was saved, compares revisions and writes
// named paths.
import { drawBar } from "./bar.js";
import { withOthers } from "./book.js";
import { bytes } from "./parts.js";

/** Of many flows the page begins with those of its name. */
const ownPage = `page=${/([^/]*?)(\.html)?$/.exec(location.pathname)[1]}`;

/** What the page starts with: the flows as they are, or of the revision that the address names. */
export async function fetched() {
  const [engine, flows] = await Promise.all([ask("engine.wasm"),
    ask(`flows.json${location.search || `?${ownPage}`}`)]);
  return { engine: await engine.arrayBuffer(), ...edition(await flows.json()) };
}

async function ask(path, options) {
  const response = await fetch(path, options);
  if (!response.ok) throw new Error((await response.text())
    || `the server answers ${response.status}`);
  return response;
}

function edition({ version, book, list, flows, problems, saved }) {
  return { version, book: list ? withOthers(book, list) : book, problems, saved,
    flows: flows && bytes(flows) };
}

/** Follows the server. Each answer is one event; the browser asks for the next one by itself. */
export function connect(app, first) {
  let failures = 0;
  const lost = (text) => app.say(text, false);
  const found = () => {
    if (failures > 1) app.say("Connected again");
    failures = 0;
  };
  const show = (news) => {
    const start = performance.now();
    app.trouble = news.problems;
    // A part that was sent before the page asked for all.
    if (news.flows && !(isWhole && news.book.isPart)) app.load(news.book, news.flows);
    app.follows = false;
    app.refresh(true);
    requestAnimationFrame(() => setTimeout(() => {
      const all = news.saved ? Math.round(Date.now() - news.saved) : null;
      document.body.dataset.painted = JSON.stringify({ version: news.version,
        page: Math.round(performance.now() - start), all });
      const walk = app.course?.broken ? "the walk no longer holds" : "the walk still holds";
      if (news.problems.length) lost("The files cannot be read as they are; this is what was "
        + "read last");
      else app.say(`Read again${all === null ? "" : `, shown after ${all} ms`}; ${walk}`,
        !app.course?.broken);
    }));
  };
  let [isWhole, events] = [false, null];
  let [known, version] = [first.version, first.version];
  // After the tables are shown, since deciding the rules takes longer. What was overtaken by
  // another edition is left out.
  const prove = async () => {
    const asked = version;
    try {
      const proofs = await (await ask("proofs.json")).json();
      if (asked === version) app.prove(proofs);
    } catch {
      // The studio is busy or not running. It goes on deciding, so the next answer comes sooner.
      if (asked === version) setTimeout(prove, 2000);
    }
  };
  const listen = () => {
    events?.close();
    events = new EventSource(`events?after=${known}${isWhole ? "" : `&${ownPage}`}`);
    events.addEventListener("flows", (event) => {
      found();
      known = event.lastEventId;
      const news = edition(JSON.parse(event.data));
      version = news.version;
      app.whenFree(() => show(news));
      prove();
    });
    events.addEventListener("runs", (event) => {
      found();
      known = event.lastEventId;
      app.takeRuns(JSON.parse(event.data));
    });
    events.addEventListener("open", found);
    // Every answer ends the connection, which counts as a failure. If the next one fails as well,
    // nobody listens.
    events.addEventListener("error", () => {
      failures += 1;
      if (events.readyState === EventSource.CLOSED) {
        failures = 2;
        lost("The studio was started again: open the address that it prints, and this page goes "
          + "on");
        setTimeout(listen, 1000);
      } else if (failures > 1) lost("The studio is not running; this page goes on when it is "
        + "started again");
    });
  };
  listen();
  prove();
  // What assistants ask, where there is a gate.
  const hear = async () => {
    const asked = await ask("questions.json").then((answer) => answer.json(), () => []);
    if (!asked) return;
    if (JSON.stringify(asked) !== JSON.stringify(app.asked ?? [])) {
      app.asked = asked;
      drawBar(app);
      if (asked.length) app.say("An assistant asks whether it may take a row");
    }
    setTimeout(hear, 1000);
  };
  hear();
  const answered = async (path, options) => {
    try {
      return await (await ask(path, options)).json();
    } catch (error) {
      return { error: error.message };
    }
  };
  const changed = (path, body) => taken(path,
    { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify(body) });
  const taken = async (path, options) => {
    const begun = performance.now();
    const done = await answered(path, options);
    // The rules may have been decided before the answer to the change.
    if (app.turned?.at > begun) done.turned = app.turned.rules;
    if (done.error) app.say(done.error, false);
    else {
      app.changed = done;
      app.refresh();
    }
    return done;
  };
  app.live = {
    /** All flows, of which the page has a part. From now on it gets all of them. */
    async all() {
      isWhole = true;
      listen();
      return edition(await (await ask("flows.json")).json());
    },
    /** The flows of one of the versions that a revision means. */
    async version(revision, side) {
      const words = new URLSearchParams({ revision, side });
      return edition(await (await ask(`flows.json?${words}`)).json());
    },
    async compare(revision) {
      try {
        return { revision,
          report: await (await ask(`diff?revision=${encodeURIComponent(revision)}`)).json() };
      } catch (error) {
        return { revision, error: error.message };
      }
    },
    revisions: () => answered("revisions.json"),
    line: (flow, line) =>
      answered(`line?flow=${encodeURIComponent(flow)}&line=${encodeURIComponent(line)}`),
    edit: (change) => changed("edit", change),
    /** Makes flows of a document, beside a flow. */
    read: (file, flow) => taken(`read?${new URLSearchParams({ flow, name: file.name })}`,
      { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file }),
    tryOut: (change) => answered("edit",
      { method: "POST", headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...change, trial: true }) }),
    fix: (finding) => answered(`fix?finding=${encodeURIComponent(finding)}`),
    mend: (finding) => changed("mend", { finding }),
    async decide(id, agrees) {
      const response = await fetch("decide", { method: "POST",
        headers: { "content-type": "application/json" }, body: JSON.stringify({ id, agrees }) });
      app.asked = app.asked.filter((question) => question.id !== id);
      drawBar(app);
      app.say(!response.ok ? await response.text() : agrees ? "It may be taken, once"
        : "It was refused", response.ok);
    },
    accept: () => changed("accept", {}),
    undo: () => changed("undo", {}),
    redo: () => changed("redo", {}),
    async keep(path) {
      try {
        return await (await ask("keep",
          { method: "POST", headers: { "content-type": "application/json" },
          body: JSON.stringify(path) })).text();
      } catch (error) {
        return error.message;
      }
    },
  };
  if (first.problems.length) show({ ...first, flows: null });
}
