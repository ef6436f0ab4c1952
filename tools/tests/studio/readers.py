"""Pages for everybody: hostile texts, the keyboard, a reader of screens, small screens."""

import json
import tempfile
from pathlib import Path

from support import check, close, go, make_site, offline, OUT, Site, taken, violations, wait


def hostile(folder):
    """Flows whose texts try to be more than texts."""
    flows = Path(folder) / "Flows"
    (flows / "a").mkdir(parents=True)
    texts = {
        "script": "</script><script>window.hit = 1</script><img src=x onerror=window.hit=2>",
        "ansi": "\x1b[31mred\x07 ]0;title",
        "bidi": "\u202egnp.exe \u2066 end",
        "long": "m" * 10_000,
        "mark": "{title} {flow} {scripts} `code` ${1}",
    }
    for name, text in texts.items():
        quoted = json.dumps(text)
        (flows / "a" / f"{name}.yaml").write_text(
            f"flow: {name}\ntitle: {quoted}\nsections:\n  - section: 1\n    title: {quoted}\n"
            f"    steps:\n      - step: 1.1\n        screen: {quoted}\n        message: {quoted}\n"
            f"        note: {quoted}\n        buttons: [{quoted}]\n        rows:\n"
            f"          a: {{ user: {json.dumps('selects ' + text)}, next: end }}\n"
            "          b: { user: waits, next: stay }\n"
        )
    return flows, texts


TOO_WIDE = """() => [...document.querySelectorAll("*")]
  .filter(item => item.getBoundingClientRect().right > innerWidth + 1)
  .slice(0, 5).map(item => item.outerHTML.slice(0, 80))"""


@check
def hostile_texts_are_shown_as_text(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows, texts = hostile(folder)
        make_site(f"{folder}/site", str(flows))
        evil = Site(f"{folder}/site")
        page = offline(browser)
        for name, text in texts.items():
            go(page, evil.address(name))
            assert page.title().startswith(name)
            assert page.evaluate("document.querySelector('h1').textContent") == f"{name} {text}"
            assert page.evaluate("document.querySelector('.phone h2').textContent") == text
            for key in ("2", "3", "1"):
                page.keyboard.press(key)
                fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert fits, (name, key, page.evaluate(TOO_WIDE))
            page.keyboard.press("a")
            assert taken(page) == [f"{name}:1.1a"]
            assert page.evaluate("window.hit") is None
            assert page.evaluate("document.querySelectorAll('img, script:not([src])').length") == 0
        close(page)
    return f"{len(texts)} kinds"


@check
def everybody_can_use_it(browser, site):
    """axe finds nothing on any kind of page."""
    kinds = 0
    for scheme in ("light", "dark"):
        for width, height in ((1440, 900), (320, 700)):
            page = offline(
                browser, site.address("UC2.3"), color_scheme=scheme, width=width, height=height
            )

            def look(name):
                nonlocal kinds
                kinds += 1
                found = violations(page)
                page.screenshot(path=OUT / f"{name}-{scheme}-{width}.png")
                assert not found, f"{name}, {scheme}, {width} px: {found}"

            look("table")
            for key in "bb":
                page.keyboard.press(key)
            look("walking")
            page.keyboard.press("a")
            page.evaluate("document.querySelectorAll('details').forEach(item => item.open = true)")
            look("screen")
            page.keyboard.press("2")
            look("diagram")
            page.keyboard.press("3")
            look("paths")
            page.keyboard.press("1")
            page.locator("#run button", has_text="Keep this walk").click()
            look("keep")
            page.keyboard.press("Escape")
            page.keyboard.press("?")
            look("keys")
            page.keyboard.press("Escape")
            page.keyboard.press("0")
            page.wait_for_selector("table.list")
            look("overview")
            page.evaluate("location.hash = 'UC5.1'")
            wait(page, "() => document.title.startsWith('UC5.1')")
            look("outline")
            close(page)
    return f"{kinds} pages"


@check
def the_keyboard_is_enough(browser, site):
    page = offline(browser, site.address("UC2.3"))
    focused = lambda: page.evaluate(
        """() => {
          const { dataset, textContent } = document.activeElement;
          return dataset.take ?? dataset.press ?? textContent;
        }"""
    )
    # The first key leads past the list of flows to the table.
    page.keyboard.press("Tab")
    assert focused() == "To the table", focused()
    page.keyboard.press("Enter")
    for _ in range(8):
        page.keyboard.press("Tab")
        if focused() == "UC2.3:1.1b":
            break
    assert focused() == "UC2.3:1.1b", focused()
    page.keyboard.press("Enter")
    # The focus goes on to the next row that can be taken.
    assert focused() == "UC2.3:1.2a", focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        if focused() == "UC2.3:1.2b":
            break
    assert focused() == "UC2.3:1.2b", focused()
    page.keyboard.press("Space")
    assert taken(page) == ["UC2.3:1.1b", "UC2.3:1.2b"]
    assert focused() == "UC2.3:2.1a"
    page.keyboard.press("/")
    page.keyboard.type("forgot pin")
    assert page.locator("#flows .rows a").count() >= 2
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wait(page, "() => document.querySelectorAll('tr.target').length === 1")
    close(page)


@check
def small_and_large_screens(browser, site):
    for width, height, scale in (
        (320, 640, 1),
        (720, 450, 2),
        (1000, 700, 1),
        (1440, 900, 1),
        (3840, 2160, 1),
    ):
        page = offline(browser, site.address("UC2.3"), width=width, height=height, scale=scale)
        for key in "bb":
            page.keyboard.press(key)
        for view in "1234":
            page.keyboard.press(view)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (
                f"{width} px, view {view} is too wide"
            )
        page.keyboard.press("1")
        page.screenshot(path=OUT / f"width-{width}.png")
        # The text of a row does not move when it becomes a button.
        places = lambda: page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("tr .text")]
              .map(item => [item.closest("tr").id, item.getBoundingClientRect().x]))"""
        )
        before = places()
        page.keyboard.press("Backspace")
        assert places() == before, width
        close(page)
    page = offline(browser, site.address("UC2.3"))
    page.emulate_media(media="print")
    assert page.locator("#side").is_hidden() and page.locator("#run").is_hidden()
    page.pdf(path=OUT / "table.pdf", format="A4", prefer_css_page_size=True)
    close(page)
