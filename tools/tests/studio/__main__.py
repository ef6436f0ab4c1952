"""Checks the pages of `flowrun site` and `flowrun studio` in Chromium.

Called by tools/tests/studio-test, with the program and words of the checks to run.
"""

import importlib
import sys
import time
import traceback

from playwright.sync_api import sync_playwright
from support import CHECKS, OUT, Browser, Site, make_site

# Each adds its checks.
MODULES = (
    "tables walks kept_walks readers sizes live "
    "editing documents unclear new_lines names tutorial findings runs questions looks"
)
for module in MODULES.split():
    importlib.import_module(module)


def place(error):
    """Where a check failed: its file and line."""
    frames = traceback.extract_tb(error.__traceback__)[1:]
    return f"{frames[0].filename.split('/')[-1]} line {frames[0].lineno}" if frames else "?"


def main(words):
    OUT.mkdir(parents=True, exist_ok=True)
    folder = OUT / "site"
    print(make_site(folder).strip())
    failed = 0
    with sync_playwright() as playwright:
        browser = Browser(playwright)
        for function in CHECKS:
            name = function.__name__.replace("_", " ")
            if words and not any(word in name for word in words):
                continue
            start = time.monotonic()
            try:
                said = function(browser, Site(folder))
                said = f": {said}" if said else ""
                print(f"passed  {name}{said}  ({time.monotonic() - start:.1f} s)", flush=True)
            except Exception as error:  # Every check is run, whatever the others do.
                failed += 1
                print(f"FAILED  {name}: {error} ({place(error)})", file=sys.stderr, flush=True)
        browser.chromium.close()
    if failed:
        sys.exit(1)


main(sys.argv[2:])
