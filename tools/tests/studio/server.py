"""A studio that was started for a check."""

import json
import os
import subprocess
from pathlib import Path

from support import PROGRAM, wait


class Studio:
    """A studio of a copy of the flows in a repository of its own."""

    def __init__(self, folder, port=0, flow="UC2.3"):
        self.flows = Path(folder) / "Flows"
        if not self.flows.exists():
            subprocess.run(["cp", "-R", "Flows", folder], check=True)
            for command in (
                ["init", "-q"],
                ["add", "-A"],
                ["-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "-qm", "First"],
            ):
                subprocess.run(["git", "-C", str(folder), *command], check=True)
        self.state = Path(folder) / "state"
        self.process = subprocess.Popen(
            [
                PROGRAM,
                "studio",
                flow,
                "--flows",
                str(self.flows),
                "--port",
                str(port),
                "--no-open",
            ],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_STATE_HOME": str(self.state)},
        )
        self.address = self.process.stdout.readline().split()[-1]
        self.port = int(self.address.split(":")[2].split("/")[0])
        self.file = self.flows / "wallet/UC2.3-unlock-the-app.yaml"

    def save(self, text):
        self.file.write_text(text)

    def stop(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()


def open_studio(browser, studio, **options):
    page = browser.page(None, **options)
    page.goto(studio.address)
    page.wait_for_selector("body[data-ready]")
    return page


def edition(page):
    painted = page.evaluate("document.body.dataset.painted ?? null")
    return json.loads(painted) if painted else {"version": None}


def wait_for_edition(page, after):
    wait(
        page,
        "before => (JSON.parse(document.body.dataset.painted ?? '{}').version ?? null) !== before",
        after["version"],
    )
    return edition(page)


SEEN = """([selector, words]) =>
  (document.querySelector(selector)?.textContent ?? "").includes(words)"""
