// The diagram: sections as frames, steps as boxes in document order, rows as lines. All rows with the same target share one
// vertical track to the right of the boxes, and no two tracks overlap, so every line can be followed with a finger.
import { h, svg } from "./dom.js";

const BOX = 330, LINE = 19, PAD = 9, GAP = 14, FRAME = 14, GUTTER = 176, TRACK = 13, LEFT = 16;

let pen;
/** A text that fits into a width, shortened with an ellipsis. */
function fit(text, width, font) {
  pen ??= document.createElement("canvas").getContext("2d");
  pen.font = font;
  if (pen.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).trimEnd()}…`;
}

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
    frame = { id, title, y, rows: [] };
    frames.push(frame);
    y += title ? 30 : FRAME;
  };
  const addRow = (line) => {
    box.rows.push({ line, y: box.y + box.height + LINE / 2 - 3, target: book.target(line, reading) });
    box.height += LINE;
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
      box = { line, y, height: LINE + PAD, rows: [], section: frame.id };
      boxes.set(line.id, box);
      if (!firstOf.has(frame.id)) firstOf.set(frame.id, box);
      if (line.row && book.target(line, reading)) addRow({ ...line, text: "", own: true });
    } else {
      // Rows that hold at any time have no step.
      if (!box) boxes.set(frame.id, (box = { line: { id: frame.id, text: frame.title }, y, height: LINE + PAD, rows: [], section: frame.id }));
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
  // A track for every target: short ones first, each in the innermost place that is free along its whole length.
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
    let lane = lanes.findIndex((used) => used.every(({ low, high }) => track.low > high + 4 || track.high < low - 4));
    if (lane < 0) lane = lanes.push([]) - 1;
    lanes[lane].push(track);
    for (const edge of track.edges) edge.x = LEFT + BOX + GUTTER + lane * TRACK;
  }
  return { frames, boxes: [...boxes.values()], edges, width: LEFT + BOX + GUTTER + lanes.length * TRACK + 12, height: y + 4 };
}

const SMALL = "11px system-ui, sans-serif", CODE = "11px ui-monospace, monospace";

export function drawDiagram(app) {
  const { book, flow, reading } = app;
  const { frames, boxes, edges, width, height } = layOut(book, flow, reading);
  const right = LEFT + BOX;
  const leads = new Map(edges.map((edge) => [edge.row, edge]));
  const drawing = svg("svg", { class: "diagram", viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": `Diagram of ${flow.id} ${flow.title}`, role: "group" },
    svg("defs", {}, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" }, svg("path", { d: "M0 0L8 4L0 8z" }))),
    frames.map((frame) => svg("g", { class: "frame" },
      svg("rect", { x: 4, y: frame.y, width: BOX + LEFT + 8, height: frame.height, rx: 9 }),
      frame.title && svg("text", { x: LEFT, y: frame.y + 19, class: "title" }, svg("title", {}, frame.title), fit(`${frame.id}  ${frame.title}`, BOX - 8, `600 12px system-ui, sans-serif`)))),
    edges.map((edge) => svg("path", { class: "edge", "data-edge": `${flow.id}:${edge.row.line.row}`, d: path(edge, right), "marker-end": "url(#tip)" })),
    boxes.map((box) => svg("g", { class: "box", "data-box": `${flow.id}:${box.line.id}` },
      svg("rect", { x: LEFT, y: box.y, width: BOX, height: box.height, rx: 6 }),
      link(app, box.line.id, svg("text", { x: LEFT + 9, y: box.y + 16, class: "step" }, svg("title", {}, box.line.text),
        fit(`${box.line.id}  ${box.line.text}`, BOX - 20, `600 12px system-ui, sans-serif`))),
      box.rows.map((row) => svg("g", { class: "row", "data-line": `${flow.id}:${row.line.row}` },
        !row.line.own && link(app, row.line.row, svg("text", { x: LEFT + 20, y: row.y + 4, class: "label" }, svg("title", {}, row.line.text), fit(row.line.text, BOX - 32, SMALL)), row.line.row),
        svg("text", { x: right + 6, y: row.y - 3, class: "id" }, fit(row.line.id, 60, CODE)),
        !leads.has(row) && row.target && [
          svg("line", { class: "edge out", x1: right, x2: right + 52, y1: row.y, y2: row.y, "marker-end": "url(#tip)", "data-edge": `${flow.id}:${row.line.row}` }),
          svg("text", { x: right + 58, y: row.y + 4, class: row.line.missing?.includes(reading) ? "out stub" : "out" }, svg("title", {}, row.target), fit(row.target.replace(/^goto /, ""), GUTTER - 66, SMALL))])))));
  return h("div", { class: "sheet wide" }, h("div", { class: "head" }, h("h1", {}, h("code", {}, flow.id), " ", flow.title)),
    boxes.length ? h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Diagram" }, drawing) : h("p", {}, flow.outline ?? "There is nothing to draw."));
}

function link(app, id, text, row) {
  return svg("a", {
    href: app.address(app.flow, id), onclick: (event) => {
      if (!row || !app.course?.choices.some((choice) => choice.row === `${app.flow.id}:${row}` && !choice.refusal)) return;
      event.preventDefault();
      app.take(`${app.flow.id}:${row}`);
    },
  }, text);
}

/** From a row to the right, along its track, and back to the head of its target. */
function path({ from, entry, x }, right) {
  const turn = 5 * Math.sign(entry - from) || 5;
  if (Math.abs(entry - from) < 10) return `M${right} ${from}H${x}V${entry}H${right + 2}`;
  return `M${right} ${from}H${x - 5}Q${x} ${from} ${x} ${from + turn}V${entry - turn}Q${x} ${entry} ${x - 5} ${entry}H${right + 2}`;
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
  for (const row of drawing.querySelectorAll("[data-line]")) row.classList.toggle("open", open.has(row.dataset.line));
  for (const box of drawing.querySelectorAll("[data-box]")) {
    const isHere = !course.isOver && box.dataset.box === course.state.step;
    box.classList.toggle("current", isHere);
    if (isHere && app.follows) box.scrollIntoView({ block: "center", inline: "nearest", behavior: app.calm ? "auto" : "smooth" });
  }
}
