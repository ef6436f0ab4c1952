"""Servers for the tests, as PyPI carries them: Temporal's own, and its test server that skips time."""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from temporalio.api.enums.v1 import EventType
from temporalio.api.history.v1 import HistoryEvent
from temporalio.client import Client
from temporalio.testing import WorkflowEnvironment

from flowrun_temporal import FlowRun

BIN = Path(sys.executable).parent


@asynccontextmanager
async def time_skipping() -> AsyncIterator[WorkflowEnvironment]:
    """A server in memory that skips time."""
    env = await WorkflowEnvironment.start_time_skipping(test_server_existing_path=str(BIN / "temporal-test-server"))
    try:
        yield env
    finally:
        await env.shutdown()


@asynccontextmanager
async def real(log: Path) -> AsyncIterator[Client]:
    """Temporal's own server, with its database in memory."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with log.open("wb") as file:
        server = await asyncio.create_subprocess_exec(
            str(BIN / "temporal"), "server", "start-dev", "--headless", "--port", str(port), "--log-level", "error",
            stdout=file, stderr=file,
        )
    try:
        yield await connected(f"127.0.0.1:{port}")
    finally:
        server.terminate()
        await server.wait()


async def connected(address: str) -> Client:
    """A client, once the server answers."""
    for _ in range(300):
        try:
            return await Client.connect(address)
        except RuntimeError:
            await asyncio.sleep(0.1)
    raise RuntimeError(f"no server at {address}")


async def events(run: FlowRun) -> list[HistoryEvent]:
    """The history of a run."""
    return list((await run.handle.fetch_history()).events)


async def decided(run: FlowRun) -> list[str]:
    """The kinds of events in the history of a run, without its worker's turns: a busy server may write one down of which nothing came."""
    kinds = [EventType.Name(event.event_type) for event in await events(run)]
    return [kind for kind in kinds if not kind.startswith("EVENT_TYPE_WORKFLOW_TASK_")]
