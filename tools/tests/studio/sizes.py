"""Traces that are dropped on a page, and how much a page has to carry."""

import tempfile
from pathlib import Path

from support import check, close, flowrun, go, make_site, offline, Site, wait


@check
def traces_can_be_dropped(browser, site):
    trace = flowrun("UC2.3", "--rows", "1.1b,1.2b,2.1a,1.3b", "--trace", "json")
    page = offline(browser, site.address("UC2.3"))
    page.set_input_files(
        "#traces", {"name": "run.json", "mimeType": "application/json", "buffer": trace.encode()}
    )
    wait(page, "() => document.querySelector('.meta').textContent.includes('dropped traces')")
    assert "4 of 27 covered by dropped traces" in page.locator(".meta").inner_text()
    counts = flowrun("replay").splitlines()
    page.locator("#coverage select").select_option("replays")
    go(page, site.address())
    reached = next(line for line in counts if line.startswith("as written: "))
    assert f"{reached.split()[2]} covered" in page.locator(".meta").inner_text(), reached
    close(page)


@check
def a_site_is_small(browser, site):
    sizes = {path.name: path.stat().st_size for path in site.folder.iterdir()}
    total = sum(sizes.values())
    assert total <= 650_000, sizes
    code = sum(
        len(path.read_text().splitlines())
        for path in Path("Sources/Tool/StudioPage/Page").iterdir()
    )
    assert code <= 4_000, code
    return f"{total} bytes; {code} lines of JavaScript, CSS and HTML"


# How long the list of flows takes with these words in its field.
DRAWING = """words => {
  const field = document.querySelector("#find");
  field.value = words;
  const start = performance.now();
  field.dispatchEvent(new Event("input"));
  document.body.offsetHeight;
  return performance.now() - start;
}"""


@check
def a_thousand_flows(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = Path(folder) / "Flows"
        flows.mkdir()
        for number in range(1_000):
            (flows / f"F{number}.yaml").write_text(
                f"flow: F{number}\ntitle: Flow {number}\nsections:\n  - section: 1\n"
                "    title: First\n    steps:\n      - step: 1.1\n        screen: A\n"
                "        rows:\n          a: { user: goes on, next: end }\n"
            )
        make_site(f"{folder}/site", str(flows))
        page = offline(browser, Site(f"{folder}/site").address())
        assert page.locator("#flows li").count() == 1_000
        listed = page.evaluate(DRAWING, "")
        found = page.evaluate(DRAWING, "flow 77")
        assert page.locator("#flows li").count() >= 11
        close(page)
    return f"listed in {listed:.0f} ms, searched in {found:.0f} ms"
