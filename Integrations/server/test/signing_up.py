"""The example as its visitors use it: pages and the JSON API, at two processes on one PostgreSQL.

    signing_up.py PROGRAM FLOWS
"""

import html
import http.client
import json
import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse

from judge import judge_secrets
from postgres import Postgres


class Browser:
    """Keeps its cookie, and asks the processes in turn."""

    def __init__(self, ports):
        self.ports, self.cookie, self.turn = ports, None, 0

    def ask(self, method, path, fields=None, headers=None):
        self.turn += 1
        link = http.client.HTTPConnection("127.0.0.1", self.ports[self.turn % len(self.ports)])
        headers = dict(headers or {})
        if self.cookie:
            headers["Cookie"] = self.cookie
        body = urllib.parse.urlencode(fields) if fields is not None else None
        link.request(method, path, body, headers)
        answer = link.getresponse()
        text = answer.read().decode()
        if cookie := answer.getheader("Set-Cookie"):
            assert "HttpOnly" in cookie and "SameSite=Strict" in cookie, cookie
            self.cookie = cookie.split(";")[0]
        link.close()
        if answer.status == 303:
            return self.ask("GET", answer.getheader("Location"))
        return answer.status, text, answer

    @staticmethod
    def form(page, row):
        """The hidden fields of the form with a button."""
        for form in re.findall(r"<form.*?</form>", page):
            fields = dict(re.findall(r'type=hidden name=(\w+) value="(.*?)"', form))
            if fields.get("row", "").endswith(f":{row}") or not row and "row" not in fields:
                return {name: html.unescape(value) for name, value in fields.items()}
        raise AssertionError(f"no form for {row} in {page}")

    def press(self, page, row, action="/sign-up", **fields):
        return self.ask("POST", action, {**self.form(page, row), **fields})


def code_of(mails, mail):
    with open(mails, encoding="utf-8") as file:
        return [line.split()[1] for line in file if line.split()[0] == mail][-1]


def sign_up(browser, mails, mail, password):
    _, page, _ = browser.ask("GET", "/sign-up")
    assert "<h1>Sign up</h1>" in page, page
    _, page, _ = browser.press(page, "giveAddress", mail=mail)
    assert f"The code was sent to {mail}" in page, page
    code = code_of(mails, mail)
    wrong = "000000" if code != "000000" else "111111"
    _, page, _ = browser.press(page, "confirm", code=wrong)
    assert "<h1>Enter the code</h1>" in page, page
    _, page, _ = browser.press(page, "confirm", code=code)
    assert "<h1>Choose a password</h1>" in page, page
    status, refused, _ = browser.press(page, "givePassword", password="short")
    assert status == 422 and "12 to 72" in refused, refused
    _, page, _ = browser.press(page, "givePassword", password=password)
    old = page
    _, page, _ = browser.press(page, "accept")
    assert "<h1>Welcome</h1>" in page, page
    # The button of the page before is pressed once more.
    status, again, _ = browser.press(old, "accept")
    assert status == 422 and "Meanwhile" in again and "Welcome" in again, again
    return page


def by_api(ports, mails, mail, password):
    browser = Browser(ports)
    _, text, answer = browser.ask("GET", "/api/sign-up")
    token = {"X-Token": answer.getheader("X-Token")}
    state = json.loads(text)

    def take(row, **fields):
        fields.update(row=row, seen=state["version"])
        status, text, _ = browser.ask("POST", "/api/sign-up", fields, token)
        assert status == 200, (status, text)
        return json.loads(text)

    assert state["fields"][0]["name"] == "mail" and not state["fields"][0]["secret"], state
    state = take("giveAddress", mail=mail)
    state = take("confirm", code=code_of(mails, mail))
    assert state["title"] == "Choose a password" and state["fields"][0]["secret"], state
    state = take("givePassword", password=password)
    state = take("accept")
    state = take("done")
    assert state["end"] == "end", state
    # Without the token, and with one of another session.
    for headers in [{}, {"X-Token": "x"}, {"X-Token": other_token(ports)}]:
        status, _, _ = browser.ask("POST", "/api/sign-up", {"row": "done"}, headers)
        assert status == 403, status


def other_token(ports):
    return Browser(ports).ask("GET", "/api/sign-up")[2].getheader("X-Token")


def log_in(ports, mail, password):
    browser = Browser(ports)
    _, page, _ = browser.ask("GET", "/login")
    status, page, _ = browser.press(page, "", "/login", mail=mail, password=password)
    return status, page, browser


def hostile(ports):
    """What somebody tries who is not invited."""
    browser = Browser(ports)
    _, page, _ = browser.ask("GET", "/sign-up")
    form = browser.form(page, "giveAddress")
    # A cookie that was changed is a new visitor, whose forms are others.
    visitor = browser.cookie.split("=", 1)[1]
    browser.cookie = "session=" + ("0" if visitor[0] != "0" else "1") + visitor[1:]
    status, _, _ = browser.ask("POST", "/sign-up", {**form, "mail": "x@y.example"})
    assert status == 403, status
    # Rows that do not exist, with names that are markup.
    browser = Browser(ports)
    _, page, _ = browser.ask("GET", "/sign-up")
    script = "<script>alert(1)</script>"
    status, text, _ = browser.ask("POST", "/sign-up", {**browser.form(page, "giveAddress"), "row": script})
    assert status == 422 and script not in text, text
    _, page, _ = browser.press(page, "giveAddress", mail=script)
    assert script not in page and html.escape(script) in page, page


