"""The studio: pages that follow the files."""

import http.client
import tempfile

from server import edition, open_studio, SEEN, Studio, wait_for_edition
from support import check, close, flowrun, OPEN, OUT, taken, violations, wait


@check
def only_the_browser_that_opened_it_gets_in(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:

        def ask(path, method="GET", **headers):
            connection = http.client.HTTPConnection("127.0.0.1", studio.port)
            connection.request(
                method,
                path,
                headers={name.replace("_", "-"): value for name, value in headers.items()},
                body=b"{}" if method == "POST" else None,
            )
            answer = connection.getresponse()
            answer.text = answer.read().decode(errors="replace")
            return answer

        token = studio.address.split("/", 3)[3]
        paths = [
            "/",
            "/UC2.3.html",
            "/index.html",
            "/main.js",
            "/studio.css",
            "/engine.wasm",
            "/flows.json",
            "/events",
            "/diff?revision=HEAD",
            "/line?flow=UC2.3&line=1.3b",
            "/?token=",
            "/?token=0",
        ]
        for path in paths:
            assert ask(path).status == 403, path
            assert ask(path, Cookie=f"flowrun-{studio.port}=guess").status == 403, path
        for path in ("/keep", "/edit", "/undo", "/redo"):
            assert ask(path, "POST").status == 403
        assert ask(f"/{token}", Host="evil.example").status == 421
        assert ask(f"/{token}", Origin="https://evil.example").status == 403
        entered = ask(f"/{token}")
        assert entered.status == 303 and entered.getheader("location") == "/UC2.3.html"
        assert ask(f"/{token}").status == 403, "the token works once"
        cookie = entered.getheader("set-cookie")
        assert "HttpOnly" in cookie and "SameSite" in cookie
        cookie = cookie.split(";")[0]
        for path in ("/UC2.3.html", "/main.js", "/flows.json"):
            good = ask(path, Cookie=cookie)
            assert good.status == 200, path
            policy = good.getheader("content-security-policy")
            assert (
                "default-src 'none'" in policy
                and "unsafe-inline" not in policy
                and "frame-ancestors 'none'" in policy
            )
        assert "<script>" not in ask("/UC2.3.html", Cookie=cookie).text
        assert ask("/flows.json", Cookie=cookie, Host="evil.example").status == 421
        for headers in (
            {"Origin": "https://evil.example"},
            {"Sec_Fetch_Site": "cross-site"},
            {"Origin": "http://127.0.0.1:1"},
        ):
            assert ask("/flows.json", Cookie=cookie, **headers).status == 403, headers
        for path in (
            "/../Package.swift",
            "/..%2f..%2fetc%2fpasswd",
            "/page.html",
            "/nothing.html",
            "/nothing",
        ):
            assert ask(path, Cookie=cookie).status == 404, path
        assert ask("/diff?revision=--help", Cookie=cookie).status == 409
        assert ask("/keep", "POST", Cookie=cookie).status == 400


@check
def a_saved_file_is_shown_with_the_same_walk(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        text = studio.file.read_text()
        for key in "bbbbb":
            page.keyboard.press(key)
        walk = taken(page)
        assert len(walk) == 5, walk
        page.evaluate("document.querySelector('#pane').scrollTo(0, 333)")
        # The rules come later than the tables, and do not scroll.
        wait(page, "() => flowrun.book.proofs", None, seconds=300)
        assert page.evaluate("document.querySelector('#pane').scrollTop") == 333
        times = []
        for number in range(5):
            now = edition(page)
            studio.save(text.replace("Biometrics are not enabled", f"Biometrics are off {number}"))
            wait(page, SEEN, ['tr[id="1.1b"] .text', f"Case: Biometrics are off {number}"])
            times.append(wait_for_edition(page, now)["all"])
        assert taken(page) == walk
        assert page.evaluate("document.querySelector('#pane').scrollTop") == 333
        assert "still holds" in page.locator("#status").inner_text()
        # A row of the walk goes: the first row that no longer holds is marked, and the rest waits.
        studio.save(
            text.replace("selects Try again, next: 2.1", "selects Try again, next: 1.3").replace(
                "next: 2.1\n            meant: 1.2", "next: 1.3\n            meant: 1.2"
            )
        )
        wait(page, SEEN, ["#run .broken", "no longer holds"])
        # A file that does not load: its problem at its line, the last good table below.
        studio.save(text.replace("rows:", "rowz:", 1))
        wait(page, SEEN, [".trouble", "rowz"])
        trouble = page.locator(".trouble").inner_text()
        line = next(number for number, words in enumerate(text.splitlines(), 1) if "rows:" in words)
        assert f"UC2.3-unlock-the-app.yaml:{line}" in trouble and "rowz" in trouble, trouble
        assert page.locator("table.flow tr").count() > 20
        assert not violations(page)
        page.screenshot(path=OUT / "trouble.png")
        studio.save(text)
        wait(page, "() => !document.querySelector('.trouble, #run .broken')")
        assert taken(page) == walk
        close(page)
    return f"from save to paint {sorted(times)} ms"


@check
def two_tabs_and_a_restart(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        with Studio(folder) as studio:
            port = studio.port
            page = open_studio(browser, studio)
            other = page.context.new_page()
            other.goto(f"http://127.0.0.1:{port}/UC2.1.html")
            other.wait_for_selector("body[data-ready]")
            other.keyboard.press("a")
            page.keyboard.press("b")
            before = [edition(page), edition(other)]
            studio.save(
                studio.file.read_text().replace("Biometrics are not enabled", "Biometrics are off")
            )
            wait_for_edition(page, before[0])
            wait_for_edition(other, before[1])
            assert (taken(page), taken(other)) == (["UC2.3:1.1b"], ["UC2.1:1.1a"])
        # Killed.
        wait(page, "() => document.querySelector('#status').textContent.includes('not running')")
        with Studio(folder, port) as studio:
            wait(
                page,
                "() => document.querySelector('#status').textContent.includes('open the address')",
            )
            new = page.context.new_page()
            new.goto(studio.address)
            new.wait_for_selector("body[data-ready]")
            again = "/Read again|Connected again/"
            wait(page, f"() => {again}.test(document.querySelector('#status').textContent)")
            assert taken(page) == ["UC2.3:1.1b"]
        # The connection that was lost is an error of the console.
        page.problems = []
        close(page)


@check
def a_walk_becomes_a_named_path(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        for key in "bba":
            page.keyboard.press(key)
        page.locator("#run button", has_text="Keep this walk").click()
        page.fill("#dialog input[name=name]", "to-the-pin")
        page.fill("#dialog input[name=about]", "Biometrics: off, a finger failed")
        page.locator("#dialog button", has_text="Write it").click()
        wait(
            page,
            "() => document.querySelector('#dialog [role=status]').textContent.startsWith('Wrote')",
        )
        assert (
            flowrun("replay", "UC2.3", "--flows", str(studio.flows))
            .splitlines()[-1]
            .endswith(" 0 failed")
        )
        assert "path: to-the-pin" in (studio.flows / "paths/UC2.3.yaml").read_text()
        wait(page, "() => flowrun.book.paths.some(({ name }) => name === 'to-the-pin')")
        page.locator("#dialog button", has_text="Write it").click()
        wait(
            page,
            "() => document.querySelector('#dialog [role=status]').textContent.includes('already')",
        )
        page.keyboard.press("Escape")
        page.keyboard.press("3")
        assert page.locator('[data-path="to-the-pin"]').count() == 1
        page.problems = [text for text in page.problems if "409" not in text]
        close(page)


@check
def nothing_is_sent_while_one_walks(browser, site):
    """A walk through the PIN screens sends nothing at all, and no page has a field for a secret."""
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        sent = []
        page.context.on("request", lambda request: sent.append((request.url, request.post_data)))
        for flow, keys in (("UC2.1", "aaa"), ("UC2.3", "bbaa")):
            page.evaluate(OPEN, f"walk?flow={flow}")
            for key in keys:
                page.keyboard.press(key)
                assert (
                    page.locator(".phone input, .phone textarea, input[type=password]").count() == 0
                )
        assert not [url for url, _ in sent if "/events" not in url], sent
        close(page)
