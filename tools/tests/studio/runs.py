"""Runs of the program that the studio shows."""

import http.client
import json
import os
import pty
import select
import signal
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from editing import field, open_line, said, saved
from server import edition, open_studio, Studio
from sizes import thousand
from support import check, close, OUT, PROGRAM, taken, violations, wait


class Terminal:
    """A run of the program at a terminal."""

    def __init__(self, state, *arguments):
        self.shown = b""
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(
                PROGRAM,
                [PROGRAM, *arguments],
                os.environ | {"XDG_STATE_HOME": str(state), "TERM": "dumb"},
            )

    def until(self, *ends):
        end = time.monotonic() + 60
        while not self.shown.endswith(ends):
            assert time.monotonic() < end, self.shown.decode(errors="replace")[-400:]
            if select.select([self.terminal], [], [], 0.1)[0]:
                try:
                    self.shown += os.read(self.terminal, 65_536)
                except OSError:
                    return

    def answer(self, *keys):
        """Types a key or a text at each prompt."""
        for key in keys:
            self.until(b"\n> ", b"digits): ")
            os.write(self.terminal, key.encode())
            self.shown += b"\n"

    def stop(self):
        os.kill(self.process, signal.SIGKILL)

    def status(self):
        self.until(b"never shown")
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


@check
def a_run_in_a_flow_that_the_page_does_not_have_is_watched(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        flows = thousand(folder)
        with Studio(folder, flow="F120") as studio:
            page = open_studio(browser, studio)
            assert page.evaluate("() => flowrun.book.isPart")
            whole = []
            page.on("request", lambda request: whole.append(request.url.split("/")[-1]))
            run = Terminal(studio.state, "F700", "--inspect", "--flows", str(flows))
            run.until(b"\n> ")
            page.locator("#flows [data-run]").click()
            wait(page, "() => document.querySelector('#run .watched')")
            wait(page, "() => flowrun.course?.state.step === 'F700:1.1'")
            assert whole.count("flows.json") == 1, whole
            run.answer("b")
            wait(page, "() => flowrun.course?.state.step === 'F700:1.3'")
            assert taken(page) == ["F700:1.1b"], taken(page)
            run.stop()
            close(page)


@check
def runs_are_watched_and_say_no_secret(browser, site):
    pin = "135790"
    with tempfile.TemporaryDirectory() as folder:
        lonely = Terminal(Path(folder) / "nobody", "UC2.3", "--by-hand", "--inspect")
        assert lonely.status() == 2 and b"no studio is running" in lonely.shown, lonely.shown
        with Studio(folder) as studio:
            page = open_studio(browser, studio)
            # Between the runs and the studio stands somebody who reads everything.
            address = studio.state / "flowrun/studio"
            assert address.stat().st_mode & 0o777 == 0o600
            target = address.read_text().split("/", 3)[3]
            sent = []

            class Wire(BaseHTTPRequestHandler):
                def do_POST(self):
                    body = self.rfile.read(int(self.headers["content-length"]))
                    sent.append(f"{self.requestline}\n{self.headers}\n".encode() + body)
                    connection = http.client.HTTPConnection("127.0.0.1", studio.port)
                    connection.request(
                        "POST", self.path, body, {"content-type": self.headers["content-type"]}
                    )
                    self.send_response(connection.getresponse().status)
                    self.send_header("content-length", "0")
                    self.end_headers()

                def log_message(self, *_):
                    pass

            wire = ThreadingHTTPServer(("127.0.0.1", 0), Wire)
            threading.Thread(target=wire.serve_forever, daemon=True).start()
            address.write_text(f"http://127.0.0.1:{wire.server_port}/{target}")
            run = Terminal(studio.state, "UC2.1", "--inspect")
            run.until(b"\n> ")
            wait(page, "() => document.querySelectorAll('#flows [data-run]').length === 1")
            page.locator("#flows [data-run]").click()
            assert "flowrun UC2.1" in page.locator("#run .watched").inner_text()
            assert page.locator("tr.current").get_attribute("data-step") == "UC2.1:1.1", taken(page)
            run.answer("a", f"{pin}\r", "a", f"{pin}\r")
            run.until(b"\n> ")
            rows = """rows => {
              const trace = flowrun.course.trace.map(({ row }) => row);
              return JSON.stringify(trace) === JSON.stringify(rows);
            }"""
            wait(page, "() => flowrun.course.trace.length >= 4")
            last = lambda: json.loads(sent[-1][sent[-1].index(b"{") :])
            wait(page, rows, last()["rows"])
            assert page.evaluate("flowrun.course.state.step") == last()["step"]
            assert not violations(page)
            page.screenshot(path=OUT / "watching.png")
            run.answer("b", "a")
            assert run.status() == 0, run.shown[-400:]
            shown = "document.querySelector('#flows [data-run] small').textContent"
            wait(page, f"() => {shown} === 'outline UC3.1'")
            wait(page, rows, last()["rows"])
            # A second run; whoever walks on in the page leaves it alone.
            second = Terminal(studio.state, "UC2.3", "--inspect")
            second.answer("b")
            second.until(b"\n> ")
            wait(page, "() => document.querySelectorAll('#flows [data-run]').length === 2")
            page.locator("#flows [data-run]").first.click()
            wait(page, "() => flowrun.course.state.step === 'UC2.3:2.1'")
            page.locator(".phone button", has_text="Close").click()
            assert page.locator("#run .watched").count() == 0
            second.answer("a", "a", f"{pin}\r")
            second.until(b"\n> ", b"end: outline UC7.1\r\n")
            wait(page, "() => flowrun.runs[0].rows.some((row) => row.startsWith('PF2.8:'))")
            assert taken(page)[-1] == "UC2.3:2.1a"
            second.stop()
            wire.shutdown()
            everything = b"".join(sent)
            assert everything.count(b"UC2.1:") > 4 and everything.count(b"PF2.8:") >= 1
            assert pin.encode() not in everything
            assert pin not in page.evaluate("JSON.stringify(flowrun.runs)")
            close(page)
    return f"{len(sent)} reports"


@check
def a_change_says_which_runs_would_stand_elsewhere(browser, site):
    with tempfile.TemporaryDirectory() as folder, Studio(folder) as studio:
        page = open_studio(browser, studio)
        now = edition(page)
        run = Terminal(studio.state, "UC2.3", "--by-hand", "--inspect")
        run.answer("b", "b")
        run.until(b"\n> ")
        wait(page, "() => flowrun.runs[0]?.step === 'UC2.3:2.1'")
        open_line(page, "6.1a")
        field(page, "user").fill("selects Forget it")
        page.keyboard.press("Enter")
        now = saved(page, now)
        assert page.locator(".changed .moved").count() == 0, said(page)
        open_line(page, "1.1b")
        field(page, "next").fill("6")
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        saved(page, now)
        words = page.locator(".changed .moved").inner_text()
        assert words.startswith("The run flowrun UC2.3, process "), words
        assert words.endswith(" waits at UC2.3:2.1; UC2.3:1.2b no longer holds."), words
        page.screenshot(path=OUT / "edit-moved.png")
        run.stop()
        close(page)