def looking(ports, postgres):
    """Whoever only looks, as robots do, makes no run."""
    count = "SELECT count(*) FROM flowrun_runs"
    before = postgres.query(count)
    for path in ["/sign-up", "/api/sign-up", "/login"] * 3:
        assert Browser(ports).ask("GET", path)[0] == 200, path
    assert postgres.query(count) == before, "a page that was looked at has made a run"


def at_terms(ports, mails, mail):
    """A visitor who has read the terms when a new release comes."""
    browser = Browser(ports)
    _, page, _ = browser.ask("GET", "/sign-up")
    _, page, _ = browser.press(page, "giveAddress", mail=mail)
    _, page, _ = browser.press(page, "confirm", code=code_of(mails, mail))
    _, page, _ = browser.press(page, "givePassword", password="correct horse battery")
    assert "<h1>Terms</h1>" in page, page
    return browser, page


def release(ports, mails, start, flows):
    """A new release, in which the terms are another step: with the flows of the one before and
    without."""
    changed = flows + "-changed"
    shutil.copytree(flows, changed)
    with open(f"{changed}/UC1-sign-up.yaml", encoding="utf-8") as file:
        text = file.read()
    line = "          b: { user: selects Decline, name: decline, next: end }\n"
    assert line in text
    with open(f"{changed}/UC1-sign-up.yaml", "w", encoding="utf-8") as file:
        file.write(text.replace(line, "").replace("[Accept, Decline]", "[Accept]"))
    alone, both = start(FLOWS=changed), start(FLOWS=changed, OLDER_FLOWS=flows)
    going, page = at_terms(ports, mails, "going@shop.example")
    going.ports = [both]
    _, page, _ = going.press(page, "accept")
    assert "<h1>Welcome</h1>" in page, page
    browser, old = at_terms(ports, mails, "again@shop.example")
    browser.ports = [alone]
    for status, page, _ in [browser.ask("GET", "/sign-up"), browser.press(old, "accept")]:
        assert status == 409 and "has changed meanwhile" in page, (status, page)
    status, text, answer = browser.ask("GET", "/api/sign-up")
    assert status == 410 and "changed" in json.loads(text)["error"], (status, text)
    token = {"X-Token": answer.getheader("X-Token")}
    cookie = browser.cookie
    status, text, _ = browser.ask("POST", "/api/sign-up/again", {}, token)
    assert status == 200 and json.loads(text)["fields"][0]["name"] == "mail", (status, text)
    browser.cookie = cookie
    status, page, _ = browser.press(page, "", "/sign-up/again")
    assert status == 200 and "<h1>Sign up</h1>" in page, (status, page)
    _, page, _ = browser.press(page, "giveAddress", mail="again@shop.example")
    assert "<h1>Enter the code</h1>" in page, page


def limits(ports):
    browser = Browser(ports[:1])
    _, page, _ = browser.ask("GET", "/login")
    seen = set()
    for _ in range(40):
        status, _, _ = browser.press(page, "", "/login", mail="m@x.example", password="x" * 12)
        seen.add(status)
    assert seen == {401, 429}, seen


def main():
    program, flows = sys.argv[1:3]
    postgres = Postgres()
    mails = f"{postgres.folder}/mails"
    ports, processes = [], []
    try:
        keys = {name: secrets.token_hex(32) for name in ["SEALING_KEY", "SESSION_KEY"]}

        def start(**settings):
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            processes.append(subprocess.Popen(
                [program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, **keys, "DATABASE": postgres.address, "FLOWS": flows,
                     "MAILS": mails, "PORT": str(port), **settings}))
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.1)
            return port

        ports += [start(), start()]
        password = "correct horse battery"
        sign_up(Browser(ports), mails, "mari@shop.example", password)
        by_api(ports, mails, "jaan@shop.example", password + "!")
        status, page, browser = log_in(ports, "mari@shop.example", password)
        assert status == 200 and "You are mari@shop.example" in page, page
        browser.press(page, "", "/logout")
        assert log_in(ports, "mari@shop.example", password + "!")[0] == 401
        assert log_in(ports, "nobody@shop.example", password)[0] == 401
        hostile(ports)
        looking(ports, postgres)
        judge_secrets(postgres.dump(), [password, password + "!"], "mari@shop.example")
        # The database is away: an answer that says so, and afterwards everything as before.
        postgres.crash()
        status, page, answer = Browser(ports).ask("GET", "/sign-up")
        assert status == 503 and answer.getheader("Retry-After"), (status, page)
        postgres.start()
        time.sleep(1)
        assert log_in(ports, "mari@shop.example", password)[0] == 200
        release(ports, mails, start, shutil.copytree(flows, f"{postgres.folder}/flows"))
        limits(ports)
        print("server-test: the example signs up and logs in, by pages and by its API, and over a "
              "release that changes a step")
    finally:
        for process in processes:
            process.kill()
        postgres.remove()


main()
