"""Runs UC2.3 a thousand times at once, and compares events and time with a workflow that is written by hand, in turn. That
workflow has no search attributes, so nobody can ask the server who waits at a step; runs are compared with and without them.

Usage: load.py FOLDER [RUNS]
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from byhand import Step, UnlockByHand
from support import events, real
from temporalio.client import Client
from temporalio.worker import Worker
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner
from unlocking import PIN, ROWS, again, deployment, unlock

from flowrun_temporal import Flows, PrivateKey, PublicKey, Start, worker

LIMIT = 1.3


async def by_hand(client: Client, key: PublicKey, id: str) -> None:
    """A whole run of the workflow that is written by hand."""
    handle = await client.start_workflow(UnlockByHand.run, id=id, task_queue="by-hand")
    polling = 0.02
    while (await again(lambda: handle.query(UnlockByHand.step))).name != "pin":
        await asyncio.sleep(polling)
        polling = min(polling * 2, 1.0)
    first, second = key.seal(b"246802", id, "pin"), key.seal(PIN, id, "pin")
    step: Step = await again(lambda: handle.execute_update(UnlockByHand.enter_pin, first, id="wrong"))
    assert step.name == "wrong", step
    await again(lambda: handle.execute_update(UnlockByHand.retry, id="retry"))
    step = await again(lambda: handle.execute_update(UnlockByHand.enter_pin, second, id="right"))
    assert step.end == "resume", step


async def main(folder: str, count: str = "1000", rounds: int = 5, size: int = 40) -> None:
    os.environ["ACCOUNT"] = str(Path(folder) / "load.sqlite")
    for path in Path(folder).glob("load.sqlite*"):
        path.unlink()
    from unlock import actions

    key = PrivateKey(PrivateKey.generate())
    many, rounds, size = int(count), int(rounds), int(size)
    async with real(Path(folder) / "server.log") as client:
        flows = Flows(client, "unlocking", key.public)
        await flows.prepare()
        held = deployment(Path(folder))
        start = Start("UC2.3", reading="meant", catalogue=held.newest.fingerprint)
        other = Worker(
            client, task_queue="by-hand", workflows=[UnlockByHand], activities=actions(key).activities(),
            workflow_runner=SandboxedWorkflowRunner(),
        )
        async with worker(client, "unlocking", held, actions(key)), other:
            for warm in range(3):
                await unlock(flows, start, f"warm-{warm}")
                await by_hand(client, key.public, f"warm-hand-{warm}")
            plain = replace(start, search=False)
            kinds: dict[str, Callable[[str], Awaitable[object]]] = {
                "by hand": lambda id: by_hand(client, key.public, id),
                "without search attributes": lambda id: unlock(flows, plain, id),
                "with search attributes": lambda id: unlock(flows, start, id),
            }
            costs: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
            for number in range(rounds):
                for kind, run in kinds.items():
                    began = times()
                    await asyncio.gather(*(run(f"{kind}-{number}-{place}") for place in range(size)))
                    now = times()
                    costs[kind].append(((now[0] - began[0]) / size, (now[1] - began[1]) / size))
            counts = {kind: len(await events(flows.run(f"{kind}-0-0"))) for kind in kinds}
            print(f"a run of {len(ROWS)} rows, {size} at once, medians of {rounds} rounds:")
            for kind, cost in costs.items():
                ratios = [median(ours[i] / hand[i] for ours, hand in zip(cost, costs["by hand"])) for i in range(2)]
                print(
                    f"  {kind}: {counts[kind]} events ({counts[kind] / counts['by hand']:.2f}x), "
                    f"{1_000 * median(c[0] for c in cost):.0f} ms ({ratios[0]:.2f}x), of the processor without the server's "
                    f"{1_000 * median(c[1] for c in cost):.0f} ms ({ratios[1]:.2f}x)"
                )
            began = time.perf_counter()
            await asyncio.gather(*(flows.start(start, id=f"many-{run}") for run in range(many)))
            await waiting(flows, many)
            started = time.perf_counter() - began
            began = time.perf_counter()
            await asyncio.gather(*(finished(flows, f"many-{run}") for run in range(many)))
            print(f"{many} runs: all wait after {started:.1f} s, all have ended {time.perf_counter() - began:.1f} s later")
    # Times are printed and not tested: on a machine that has other work they say nothing.
    if max(counts.values()) > LIMIT * counts["by hand"]:
        print(f"more than {LIMIT}x the events", file=sys.stderr)
        sys.exit(1)


def times() -> tuple[float, float]:
    """The time that passes, and that of the processor in this process: clients, workers, activities."""
    return time.perf_counter(), time.process_time()


async def waiting(flows: Flows, wanted: int) -> None:
    """Until so many runs wait at the PIN screen, as the server's index says."""
    found = 0
    while found < wanted:
        await asyncio.sleep(0.2)
        found = len([run async for run in flows.waiting(step="UC2.3:1.3")])
    assert found == wanted, found


async def finished(flows: Flows, id: str) -> None:
    run = flows.run(id)
    taken = await again(lambda: run.take("UC2.3:1.3a", secrets={"pin": PIN}, update="right"))
    assert taken.end == "resume", taken


asyncio.run(main(*sys.argv[1:]))
