"""The proof of Web eID in a real browser; see tools/tests/web-eid-test."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Integrations/web-eid"))
from browser import Browser  # noqa: E402
from web_eid_scripts import ASK, NONCE, POST  # noqa: E402

flowrun = str(Path(sys.argv[1]).resolve())
flows = str(ROOT / "Flows")
failures, AWAY = 0, "person: { agrees: never }"


def check(what: str, seen: object, wanted: object) -> None:
    global failures
    good = wanted(seen) if callable(wanted) else seen == wanted
    print(f"{'ok  ' if good else 'FAIL'} {what}{'' if good else f': {seen!r}'}", flush=True)
    failures += not good


def outcome(page, button: str) -> str:
    """Presses a button and returns what the page says then."""
    page.click(button)
    return said(page)


def said(page) -> str:
    end = time.monotonic() + 20
    while (text := page.text_content("#outcome")) in ("", "...") and time.monotonic() < end:
        page.wait_for_timeout(50)
    page.evaluate("document.getElementById('outcome').textContent = ''")
    return text


def hosts() -> list[int]:
    """The processes of hosts that a browser has started."""
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if words[:1] == [flowrun.encode()] and b"web-eid" in words:
            found.append(int(entry.name))
    return found


def until(condition, seconds: float = 15) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


with Browser(flowrun, flows=flows) as browser:
    site = subprocess.Popen(
        [flowrun, "serve", "website", "--port", "0", "--trust", str(browser.authority)],
        stdout=subprocess.PIPE,
        text=True,
        env=browser.env,
    )
    try:
        address = site.stdout.readline().split()[-1] + "/"
        page = browser.open(address)

        check(
            "the extension finds the host, and its version is new enough",
            page.evaluate(ASK, ["status", {}]).get("nativeApp"),
            "2.5.0",
        )
        check(
            "logs in", outcome(page, "#log-in"), "log in: JAAK-KRISTJAN JÕEORG, PNOEE-38001085718"
        )
        check("signs", outcome(page, "#sign"), "signature: JAAK-KRISTJAN JÕEORG, PNOEE-38001085718")

        nonce = page.evaluate(NONCE)
        answer = page.evaluate(
            ASK, ["authenticate", {"challengeNonce": nonce, "pretendsToBe": "http://bank.example"}]
        )
        check(
            "a wrong origin ends with an error, and nothing is signed",
            (answer["error"]["code"], answer["error"]["message"]),
            ("ERR_WEBEID_NATIVE_FATAL", "the origin is not `https://host` or `https://host:port`"),
        )
        answer = page.evaluate(
            ASK, ["authenticate", {"challengeNonce": nonce, "pretendsToBe": "https://evil.example"}]
        )
        check(
            "the website refuses a token for another origin",
            page.evaluate(POST, answer).get("refusal"),
            "its signature does not match the certificate",
        )

        nonce = page.evaluate(NONCE)
        answer = page.evaluate(ASK, ["authenticate", {"challengeNonce": nonce}])
        check(
            "a token is accepted once",
            page.evaluate(POST, answer).get("subject"),
            "PNOEE-38001085718",
        )
        check(
            "and refused when it is replayed",
            page.evaluate(POST, answer).get("refusal"),
            "its challenge was never issued here, was used before, or has expired",
        )

        browser.world("person: { agrees: no }")
        check(
            "the user does not agree",
            outcome(page, "#log-in"),
            lambda text: text.startswith("failed: ERR_WEBEID_USER_CANCELLED"),
        )
        browser.world("person: { pin1: [9999, 1234] }")
        check(
            "a wrong PIN1, then the right one",
            outcome(page, "#log-in"),
            lambda text: text.startswith("log in: "),
        )
        browser.world("person: { pin1: [9999] }")
        check(
            "a wrong PIN1, then cancelled",
            outcome(page, "#log-in"),
            lambda text: text.startswith("failed: ERR_WEBEID_USER_CANCELLED"),
        )
        browser.world("card: { leaves after: 14 }")
        check(
            "the card is removed",
            outcome(page, "#log-in"),
            "failed: ERR_WEBEID_NATIVE_FATAL the card was taken away",
        )

        browser.world("card: { expired: yes }")
        browser._install(file=False)
        check(
            "an expired certificate, before a PIN is asked for",
            outcome(page, "#log-in"),
            lambda text: text.endswith("certificate does not allow this: it has expired"),
        )
        browser._install()

        for world, what in [("card: { touches: never }", "a card"), (AWAY, "the user")]:
            browser.world(world)
            other = browser.open(address)
            other.click("#log-in")
            check(f"the host waits for {what}", until(hosts), True)
            other.close()
            check("it ends when the window is closed, at once", until(lambda: not hosts(), 1), True)

        page.click("#log-in")
        check("the host waits again", until(hosts), True)
        page.wait_for_timeout(2_000)  # until it has its request
        for process in hosts():
            os.kill(process, signal.SIGKILL)
        check(
            "a killed host ends the log in",
            said(page),
            "failed: ERR_WEBEID_UNKNOWN_ERROR the host closed the connection before it answered",
        )
        browser.world("{}")
        check(
            "and the next one works",
            outcome(page, "#log-in"),
            lambda text: text.startswith("log in: "),
        )

        status = browser.run("web-eid", "status", "--browser", "chromium", check=False)
        check(
            "status says what is there",
            status.stdout,
            lambda text: (
                "ok       Chromium knows flowrun as `flowrun.web_eid`, with a virtual card" in text
                and "ok       the program answers, with version 2.5.0 of the protocol" in text
            ),
        )
        browser.run("web-eid", "uninstall", "--browser", "chromium")
        check(
            "after `uninstall`, the extension finds no host",
            page.evaluate(ASK, ["status", {}]).get("error", {}).get("code"),
            "ERR_WEBEID_NATIVE_UNAVAILABLE",
        )
    finally:
        site.kill()
        site.wait()

    # What the workflow for GitHub runs.
    folder = browser.home / "workflow"
    folder.mkdir()
    authority = folder / "authority.der"
    site = subprocess.Popen(
        [flowrun, "serve", "website", "--port", "0", "--trust", str(authority)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=folder,
    )
    address = site.stdout.readline().split()[-1] + "/"
    for world, text in [
        ("{}", "PNOEE-38001085718"),
        ("person: { agrees: no }", "ERR_WEBEID_USER_CANCELLED"),
    ]:
        ran = subprocess.run(
            [
                sys.executable,
                str(ROOT / "Integrations/web-eid/log_in.py"),
                "--flowrun",
                flowrun,
                "--flows",
                flows,
                "--authority",
                str(authority),
                "--page",
                address,
                "--press",
                "#log-in",
                "--world",
                world,
                "--expect",
                text,
            ],
            text=True,
            capture_output=True,
        )
        check(f"log_in.py of the workflow sees {text}", (ran.returncode, ran.stderr), (0, ""))
    site.kill()
    site.wait()

    # A real pinentry, at a terminal of its own.
    browser.world("{}")
    request = json.dumps(
        {
            "challengeNonce": "12345678123456781234567812345678912356789123",
            "origin": "https://ria.ee",
        }
    )

    def at_pinentry(keys: list[tuple[str, str]]) -> tuple[str, str]:
        """Answers the prompts of pinentry; returns what it showed and what the command printed."""
        leader, follower = pty.openpty()
        process = subprocess.Popen(
            [
                flowrun,
                "web-eid",
                "host",
                "-c",
                "--virtual",
                "--pinentry",
                "pinentry-tty",
                "--flows",
                flows,
                "authenticate",
                request,
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            env={**browser.env, "GPG_TTY": os.ttyname(follower)},
        )
        shown, seen, end = "", 0, time.monotonic() + 30
        while time.monotonic() < end and process.poll() is None:
            if select.select([leader], [], [], 0.1)[0]:
                shown += os.read(leader, 4096).decode(errors="replace")
            if keys and keys[0][0] in shown[seen:]:  # a key that selects, or a code
                seen = len(shown)
                os.write(leader, keys.pop(0)[1].encode())
        if process.poll() is None:
            process.kill()
        printed = process.stdout.read()
        process.wait()
        os.close(leader)
        os.close(follower)
        return shown, printed

    shown, printed = at_pinentry([("Continue", "c"), ("CAN", "123456\n"), ("PIN1:", "1234\n")])
    check(
        "pinentry shows the origin and the tries before it asks for PIN1",
        shown,
        lambda text: (
            0 <= text.find("https://ria.ee asks you to log in") < text.find("PIN1: 3 tries left")
        ),
    )
    check(
        "and the PIN that is entered there signs",
        printed,
        lambda text: '"format":"web-eid:1.0"' in text,
    )

print("web-eid-test:", f"{failures} failed" if failures else "all as documented")
sys.exit(failures > 0)
