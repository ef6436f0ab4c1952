// The diagram: sections as frames, steps as boxes in document order, rows as lines. All rows with
// the same target share one vertical track to the right of the boxes, and no two tracks overlap, so
// every line can be followed with a finger.
import { h, svg } from "./dom.js";

const BOX = 330, LINE = 19, MORE = 14, PAD = 9, GAP = 14, FRAME = 14, GUTTER = 176, TRACK = 13,
  LEFT = 16;
const SMALL = "11px system-ui, sans-serif", TITLE = "600 12px system-ui, sans-serif",
  CODE = "11px ui-monospace, monospace";

let pen;
const widthOf = (text, font) => {
  pen ??= document.createElement("canvas").getContext("2d");
  pen.font = font;
  return pen.measureText(text).width;
};

/** A text in lines that fit into a width. Only a word that is wider than a line is broken. */
function wrapped(text, width, font) {
  const lines = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line && widthOf(`${line} ${word}`, font) <= width) {
      line += ` ${word}`;
      continue;
    }
    if (line) lines.push(line);
    line = word;
    while (widthOf(line, font) > width) {
      const part = fit(line, width, font).slice(0, -1) || line.slice(0, 1);
      lines.push(part);
      line = line.slice(part.length);
    }
  }
  return [...lines, line];
}

