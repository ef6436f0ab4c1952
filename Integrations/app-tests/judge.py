"""Judges the files of `flowrun tests` with the parsers of the tools: judge.py gherkin|maestro|appium FOLDER."""

import importlib.util
import os
import sys
from pathlib import Path

# Maestro's commands and keys that its documentation lists, as far as the files may use them.
SELECTOR = {"text", "id", "label"}
COMMANDS = {
    "assertVisible": SELECTOR, "assertNotVisible": SELECTOR, "tapOn": SELECTOR, "inputText": None,
    "runFlow": {"file", "env", "label"}, "extendedWaitUntil": {"visible", "notVisible", "timeout", "label"},
    "launchApp": {"clearState"}, "assertTrue": {"condition", "label"},
}
HEAD = {"appId", "name", "tags"}


def gherkin(folder: Path) -> int:
    from gherkin.parser import Parser

    files = sorted(folder.rglob("*.feature"))
    for file in files:
        feature = Parser().parse(file.read_text(encoding="utf-8"))["feature"]
        for child in feature["children"]:
            assert child["scenario"]["steps"], file
    return len(files)


def maestro(folder: Path) -> int:
    import yaml

    files = sorted(folder.rglob("*.yaml"))
    for file in files:
        head, commands = yaml.safe_load_all(file.read_text(encoding="utf-8"))
        assert set(head) <= HEAD, (file, head)
        for command in commands:
            (name, value), = command.items()
            keys = COMMANDS[name]
            assert isinstance(value, str) if keys is None else set(value) <= keys, (file, command)
            if name == "runFlow":
                assert (file.parent / value["file"]).resolve().is_file(), (file, value)
    return len(files)


class Server:
    """An Appium server that has every element, and none when a test makes sure that one is gone. It records what it is asked."""

    def __init__(self) -> None:
        from http.server import BaseHTTPRequestHandler, HTTPServer
        from json import dumps, loads
        from threading import Thread

        asked: list[tuple[str, str]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                count = int(self.headers.get("Content-Length") or 0)
                body = loads(self.rfile.read(count) or b"{}")
                asked.append((self.command, self.path))
                status, value = 200, None
                if self.path == "/session":
                    value = {"sessionId": "1", "capabilities": {"platformName": "Stub"}}
                elif self.path.endswith("/element"):
                    server.looked.append(body["value"])
                    value = {"element-6066-11e4-a52e-4f735466cecf": "1"}
                    if server.isGone:
                        status, value = 404, {"error": "no such element", "message": "", "stacktrace": ""}
                elif self.path.endswith("/value"):
                    server.typed.append(body["text"])
                text = dumps({"value": value}).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_: object) -> None: ...

        self.asked, self.looked, self.typed, self.isGone = asked, [], [], False
        self.http = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        Thread(target=self.http.serve_forever, daemon=True).start()


def appium(folder: Path) -> int:
    from appium import webdriver
    from appium.options.common import AppiumOptions

    os.environ["no_proxy"] = "127.0.0.1"
    sys.path.insert(0, str(folder))
    import app
    import hooks

    server = Server()
    left = app.App.left

    def gone(self: app.App, *arguments: object) -> None:
        server.isGone = True
        left(self, *arguments)
        server.isGone = False

    app.App.left = gone
    for name in list(hooks.hooks):
        hooks.hooks[name] = lambda driver, value: None
    app.App.secret = staticmethod(lambda name: name)
    options = AppiumOptions()
    options.load_capabilities({"platformName": "Stub"})
    driver = webdriver.Remote(server.url, options=options)
    files = sorted(folder.rglob("test_*.py"))
    for file in files:
        spec = importlib.util.spec_from_file_location(file.stem, file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        looks = file.read_text(encoding="utf-8").count("app.sees(")
        before = len(server.looked)
        getattr(module, file.stem.partition(".")[0], None) or sys.exit(f"{file} has no test")
        getattr(module, file.stem)(driver)
        assert len(server.looked) - before >= looks, file
    driver.quit()
    return len(files)


if __name__ == "__main__":
    kind, place = sys.argv[1:]
    count = {"gherkin": gherkin, "maestro": maestro, "appium": appium}[kind](Path(place))
    print(f"{kind}: {count} files")
    sys.exit(0 if count else 1)
