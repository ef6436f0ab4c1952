"""Uses `flowrun mcp` as an assistant's client does. Run by tools/tests/mcp-test, which names the
program."""

import asyncio
import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp_adversary import orders, random_calls
from mcp_changes import changes
from mcp_client import PAGE, PROGRAM, blocks, call, check, client, desk, fail, matches
from mcp_client import http_client, http_server
from mcp_gate import flowrun, hosts, people
from mcp_http import hurried, strangers, token_file
from mcp_mistakes import mistakes
from recorded_paths import recorded_paths, waiting

MODES = {"auto": "2026-07-28", "legacy": "2025-11-25"}


async def ask(session, block, handles):
    """The calls of a block, each with its answer."""
    for part in re.split(r"^> ", block, flags=re.M)[1:]:
        line, _, expected = part.partition("\n")
        name, _, arguments = line.partition(" ")
        arguments = json.loads(arguments or "{}")
        if "handle" in arguments:
            arguments["handle"] = handles[arguments["handle"]]
        found, _, data = await call(session, name, **arguments)
        number = re.search(r"^handle: (\$\d+)$", expected, re.M)
        if number:
            handles[number[1]] = data["handle"]
            found = found.replace(data["handle"], number[1])
        if not matches(found.rstrip("\n") + "\n", expected):
            check(f"docs/agents.md: {line}", found, expected)


async def page():
    """Each block of docs/agents.md."""
    settings = json.loads(blocks("json")[0])["mcpServers"]["flowrun"]
    check("the command of the page", settings["command"], "flowrun")
    async with client(*settings["args"][1:]) as session:
        for block in blocks("mcp"):
            await ask(session, block, {})
        tools = [tool.name for tool in (await session.list_tools()).tools]
        rows = re.findall(r"^\| ((?:`(?:flow|gate)_\w+`(?:, )?)+) \|", PAGE, re.M)
        named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
        check("the tools of the page", sorted(named), sorted(tools))
    served(blocks("served")[0])
    consoles, gates = blocks("console"), blocks("gate")
    desks = [(consoles[:1], gates[:1]), (consoles[1:], gates[1:])]
    for number, (commands, calls) in enumerate(desks):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            desk(folder, number)
            for console in commands:
                command, _, expected = console.removeprefix("$ flowrun ").partition("\n")
                status, found, errors = flowrun(folder, *command.split())
                if status or not matches(found, expected):
                    check(f"docs/agents.md: {command}: {errors}", found, expected)
            handles = {}
            async with client(folder=folder) as session:
                for place, block in enumerate(calls):
                    if place:
                        typed(folder, blocks("typed")[place - 1])
                    await ask(session, block, handles)


def served(block):
    """A server over HTTP, and what it prints."""
    command, _, expected = block.removeprefix("$ flowrun mcp ").partition("\n")
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree("Flows", Path(name) / "Flows")
        program = subprocess.Popen(
            [PROGRAM, "mcp", *command.split()], cwd=name, stdout=subprocess.PIPE, text=True
        )
        found = program.stdout.readline()
        program.terminate()
        program.wait(timeout=30)
        found = re.sub(r":\d+/mcp", ":PORT/mcp", re.sub(r"Bearer [\w-]{32}", "Bearer TOKEN", found))
        check("docs/agents.md: " + command, found, expected)


def typed(folder, block):
    """A command at a terminal, with what somebody types there at its end."""
    command, _, expected = block.removeprefix("$ flowrun ").partition("\n")
    terminal, other = pty.openpty()
    program = subprocess.Popen(
        [PROGRAM, *command.split()], cwd=folder, stdin=other, stdout=other, stderr=other
    )
    os.close(other)
    question, answer = expected.rstrip("\n").rsplit(" ", 1)
    found = b""
    while b"(y or n)" not in found:
        found += os.read(terminal, 4096)
    os.write(terminal, answer.encode())
    check("docs/agents.md: " + command, program.wait(timeout=60), 0)
    os.close(terminal)
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\r", "", found.decode())
    shown = " ".join(plain.split())
    if " ".join(question.split()) not in shown:
        check("docs/agents.md: " + command, shown, question)


def moves(rows):
    """The rows of a path, its times in milliseconds."""
    for row in rows:
        time = waiting(row)
        yield row if time is None else f"wait {time}"


