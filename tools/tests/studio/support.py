"""What all checks need: the program, a browser without a network, and what a page shows."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import axe_playwright_python

PROGRAM = os.path.abspath(sys.argv[1])


OUT = Path(".build/studio")


AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def flowrun(*args, status=0, **options):
    done = subprocess.run([PROGRAM, *args], capture_output=True, text=True, **options)
    assert status is None or done.returncode == status, f"{args}: {done.returncode} {done.stderr}"
    return done if status is None else done.stdout


def make_site(folder, flows="Flows"):
    return flowrun("site", flows, "-o", str(folder))


class Browser:
    """Chromium without a network. A page that fails in any way fails the check."""

    def __init__(self, playwright):
        self.chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )

    def page(self, address=None, width=1440, height=900, scale=1, **options):
        context = self.chromium.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            reduced_motion="reduce",
            **options,
        )
        page = context.new_page()
        page.set_default_timeout(180_000)
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.on(
            "console",
            lambda message: message.type == "error" and page.problems.append(message.text),
        )
        if address:
            go(page, address)
        return page


def go(page, address):
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body[data-ready]")


def wait(page, expression, argument=None, seconds=60):
    """Waits until a function of the page returns something.

    Playwright's own way would need `eval`, which the page forbids.
    """
    end = time.monotonic() + seconds
    while not (found := page.evaluate(expression, argument)):
        assert time.monotonic() < end, (
            f"{expression} {argument}: {page.locator('#status').inner_text()}"
        )
        time.sleep(0.02)
    return found


def close(page):
    assert not page.problems, page.problems
    page.context.close()


class Site:
    def __init__(self, folder):
        self.folder = Path(folder).resolve()
        self.book = json.loads(
            (self.folder / "flows.js").read_text().split("var flowrunBook=", 1)[1].rstrip(";\n")
        )
        self.pages = {flow["id"]: flow["page"] for flow in self.book["flows"]}

    def address(self, flow=None, place=""):
        name = self.pages[flow] if flow else "index"
        return f"file://{self.folder}/{name}.html{'#' + place if place else ''}"


def offline(browser, address=None, **options):
    """A page that cannot reach anything but files."""
    page = browser.page(None, offline=True, **options)
    page.requests = []
    page.on("request", lambda request: page.requests.append(request.url))
    if address:
        go(page, address)
    return page


def shorts(row):
    """The names by which a script may call a row."""
    flow, short = row.split(":", 1)
    plain = short.split("#")[0]
    return {row, short, plain, f"{flow}:{plain}"}


def taken(page):
    return page.evaluate(f"({TAKEN})()")


TAKEN = """() => {
  const [home, ...rest] = document.querySelectorAll(
    "#run .history li:first-child code, #run .history li.done code");
  return rest.map(({ textContent }) =>
    textContent.includes(":") ? textContent : `${home.textContent}:${textContent}`);
}"""


# Clicks the button of the row that a script calls by one of its names, if it can be seen where it
# is clicked.
CLICK = """move => {
  const buttons = [...document.querySelectorAll("[data-take], [data-skip]")];
  const name = (item) => item.dataset.take ?? item.dataset.skip;
  const names = (row) => {
    const short = row.slice(row.indexOf(":") + 1);
    return [row, short, short.replace(/#.*/, ""), row.replace(/#.*/, "")];
  };
  const named = buttons.filter((item) => names(name(item)).includes(move));
  // Where a flow was entered by itself, a script still speaks of the step that calls it.
  const state = flowrun.course.state;
  const isEntered = state.callers.length && !(TAKEN)().at(-1)?.startsWith(`${state.flow}:`);
  const button = (isEntered && named.find((item) => item.dataset.skip)) || named[0];
  if (!button) return { error: `no button for ${move}, only ${buttons.map(name)}` };
  button.scrollIntoView({ block: "center" });
  const box = button.getClientRects()[0];
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!hit || !(button.contains(hit) || hit.closest("tr") === button.closest("tr")))
    return { error: `${move} is covered by ${hit?.outerHTML}` };
  button.click();
  return { row: name(button), taken: (TAKEN)() };
}""".replace("(TAKEN)", f"({TAKEN})")


# Opens a walk at once: without an event that comes when the page has gone on already.
OPEN = """link => {
  history.replaceState(null, "", `#${link}`);
  flowrun.route();
  return (TAKEN)();
}""".replace("(TAKEN)", f"({TAKEN})")


def violations(page):
    page.evaluate(AXE)
    result = page.evaluate("axe.run(document, { resultTypes: ['violations'], preload: false })")
    return [
        f"{item['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for item in result["violations"]
        for node in item["nodes"][:2]
    ]
