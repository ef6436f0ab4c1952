"""What clients do with runs: start them, look at them, take rows."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest
from temporalio.client import (
    Client,
    WorkflowHandle,
    WorkflowUpdateFailedError,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.exceptions import ApplicationError
from temporalio.service import RPCError, RPCStatusCode

from .engine import TakenRow
from .messages import CATALOGUE_ATTRIBUTE, FLOW_ATTRIBUTE, STEP_ATTRIBUTE, WORKFLOW, Ended, Move, Screen, Start, Taken, Taking
from .sealing import PublicKey


class Refused(Exception):
    """A row cannot be taken now; the message says why, and what happened meanwhile."""


class Unanswered(Exception):
    """No worker has answered in time. What was asked for may be done all the same, so the caller asks again with `update`."""

    def __init__(self, update: str) -> None:
        super().__init__(f"no worker has answered in time; it may be done all the same: ask again with update=`{update}`")
        self.update = update


@dataclass(frozen=True)
class RefusedMove:
    """A run that stays on older flows, and why."""

    run: str
    catalogue: str
    reason: str


class Flows:
    """Runs of flows on a server."""

    def __init__(self, client: Client, task_queue: str, key: PublicKey | None = None) -> None:
        """`key` is the public key of the activity workers, to seal secrets with."""
        self._client = client
        self._task_queue = task_queue
        self._key = key

    async def prepare(self) -> None:
        """Makes the search attributes known to the server's namespace. Once; an administrator may do it instead."""
        request = AddSearchAttributesRequest(
            namespace=self._client.namespace,
            search_attributes={
                name: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
                for name in (FLOW_ATTRIBUTE, STEP_ATTRIBUTE, CATALOGUE_ATTRIBUTE)
            },
        )
        try:
            await self._client.operator_service.add_search_attributes(request)
        except RPCError as error:
            if error.status is not RPCStatusCode.ALREADY_EXISTS:
                raise

    async def start(self, start: Start | str, *, id: str, **options: Any) -> FlowRun:
        """Starts a run with this workflow id. `options` are those of `Client.start_workflow`."""
        if isinstance(start, str):
            start = Start(start)
        await self._client.start_workflow(WORKFLOW, start, id=id, task_queue=self._task_queue, **options)
        return self.run(id)

    def run(self, id: str) -> FlowRun:
        """The run with this workflow id."""
        return FlowRun(self._client.get_workflow_handle(id, result_type=Ended), self._key)

    async def waiting(self, *, step: str = "", flow: str = "", catalogue: str = "") -> AsyncIterator[FlowRun]:
        """The open runs at a step (`UC2.3:1.3`), in a flow, or on flows with this fingerprint."""
        parts = [self._open]
        wanted = {STEP_ATTRIBUTE: step, FLOW_ATTRIBUTE: flow, CATALOGUE_ATTRIBUTE: catalogue}
        parts += [f"{name} = '{_quoted(value)}'" for name, value in wanted.items() if value]
        async for found in self._client.list_workflows(" AND ".join(parts)):
            yield self.run(found.id)

    async def refused_moves(self, newest: str) -> AsyncIterator[RefusedMove]:
        """The open runs that are not on the newest flows and cannot move to them from where they wait."""
        query = f"{self._open} AND {CATALOGUE_ATTRIBUTE} != '{_quoted(newest)}'"
        async for found in self._client.list_workflows(query):
            move = await self.run(found.id).move()
            if move.refusal:
                yield RefusedMove(found.id, move.catalogue, move.refusal)

    @property
    def _open(self) -> str:
        return f"WorkflowType = '{WORKFLOW}' AND ExecutionStatus = 'Running' AND TaskQueue = '{_quoted(self._task_queue)}'"


