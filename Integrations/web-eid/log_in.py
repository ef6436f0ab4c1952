"""Tests the log in of a website with a virtual ID card in Chromium; see docs/web-eid.md.

Opens the page, presses the button that starts the log in, and waits until the page shows a text. Writes the
certificate of the card's authority first, so that the website can trust it.
"""

import argparse
import shutil
import sys
import time

from browser import Browser

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--flowrun", default="flowrun", help="the program")
parser.add_argument("--flows", help="the folder of its flows, if they are not beside it")
parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser")
parser.add_argument("--page", required=True, help="the address of the page")
parser.add_argument("--press", required=True, help="the button, as a CSS selector")
parser.add_argument("--expect", required=True, help="the text that the page shows then")
parser.add_argument("--authority", help="where to write the authority's certificate (DER) for the website")
parser.add_argument("--world", default="{}", help="the card and the person, as YAML")
options = parser.parse_args()

with Browser(options.flowrun, options.chromium, options.flows) as browser:
    browser.world(options.world)
    if options.authority:
        shutil.copy(browser.authority, options.authority)
    page = browser.open(options.page)
    page.click(options.press)
    end = time.monotonic() + 30
    while options.expect not in page.inner_text("body") and time.monotonic() < end:
        page.wait_for_timeout(100)
    shown = page.inner_text("body")

if options.expect not in shown:
    sys.exit(f"the page does not show {options.expect!r}:\n{shown}")
print(f"the page shows {options.expect!r}")
