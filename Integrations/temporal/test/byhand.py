"""UC2.3 as a team would write it for Temporal without flows: what the load test compares with. The same rows, the same actions,
the same sealed PIN; the table is in the code."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from flowrun_temporal.messages import Answered, Work


@dataclass
class Step:
    """Where the run stands."""

    name: str
    end: str = ""


@workflow.defn(name="unlock by hand")
class UnlockByHand:
    """Unlocks the app with a PIN."""

    def __init__(self) -> None:
        self._step = Step("starting")
        self._pin: str | None = None
        self._is_retried = False
        self._count = 0

    @workflow.run
    async def run(self) -> str:
        await self._perform("biometrics.status")
        while True:
            self._pin = None
            self._step = Step("pin")
            await workflow.wait_condition(lambda: self._pin is not None)
            self._step = Step("checking")
            if await self._perform("account.checkPin", {"pin": self._pin or ""}) == "valid":
                break
            self._is_retried = False
            self._step = Step("wrong")
            await workflow.wait_condition(lambda: self._is_retried)
        await self._perform("pid.status")
        await self._perform("link.status")
        state = await self._perform("app.startState")
        self._step = Step("over", "resume" if state == "resumed" else "home")
        await workflow.wait_condition(workflow.all_handlers_finished)
        return self._step.end

    async def _perform(self, action: str, secrets: dict[str, str] | None = None) -> str:
        self._count += 1
        work = Work(
            action=action, step="", flow="", key=f"{workflow.info().run_id}/{self._count}", secrets=secrets or {}
        )
        answered = await workflow.execute_activity(
            action, work, result_type=Answered, start_to_close_timeout=timedelta(minutes=2)
        )
        return answered.outcome

    @workflow.update
    async def enter_pin(self, sealed: str) -> Step:
        self._pin = sealed
        await workflow.wait_condition(lambda: self._step.name in ("wrong", "over"))
        return self._step

    @enter_pin.validator
    def _check_pin(self, sealed: str) -> None:
        if self._step.name != "pin":
            raise ValueError("no PIN is asked for")

    @workflow.update
    async def retry(self) -> Step:
        self._is_retried = True
        await workflow.wait_condition(lambda: self._step.name == "pin")
        return self._step

    @retry.validator
    def _check_retry(self) -> None:
        if self._step.name != "wrong":
            raise ValueError("no PIN was wrong")

    @workflow.query
    def step(self) -> Step:
        return self._step
