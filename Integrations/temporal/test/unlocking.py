"""Runs of UC2.3 for the tests of load and of crashes: a wrong PIN, then the right one."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TypeVar

from temporalio.client import Client, WorkflowUpdateRPCTimeoutOrCancelledError
from temporalio.common import RetryPolicy
from temporalio.service import RPCError

from flowrun_temporal import Context, Deployment, Flows, Policy, PrivateKey, Release, Start, worker
from flowrun_temporal.actions import Answer, Body
from flowrun_temporal.client import FlowRun

sys.path.append(str(Path(__file__).parent.parent / "examples"))
from unlock import PIN, actions  # noqa: E402

# What every run takes.
ROWS = [
    "UC2.3:1.1b", "UC2.3:1.3a", "PF2.8:1.1d", "PF2.8:2.1a", "UC2.3:1.4b", "UC2.3:1.3a", "PF2.8:1.1a", "UC2.3:1.4a",
    "UC2.3:1.5a", "PF2.7:1.1b", "UC2.3:1.6a", "UC2.3:1.7a",
]
ACTIONS = 6
T = TypeVar("T")


def deployment(folder: Path, timeout: float = 120) -> Deployment:
    """The flows of the documents. An attempt of an action that was lost with its worker is given up after `timeout` seconds."""
    policy = Policy(timeout=timedelta(seconds=timeout), retry=RetryPolicy(initial_interval=timedelta(milliseconds=50)))
    return Deployment(Release((folder / "app.flows").read_bytes()), policy=policy)


async def unlock(flows: Flows, start: Start, id: str, **options: object) -> FlowRun:
    """A whole run."""
    run = await again(lambda: flows.start(start, id=id, **options))
    await again(run.rested)
    await again(lambda: run.take("UC2.3:1.3a", secrets={"pin": b"246802"}, update="wrong"))
    await again(lambda: run.take("PF2.8:2.1a", update="retry"))
    taken = await again(lambda: run.take("UC2.3:1.3a", secrets={"pin": PIN}, update="right"))
    assert taken.end == "resume", taken
    return run


async def again(ask: Callable[[], Awaitable[T]]) -> T:
    """Asks until somebody answers: no worker may be there at the moment. An update with the same id happens once."""
    asking = asyncio.current_task()
    assert asking is not None
    # The client reports that it was cancelled as an error like others.
    while not asking.cancelling():
        with contextlib.suppress(RPCError, asyncio.TimeoutError, WorkflowUpdateRPCTimeoutOrCancelledError):
            return await ask()
        await asyncio.sleep(0.1)
    raise asyncio.CancelledError


def told(body: Body) -> Body:
    def perform(context: Context) -> str | Answer | Awaitable[str | Answer]:
        print("performs", flush=True)
        return body(context)

    return perform


async def work(address: str, folder: str, key: str, cached: str, timeout: str) -> None:
    """A worker process. It says when it performs an action."""
    client = await Client.connect(address)
    bound = actions(PrivateKey(key))
    for name, binding in list(bound.bindings.items()):
        bound.bindings[name] = replace(binding, body=told(binding.body))
    held = deployment(Path(folder), float(timeout))
    await worker(client, "unlocking", held, bound, max_cached_workflows=int(cached)).run()


if __name__ == "__main__":
    asyncio.run(work(*sys.argv[1:]))
