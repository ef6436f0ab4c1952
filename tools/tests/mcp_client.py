"""The client of mcp-test.py, and the files of docs/agents.md."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

PROGRAM = str(Path(sys.argv[1]).resolve())
PAGE = Path("docs/agents.md").read_text()


def fail(words):
    """Ends at once: an exception would be buried in those of the client's tasks."""
    print(f"mcp-test: {words}", file=sys.stderr, flush=True)
    os._exit(1)


def check(what, found, expected):
    if found != expected:
        fail(f"{what}:\n  found    {found}\n  expected {expected}")


def client(*arguments, folder=".", mode="auto", **options):
    parameters = StdioServerParameters(
        command=PROGRAM, args=["mcp", *arguments], cwd=str(folder), env=dict(os.environ)
    )
    return Client(stdio_client(parameters), mode=mode, **options)


@contextlib.contextmanager
def http_server(folder=".", *arguments):
    """`flowrun mcp --http`, and the settings that it prints for a client."""
    program = subprocess.Popen(
        [PROGRAM, "mcp", "--http", "0", *arguments],
        cwd=str(folder),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield json.loads(program.stdout.readline())["mcpServers"]["flowrun"]
    finally:
        program.terminate()
        program.wait(timeout=30)


@contextlib.asynccontextmanager
async def http_client(settings, mode="auto", **options):
    async with httpx2.AsyncClient(headers=settings["headers"], timeout=120) as http:
        transport = streamable_http_client(settings["url"], http_client=http)
        async with Client(transport, mode=mode, **options) as session:
            yield session


async def call(session, name, **arguments):
    result = await session.call_tool(name, arguments)
    return result.content[0].text, bool(result.is_error), result.structured_content


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.M | re.S)


def matches(found, expected):
    """Whether a text is as expected, where a line `...` stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line)
        for line in expected.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, found) is not None


def desk(folder, number):
    """A folder with the files of the page's first or second gate."""
    gates = [block for block in blocks("yaml") if block.startswith("# gate.yaml")]
    (folder / "gate.yaml").write_text(gates[number])
    if number == 0:
        shutil.copytree("Flows", folder / "Flows")
        (folder / "pin.txt").write_text("314159\n")
        programs = {"desk": blocks("python")[0]}
    else:
        flow = next(block for block in blocks("yaml") if block.startswith("# Flows/"))
        file = folder / flow.splitlines()[0].removeprefix("# ")
        file.parent.mkdir()
        file.write_text(flow)
        programs = {"amount": "#!/bin/sh\necho large\n", "bank": blocks("python")[1]}
    for name, text in programs.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
