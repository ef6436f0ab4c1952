"""`flowrun-temporal`: a worker, a client at the terminal, and what an administrator asks.

    flowrun-temporal key
    flowrun-temporal worker --flows app.flows --actions unlock.py
    flowrun-temporal run UC2.3
    flowrun-temporal waiting UC2.3:1.3
    flowrun-temporal moves --flows app.flows
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import importlib.util
import os
import sys
import uuid
from pathlib import Path

from temporalio.client import Client
from temporalio.exceptions import TemporalError

from .actions import Actions
from .client import FlowRun, Flows, Refused, Unanswered
from .deployment import Deployment, Release
from .engine import FlowError
from .messages import Screen, Start
from .sealing import PrivateKey, PublicKey
from .worker import worker

_ROW_KEYS = "abcdefghijklmnopqrstuvwxyz"


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="flowrun-temporal", description="Flows as durable runs on Temporal.")
    parser.add_argument("--address", default=os.environ.get("TEMPORAL_ADDRESS", "localhost:7233"))
    parser.add_argument("--namespace", default=os.environ.get("TEMPORAL_NAMESPACE", "default"))
    parser.add_argument("--queue", default="flows", help="the task queue")
    parser.add_argument("--key", type=Path, default=Path("flowrun.key"), help="the file of the key; clients need FILE.pub only")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("key", help="make a new key: FILE for workers, FILE.pub for clients")
    work = commands.add_parser("worker", help="run workflows, perform actions")
    work.add_argument("--flows", type=Path, required=True, help="compiled flows, or a folder with app.flows and flow-server.wasm")
    work.add_argument("--older", type=Path, action="append", default=[], help="an earlier release that runs may still need")
    work.add_argument("--stay", action="store_true", help="leave runs on the release they began with")
    work.add_argument("--actions", type=Path, help="a Python file with a function `actions(key)`")
    run = commands.add_parser("run", help="start a run and decide at the terminal, or go on with one")
    run.add_argument("flow", nargs="?", help="the id or alias of a flow")
    run.add_argument("--id", help="the workflow id; with no flow, of a run that is there")
    run.add_argument("--as-meant", action="store_true", help="follow the meant targets")
    run.add_argument("--fact", action="append", default=[], metavar="NAME=VALUE")
    waiting = commands.add_parser("waiting", help="who waits at a step")
    waiting.add_argument("step")
    moves = commands.add_parser("moves", help="which runs stay on older flows, and why")
    moves.add_argument("--flows", type=Path, required=True, help="the newest release")
    return parser


async def _main(options: argparse.Namespace) -> int:
    if options.command == "key":
        return _make_key(options.key)
    client = await Client.connect(options.address, namespace=options.namespace)
    public = options.key.with_name(options.key.name + ".pub")
    flows = Flows(client, options.queue, PublicKey(public.read_text().strip()) if public.exists() else None)
    if options.command == "worker":
        await flows.prepare()
        return await _work(client, options)
    if options.command == "waiting":
        async for found in flows.waiting(step=options.step):
            print(found.id)
    elif options.command == "moves":
        refused = 0
        async for move in flows.refused_moves(Release.read(options.flows).opened().fingerprint):
            print(f"{move.run}  stays on {move.catalogue}: {move.reason}")
            refused += 1
        return 1 if refused else 0
    elif options.flow is None and options.id is None:
        print("flowrun-temporal: say which flow, or the --id of a run", file=sys.stderr)
        return 2
    else:
        run = flows.run(options.id or "")
        if options.flow is not None:
            facts = dict(fact.split("=", 1) for fact in options.fact if "=" in fact)
            start = Start(options.flow, reading="meant" if options.as_meant else "written", facts=facts)
            run = await flows.start(start, id=options.id or f"{options.flow}-{uuid.uuid4().hex[:8]}")
        return await _decide(run)
    return 0


def _make_key(path: Path) -> int:
    if path.exists():
        print(f"flowrun-temporal: there is a key in {path}", file=sys.stderr)
        return 2
    text = PrivateKey.generate()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text + "\n")
    path.with_name(path.name + ".pub").write_text(PrivateKey(text).public.text + "\n")
    return 0


async def _work(client: Client, options: argparse.Namespace) -> int:
    actions: Actions | None = None
    if options.actions is not None:
        spec = importlib.util.spec_from_file_location("actions_of_worker", options.actions)
        if spec is None or spec.loader is None:
            raise FlowError(f"{options.actions} is not a Python file")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        actions = module.actions(PrivateKey(options.key.read_text().strip()))
    deployment = Deployment(
        Release.read(options.flows), [Release.read(path) for path in options.older], moves=not options.stay
    )
    print(f"flows {deployment.newest.fingerprint}, task queue {options.queue}", flush=True)
    await worker(client, options.queue, deployment, actions).run()
    return 0


async def _decide(run: FlowRun) -> int:
    print(f"run {run.id}  (q leaves; `flowrun-temporal run --id {run.id}` comes back)")
    shown = 0
    while True:
        screen = await run.rested()
        trace = await run.trace()
        for taken in trace[min(shown, len(trace)) :]:
            print(f"  {taken['row']}  {taken['text']} -> {taken['next']}")
        shown = len(trace)
        state = screen.state
        if "end" in state:
            print(f"end: {state['end']}")
            return 0
        print(f"{state['step']}  {state['title']}")
        if "message" in state:
            print(f"  {state['message']}")
        if screen.problem:
            print(f"  {screen.problem}  (r tries again)")
        rows = [row for row in state["rows"] if "refusal" not in row and ("outcome" not in row or not screen.working)]
        for key, row in zip(_ROW_KEYS, rows):
            print(f"  {key}  {row['text']}")
        answer = (await asyncio.to_thread(input, "> ")).strip()
        if answer == "q":
            return 0
        try:
            if answer == "r" and screen.problem:
                await run.retry()
            elif answer and answer in _ROW_KEYS[: len(rows)]:
                await _take(run, screen, rows[_ROW_KEYS.index(answer)]["row"])
        except (Refused, Unanswered) as refusal:
            print(f"  {refusal}")


async def _take(run: FlowRun, screen: Screen, name: str) -> None:
    row = next(row for row in screen.state["rows"] if row["row"] == name)
    inputs: dict[str, str] = {}
    secrets: dict[str, bytes] = {}
    for field in screen.state["inputs"]:
        if field["name"] not in row.get("enters", []):
            continue
        if field["secret"]:
            secrets[field["name"]] = (await asyncio.to_thread(getpass.getpass, f"{field['name']}: ")).encode()
        else:
            inputs[field["name"]] = await asyncio.to_thread(input, f"{field['name']}: ")
    await run.take(name, inputs=inputs, secrets=secrets, seen=screen)


def main() -> None:
    """The command."""
    try:
        sys.exit(asyncio.run(_main(_options().parse_args())))
    except (FlowError, TemporalError, OSError, ValueError, RuntimeError) as error:
        print(f"flowrun-temporal: {error}", file=sys.stderr)
        sys.exit(2)
    except (EOFError, KeyboardInterrupt):
        sys.exit(130)


if __name__ == "__main__":
    main()
