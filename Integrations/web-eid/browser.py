"""Chromium with the extension for tests, and flowrun as its host with a virtual card.

For the tests of a website that people log in to with an Estonian ID card:

    with Browser("flowrun") as browser:
        browser.world("person: { pin1: [9999, 1234] }")   # what the person does, and how the card is
        page = browser.open("http://localhost:8080/")
        page.click("#log-in")

`browser.authority` is the file with the certificate (DER) of the virtual card's authority, for the website
to trust. The card is the same for the whole time of the `with`.
"""

import os
import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

EXTENSION = Path(__file__).resolve().parent / "extension"


class Browser:
    """Chromium in a home folder of its own, which is removed afterwards."""

    def __init__(self, flowrun: str, chromium: str = "/usr/bin/chromium", flows: str | None = None):
        self.flowrun = str(Path(flowrun).resolve()) if "/" in flowrun else flowrun
        self.chromium = chromium
        self.flows = flows
        self._folder = tempfile.TemporaryDirectory(prefix="flowrun-web-eid-")
        self.home = Path(self._folder.name)
        self.authority = self.home / "authority.der"
        self._world = self.home / "world.yaml"
        self.card = self.home / "card.txt"
        self.env = {**os.environ, "HOME": str(self.home), "XDG_CONFIG_HOME": str(self.home / ".config")}
        self.env.pop("XDG_DATA_HOME", None)

    def __enter__(self) -> "Browser":
        self.world("{}")
        self._install()
        # The card and its authority are made when the host first runs.
        self.run("web-eid", "host", "-c", *self._options(), "get-signing-certificate",
                 '{"origin": "https://localhost"}')
        self._playwright = sync_playwright().start()
        # Chromium looks for hosts in the folder of its user data.
        self.context = self._playwright.chromium.launch_persistent_context(
            self.home / ".config/chromium", executable_path=self.chromium, headless=True, env=self.env,
            args=[f"--disable-extensions-except={EXTENSION}", f"--load-extension={EXTENSION}", "--no-sandbox"])
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
        self._playwright.stop()
        self._folder.cleanup()

    def world(self, text: str) -> None:
        """Describes the card and the person for the next requests, as YAML (docs/wallet.md)."""
        self._world.write_text("card: { touches: 0 s }\n" if text == "{}" else text + "\n")

    def open(self, address: str) -> Page:
        page = self.context.new_page()
        page.goto(address)
        return page

    def run(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return subprocess.run([self.flowrun, *arguments], env=self.env, check=check, text=True, capture_output=True)

    def _options(self, file: bool = True) -> list[str]:
        return ["--virtual", "--world", str(self._world), "--authority", str(self.authority),
                *(["--file", str(self.card)] if file else []),
                *(["--flows", self.flows] if self.flows else [])]

    def _install(self, file: bool = True) -> None:
        self.run("web-eid", "install", "--browser", "chromium", *self._options(file))
