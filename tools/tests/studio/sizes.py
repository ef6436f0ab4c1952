"""Traces that are dropped on a page, and how much a page has to carry."""

import gzip
import random
import tempfile
from pathlib import Path

from server import edition, open_studio, Studio, wait_for_edition
from support import CLICK, check, close, flowrun, go, make_site, offline, Site, taken, wait


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
    assert total <= 660_000, sizes
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


COMMON = {"engine.js", "studio.js"}

# A flow of a large folder: it calls the next one, and leads to one that is far away.
FLOW = """\
flow: F{number}
title: What happens in place {number}
results: [done]
sections:
  - section: 1
    title: The beginning of {number}
    steps:
      - step: 1.1
        screen: Place {number}
        message: '{words}'
        buttons: [Go on, Look closer]
        rows:
          a: {{ user: selects Go on, next: 1.2 }}
          b: {{ user: selects Look closer, next: 1.3 }}
      - {{ step: 1.2, call: F{called}, rows: {{ a: {{ result: done, next: 1.3 }} }} }}
      - step: 1.3
        prompt: Where from {number} to?
        buttons: [Far, Home]
        rows:
          a: {{ user: selects Far, next: goto F{far}:1.3 }}
          b: {{ user: selects Home, next: result done }}
"""


def thousand(folder):
    """The files of 1,000 flows. Every tenth calls nothing more."""
    flows = Path(folder) / "Flows"
    flows.mkdir()
    chance = random.Random(7)
    for number in range(1_000):
        # Flows that are alike would need no parts, so well do they compress.
        words = " ".join(f"{chance.getrandbits(40):x}" for _ in range(30))
        text = FLOW.format(
            number=number, called=number + 1, far=(number + 500) % 1_000, words=words
        )
        if number % 10 == 9:
            text = "".join(
                line for line in text.splitlines(True) if "call:" not in line
            ).replace("next: 1.2", "next: 1.3")
        (flows / f"F{number}.yaml").write_text(text)
    return flows


def scripts(page):
    """The scripts that a page has loaded."""
    return page.evaluate("() => [...document.scripts].map(({ src }) => src.split('/').at(-1))")


@check
def a_page_of_many_flows_loads_its_own(browser, _):
    with tempfile.TemporaryDirectory() as folder:
        make_site(f"{folder}/site", str(thousand(folder)))
        site = Site(f"{folder}/site")

        def packed(page):
            files = [site.folder / name for name in scripts(page) if name not in COMMON]
            return sum(len(gzip.compress(path.read_bytes())) for path in files)

        page = offline(browser, site.address("F120"))
        own = packed(page)
        assert own <= 100_000 and "flows.js" not in scripts(page), scripts(page)
        assert page.locator("#flows li").count() == 1_000
        # A walk through a called flow stays in the part, and one to a flow far away gets all.
        walk(page, "F120:1.1a", "F121:1.1b", "F121:1.3b")
        assert "flows.js" not in scripts(page)
        walk(page, "F120:1.3a")
        wait(page, "() => flowrun.course.state.step === 'F620:1.3'")
        assert "flows.js" in scripts(page)
        assert page.evaluate("() => flowrun.course.script.rows").count("1.3a") == 1
        assert page.evaluate("() => flowrun.flow.id") == "F620"
        close(page)

        # A link leads to a page of its own, unless a walk would be lost.
        page = offline(browser, site.address())
        assert packed(page) <= 100_000
        page.locator("#flows a", has_text="What happens in place 77").first.click()
        wait(page, "() => document.body.dataset.ready && globalThis.flowrun?.flow?.id === 'F77'")
        assert page.url.endswith("F77.html") and "flows.js" not in scripts(page)
        walk(page, "F77:1.1b")
        page.locator("#flows a", has_text="What happens in place 78").first.click()
        wait(page, "() => flowrun.flow.id === 'F78'")
        assert page.locator("table.flow tbody tr").count() > 5
        close(page)
        page = offline(browser, site.address("F3"))
        page.locator("#flows a", has_text="What happens in place 900").first.click()
        wait(page, "() => globalThis.flowrun?.flow?.id === 'F900'")
        assert page.url.endswith("F900.html")
        # Searching looks into all flows.
        listed = page.evaluate(DRAWING, "")
        page.evaluate(DRAWING, "F777 selects closer")
        wait(page, "() => document.querySelector('#flows .rows')")
        assert "F777:1.1" in rows(page)
        found = page.evaluate(DRAWING, "place 77")
        assert page.locator("#flows li").count() >= 11
        close(page)
        # A walk that starts elsewhere, as somebody has sent it.
        page = offline(browser, site.address("F5") + "#walk?flow=F700&rows=1.1b")
        wait(page, "() => flowrun.course?.state.step === 'F700:1.3'")
        close(page)
        page = offline(browser, site.address())
        page.get_by_role("button", name="count the rows").click()
        wait(page, "() => document.querySelector('.meta').textContent.includes('covered')")
        close(page)
        whole = len(gzip.compress((site.folder / "flows.js").read_bytes()))
        # A page whose other files are gone says so, and keeps its walk.
        (site.folder / "flows.js").unlink()
        page = offline(browser, site.address("F120"))
        walk(page, "F120:1.1b", "F120:1.3a")
        wait(page, "() => document.querySelector('#status').textContent.includes('flows.js is not')")
        page.problems = [text for text in page.problems if "ERR_FILE_NOT_FOUND" not in text]
        close(page)
    return (
        f"{own} of {whole} bytes for a page; listed in {listed:.0f} ms, searched in {found:.0f} ms"
    )


