"""Tables and diagrams."""

import json

from support import check, close, flowrun, go, offline, OUT, wait

TABLE = """() => [...document.querySelectorAll("table.flow tbody tr")].map(row => ({
  id: row.dataset.id, kind: row.dataset.kind, text: row.dataset.text, next: row.dataset.next,
  shown: row.querySelector(".text").textContent, seen: row.querySelector("th.id").textContent,
  anchor: row.id, target: row.querySelector(".n").textContent,
  height: row.getBoundingClientRect().height }))"""


@check
def tables_are_those_of_the_documents(browser, site):
    page = offline(browser)
    ids = [flow["id"] for flow in site.book["flows"]]
    assert ids == [flow["flow"] for flow in json.loads(flowrun("list", "--json"))], ids
    lines = 0
    for flow in ids:
        go(page, site.address(flow))
        wanted = json.loads(flowrun("table", flow, "--format", "json"))
        rows = page.evaluate(TABLE)
        keys = ("id", "kind", "text", "next")
        assert [{key: row[key] for key in keys} for row in rows] == [
            {key: row[key] for key in keys} for row in wanted["rows"]
        ], flow
        for row in rows:
            assert (
                row["shown"] == row["text"] and row["seen"] == row["id"] and row["height"] > 10
            ), row
            if row["next"]:
                assert row["target"] == row["next"].replace("goto ", "→ "), row
        lines += len(rows)
        assert page.title() == f"{flow} {wanted['title']}"
    assert all(url.startswith("file://") for url in page.requests), page.requests
    close(page)
    return f"{len(ids)} flows, {lines} lines"


@check
def anchors_last(browser, site):
    page = offline(browser, site.address("UC2.3", "1.3b"))
    row = page.locator('tr[id="1.3b"]')
    assert "target" in row.get_attribute("class")
    box = row.evaluate("row => row.getBoundingClientRect().toJSON()")
    assert box["top"] > 40 and box["bottom"] < page.evaluate("innerHeight") - 20, box
    # A link to another flow keeps the page and its walk.
    shown = "flow => document.querySelector('table.flow').dataset.flow === flow"
    page.locator('tr[id="1.2a"] .n a').click()
    wait(page, shown, "UC7.1")
    page.go_back()
    wait(page, shown, "UC2.3")
    close(page)


@check
def nothing_in_a_diagram_overlaps(browser, site):
    page = offline(browser)
    drawn = 0
    for flow in site.book["flows"]:
        if "outline" in flow:
            continue
        for reading in ("written", "meant"):
            page.goto("about:blank")
            go(page, site.address(flow["id"]))
            if reading == "meant":
                page.locator("#readings button", has_text="as meant").click()
            page.keyboard.press("2")
            problems = page.evaluate(OVERLAPS)
            assert not problems, f"{flow['id']} as {reading}: {problems[:3]}"
            drawn += 1
            if flow["id"] == "UC2.1" and reading == "written":
                page.locator("svg.diagram").screenshot(path=OUT / "diagram.png")
                # Every row with a target has its line, and the walk is followed.
                page.keyboard.press("a")
                assert page.locator(".box.current").get_attribute("data-box") == "UC2.1:1.2"
                assert page.locator(".edge.last").get_attribute("data-edge") == "UC2.1:1.1a"
    close(page)
    return f"{drawn} diagrams"


OVERLAPS = """() => {
  const drawing = document.querySelector("svg.diagram");
  const box = (item) => {
    const { x, y, width, height } = item.getBBox();
    return { x, y, right: x + width, bottom: y + height, item };
  };
  const meet = (a, b, slack = 0) =>
    a.x < b.right - slack && b.x < a.right - slack &&
    a.y < b.bottom - slack && b.y < a.bottom - slack;
  const problems = [];
  const say = (what, a, b) =>
    problems.push(`${what}: ${a.item.textContent} / ${b.item.textContent}`);
  const boxes = [...drawing.querySelectorAll(".box > rect")].map(box);
  const frames = [...drawing.querySelectorAll(".frame > rect")].map(box);
  const texts = [...drawing.querySelectorAll("text")].map(box);
  const pairs = (list, what, slack) => list.forEach((a, i) =>
    list.slice(i + 1).forEach((b) => meet(a, b, slack) && say(what, a, b)));
  pairs(boxes, "boxes"); pairs(frames, "frames");
  // The boxes of fonts are higher than their letters.
  pairs(texts, "texts", 2);
  for (const text of texts) {
    const home = text.item.closest(".box")?.querySelector("rect");
    if (home && !text.item.matches(".id, .out")) {
      const { x, right } = box(home);
      if (text.x < x || text.right > right) say("a text outside its box", text, text);
    } else if (boxes.some((other) => meet(text, other, 1))) say("a text on a box", text, text);
    if (text.right > drawing.viewBox.baseVal.width) say("a text outside the drawing", text, text);
  }
  const tracks = [...drawing.querySelectorAll("path.edge")].map((edge) => {
    const numbers = edge.getAttribute("d");
    const [, from] = /^M\\S+ (\\S+?)H/.exec(numbers);
    const to = /V(\\S+?)(?:Q|H)/.exec(numbers)[1];
    const x = Number(/Q(\\S+)/.exec(numbers)?.[1] ?? /H(\\S+?)V/.exec(numbers)[1]);
    const end = /(?:Q\\S+ (\\S+) \\S+ \\S+|V(\\S+?))H\\S+$/.exec(numbers);
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    return { x, low, high, target: end[1] ?? end[2], item: edge };
  });
  tracks.forEach((a, i) => tracks.slice(i + 1).forEach((b) => {
    const isOther = a.x === b.x && a.target !== b.target;
    if (isOther && a.low < b.high && b.low < a.high) say("lines on one track", a, b);
  }));
  for (const track of tracks) for (const text of texts) {
    const isBeside = text.x >= track.x || track.x >= text.right;
    if (!isBeside && text.y < track.high && track.low < text.bottom)
      say("a line through a text", text, text);
  }
  return problems;
}"""
