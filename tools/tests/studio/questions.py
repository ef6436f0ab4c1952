"""What assistants ask, at the top of the page."""

import json
import subprocess
import tempfile
from pathlib import Path

from server import open_studio, Studio
from support import check, close, PROGRAM, violations

GATE = """
start: { UC2.3: { platform: ios } }
as: meant
actions:
  biometrics.status: { run: echo disabled, changes: no }
  store.wipe: { run: echo wiped }
"""

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


class Assistant:
    """A client of `flowrun mcp` beside the studio."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "mcp", "Flows"],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def call(self, name, **arguments):
        params = {"name": name, "arguments": arguments, "_meta": META}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["result"]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


@check
def a_person_decides_what_an_assistant_asks(browser, site):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "gate.yaml").write_text(GATE)
        with Studio(folder) as studio:
            page = open_studio(browser, studio)
            assistant = Assistant(folder)
            for answer, isError in (("Refuse", True), ("Take it", False)):
                handle = assistant.call("gate_start", flow="UC2.3")["structuredContent"]["handle"]
                for row in ("1.3b", "6.1a"):
                    taken = assistant.call("gate_take", handle=handle, row=row)
                    handle = taken["structuredContent"]["handle"]
                asked = assistant.call("gate_take", handle=handle, row="1.1a")
                assert asked["structuredContent"]["needs"] == "person", asked
                page.wait_for_selector("#bar .asked")
                assert "UC9.4:1.1a" in page.text_content("#bar .asked")
                assert not violations(page)
                page.click(f"#bar .asked >> text={answer}")
                page.wait_for_selector("#bar .asked", state="detached")
                done = assistant.call("gate_take", handle=handle, row="1.1a")
                assert done.get("isError", False) == isError, done
            assistant.stop()
            close(page)
