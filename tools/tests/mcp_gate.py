"""What an assistant cannot do behind a gate; used by mcp-test.py."""

import asyncio
import sqlite3
import subprocess
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from mcp_client import PROGRAM, call, check, client, desk, fail
from mcp_types import ElicitResult


async def start(session, flow="UC2.3"):
    text, refused, data = await call(session, "gate_start", flow=flow)
    check(text, refused, False)
    return data["handle"], data


async def take(session, handle, row):
    return await call(session, "gate_take", handle=handle, row=row)


def decide(url, decision):
    """What a person does at the address: looks, and answers."""
    seen = urllib.request.urlopen(url).read().decode()
    check("the page for people", "UC9.4:1.1a" in seen, True)
    body = f"do={decision}".encode()
    urllib.request.urlopen(urllib.request.Request(url, data=body, method="POST")).read()
    try:
        urllib.request.urlopen(urllib.request.Request(url, data=body, method="POST"))
    except urllib.error.HTTPError as error:
        check("an address that was used", error.code, 410)
    else:
        fail("an address worked twice")


def flowrun(folder, *words):
    run = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def evidence(folder, run):
    """The log of a run, kept elsewhere: conform reads it, and a change of it is found."""
    status, lines, errors = flowrun(folder, "gate", "log", run, "--format", "lines")
    check(f"gate log: {errors}", status, 0)
    kept = folder / "kept.jsonl"
    kept.write_text(lines)
    status, text, errors = flowrun(folder, "conform", "kept.jsonl", "--as-meant")
    check(f"conform: {text}{errors}", status, 0)
    check("the log that was kept", flowrun(folder, "gate", "log", "kept.jsonl")[0], 0)
    kept.write_text(lines.replace('"by":"person"', '"by":"agent"', 1))
    status, _, errors = flowrun(folder, "gate", "log", "kept.jsonl")
    check(f"a changed log: {errors}", (status, "not as it was" in errors), (1, True))
    store = sqlite3.connect(folder / ".flowrun/gate/runs.db")
    change = "UPDATE lines SET line = replace(line, ?, ?) WHERE run = ?"
    store.execute(change, ('"by":"person"', '"by":"agent"', run))
    store.commit()
    status, _, errors = flowrun(folder, "gate", "log", run)
    check(f"a changed store: {errors}", (status, "not as it was" in errors), (1, True))
    store.execute(change, ('"by":"agent","code":', '"by":"person","code":', run))
    store.commit()
    store.close()


async def people(open_client):
    """A person agrees, and refuses, at the address that the client shows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desk(folder, 0)
        for decision in ["granted", "refused"]:
            shown = []

            async def elicited(context, params):
                shown.append(params.url)
                await asyncio.to_thread(decide, params.url, decision)
                return ElicitResult(action="accept")

            async with open_client(folder, elicitation_callback=elicited) as session:
                handle, _ = await start(session)
                for row in ["1.3b", "6.1a"]:
                    handle = (await take(session, handle, row))[2]["handle"]
                text, refused, data = await take(session, handle, "1.1a")
                check("the model sees no address", shown[0] in text, False)
                check(text, refused, decision == "refused")
                if decision == "granted":
                    check("the wipe", data["took"][:2], ["UC9.4:1.1a", "UC9.4:1.2a"])
                    run = flowrun(folder, "gate", "log")[1].split()[0]
                    text = flowrun(folder, "gate", "log", run)[1]
                    check(text, "person takes UC9.4:1.1a" in text, True)
                    trace = flowrun(folder, "gate", "log", run, "--format", "trace")[1]
                    (folder / "run.jsonl").write_text(trace)
                    status, _, errors = flowrun(folder, "cover", "run.jsonl", "--as-meant")
                    check("cover reads the log: " + errors, status, 0)
                    evidence(folder, run)
        confirm = subprocess.run(
            [PROGRAM, "gate", "confirm"],
            cwd=folder,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        check(
            "without a terminal", "no assistant waits" in confirm.stdout or confirm.returncode, True
        )
    print(
        "  a person agrees once, or refuses, at an address; the log shows it"
    )


async def hosts():
    """A start at one host, the next row at another, and a new release between."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desk(folder, 0)
        async with client(folder=folder) as session:
            handle, _ = await start(session)
        file = folder / "Flows/wallet/UC2.3-unlock-the-app.yaml"
        text = file.read_text()
        file.write_text(text.replace("title: Unlock the app", "title: Unlock this app", 1))
        async with client(folder=folder) as session:
            text_, refused, data = await take(session, handle, "1.3b")
            check(text_, (refused, data["step"]), (False, "UC2.3:6.1"))
            _, refused, _ = await take(session, handle, "1.3b")
            check("the same handle again", refused, True)
            text_, refused, _ = await call(
                session,
                "flow_edit",
                flow="UC9.4",
                do="set",
                place="row 1.1b",
                key="next",
                value="end",
            )
            check(text_, refused, True)
        file.write_text(text.replace("screen: Forgot PIN", "screen: Lost PIN", 1))
        async with client(folder=folder) as session:
            text_, refused, _ = await call(session, "gate_state", handle=data["handle"])
            check(text_, (refused, "changed" in text_), (True, True))
    print("  a run goes on at another host, in a newer table, or it is said why not")
