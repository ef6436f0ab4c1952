"""Plays the files of `flowrun tests --for maestro` on a page in Chromium: maestro.py CHROMIUM FOLDER PAGE.

It does of Maestro what those files use: an element is found by the whole of its own text, as a regular expression, what can be pressed
first; an element that is looked for is waited for. The hooks are done here, for the hotel's page: `start-UC1` opens it, and a hook of a
row tells the server what it will decide. A report in JUnit's form goes to standard output, as Maestro writes it; the status is 1 if a file failed.
"""

import os
import re
import sys
import time
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import yaml
from playwright.sync_api import sync_playwright

TYPES = {".html": "text/html", ".mjs": "text/javascript", ".wasm": "application/wasm"}

# The elements with a text of their own that can be seen, what can be pressed or filled first.
SEEN = """() => [...document.querySelectorAll("body *")].filter((element) => element.checkVisibility())
  .map((element) => ({ element, text: [...element.childNodes].filter(({ nodeType }) => nodeType === 3)
    .map(({ data }) => data).join("").trim() })).filter(({ text }) => text)
  .sort((a, b) => b.element.matches("button, a, label") - a.element.matches("button, a, label"))
  .map(({ element, text }, index) => (element.dataset.seen = index, text))"""


class Failed(Exception):
    pass


class App:
    def __init__(self, browser, files):
        self.context = browser.new_context()
        self.context.route("**/*", lambda route: self.serve(route, files))
        self.page = self.context.new_page()
        # A quarter of an hour is waited for by this clock.
        self.page.clock.install()

    @staticmethod
    def serve(route, files):
        name = route.request.url.partition("//")[2].partition("/")[2] or "index.html"
        if name not in files:
            return route.fulfill(status=404)
        kind = TYPES.get(Path(name).suffix, "application/octet-stream")
        return route.fulfill(content_type=kind, body=files[name])

    def find(self, selector):
        pattern = re.compile(selector["text"], re.IGNORECASE | re.DOTALL | re.MULTILINE)
        for index, text in enumerate(self.page.evaluate(SEEN)):
            if pattern.fullmatch(text):
                return self.page.locator(f'[data-seen="{index}"]').first
        return None

    def wait(self, selector, is_wanted, label, seconds=15):
        end = time.monotonic() + seconds
        while (self.find(selector) is not None) != is_wanted:
            if time.monotonic() > end:
                raise Failed(label)
            self.page.clock.run_for(20)
            time.sleep(0.02)

    def hook(self, name):
        if name.startswith("start-"):
            self.page.goto("http://app.test/")
            self.page.wait_for_function("window.server")
        else:
            self.page.evaluate("(row) => window.server.push(row)", name.replace("-", ":", 1))

    def play(self, file):
        _, commands = yaml.safe_load_all(file.read_text(encoding="utf-8"))
        for command in commands:
            ((kind, value),) = command.items()
            self.do(kind, value, file)

    def do(self, kind, value, file):
        match kind:
            case "runFlow":
                place = (file.parent / value["file"]).resolve()
                if not place.is_file():
                    raise Failed(f"there is no {value['file']}")
                self.hook(place.stem)
            case "assertVisible":
                self.wait(value, True, value["label"])
            case "assertNotVisible":
                self.wait(value, False, value["label"])
            case "extendedWaitUntil":
                self.page.clock.fast_forward(value["timeout"])
                self.wait(value["visible"], True, value["label"])
            case "tapOn":
                self.wait(value, True, f"there is nothing to press with the text {value['text']}")
                self.find(value).click()
            case "inputText":
                text = re.sub(r"\$\{(\w+)\}", lambda found: os.environ[found[1]], value)
                self.page.keyboard.press("Control+A")
                self.page.keyboard.type(text)
            case _:
                raise Failed(f"{kind} is not one of the commands")


def main(chromium, folder, page):
    files = {path.name: path.read_bytes() for path in Path(page).iterdir()}
    tests = sorted(
        path for path in Path(folder).glob("*/*.yaml") if path.parent.name != "hooks"
    )
    cases, failed = [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for test in tests:
            head, _ = yaml.safe_load_all(test.read_text(encoding="utf-8"))
            app = App(browser, files)
            try:
                app.play(test)
                cases.append(f"<testcase name={quoteattr(head['name'])}/>")
            except Failed as error:
                failed += 1
                cases.append(
                    f"<testcase name={quoteattr(head['name'])}>"
                    f"<failure>{escape(str(error))}</failure></testcase>"
                )
            app.context.close()
        browser.close()
    print(f'<testsuite name="maestro">{chr(10).join(cases)}</testsuite>')
    sys.exit(1 if failed or not tests else 0)


main(*sys.argv[1:])
