"""Uses `flowrun mcp` as an assistant's client does. Run by tools/tests/mcp-test, which names the
program."""

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp_client import PAGE, PROGRAM, blocks, call, check, client, desk, fail, matches
from mcp_gate import adversary, hosts, people
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
    for number, console in enumerate(blocks("console")):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            desk(folder, number)
            command, _, expected = console.removeprefix("$ flowrun ").partition("\n")
            run = subprocess.run(
                [PROGRAM, *command.split()], cwd=folder, capture_output=True, text=True
            )
            if not matches(run.stdout, expected):
                check(f"docs/agents.md: {command}: {run.stderr}", run.stdout, expected)
            if number == 0:
                async with client(folder=folder) as session:
                    await ask(session, blocks("gate")[0], {})


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


async def changes():
    """Fixes, edits and undo in a copy, and what lies outside of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        flows = folder / "Flows"
        shutil.copytree("Flows", flows)
        before = {file: file.read_bytes() for file in flows.rglob("*.yaml")}

        def changed():
            return sorted(file.name for file, text in before.items() if file.read_bytes() != text)

        outside = folder / "outside.yaml"
        outside.write_text("flow: OUT\ntitle: Outside\nsteps:\n  - step: 1\n    screen: Outside\n")
        async with client("Flows", folder=folder) as session:
            text, refused, _ = await call(
                session,
                "flow_edit",
                flow="UC9.4",
                do="set",
                place="step 1.1",
                key="message",
                value="Really?",
            )
            check(text, (refused, changed()), (False, ["UC9.4-wipe-all-app-data.yaml"]))
            check("the patch", "+        message: Really?" in text, True)
            await call(session, "flow_undo")
            check("undone", changed(), [])
            for flow in ["../outside", "/etc/passwd", "OUT", "outside.yaml", "Flows/../../outside"]:
                _, refused, _ = await call(
                    session, "flow_edit", flow=flow, do="set", place="file", key="title", value="x"
                )
                check(f"a change of {flow}", refused, True)
                _, refused, _ = await call(session, "flow_table", flow=flow)
                check(f"the table of {flow}", refused, True)
            for id in ["../UC99", "a/b", "/tmp/x", "."]:
                _, refused, _ = await call(
                    session, "flow_edit", flow="UC9.4", do="create", id=id, title="T"
                )
                check(f"a flow {id}", refused, True)
            for uri in [
                "flowrun://rule/../../README",
                "flowrun://table/../x",
                "file:///etc/passwd",
            ]:
                try:
                    await session.read_resource(uri)
                except Exception as error:
                    check(uri, "no such resource" in str(error), True)
                else:
                    fail(f"{uri} was read")
            # A link out of the folder is read like a file, and never written.
            (flows / "OUT.yaml").symlink_to(outside)
            text, refused, _ = await call(
                session, "flow_edit", flow="OUT", do="set", place="file", key="title", value="x"
            )
            check(text, refused, True)
            check("the file behind a link", "title: Outside" in outside.read_text(), True)
            (flows / "OUT.yaml").unlink()

            # A mistake with a safe fix.
            file = flows / "wallet/UC9.4-wipe-all-app-data.yaml"
            file.write_text(file.read_text().replace("buttons:", "butons:"))
            _, refused, _ = await call(session, "flow_check", flow="UC9.4")
            check("a file that cannot be read", refused, True)
            _, _, data = await call(session, "flow_check")
            fixable = [one for one in data["findings"] if one.get("fixes")]
            _, refused, _ = await call(session, "flow_fix", finding=fixable[0]["fingerprint"])
            check("the safe fix", (refused, changed()), (False, []))
            text, refused, _ = await call(session, "flow_import", text="Just some words.")
            check(f"words that are no use case: {text}", "UC" in text, False)
        async with client("Flows", "--read-only", folder=folder) as session:
            _, refused, _ = await call(
                session, "flow_edit", flow="UC9.4", do="set", place="file", key="title", value="x"
            )
            check("a change in a folder that is only read", (refused, changed()), (True, []))
    print("  changes, undo, a fix; nothing outside of the folder is read or written")


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


async def main():
    await page()
    print("  every block of docs/agents.md is right")
    for mode, version in MODES.items():
        async with client(mode=mode) as session:
            check("the version", session.protocol_version, version)
            await same_tools(session)
            await paths(session, None if mode == "auto" else 60)
    await changes()
    broken()
    await people()
    await hosts()
    await adversary(int(sys.argv[2]) if len(sys.argv) > 2 else 300)
    print("mcp-test: passed")


asyncio.run(main())