class FlowRun:
    """A run of a flow."""

    def __init__(self, handle: WorkflowHandle[Any, Ended], key: PublicKey | None) -> None:
        self.handle = handle
        self._key = key
        # The most decisions that a screen or an answer has told of.
        self._decisions = 0

    @property
    def id(self) -> str:
        """The workflow id."""
        return self.handle.id

    async def screen(self) -> Screen:
        """What to show, and what can be done."""
        screen: Screen = await self._asked("screen", result_type=Screen)
        self._decisions = max(self._decisions, screen.decisions)
        return screen

    async def rested(self, polling: float = 0.02) -> Screen:
        """The screen once a person can decide, or at the end."""
        while True:
            screen = await self.screen()
            if screen.rests:
                return screen
            await asyncio.sleep(polling)
            polling = min(polling * 2, 1.0)

    async def take(
        self,
        row: str,
        *,
        inputs: Mapping[str, str] | None = None,
        secrets: Mapping[str, bytes | bytearray] | None = None,
        seen: Screen | None = None,
        waits: bool = True,
        update: str | None = None,
    ) -> Taken:
        """Takes a row as a person, with what was entered.

        With `seen` it is refused if the run has gone on since that screen. With `waits` it comes back when a person can decide
        again, otherwise at once. Two calls with the same id of an `update` take the row once, and get the same answer. Raises
        `Unanswered` if the answer does not come in time: whether the row was taken is not known then, and another call with its
        `update` says so.
        """
        sealed: dict[str, str] = {}
        for name, secret in (secrets or {}).items():
            if self._key is None:
                raise Refused(f"`{name}` is secret, and there is no key to seal it with")
            sealed[name] = self._key.seal(secret, self.id, name)
        taking = Taking(row, dict(inputs or {}), sealed, -1 if seen is None else seen.decisions, waits)
        return await self._updated("take", [taking], update)

    async def suspend(self, flow: str, *, waits: bool = True, update: str | None = None) -> Taken:
        """Starts another flow on top of the run."""
        return await self._updated("suspend", [flow, waits], update)

    async def enter(self, *, waits: bool = True, update: str | None = None) -> Taken:
        """Enters the called flow, in a run that asks at calls."""
        return await self._updated("enter", [waits], update)

    async def retry(self, *, waits: bool = True, update: str | None = None) -> Taken:
        """Performs the action again that has failed."""
        return await self._updated("retry", [waits], update)

    async def trace(self) -> list[TakenRow]:
        """The taken rows."""
        rows: list[TakenRow] = await self._asked("trace", result_type=list[TakenRow])
        return rows

    async def move(self) -> Move:
        """Whether the run can move to the newest flows."""
        move: Move = await self._asked("move", result_type=Move)
        return move

    async def result(self) -> Ended:
        """Waits for the end."""
        return await self.handle.result()

    async def cancel(self) -> None:
        """Cancels the run, and an action that is running."""
        await self.handle.cancel()

    async def _asked(self, name: str, result_type: Any) -> Any:
        """Asks a query; again for a while if no worker answers, since the server may not know yet one that has just started."""
        for _ in range(100):
            try:
                return await self.handle.query(name, result_type=result_type)
            except RPCError as error:
                if error.status not in (RPCStatusCode.FAILED_PRECONDITION, RPCStatusCode.DEADLINE_EXCEEDED):
                    raise
            await asyncio.sleep(0.1)
        return await self.handle.query(name, result_type=result_type)

    async def _updated(self, name: str, arguments: list[Any], update: str | None = None) -> Taken:
        # If a worker was lost while it got the answer of an action, a screen knows of the answer before an update does: Temporal
        # shows a history to queries as soon as it is written, but to an update before the answers that came with it. A refusal
        # from before a screen that was seen is no answer.
        while (taken := await self._answered(name, arguments, update or str(uuid4()))) is None:
            await asyncio.sleep(0.1)
        return taken

    async def _answered(self, name: str, arguments: list[Any], update: str) -> Taken | None:
        """The answer. None if it is a refusal from before what a screen has told."""
        try:
            taken: Taken = await self.handle.execute_update(name, args=arguments, id=update, result_type=Taken)
            self._decisions = max(self._decisions, taken.decisions)
            return taken
        except WorkflowUpdateFailedError as error:
            if isinstance(error.cause, ApplicationError) and error.cause.type == "FlowRefusal":
                if error.cause.details and error.cause.details[0] < self._decisions:
                    return None
                raise Refused(error.cause.message) from None
            raise
        except WorkflowUpdateRPCTimeoutOrCancelledError as error:
            # Whoever gives up waiting, as with `asyncio.timeout`, gets the error of that.
            if isinstance(error.__cause__, asyncio.CancelledError):
                raise error.__cause__ from None
            raise Unanswered(update) from None
        except RPCError as error:
            if error.status in (RPCStatusCode.NOT_FOUND, RPCStatusCode.ABORTED):
                raise Refused(f"the run has ended: {error.message}") from None
            if error.status is RPCStatusCode.DEADLINE_EXCEEDED:
                raise Unanswered(update) from None
            raise


def _quoted(text: str) -> str:
    return text.replace("'", "''")
