"""Reads the site of the documentation in a browser, for tools/tests/docs-site-test.

  python3 tools/packaging/site_check.py SITE
"""

import functools
import http.server
import re
import sys
import threading
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import sync_playwright

site = Path(sys.argv[1]).resolve()
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
PAGES = ["index.html", "live.html", "tutorial.html", "for-testers.html", "rules/self-loop.html"]


def opened(chromium, address, problems, **options):
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, **options)
    page = context.new_page()
    page.on("pageerror", lambda error: problems.append(f"{address}: {error}"))
    page.on(
        "console",
        lambda said: said.type == "error" and problems.append(f"{address}: {said.text}"),
    )
    page.on("request", lambda request: elsewhere(request.url, address, problems))
    page.goto(address)
    page.wait_for_selector(".twin button")
    return page


def elsewhere(url, address, problems):
    if not url.startswith(("file:", "about:", "data:", "blob:", "http://127.0.0.1:")):
        problems.append(f"{address} asks for {url}")


def readable(page, name, problems):
    """What hinders a reader: contrast, names of buttons, order of headings."""
    page.evaluate(AXE)
    found = page.evaluate(
        "axe.run('.md-content', { runOnly: ['color-contrast', 'button-name', 'image-alt'],"
        " preload: false }).then(({ violations }) => violations.map(({ id, nodes }) =>"
        " `${id}: ${nodes[0].html.slice(0, 120)}`))"
    )
    problems += [f"{name}: {line}" for line in found]


def from_files(chromium, problems):
    for scheme in ("light", "dark"):
        for name in PAGES:
            address = f"file://{site}/{name}"
            page = opened(chromium, address, problems, offline=True, color_scheme=scheme)
            readable(page, f"{name}, {scheme}", problems)
            shot = site.parent / f"{name.replace('/', '-').removesuffix('.html')}-{scheme}.png"
            page.screenshot(path=shot)
            page.context.close()
    page = opened(chromium, f"file://{site}/index.html", problems, offline=True)
    page.keyboard.press("/")
    page.keyboard.type("self-loop")
    page.wait_for_selector(".md-search-result__item a[href*='self-loop']", timeout=20_000)
    page.context.close()


def from_a_server(chromium, address, problems):
    """The twin that is copied, and rows taken in a live table."""
    permissions = ["clipboard-read", "clipboard-write"]
    page = opened(chromium, f"{address}/install.html", problems, permissions=permissions)
    page.click(".twin button")
    page.wait_for_selector("text=Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    if copied.strip() != (site / "install.md").read_text().strip():
        problems.append("install.html: what is copied is not install.md")
    page.context.close()
    page = opened(chromium, f"{address}/live.html", problems)
    # The other tables of the page tell theirs as well, when they are loaded.
    page.evaluate(
        """addEventListener("flow-rows", ({ target, detail }) => {
          if (target === document.querySelector("flow-table")) globalThis.rows = detail.rows;
        })"""
    )
    frame = page.frame_locator("flow-table iframe").first
    frame.locator(".phone input").fill("Mari")
    frame.locator(".phone button.primary").click()
    page.wait_for_function("globalThis.rows?.join() === 'UC1:1.1a'", timeout=20_000)
    page.context.close()


def addresses(problems):
    """Each page has its twin, and each address of llms.txt leads to one."""
    for page in site.rglob("*.html"):
        name = page.relative_to(site)
        if name.parts[0] in ("live", "overrides") or name.name == "404.html":
            continue
        # The first page of a folder is its README.
        twins = [page.with_suffix(".md"), page.with_name("README.md")]
        if not any(twin.exists() for twin in twins[: 2 if page.stem == "index" else 1]):
            problems.append(f"{name} has no twin")
    listed = re.findall(r"\]\(([^)]+)\)", (site / "llms.txt").read_text())
    problems += [f"llms.txt: {name} is not there" for name in listed if not (site / name).exists()]
    if len(listed) < 100:
        problems.append(f"llms.txt has only {len(listed)} pages")


def main():
    problems = []
    addresses(problems)
    quiet = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(quiet, directory=str(site))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        from_files(chromium, problems)
        from_a_server(chromium, f"http://127.0.0.1:{server.server_port}", problems)
        chromium.close()
    server.shutdown()
    print("\n".join(problems) or "docs-site-test: all passed")
    sys.exit(bool(problems))


main()
