"""The workflow that runs any flow.

The engine decides what happens; this file only gives it what it asks for: rows that people take (updates), answers of actions
(activities) and time (durable timers). It holds no rules of flows.
"""

from __future__ import annotations

from datetime import timedelta

from temporalio import workflow
from temporalio.common import SearchAttributeKey
from temporalio.exceptions import ActivityError, ApplicationError

with workflow.unsafe.imports_passed_through():
    from .deployment import Deployment
    from .engine import Catalogue, FlowError, RowState, Run, TakenRow, filled
    from .messages import (
        CATALOGUE_ATTRIBUTE,
        FLOW_ATTRIBUTE,
        STEP_ATTRIBUTE,
        WORKFLOW,
        Answered,
        Ended,
        Move,
        Screen,
        Start,
        Taken,
        Taking,
        Work,
    )
    from .sealing import is_sealed

_FLOW = SearchAttributeKey.for_keyword(FLOW_ATTRIBUTE)
_STEP = SearchAttributeKey.for_keyword(STEP_ATTRIBUTE)
_CATALOGUE = SearchAttributeKey.for_keyword(CATALOGUE_ATTRIBUTE)


@workflow.defn(name=WORKFLOW)
class FlowWorkflow:
    """A run of a flow."""

    @workflow.init
    def __init__(self, start: Start) -> None:
        self._start = start
        self._deployment = Deployment.of(workflow.info().task_queue)
        self._inputs = dict(start.inputs)
        self._secrets = dict(start.secrets)
        self._values = dict(start.values)
        self._problem = start.problem
        # Each decision has a number: idempotency keys are made of it, and moves are recorded under it.
        self._decisions = start.decisions
        self._first = start.decisions
        self._retries = 0
        # The rows of the trace that the worker's metrics have.
        self._counted = 0
        self._recorded: tuple[str, str, str] | None = None
        self._refusal = ""
        self._catalogue = self._first_catalogue()
        # The time of day at which the run's clock was 0, in milliseconds.
        try:
            self._run = self._begin()
        except FlowError as error:
            # It fails in `run`, since here it would be tried for ever.
            self._refusal = str(error)
            return
        now = start.taken_at if start.snapshot else _milliseconds()
        self._midnight = now - self._run.state["clock"]
        self._settle()

    # MARK: The run

    @workflow.run
    async def run(self, start: Start) -> Ended:
        """Runs to the end."""
        if self._refusal:
            raise ApplicationError(self._refusal, type="FlowStart", non_retryable=True)
        if start.snapshot:
            self._move()
        while not self._end:
            self._record()
            if self._has_to_continue():
                await workflow.wait_condition(workflow.all_handlers_finished)
                if not self._end:
                    workflow.continue_as_new(self._continuation())
                continue
            await self._decision()
        await workflow.wait_condition(workflow.all_handlers_finished)
        state = self._run.state
        return Ended(self._end, state["step"], self._decisions, self._catalogue.fingerprint)

    async def _decision(self) -> None:
        """Waits until somebody, the action or the timer decides."""
        decisions, retries = self._decisions, self._retries
        work = self._started_work()
        try:
            timer = self._run.state.get("timer")
            timeout = None if timer is None else timedelta(milliseconds=max(0, timer["due"] - self._now()))
            await workflow.wait_condition(
                lambda: (decisions, retries) != (self._decisions, self._retries) or (work is not None and work.done()),
                timeout=timeout,
            )
        except TimeoutError:
            if decisions == self._decisions:
                self._fire()
            return
        finally:
            if work is not None and not work.done():
                # What it answers now is ignored.
                work.add_done_callback(lambda late: late.cancelled() or late.exception())
                work.cancel()
        if work is None or decisions != self._decisions or not work.done():
            return
        try:
            answered = await work
        except ActivityError as error:
            cause = error.cause
            message = cause.message if isinstance(cause, ApplicationError) else str(cause or error)
            self._problem = f"the action `{self._action}` failed: {message}"
            return
        self._answer(answered)

    def _started_work(self) -> workflow.ActivityHandle[Answered] | None:
        """The activity of the step's action. None without one, after it has failed, or if a person decides."""
        if not self._is_working:
            return None
        action = self._run.state["action"]
        name = action["name"]
        policy = self._deployment.policy(name)
        return workflow.start_activity(
            name,
            Work(
                action=name,
                step=self._run.state["step"],
                flow=self._run.state["flow"],
                key=f"{workflow.info().first_execution_run_id}/{self._decisions}",
                arguments=action["arguments"],
                outcomes=action["outcomes"],
                inputs=self._inputs,
                secrets=self._secrets,
            ),
            result_type=Answered,
            task_queue=policy.task_queue,
            start_to_close_timeout=policy.timeout,
            schedule_to_close_timeout=policy.total,
            heartbeat_timeout=policy.heartbeat,
            retry_policy=policy.retry,
            cancellation_type=workflow.ActivityCancellationType.TRY_CANCEL,
        )

    def _answer(self, answered: Answered) -> None:
        timer, now = self._run.state.get("timer"), self._now()
        if timer is not None and timer["due"] <= now:
            # An answer that comes when the timer has run out is too late.
            self._fire()
            return
        action, before = self._action, self._run.state["flow"]
        shown = self._run.state["action"].get("values", [])
        self._run.elapse(now)
        try:
            self._run.answer(answered.outcome)
        except FlowError as error:
            self._problem = f"the action `{action}` answered `{answered.outcome}`: {error}"
            return
        for name in answered.took:
            self._secrets.pop(name, None)
        self._values.update((name, answered.values[name]) for name in shown if name in answered.values)
        self._decided(before)

    def _fire(self) -> None:
        before = self._run.state["flow"]
        self._run.expire(self._now())
        self._decided(before)

    def _decided(self, before: str) -> None:
        """Goes on after a decision: as far as nobody decides, and to newer flows."""
        self._decisions += 1
        self._problem = ""
        self._leave(before)
        self._settle()
        self._move()

    def _settle(self) -> None:
        """Goes on as far as nobody decides, and counts the rows that were taken."""
        self._go_on()
        taken = self._run.trace(self._counted)
        before = self._counted
        self._counted += len(taken)
        # The meter counts nothing in a replay, which is known to be counted all the same.
        known = self._deployment.counted(workflow.info().run_id, self._counted)
        counter = workflow.metric_meter().create_counter("flowrun_rows", "Rows that were taken")
        for row in taken[max(0, known - before) :]:
            counter.add(1, {"flow": row["row"].split(":", 1)[0], "row": row["row"]})

    def _go_on(self) -> None:
        """Goes on as far as nobody decides. What was entered follows the run into calls and is forgotten after it."""
        try:
            if not self._inputs and not self._secrets and not self._start.asks_at_calls:
                self._run.settle()
                return
            while True:
                state = self._run.state
                if state["needs"] == "call":
                    if self._start.asks_at_calls:
                        return
                    for parameter, name in state.get("passes", {}).items():
                        self._rename(name, parameter)
                elif state["needs"] not in ("pass over", "result", "nothing"):
                    return
                self._run.settle(1)
                if state["needs"] != "call":
                    self._leave(state["flow"])
        except FlowError as error:
            self._problem = str(error)

    def _rename(self, name: str, parameter: str) -> None:
        if name == parameter:
            return
        if name in self._inputs:
            self._inputs[parameter] = self._inputs[name]
        if name in self._secrets:
            self._secrets[parameter] = self._secrets.pop(name)

    def _leave(self, before: str) -> None:
        """Secrets belong to their flow, and to the flows it calls."""
        if not self._secrets:
            return
        state = self._run.state
        if "end" in state or (state["flow"] != before and state["needs"] != "result"):
            self._secrets.clear()

    # MARK: Flows and their releases

    def _begin(self) -> Run:
        start = self._start
        if start.snapshot:
            return self._catalogue.restore(start.snapshot)
        return self._catalogue.start(
            start.flow, reading=start.reading, at=start.at, clock=start.clock, facts=start.facts
        )

    def _first_catalogue(self) -> Catalogue:
        deployment = self._deployment
        if self._start.catalogue:
            try:
                return deployment.catalogues[self._start.catalogue]
            except KeyError:
                known = ", ".join(deployment.catalogues)
                # Fails the task, not the run: it goes on when a worker has the flows.
                raise RuntimeError(f"the run needs the flows {self._start.catalogue}; this worker has {known}") from None
        return self._recorded_choice(deployment.newest) or deployment.newest

    def _recorded_choice(self, wanted: Catalogue | None) -> Catalogue | None:
        """The flows that were chosen at this decision, now or in the recorded history.

        What a worker has deployed is not part of a history, so a choice is recorded by a marker. A replay asks for the markers
        of all flows it knows, and finds the one that was chosen then.
        """
        if workflow.unsafe.is_replaying():
            for fingerprint, catalogue in self._deployment.catalogues.items():
                if workflow.patched(self._marker(fingerprint)):
                    return catalogue
            return None
        if wanted is not None:
            workflow.patched(self._marker(wanted.fingerprint))
        return wanted

    def _marker(self, fingerprint: str) -> str:
        return f"flows {fingerprint} at {self._decisions}"

    def _move(self) -> None:
        """Moves the run to the newest flows, by its snapshot, if they know what it waits for. Once per decision."""
        if self._end:
            return
        target, moved = self._deployment.newest, None
        if not workflow.unsafe.is_replaying() and self._deployment.moves and target is not self._catalogue:
            try:
                moved = target.restore(self._run.snapshot())
            except FlowError:
                pass
        chosen = self._recorded_choice(target if moved else None)
        if chosen is None or chosen is self._catalogue:
            return
        self._run = moved or chosen.restore(self._run.snapshot())
        self._catalogue, self._counted = chosen, 0

    def _has_to_continue(self) -> bool:
        return not self._problem and (
            workflow.info().is_continue_as_new_suggested()
            or self._decisions - self._first >= self._deployment.most_decisions
        )

    def _continuation(self) -> Start:
        start = self._start
        return Start(
            flow=start.flow,
            reading=start.reading,
            catalogue=self._catalogue.fingerprint,
            by_hand=start.by_hand,
            asks_at_calls=start.asks_at_calls,
            search=start.search,
            snapshot=self._run.snapshot(),
            taken_at=self._midnight + self._run.state["clock"],
            decisions=self._decisions,
            inputs=self._inputs,
            secrets=self._secrets,
            values=self._values,
        )

    # MARK: What others do

    @workflow.update
    async def take(self, taking: Taking) -> Taken:
        """Takes a row as a person."""
        before = self._run.state["flow"]
        self._tick()
        row = self._run.choice(self._choice(taking))
        self._inputs.update(taking.inputs)
        self._secrets.update(taking.secrets)
        self._run.take(row)
        self._decided(before)
        return await self._rested(row, taking.waits)

    @take.validator
    def _check_take(self, taking: Taking) -> None:
        self._check_going()
        try:
            for name, sealed in taking.secrets.items():
                if not is_sealed(sealed):
                    raise FlowError(f"`{name}` is not sealed")
            if taking.seen >= 0 and taking.seen != self._decisions:
                raise FlowError(f"the run has gone on: {self._last()}")
            self._check_timer(taking.row)
            self._run.choice(self._choice(taking))
        except FlowError as error:
            raise self._refused(self._explained(str(error), taking)) from None

    @workflow.update
    async def enter(self, waits: bool = True) -> Taken:
        """Enters the flow that the step calls, in a run that asks at calls."""
        self._tick()
        step = self._run.state["step"]
        for parameter, name in self._run.state.get("passes", {}).items():
            self._rename(name, parameter)
        before = self._run.state["flow"]
        self._run.settle(1)
        self._decided(self._run.state["flow"] if "end" not in self._run.state else before)
        return await self._rested(step, waits)

    @enter.validator
    def _check_enter(self, waits: bool = True) -> None:
        self._check_going()
        if self._run.state["needs"] != "call":
            raise self._refused(f"`{self._run.state['step']}` does not call a flow")
        try:
            self._check_timer()
        except FlowError as error:
            raise self._refused(str(error)) from None

    @workflow.update
    async def suspend(self, flow: str, waits: bool = True) -> Taken:
        """Puts the run into the background and starts another flow on top; its row `resume` leads back."""
        self._tick()
        step = self._run.state["step"]
        self._run.suspend(flow)
        # What was entered is kept for the flow that is suspended.
        self._decided(self._run.state["flow"])
        return await self._rested(step, waits)

    @suspend.validator
    def _check_suspend(self, flow: str, waits: bool = True) -> None:
        self._check_going()
        try:
            if not self._run.state.get("standing"):
                raise FlowError("the run has ended")
            self._check_timer()
            self._catalogue.start(flow)
        except FlowError as error:
            raise self._refused(str(error)) from None

    @workflow.update
    async def retry(self, waits: bool = True) -> Taken:
        """Performs the action again that has failed."""
        self._problem = ""
        self._retries += 1
        return await self._rested(self._run.state["step"], waits)

    @retry.validator
    def _check_retry(self, waits: bool = True) -> None:
        if not self._problem:
            raise self._refused("no action has failed")

    @workflow.query
    def screen(self) -> Screen:
        """Where the run stands."""
        self._check_going()
        entered = sorted({*self._inputs, *self._secrets})
        return Screen(
            filled(self._run.state, {**self._inputs, **self._values}), self._catalogue.fingerprint, self._decisions,
            self._is_working, self._problem, entered, self._rests(),
        )

    @workflow.query
    def trace(self) -> list[TakenRow]:
        """The taken rows since the start, or since the run moved to newer flows or continued as new."""
        self._check_going()
        return self._run.trace()

    @workflow.query
    def move(self) -> Move:
        """Whether the run can move to the newest flows that this worker has."""
        self._check_going()
        newest = self._deployment.newest
        refusal = ""
        if newest is not self._catalogue and not self._end:
            try:
                newest.restore(self._run.snapshot())
            except FlowError as error:
                refusal = str(error)
        return Move(self._catalogue.fingerprint, newest.fingerprint, refusal)

    # MARK: Parts

    @property
    def _end(self) -> str:
        return self._run.state.get("end", "")

    @property
    def _action(self) -> str:
        action = self._run.state.get("action")
        return action["name"] if action else ""

    @property
    def _is_working(self) -> bool:
        """Whether the step's action has to be performed: also before it is started, which is when a query may come."""
        return bool(self._action) and not self._problem and self._action not in self._start.by_hand

    def _now(self) -> int:
        """The run's clock. The engine ignores a time before the last one."""
        return _milliseconds() - self._midnight

    def _tick(self) -> None:
        self._run.elapse(self._now())

    def _check_going(self) -> None:
        if self._refusal:
            raise ApplicationError(self._refusal, type="FlowStart")

    def _check_timer(self, row: str = "") -> None:
        """An update may come before the timer that has ended the step: only the timer's own row can be taken then."""
        timer = self._run.state.get("timer")
        if timer is not None and timer["due"] <= self._now() and timer["row"] != row:
            raise FlowError(f"the timer of `{timer['row']}` has run out")

    def _choice(self, taking: Taking) -> str:
        lines = [f"row {taking.row}"]
        if self._is_working:
            lines.append("working")
        lines += [_described("kept", name, value) for name, value in self._inputs.items()]
        lines += [f"kept {name} sealed" for name in self._secrets]
        lines += [_described("entered", name, value) for name, value in taking.inputs.items()]
        lines += [f"entered {name} sealed" for name in taking.secrets]
        return "\n".join(lines)

    def _refused(self, reason: str) -> ApplicationError:
        """A refusal, with the number of decisions that it knows of: see `FlowRun.take`."""
        return ApplicationError(reason, self._decisions, type="FlowRefusal")

    def _explained(self, reason: str, taking: Taking) -> str:
        """A refusal; if the run has left the step of the row, also what was taken there."""
        wanted = taking.row if ":" in taking.row else f"{self._run.state['flow']}:{taking.row}"
        state = self._run.state
        if taking.seen >= 0 or any(row["row"] == wanted for row in state["rows"]):
            return reason
        return f"{reason}; {self._last()}"

    def _last(self) -> str:
        trace = self._run.trace()
        standing = self._run.state.get("standing") or f"ended: {self._end}"
        return f"{trace[-1]['row']} was taken last, and the run is {standing}" if trace else f"the run is {standing}"

    async def _rested(self, row: str, waits: bool) -> Taken:
        decisions = self._decisions
        if waits:
            # Also over when the run continues as new, which waits for this.
            await workflow.wait_condition(lambda: self._rests() or self._has_to_continue())
            decisions = self._decisions
        state = self._run.state
        return Taken(row, state.get("standing", ""), state["step"], decisions, self._problem, self._end)

    def _rests(self) -> bool:
        """Whether a person can decide, or nobody."""
        state = self._run.state
        if "end" in state or self._problem or state["needs"] == "call":
            return True
        if self._action and self._action in self._start.by_hand:
            return True
        if not self._action:
            return "timer" not in state or any(_is_persons(row) for row in state["rows"])
        # While an action runs, what a person may do at any time is not what the run waits for.
        return any(_is_persons(row) and "anywhere" not in row for row in state["rows"])

    def _record(self) -> None:
        """Tells the server where the run waits. Not where only an action is performed: that would be an event more per action."""
        state = self._run.state
        here = (state["flow"], state["step"], self._catalogue.fingerprint)
        if not self._start.search or here == self._recorded or not self._rests() and "timer" not in state:
            return
        keys = (_FLOW, _STEP, _CATALOGUE)
        before = self._recorded or ("", "", "")
        changes = [key.value_set(now) for key, now, old in zip(keys, here, before, strict=True) if now != old]
        workflow.upsert_search_attributes(changes)
        self._recorded = here


def _is_persons(row: RowState) -> bool:
    return row["kind"] == "user" and "outcome" not in row and "refusal" not in row


def _milliseconds() -> int:
    """The time of day of the workflow, in milliseconds since 1970."""
    return workflow.time_ns() // 1_000_000


def _described(word: str, name: str, value: str) -> str:
    digits = " digits" if value.isascii() and value.isdigit() else ""
    return f"{word} {name} {len(value.encode())}{digits}"