def line(entry):
    """A row of a trace, as the files of traces have it."""
    time = f"{entry['at']} ms".rjust(10)
    return f"{time}  {entry['row']}  {entry['text']} -> {entry['next']}"


async def paths(session, most=None):
    """All named paths, whose traces are the recorded ones, which `flowrun replay` compares too."""
    count = 0
    for path in recorded_paths("Flows/paths")[:most]:
        script = path.script
        walk = {
            "flow": script["flow"],
            "moves": list(moves(script["rows"])),
            "only": script.get("only") in ("yes", "true"),
        }
        for key in ("facts", "from", "as"):
            if key in script:
                walk[key] = script[key]
        text, refused, data = await call(session, "flow_walk", **walk)
        if refused or data.get("broken"):
            fail(f"{path.name}: {text}")
        wanted = [one for one in path.trace[:-1] if not one.startswith(" " * 12)]
        # A walk goes on to where somebody decides.
        found = [line(one) for one in data["trace"]][: len(wanted)]
        same = len(found) == len(wanted) and all(map(str.startswith, wanted, found))
        if not same:
            check(path.name, found, wanted)
        count += 1
    print(f"  {count} named paths have the recorded traces")


async def same_tools(session):
    first = (await session.list_tools()).model_dump_json()
    for _ in range(3):
        await call(session, "flow_list")
        check("tools/list", (await session.list_tools()).model_dump_json(), first)


def broken():
    """Messages that are none, and a cancelled request, byte by byte."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }

    def request(id, method, version="2026-07-28", **params):
        own = {**meta, "io.modelcontextprotocol/protocolVersion": version}
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": own}}

    lines = [
        "{",
        "[]",
        '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
        json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}),
        json.dumps(request(3, "tools/list", version="1999-01-01")),
        json.dumps(request(4, "nosuch")),
        json.dumps(request(5, "tools/call", name="nosuch")),
        json.dumps(request(6, "tools/call", name="flow_list", arguments={"a\u0000b": 1})),
        json.dumps(request(7, "tools/call", name="flow_prove")),
        json.dumps(
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
        ),
        json.dumps(request(8, "tools/call", name="flow_list")),
    ]
    run = subprocess.run(
        [PROGRAM, "mcp"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    codes = {
        answer["id"]: answer["error"]["code"]
        for answer in answers
        if "error" in answer and answer["id"]
    }
    check("errors", codes, {2: -32602, 3: -32022, 4: -32601, 5: -32602})
    unnamed = [answer["error"]["code"] for answer in answers if answer["id"] is None]
    check("messages that are none", sorted(unnamed), [-32700, -32600, -32600])
    check("results", {answer["id"] for answer in answers if "result" in answer}, {6, 8})
    check("the end", (run.returncode, run.stderr), (0, ""))
    print("  broken messages have an error each, and a cancelled request has no answer")


@contextlib.asynccontextmanager
async def http_gate(folder, **options):
    """A client over HTTP of the gate of a folder."""
    with http_server(folder) as settings:
        async with http_client(settings, **options) as session:
            yield session


async def over_http(tools):
    """The same over HTTP, in both versions of the protocol."""
    with http_server() as settings:
        strangers(settings)
        for mode, version in MODES.items():
            async with http_client(settings, mode) as session:
                check("the version", session.protocol_version, version)
                check("tools/list", (await session.list_tools()).tools, tools)
                await paths(session, 60)
        await hurried(lambda: http_client(settings))
    await token_file()
    await people(http_gate)
    print("  the same over HTTP; strangers get nothing")


async def main():
    """With a number N, also N random calls, and N / 10 runs towards the wipe."""
    await page()
    print("  every block of docs/agents.md is right")
    for mode, version in MODES.items():
        async with client(mode=mode) as session:
            check("the version", session.protocol_version, version)
            await same_tools(session)
            tools = (await session.list_tools()).tools
            await paths(session, None if mode == "auto" else 60)
    await hurried(client)
    await changes()
    broken()
    await people(lambda folder, **options: client(folder=folder, **options))
    await over_http(tools)
    await hosts()
    await mistakes()
    calls = int(sys.argv[2]) if len(sys.argv) > 2 else 600
    random_calls(calls)
    orders(calls // 10)
    print("mcp-test: passed")


asyncio.run(main())