@check
def a_studio_of_many_flows_follows_those_of_its_page(browser, _):
    with tempfile.TemporaryDirectory() as folder:
        flows = thousand(folder)

        def save(flow, old, new):
            file = flows / f"{flow}.yaml"
            assert old in file.read_text()
            file.write_text(file.read_text().replace(old, new))

        has = """([flow, words]) => flowrun.book.byID.get(flow).lines
            .some(({ text, message }) => `${text} ${message}`.includes(words))"""
        with Studio(folder, flow="F120") as studio:
            page = open_studio(browser, studio)
            assert page.evaluate("() => flowrun.book.isPart")
            assert page.locator("#flows li").count() == 1_000
            walk(page, "F120:1.1a")
            now = edition(page)
            save("F120", "Where from 120 to", "Whither from 120")
            wait(page, has, ["F120", "Whither from 120"])
            now = wait_for_edition(page, now)
            assert page.evaluate("() => flowrun.book.isPart") and now["all"] is not None
            assert taken(page) == ["F120:1.1a"]
            # A mistake in a flow that the page does not have is said at the top.
            save("F700", "next: result done", "next: nowhere")
            wait(page, "() => document.querySelector('#bar')?.textContent.includes('nowhere')")
            save("F700", "next: nowhere", "next: result done")
            # A walk to a flow far away gets all flows, and from then on all are followed.
            walk(page, "F121:1.1b", "F121:1.3b", "F120:1.3a")
            wait(page, "() => flowrun.course.state.step === 'F620:1.3'")
            assert not page.evaluate("() => flowrun.book.isPart")
            save("F620", "Where from 620 to", "Whither from 620")
            wait(page, has, ["F620", "Whither from 620"])
            save("F900", "Where from 900 to", "Whither from 900")
            wait(page, has, ["F900", "Whither from 900"])
            assert not page.evaluate("() => flowrun.book.isPart")
            # A new id is another page; this one goes on.
            close(page)
        with Studio(folder, flow="F121") as studio:
            page = open_studio(browser, studio)
            save("F121", "flow: F121", "flow: G121")
            wait(page, "() => flowrun.book.byID.has('G121')")
            page.evaluate(DRAWING, "F900 whither")
            wait(page, "() => document.querySelector('#flows .rows')")
            assert "F900" in rows(page)
            close(page)
    return f"a flow of 1,000 is shown after {now['all']} ms, {now['page']} of them in the page"


def rows(page):
    """The rows that a search has found. A long list is laid out frame by frame, and `inner_text`
    leaves out what no frame has shown yet."""
    return page.locator("#flows .rows").text_content()


def walk(page, *rows):
    for row in rows:
        found = page.evaluate(CLICK, row)
        assert found.get("row") == row, found