/** A text that fits into a width, shortened with an ellipsis. */
function fit(text, width, font) {
  if (widthOf(text, font) <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (widthOf(`${text.slice(0, middle)}…`, font) <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).trimEnd()}…`;
}

const boxOf = (line, y) => {
  const lines = wrapped(`${line.id} ${line.text}`, BOX - 20, TITLE);
  return { line, lines, y, height: PAD + LINE + (lines.length - 1) * MORE, rows: [] };
};

/** Places boxes, lines and tracks. Coordinates are in pixels from the top left corner. */
export function layOut(book, flow, reading) {
  const frames = [];
  const boxes = new Map();
  const firstOf = new Map();
  let y = 10;
  let frame = null;
  let box = null;
  const close = () => {
    if (box) y = box.y + box.height + GAP;
    box = null;
    if (frame) {
      frame.height = y - frame.y;
      y += GAP;
    }
    frame = null;
  };
  const open = (id, title) => {
    close();
    frame = { id, title, y, rows: [], lines: wrapped(`${id} ${title}`, BOX - 8, TITLE) };
    frames.push(frame);
    y += title ? 16 + frame.lines.length * MORE : FRAME;
  };
  const addRow = (line) => {
    const lines = wrapped(line.text, BOX - 32, SMALL);
    box.rows.push({ line, lines, y: box.y + box.height + LINE / 2 - 3, target: book.target(line,
      reading) });
    box.height += LINE + (lines.length - 1) * MORE;
  };
  for (const line of book.linesOf(flow, reading)) {
    if (line.kind === "section" || line.kind === "extension") {
      open(line.id, line.text);
      if (line.kind === "extension") frame.rows.push(line);
      continue;
    }
    if (line.kind === "step" || line.kind === "line") {
      if (!frame) open("", "");
      if (box) y = box.y + box.height + GAP;
      box = boxOf(line, y);
      boxes.set(line.id, box);
      if (!firstOf.has(frame.id)) firstOf.set(frame.id, box);
      if (line.row && book.target(line, reading)) addRow({ ...line, text: "", own: true });
    } else {
      // Rows that hold at any time have no step.
      if (!box) boxes.set(frame.id, (box = boxOf({ id: frame.id, text: frame.title }, y)));
      addRow(line);
    }
  }
  close();
  const edges = [];
  for (const box of boxes.values()) {
    for (const row of box.rows) {
      const to = row.target === "stay" ? box : boxes.get(row.target) ?? firstOf.get(row.target);
      if (to) edges.push({ row, from: row.y, to, entry: to.y + LINE / 2 + 2 });
    }
  }
  // Targets elsewhere are words, which have the room that they need.
  const leads = new Set(edges.map(({ row }) => row));
  const words = [...boxes.values()].flatMap(({ rows }) => rows).filter((row) => row.target
    && !leads.has(row)).map(({ target }) => widthOf(target, SMALL));
  const gutter = Math.min(420, Math.max(GUTTER, ...words.map((width) => width + 76)));
  // A track for every target: short ones first, each in the innermost place that is free along its
  // whole length.
  const tracks = new Map();
  for (const edge of edges) {
    const track = tracks.get(edge.to) ?? { low: edge.entry, high: edge.entry, edges: [] };
    track.low = Math.min(track.low, edge.from);
    track.high = Math.max(track.high, edge.from);
    track.edges.push(edge);
    tracks.set(edge.to, track);
  }
  const lanes = [];
  for (const track of [...tracks.values()].sort((a, b) => a.high - a.low - (b.high - b.low))) {
    let lane = lanes.findIndex((used) => used.every(({ low, high }) => track.low > high + 4
      || track.high < low - 4));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push(track);
    for (const edge of track.edges) edge.x = LEFT + BOX + gutter + lane * TRACK;
  }
  return { frames, boxes: [...boxes.values()], edges, gutter,
    width: LEFT + BOX + gutter + lanes.length * TRACK + 12, height: y + 4 };
}

export function drawDiagram(app) {
  const { book, flow, reading } = app;
  const { frames, boxes, edges, gutter, width, height } = layOut(book, flow, reading);
  const right = LEFT + BOX;
  const leads = new Map(edges.map((edge) => [edge.row, edge]));
  const drawing = svg("svg", { class: "diagram", viewBox: `0 0 ${width} ${height}`, width, height,
    "aria-label": `Diagram of ${flow.id} ${flow.title}`, role: "group", "data-zoom": app.zoom
    ?? "width" },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
      svg("path", { d: "M0 0L8 4L0 8z" }))),
    frames.map((frame) => svg("g", { class: "frame" },
      svg("rect", { x: 4, y: frame.y, width: BOX + LEFT + 8, height: frame.height, rx: 9 }),
      frame.title && lettered(frame.lines, { x: LEFT, y: frame.y + 19, class: "title" }))),
    edges.map((edge) =>
      svg("path", { class: "edge", "data-edge": `${flow.id}:${edge.row.line.row}`,
      d: path(edge, right), "marker-end": "url(#tip)" })),
    boxes.map((box) => svg("g", { class: "box", "data-box": `${flow.id}:${box.line.id}` },
      svg("rect", { x: LEFT, y: box.y, width: BOX, height: box.height, rx: 6 }),
      link(app, box.line.id, lettered(box.lines, { x: LEFT + 9, y: box.y + 16, class: "step" })),
      box.rows.map((row) => svg("g", { class: "row", "data-line": `${flow.id}:${row.line.row}` },
        !row.line.own && link(app, row.line.row, lettered(row.lines, { x: LEFT + 20, y: row.y + 4,
          class: "label" }), row.line.row),
        svg("text", { x: right + 6, y: row.y - 3, class: "id" }, fit(row.line.id, 60, CODE)),
        !leads.has(row) && row.target && [
          svg("line", { class: "edge out", x1: right, x2: right + 52, y1: row.y, y2: row.y,
            "marker-end": "url(#tip)", "data-edge": `${flow.id}:${row.line.row}` }),
          svg("text", { x: right + 58, y: row.y + 4, class: row.line.missing?.includes(reading)
            ? "out stub" : "out" }, svg("title", {}, row.target),
            fit(row.target.replace(/^goto /, ""), gutter - 66, SMALL))])))));
  if (typeof app.zoom === "number") drawing.style.width = `${width * app.zoom}px`;
  const button = (key, words, title) => h("button", { type: "button", title, "aria-label": title,
    onclick: () => zoom(app, key) }, words, " ", h("kbd", {}, key === "-" ? "−" : key));
  return h("div", { class: "sheet wide" }, h("div", { class: "head" },
    h("h1", {}, h("code", {}, flow.id), " ", flow.title)),
    boxes.length > 0 && h("div", { class: "zoom acts", role: "group",
      "aria-label": "Size of the diagram" }, button("=", app.zoom === "whole" ? "Fit the width"
      : "Fit the whole", "Fits the whole diagram, or its width"), button("-", "Smaller",
      "Smaller"), button("+", "Larger", "Larger")),
    boxes.length ? h("div", { class: "scroll", tabindex: "0", role: "region",
      "aria-label": "Diagram", onwheel: (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(app, event.deltaY < 0 ? "+" : "-");
    } }, drawing) : h("p", {}, flow.outline ?? "There is nothing to draw."));
}

/** A text of several lines. */
const lettered = (lines, place) => svg("text", place,
  lines.map((words, index) => svg("tspan", { x: place.x, dy: index ? MORE : 0 }, words,
  index < lines.length - 1 && " ")));

/** `+` and `-` make the diagram larger and smaller; `=` fits the whole of it, or its width
 * again. */
export function zoom(app, key) {
  const drawing = document.querySelector("svg.diagram");
  if (!drawing) return;
  const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  app.zoom = key === "=" ? (app.zoom === "whole" ? "width" : "whole")
    : Math.min(4, Math.max(0.1, scale * (key === "+" ? 1.25 : 0.8)));
  app.draw();
}

function link(app, id, text, row) {
  return svg("a", {
    href: app.address(app.flow, id), onclick: (event) => {
      if (!row || !app.course?.choices.some((choice) => choice.row === `${app.flow.id}:${row}`
        && !choice.refusal)) return;
      event.preventDefault();
      app.take(`${app.flow.id}:${row}`);
    },
  }, text);
}

/** From a row to the right, along its track, and back to the head of its target. */
function path({ from, entry, x }, right) {
  const turn = 5 * Math.sign(entry - from) || 5;
  if (Math.abs(entry - from) < 10) return `M${right} ${from}H${x}V${entry}H${right + 2}`;
  return `M${right} ${from}H${x - 5}Q${x} ${from} ${x} ${from + turn}V${entry - turn}Q${x} `
    + `${entry} ${x - 5} ${entry}H${right + 2}`;
}

/** Marks the current step and the rows that were taken. */
export function markDiagram(app) {
  const { course, flow } = app;
  const drawing = document.querySelector("svg.diagram");
  if (!drawing) return;
  const taken = new Set(course.trace.map(({ row }) => row));
  const last = course.trace.at(-1)?.row;
  const open = new Set(course.choices.filter((choice) => !choice.refusal).map(({ row }) => row));
  for (const edge of drawing.querySelectorAll("[data-edge]")) {
    edge.classList.toggle("taken", taken.has(edge.dataset.edge));
    edge.classList.toggle("last", edge.dataset.edge === last);
  }
  for (const row of drawing.querySelectorAll("[data-line]")) row.classList.toggle("open",
    open.has(row.dataset.line));
  for (const box of drawing.querySelectorAll("[data-box]")) {
    const isHere = !course.isOver && box.dataset.box === course.state.step;
    box.classList.toggle("current", isHere);
    if (isHere && app.follows) box.scrollIntoView({ block: "center", inline: "nearest",
      behavior: app.calm ? "auto" : "smooth" });
  }
}
