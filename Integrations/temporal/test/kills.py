"""Kills workers at random moments during runs of UC2.3, which keep nothing in memory, and compares every history with that of a
run that nothing interrupted. Every effect must be counted once per idempotency key.

Usage: kills.py FOLDER [RUNS]
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sqlite3
import sys
from datetime import timedelta
from pathlib import Path

from support import BIN, events, real
from temporalio.api.history.v1 import HistoryEvent
from unlocking import ACTIONS, ROWS, again, unlock

from flowrun_temporal import Flows, PrivateKey, Start

# What a history says about a run. The rest is about tasks and times.
TOLD = [
    "workflow_execution_started", "marker_recorded", "upsert_workflow_search_attributes", "activity_task_scheduled",
    "activity_task_completed", "workflow_execution_update_accepted", "workflow_execution_update_completed", "timer_started",
    "timer_fired", "workflow_execution_completed",
]
SHORT = timedelta(seconds=2)
PRIVATE = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|cGlu\.[\w-]+|kill-\d+")


def told(events: list[HistoryEvent]) -> list[str]:
    """The history without what differs from run to run: ids, sealed secrets, times, workers."""
    lines = []
    for event in events:
        kind = str(event.WhichOneof("attributes")).removesuffix("_event_attributes")
        if kind not in TOLD:
            continue
        attributes = getattr(event, f"{kind}_event_attributes")
        payloads = []
        for part in ("input", "result", "indexed_fields"):
            for name, payload in _payloads(attributes, part):
                payloads.append(f"{name}={PRIVATE.sub('*', payload)}")
        if kind == "workflow_execution_update_accepted":
            payloads.append(PRIVATE.sub("*", str(attributes.accepted_request.input.args)))
        if kind == "workflow_execution_update_completed":
            payloads.append(PRIVATE.sub("*", str(attributes.outcome)))
        name = attributes.activity_type.name if kind == "activity_task_scheduled" else ""
        lines.append(" ".join([kind, name, *payloads]))
    return lines


def _payloads(attributes: object, part: str) -> list[tuple[str, str]]:
    value = getattr(attributes, part, None)
    if value is None:
        return []
    fields = getattr(attributes, "search_attributes", None) if part == "indexed_fields" else None
    if fields is not None:
        return sorted((name, payload.data.decode()) for name, payload in fields.indexed_fields.items())
    return [(part, payload.data.decode()) for payload in getattr(value, "payloads", [])]


async def main(folder: str, count: str = "200") -> None:
    chance = random.Random(20261122)
    key = PrivateKey.generate()
    ledger = Path(folder) / "kills.sqlite"
    for path in Path(folder).glob("kills.sqlite*"):
        path.unlink()
    environment = {**os.environ, "ACCOUNT": str(ledger)}
    log = (Path(folder) / "kills.log").open("wb")
    async with real(Path(folder) / "server.log") as client:
        address = client.service_client.config.target_host

        async def worker() -> asyncio.subprocess.Process:
            return await asyncio.create_subprocess_exec(
                str(BIN / "python3"), str(Path(__file__).with_name("unlocking.py")), address, folder, key, "0", "3",
                env=environment, stdout=asyncio.subprocess.PIPE, stderr=log,
            )

        flows = Flows(client, "unlocking", PrivateKey(key).public)
        await flows.prepare()
        workers = [await worker(), await worker()]
        kills = 0
        start = Start("UC2.3", reading="meant")
        reference = await unlock(flows, start, "kill-0")

        async def kill(place: int) -> None:
            """Kills a worker again and again, a random moment after it has performed a random number of actions."""
            nonlocal kills
            while True:
                told = workers[place].stdout
                assert told is not None
                for _ in range(chance.randrange(1, 40)):
                    await told.readline()
                await asyncio.sleep(chance.uniform(0, 0.2))
                workers[place].kill()
                await workers[place].wait()
                kills += 1
                workers[place] = await worker()

        killing = [asyncio.create_task(kill(place)) for place in range(len(workers))]
        room = asyncio.Semaphore(25)

        async def one(number: int) -> None:
            async with room:
                await unlock(flows, start, f"kill-{number}", task_timeout=SHORT)

        await asyncio.gather(*(one(number) for number in range(1, int(count) + 1)))
        for task in killing:
            task.cancel()
        await asyncio.gather(*killing, return_exceptions=True)
        wanted = told(await events(reference))
        assert len([line for line in wanted if line.startswith("activity_task_completed")]) == ACTIONS, wanted
        different = interrupted = 0
        for number in range(int(count) + 1):
            run = flows.run(f"kill-{number}")
            rows = [row["row"] for row in await again(run.trace)]
            assert rows == ROWS, rows
            history = await events(run)
            interrupted += any(
                event.HasField("workflow_task_timed_out_event_attributes")
                or event.HasField("activity_task_started_event_attributes") and event.activity_task_started_event_attributes.attempt > 1
                for event in history
            )
            got = told(history)
            if got != wanted:
                different += 1
                odd = [line for line in [*got, *wanted] if got.count(line) != wanted.count(line)]
                print(f"kill-{number} differs: {odd[:4]}", file=sys.stderr)
        for process in workers:
            if process.returncode is None:
                process.kill()
            await process.wait()
    checks = sqlite3.connect(ledger).execute("SELECT run, count(*), sum(asked) FROM checks GROUP BY run").fetchall()
    assert len(checks) == int(count) + 1 and all(row[1] == 2 for row in checks), checks
    repeated = sum(row[2] - row[1] for row in checks)
    print(
        f"{int(count)} runs, {kills} workers killed, {interrupted} runs interrupted, {repeated} checks of a PIN asked again: "
        f"{different} histories differ, every effect is counted once"
    )
    if different or not kills or not interrupted:
        sys.exit(1)


asyncio.run(main(*sys.argv[1:]))
