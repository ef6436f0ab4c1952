"""What an assistant cannot do behind a gate; used by mcp-test.py."""

import asyncio
import random
import re
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


async def people():
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

            async with client(folder=folder, elicitation_callback=elicited) as session:
                handle, _ = await start(session)
                for row in ["1.3b", "6.1a"]:
                    handle = (await take(session, handle, row))[2]["handle"]
                text, refused, data = await take(session, handle, "1.1a")
                check("the model sees no address", shown[0] in text, False)
                check(text, refused, decision == "refused")
                if decision == "granted":
                    check("the wipe", data["took"][:2], ["UC9.4:1.1a", "UC9.4:1.2a"])
                    log = subprocess.run(
                        [PROGRAM, "gate", "log"], cwd=folder, capture_output=True, text=True
                    )
                    run = log.stdout.split()[0]
                    show = [PROGRAM, "gate", "log", run]
                    text = subprocess.run(show, cwd=folder, capture_output=True, text=True)
                    check(text.stdout, "person takes UC9.4:1.1a" in text.stdout, True)
                    trace = subprocess.run(
                        [*show, "--format", "trace"], cwd=folder, capture_output=True, text=True
                    )
                    (folder / "run.jsonl").write_text(trace.stdout)
                    cover = subprocess.run(
                        [PROGRAM, "cover", "run.jsonl", "--as-meant"],
                        cwd=folder,
                        capture_output=True,
                        text=True,
                    )
                    check("cover reads the log: " + cover.stderr, cover.returncode, 0)
                    file = folder / f".flowrun/gate/runs/{run}.jsonl"
                    whole = file.read_text()
                    file.write_text(whole.replace('"person"', '"agent"', 1))
                    text = subprocess.run(show, cwd=folder, capture_output=True, text=True)
                    check(
                        "a changed log",
                        (text.returncode, "not as it was" in text.stderr),
                        (1, True),
                    )
                    file.write_text(whole)
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


SECRETS = [f"secret-{number:02}-{'x' * 8}" for number in range(20)]


async def adversary(calls):
    """Random calls, none of which does what the table does not allow."""
    random.seed(20260728)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        desk(folder, 0)
        # The vault leads to secrets, which a careless command prints.
        (folder / "pin.txt").write_text("\n".join(SECRETS))
        text = (folder / "desk").read_text()
        careless = 'sys.stderr.write(Path("pin.txt").read_text()); '
        (folder / "desk").write_text(text.replace("request = ", careless + "request = ", 1))
        rows = sorted(
            set(
                re.findall(
                    r"\b(?:UC|PF)\d[\w.]*:[\w.#*]+", Path("Flows/paths/UC2.3.trace").read_text()
                )
            )
        )
        rows += [
            "UC9.4:1.2a",
            "UC9.4:1.1a",
            "1.1a",
            "again",
            "PF2.8:1.1a",
            "*a",
            "",
            "x" * 70_000,
            "../..",
            "1.3a\n",
        ]
        handles, taken, refusals = ["", "x", "A" * 5_000], [], 0
        said = []
        async with client(folder=folder) as session, client(folder=folder) as other:
            handle, _ = await start(session)
            for _ in range(calls):
                one = random.choice([session, session, other])
                kind = random.random()
                if kind < 0.1:
                    handle, data = await start(one)
                    handles.append(handle)
                    continue
                use = handle if kind < 0.8 else random.choice(handles)
                if kind > 0.97 and len(use) > 9:
                    place = random.randrange(len(use))
                    use = use[:place] + random.choice("AB") + use[place + 1 :]
                text, refused, data = await take(one, use, random.choice(rows))
                said.append(text)
                if refused:
                    refusals += 1
                elif data and "handle" in data:
                    # What was decided: the first row. The rest are answers of the commands.
                    taken.append(data["took"][0])
                    handle = data["handle"]
                    handles.append(handle)
        logs = "".join(file.read_text() for file in (folder / ".flowrun").rglob("*.jsonl"))
        check("the wipe", "store.wipe" in logs or "UC9.4:1.2a" in logs, False)
        check(
            "answers that were taken",
            [row for row in taken if not re.search(r":(1\.3|6\.1|1\.1|2\.1|3\.1)[a-z]$", row)],
            [],
        )
        files = "".join(
            file.read_text(errors="replace")
            for file in folder.rglob("*")
            if file.is_file() and file.name not in ("pin.txt",)
        )
        for secret in SECRETS:
            check("a secret in what was said", secret in "".join(said) + files, False)
    print(
        f"  {calls} random calls: {len(taken)} rows taken, {refusals} refused, no wipe, no secret"
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
