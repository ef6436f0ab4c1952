"""A client that says whatever a test wants, byte by byte; used by mcp_adversary.py."""

import json
import re
import subprocess
import tempfile

from mcp_client import PROGRAM, fail

SECRETS = [f"secret-{number:02}-{'x' * 8}" for number in range(20)]
ANY = re.compile("|".join(SECRETS).encode())

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}},
}


class Raw:
    """One `flowrun mcp`, of which every byte is searched for secrets."""

    def __init__(self, folder, *arguments):
        self.errors = tempfile.TemporaryFile()
        self.program = subprocess.Popen(
            [PROGRAM, "mcp", *arguments],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
        )
        self.count = 0
        self.bytes = 0

    def request(self, method, params):
        """The answer to a request, as JSON."""
        self.count += 1
        message = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.program.stdin.write(json.dumps(message).encode() + b"\n")
        self.program.stdin.flush()
        while True:
            line = self.program.stdout.readline()
            if not line:
                fail(f"the program has ended at request {self.count}: {message}"[:2_000])
            self.bytes += len(line)
            if ANY.search(line):
                fail(f"a secret in what was said: {line}"[:2_000])
            answer = json.loads(line)
            if answer.get("id") == self.count:
                return answer

    def call(self, name, arguments):
        """Text, whether it was refused, and data. A wait for a person is a refusal here."""
        answer = self.request("tools/call", {"name": name, "arguments": arguments, "_meta": META})
        result = answer.get("result", {})
        if "content" not in result:
            return json.dumps(answer), True, None
        data = result.get("structuredContent")
        waits = bool(data) and data.get("needs") == "person"
        return result["content"][0]["text"], bool(result.get("isError")) or waits, data

    def end(self):
        self.program.stdin.close()
        rest = self.program.stdout.read()
        status = self.program.wait(timeout=60)
        self.errors.seek(0)
        errors = self.errors.read()
        if ANY.search(rest + errors):
            fail("a secret in the last words")
        if status or errors:
            fail(f"the program ended with {status}: {errors[:2_000]}")
