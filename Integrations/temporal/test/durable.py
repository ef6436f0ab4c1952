"""Tests runs on Temporal's own server: who may decide, secrets, failures, cancelling, releases, long runs, recorded histories.

Usage: durable.py FOLDER [--record]
FOLDER has test.flows, and newer.flows and later.flows, in which steps have changed. --record writes the histories again.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

from support import decided, events, real
from temporalio import activity
from temporalio.client import (
    Client,
    WorkflowFailureError,
    WorkflowHistory,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.common import RetryPolicy
from temporalio.exceptions import CancelledError
from temporalio.runtime import MetricBuffer, Runtime, TelemetryConfig
from temporalio.worker import UnsandboxedWorkflowRunner, WorkflowInstance, WorkflowInstanceDetails

from flowrun_temporal import (
    ActionFailure,
    Actions,
    Answer,
    Context,
    Deployment,
    Flows,
    Policy,
    PrivateKey,
    PublicKey,
    Refused,
    Release,
    Start,
    Unanswered,
    replayer,
    sandbox,
    worker,
)
from flowrun_temporal.sealing import SealingError

CARD = b"739104562839"
KEPT = ["whole", "secrets", "failures", "errors", "timers", "moves-goes", "moves-waits", "moves-old"]
RECORDED = Path(__file__).parent / "histories"
KEY = PrivateKey(PrivateKey.generate())
Test = Callable[["Shop"], Awaitable[None]]


class Shop:
    """A server, and a worker for the flows of the tests."""

    def __init__(self, client: Client, folder: Path) -> None:
        self.client = client
        self.oldest = Release((folder / "test.flows").read_bytes(), name="test")
        self.newer = Release((folder / "newer.flows").read_bytes(), name="newer")
        self.later = Release((folder / "later.flows").read_bytes(), name="later")
        # What the actions answer next, by action; the last answer stays.
        self.answers: dict[str, list[str]] = {}
        # The values that `guest.find` returns next.
        self.guests: list[dict[str, str]] = []
        self.cards: list[bytes] = []
        self.keys: list[str] = []
        self.cancelled = asyncio.Event()
        self.started = asyncio.Event()

    def actions(self) -> Actions:
        bound = Actions(KEY)
        outcomes = {"stock.reserve": ["reserved", "none"], "payment.charge": ["paid", "declined"], "receipt.send": ["sent"], "bank.ask": ["answers"], "guest.find": ["found"]}

        async def perform(context: Context) -> str | Answer:
            self.keys.append(context.key)
            name = activity.info().activity_type
            if name == "payment.charge":
                card = context.secret("card")
                assert card is not None
                self.cards.append(bytes(card))
            answers = self.answers.get(name, [outcomes[name][0]])
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if answer == "wait":
                self.started.set()
                try:
                    while True:
                        activity.heartbeat()
                        await asyncio.sleep(0.05)
                except asyncio.CancelledError:
                    self.cancelled.set()
                    raise
            if answer == "crash":
                raise RuntimeError("the shop is on fire")
            if answer not in outcomes[name]:
                raise ActionFailure(answer)
            if name == "guest.find":
                return Answer(answer, self.guests.pop(0))
            return answer

        for name, possible in outcomes.items():
            bound.bind(name, possible, ["name", "until"] if name == "guest.find" else [])(perform)
        return bound

    def deployment(self, newest: Release, *older: Release, moves: bool = True, most: int = 1_000) -> Deployment:
        policy = Policy(
            timeout=timedelta(seconds=60), heartbeat=timedelta(seconds=15),
            retry=RetryPolicy(initial_interval=timedelta(milliseconds=20), maximum_attempts=4),
        )
        return Deployment(newest, older, moves=moves, policy=policy, most_decisions=most)

    @contextlib.asynccontextmanager
    async def open(self, deployment: Deployment, queue: str) -> AsyncIterator[Flows]:
        async with worker(self.client, queue, deployment, self.actions(), max_cached_workflows=0):
            yield Flows(self.client, queue, KEY.public)


TESTS: dict[str, Test] = {}


def test(sentence: str) -> Callable[[Test], Test]:
    def kept(body: Test) -> Test:
        TESTS[sentence] = body
        return body

    return kept


async def refused(work: Awaitable[object], *parts: str) -> None:
    try:
        await work
    except Refused as refusal:
        for part in parts:
            assert part in str(refusal), f"`{part}` is not in `{refusal}`"
        return
    raise AssertionError("it was not refused")


PAID = {"secrets": {"card": CARD}, "inputs": {"note": "mari@example.com"}}


@test("A run takes the rows of people and of actions, and ends as its flow does")
async def whole(shop: Shop) -> None:
    async with shop.open(shop.deployment(shop.oldest), "whole") as flows:
        run = await flows.start("order", id="whole")
        assert (await run.rested()).state["step"] == "UC1:1.2"
        taken = await run.take("1.2a", **PAID)
        assert taken.step == "PF1:1.1", taken
        assert shop.cards[-1] == CARD
        await run.take("1.1b")
        taken = await run.take("1.1a")
        assert taken.end == "end", taken
        assert [row["row"] for row in await run.trace()] == [
            "UC1:1.1a", "UC1:1.2a", "UC1:1.3a", "PF1:1.1b", "PF1:1.1a", "PF1:1.2a", "UC1:1.4a",
        ]
        ended = await run.result()
        assert (ended.end, ended.step, ended.decisions, ended.catalogue) == ("end", "UC1:1.4", 6, "test"), ended


@test("A row that cannot be taken is refused before it is accepted, and leaves nothing in the history")
async def refusals(shop: Shop) -> None:
    async with shop.open(shop.deployment(shop.oldest), "refusals") as flows:
        run = await flows.start("order", id="refusals")
        screen = await run.rested()
        # The answer may come before the history has what belongs to the step.
        while not (known := await decided(run))[-1].endswith("SEARCH_ATTRIBUTES"):
            await asyncio.sleep(0.05)
        before = len(known)
        await refused(run.take("1.4a"), "step `UC1:1.2` has no row `1.4a`", "UC1:1.1a was taken last")
        await refused(run.take("1.2a"), "`card` is missing: 12 to 19 digits")
        await refused(run.take("1.2a", inputs={"card": "739104562839", "note": "x"}), "`card` is secret")
        await refused(run.take("1.2a", secrets={"card": CARD}), "`note` is missing")
        await refused(run.take("1.2a", secrets={"card": CARD}, inputs={"note": "x" * 41}), "`note` must be")
        await refused(run.take("1.2b", inputs={"colour": "red"}), "there is no input `colour` here")
        await refused(run.retry(), "no action has failed")
        await refused(run.suspend("UC9"), "there is no flow `UC9`")
        after = await decided(run)
        assert len(after) == before, after
        await run.suspend("PF1")
        await refused(run.take("1.1b", seen=screen), "the run has gone on")
        assert "739104562839" not in str(await events(run))


@test("Metrics of a worker count each row that was taken once, also when the run is replayed")
async def counted(shop: Shop) -> None:
    buffer = MetricBuffer(10_000)
    telemetry = TelemetryConfig(metrics=buffer)
    address = shop.client.service_client.config.target_host
    shop.client = await Client.connect(address, runtime=Runtime(telemetry=telemetry))
    async with shop.open(shop.deployment(shop.oldest), "counted") as flows:
        run = await flows.start("order", id="counted")
        await run.rested()
        await run.take("1.2a", **PAID)
        await run.take("1.1b")
        await run.take("1.1a")
        await run.result()
        rows = [row["row"] for row in await run.trace()]
    found = [
        (update.attributes["flow"], update.attributes["row"], update.value)
        for update in buffer.retrieve_updates()
        if update.metric.name == "flowrun_rows"
    ]
    assert sorted(found) == sorted((row.split(":")[0], row, 1) for row in rows), found
    # A task that runs again without being a replay, as when a query meets it.
    deployment = shop.deployment(shop.oldest)
    assert [deployment.counted("a", rows) for rows in (2, 1, 3, 3)] == [0, 1, 2, 3]
    assert deployment.counted("b", 3) == 0


@test("An answer that does not come in time says how to ask again, and the row is taken once")
async def unanswered(shop: Shop) -> None:
    class Slow:
        """The update is made, and its answer is lost."""

        def __init__(self, handle: Any) -> None:
            self.handle, self.id = handle, handle.id

        async def execute_update(self, *arguments: Any, **options: Any) -> Any:
            await self.handle.execute_update(*arguments, **options)
            raise WorkflowUpdateRPCTimeoutOrCancelledError

    async with shop.open(shop.deployment(shop.oldest), "unanswered") as flows:
        run = await flows.start("order", id="unanswered")
        await run.rested()
        handle, run.handle = run.handle, Slow(run.handle)
        try:
            await run.take("1.2a", **PAID)
            raise AssertionError("it was answered")
        except Unanswered as error:
            update = error.update
        run.handle = handle
        assert (await run.take("1.2a", **PAID, update=update)).step == "PF1:1.1"
        assert len(shop.cards) == 1


@test("Of two clients that take different rows of a step, one wins, and the other is told what happened")
async def race(shop: Shop) -> None:
    shop.answers = {"payment.charge": ["declined"]}
    async with shop.open(shop.deployment(shop.oldest), "race") as flows:
        wins: dict[str, int] = {}
        for number in range(20):
            run = await flows.start("order", id=f"race-{number}")
            await run.rested()
            both = await asyncio.gather(
                run.take("1.2b"), run.take("1.2a", waits=False, **PAID), return_exceptions=True
            )
            lost = [answer for answer in both if isinstance(answer, Refused)]
            won = [answer for answer in both if not isinstance(answer, BaseException)]
            if len(won) == 1:
                assert len(lost) == 1, both
                # Or the run has ended before the second one came.
                assert won[0].row in str(lost[0]) or "the run has ended" in str(lost[0]), lost
                wins[won[0].row] = wins.get(won[0].row, 0) + 1
            rows = [row["row"] for row in await run.trace()]
            assert rows.count("UC1:1.2a") + rows.count("UC1:1.2b") == 1, (rows, both)
        assert wins, "nobody won"


@test("No history has a secret, and a secret opens only in its run with the worker's key")
async def secrets(shop: Shop) -> None:
    shop.answers = {"payment.charge": ["declined", "paid"]}
    async with shop.open(shop.deployment(shop.oldest), "secrets") as flows:
        run = await flows.start("order", id="secrets")
        await run.rested()
        await run.take("1.2a", **PAID)
        taken = await run.take("1.2a", **PAID)
        assert taken.step == "PF1:1.1" and shop.cards[-2:] == [CARD, CARD]
        await run.take("1.1a")
        text = b"".join(event.SerializeToString() for event in await events(run))
        assert b"mari@example.com" in text, "the search finds nothing"
        forms = [CARD, CARD.hex().encode()] + [base64.b64encode(b"x" * shift + CARD)[2 + shift : -4] for shift in range(3)]
        assert not [form for form in forms if form in text], "the secret is in the history"
    sealed = KEY.public.seal(CARD, "secrets", "card")
    assert KEY.open(sealed, "secrets") == CARD
    assert len(sealed) == len(KEY.public.seal(b"1", "secrets", "card")), "the length of the secret shows"
    for key, name in ((KEY, "race-1"), (PrivateKey(PrivateKey.generate()), "secrets")):
        try:
            key.open(sealed, name)
        except SealingError:
            continue
        raise AssertionError("it opened elsewhere")
    async with shop.open(shop.deployment(shop.oldest), "thief") as flows:
        other = Flows(shop.client, "thief", PublicKey(PrivateKey(PrivateKey.generate()).public.text))
        run = await other.start("order", id="thief")
        await run.rested()
        taken = await run.take("1.2a", **PAID)
        assert "was not sealed for this run and this key" in taken.problem, taken


@test("An action that fails for good leaves the run at its step, where it can be tried again")
async def failures(shop: Shop) -> None:
    shop.answers = {"stock.reserve": ["crash", "crash", "crash", "crash", "reserved"]}
    async with shop.open(shop.deployment(shop.oldest), "failures") as flows:
        run = await flows.start("order", id="failures")
        screen = await run.rested()
        assert screen.state["step"] == "UC1:1.1" and "the shop is on fire" in screen.problem, screen
        taken = await run.retry()
        assert taken.step == "UC1:1.2" and not taken.problem, taken
        # All attempts, and the one after, are for the same decision.
        assert len(set(shop.keys[-5:])) == 1, shop.keys


@test("An error of an action is the error row of its step, and the error flow comes back to it")
async def errors(shop: Shop) -> None:
    shop.answers = {"stock.reserve": ["No internet", "reserved"]}
    async with shop.open(shop.deployment(shop.oldest), "errors") as flows:
        run = await flows.start("order", id="errors")
        screen = await run.rested()
        assert screen.state.get("standing") == "error No internet", screen
        assert (await run.take("1.1a")).step == "UC1:1.2"


@test("A timer that is earlier than the answer of the action cancels it")
async def timers(shop: Shop) -> None:
    shop.answers = {"bank.ask": ["wait"]}
    async with shop.open(shop.deployment(shop.oldest), "timers") as flows:
        run = await flows.start("ask", id="timers")
        screen = await run.rested()
        assert screen.state["step"] == "UC2:1.2", screen
        await asyncio.wait_for(shop.cancelled.wait(), 30)
        rows = await run.trace()
        assert rows[0]["row"] == "UC2:1.1b" and rows[0]["at"] >= 1_000, rows
        assert (await run.take("1.2a")).end == "end"


@test("A flow that is put on top after the timer of the step is refused, and the timer's row is taken")
async def late(shop: Shop) -> None:
    shop.answers = {"bank.ask": ["wait"]}
    shop.started.clear()
    async with shop.open(shop.deployment(shop.oldest), "late") as flows:
        run = await flows.start("ask", id="late")
        await asyncio.wait_for(shop.started.wait(), 30)
    # No worker is there while the timer runs out, so that the update and the timer come together, the update first.
    await asyncio.sleep(1.2)
    update = asyncio.create_task(run.suspend("PF1"))
    await asyncio.sleep(0.3)
    async with shop.open(shop.deployment(shop.oldest), "late"):
        await refused(update, "the timer of `UC2:1.1b` has run out")
        assert (await run.rested()).state["step"] == "UC2:1.2"
        assert (await run.take("1.2a")).end == "end"


@test("A run that is cancelled ends as cancelled, and so does its action")
async def cancelling(shop: Shop) -> None:
    shop.answers = {"stock.reserve": ["wait"]}
    shop.cancelled.clear()
    shop.started.clear()
    async with shop.open(shop.deployment(shop.oldest), "cancelling") as flows:
        run = await flows.start("order", id="cancelling")
        await asyncio.wait_for(shop.started.wait(), 30)
        await run.cancel()
        try:
            await run.result()
            raise AssertionError("it was not cancelled")
        except WorkflowFailureError as error:
            assert isinstance(error.cause, CancelledError), error.cause
        await asyncio.wait_for(shop.cancelled.wait(), 30)
        assert (await events(run))[-1].HasField("workflow_execution_canceled_event_attributes")


@test("What is wrong with a start ends the run with the reason")
async def starts(shop: Shop) -> None:
    async with shop.open(shop.deployment(shop.oldest), "starts") as flows:
        for number, start in enumerate([Start("UC0"), Start("UC1", at="9.9"), Start("UC1", facts={"a": "b"}), Start("UC1", reading="x")]):
            run = await flows.start(start, id=f"starts-{number}")
            try:
                await run.result()
                raise AssertionError("it started")
            except WorkflowFailureError as error:
                assert "there is no" in str(error.cause) or "has no step" in str(error.cause) or "not a reading" in str(error.cause)
    unhandled = Actions()
    unhandled.bind("stock.reserve", ["reserved", "stolen"])(lambda context: "stolen")
    try:
        worker(shop.client, "starts", shop.deployment(shop.oldest), unhandled)
        raise AssertionError("it was bound")
    except ValueError as error:
        assert "UC1:1.1: the action `stock.reserve` may answer `stolen`" in str(error), error


@test("Who waits at a step is one query")
async def searching(shop: Shop) -> None:
    async with shop.open(shop.deployment(shop.oldest), "searching") as flows:
        for number in range(3):
            await (await flows.start("order", id=f"searching-{number}")).rested()
        await flows.run("searching-2").suspend("PF1")

        async def at(step: str) -> set[str]:
            return {run.id async for run in flows.waiting(step=step) if run.id.startswith("searching")}

        await until(lambda: at("UC1:1.2"), {"searching-0", "searching-1"})
        await until(lambda: at("PF1:1.1"), {"searching-2"})


async def until(look: Callable[[], Awaitable[object]], wanted: object) -> None:
    """The index of the server is a moment behind its runs."""
    for _ in range(200):
        found = await look()
        if found == wanted:
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"{found} is not {wanted}")


@test("A run moves to newer flows at its next decision, unless what it waits for has changed; refused moves are listed")
async def moves(shop: Shop) -> None:
    names = ["moves-goes", "moves-waits", "moves-old"]
    async with shop.open(shop.deployment(shop.oldest), "moves") as flows:
        for name in names:
            run = await flows.start("order", id=name)
            await run.rested()
        await flows.run("moves-waits").take("1.2a", **PAID)
    # `newer` has another screen 1.2 and a step before PF1:1.1, which is PF1:1.2 there.
    async with shop.open(shop.deployment(shop.newer, shop.oldest), "moves") as flows:
        assert (await flows.run("moves-waits").move()).refusal == ""
        refusal = (await flows.run("moves-goes").move()).refusal
        assert "other things can happen at step `UC1:1.2`" in refusal, refusal

        async def listed() -> set[str]:
            return {move.run async for move in flows.refused_moves("newer") if move.run.startswith("moves")}

        await until(listed, {"moves-goes", "moves-old"})
        # Taken on the flows that the user saw; then the run moves, and meets the new step.
        taken = await flows.run("moves-goes").take("1.2a", **PAID)
        assert taken.standing == "waiting PF1:1.1", taken
        screen = await flows.run("moves-goes").screen()
        assert (screen.catalogue, screen.state["title"]) == ("newer", "You have paid"), screen
        await flows.run("moves-waits").take("1.1b")
        screen = await flows.run("moves-waits").screen()
        assert (screen.catalogue, screen.state["step"]) == ("newer", "PF1:1.2"), screen
        await until(listed, {"moves-old"})
    # A policy leaves runs where they are.
    async with shop.open(shop.deployment(shop.later, shop.newer, shop.oldest, moves=False), "moves") as flows:
        await flows.run("moves-goes").take("1.1a")
        assert (await flows.run("moves-goes").screen()).catalogue == "newer"
    # And back on: over two releases.
    async with shop.open(shop.deployment(shop.later, shop.newer, shop.oldest), "moves") as flows:
        await flows.run("moves-old").take("1.2a", **PAID)
        screen = await flows.run("moves-old").screen()
        assert (screen.catalogue, screen.state["step"]) == ("later", "PF1:1.1"), screen
        await flows.run("moves-old").take("1.1a")
        for name in names:
            taken = await flows.run(name).take("1.2a")
            assert taken.end == "end", taken
    # Their histories replay on a worker that has yet other newest flows.
    other = shop.deployment(shop.newer, shop.later, shop.oldest)
    for name in names:
        await replay(await shop.client.get_workflow_handle(name).fetch_history(), other)


class Watched(UnsandboxedWorkflowRunner):
    """Tells how many workflow tasks were worked on at once. Each takes some time, so that they meet."""

    def __init__(self) -> None:
        super().__init__()
        self.now = self.most = 0
        self.lock = threading.Lock()

    def create_instance(self, det: WorkflowInstanceDetails) -> WorkflowInstance:
        instance = super().create_instance(det)
        activate = instance.activate

        def watched(act: Any) -> Any:
            with self.lock:
                self.now += 1
                self.most = max(self.most, self.now)
            time.sleep(0.4)
            try:
                return activate(act)
            finally:
                with self.lock:
                    self.now -= 1

        setattr(instance, "activate", watched)
        return instance


@test("A worker works on 16 workflow tasks at a time, or on as many as it is told")
async def crowd(shop: Shop) -> None:
    most = []
    for queue, options in [("crowd", {}), ("crowd-more", {"max_concurrent_workflow_tasks": 40})]:
        watched = Watched()
        deployment = shop.deployment(shop.oldest)
        async with worker(shop.client, queue, deployment, shop.actions(), workflow_runner=watched, **options):
            flows = Flows(shop.client, queue, KEY.public)
            runs = await asyncio.gather(*(flows.start("order", id=f"{queue}-{number}") for number in range(80)))
            await asyncio.gather(*(run.rested() for run in runs))
        most.append(watched.most)
    assert 2 <= most[0] <= 16 < most[1] <= 40, most


@test("A long run continues as new, with its place, its inputs, its secrets and its keys")
async def long(shop: Shop) -> None:
    async with shop.open(shop.deployment(shop.oldest, most=4), "long") as flows:
        run = await flows.start("order", id="long")
        await run.rested()
        taken = await run.take("1.2a", **PAID)
        for _ in range(9):
            taken = await run.take("1.1b")
        assert taken.step == "PF1:1.1" and taken.decisions == 12, taken
        taken = await run.take("1.1a")
        ended = await run.result()
        assert (ended.end, ended.decisions) == ("end", 14), ended
        first = (await shop.client.get_workflow_handle("long").describe()).raw_description.workflow_execution_info.first_run_id
        used = [key for key in shop.keys if key.startswith(first)]
        assert len(used) == len(set(used)) == 3, used


@test("A screen shows what an action returned and what was entered, also after the run has continued as new")
async def values(shop: Shop) -> None:
    shop.guests = [{"name": "Mari {x} \u202eiraM", "until": "8"}, {"name": "\u00e4" * 3000}, {"room": "9"}]
    async with shop.open(shop.deployment(shop.oldest, most=3), "values") as flows:
        run = await flows.start("desk", id="values")
        await run.rested()
        await run.take("1.1a", inputs={"room": "12"})
        for _ in range(5):
            screen = await run.rested()
            assert screen.state.get("message") == "Mari {x} \u202eiraM has room 12 until 8 {late}", screen
            await run.take("1.3b")
        await run.take("1.3a")
        await run.take("1.1a", inputs={"room": "13"})
        # What is longer than 4,096 bytes is cut, and what is left out is shown as nothing.
        screen = await run.rested()
        assert screen.state.get("message") == "\u00e4" * 2048 + " has room 13 until  {late}", screen
        await run.take("1.3a")
        await run.take("1.1a", inputs={"room": "14"})
        assert "it returned `room`, which it did not declare" in (await run.rested()).problem
        await run.cancel()
    bound = Actions()
    bound.bind("guest.find", ["found"], ["name"])(lambda context: "found")
    try:
        worker(shop.client, "values", shop.deployment(shop.oldest), bound)
        raise AssertionError("it was bound")
    except ValueError as error:
        assert "UC3:1.2: the action `guest.find` does not return `until`" in str(error), error


@test("Recorded histories replay, with and without Temporal's sandbox")
async def histories(shop: Shop) -> None:
    deployment = shop.deployment(shop.newer, shop.later, shop.oldest)
    paths = sorted(RECORDED.glob("*.json"))
    assert len(paths) == len(KEPT), paths
    for path in paths:
        await replay(WorkflowHistory.from_json(path.stem, path.read_text(encoding="utf-8")), deployment)


async def replay(history: WorkflowHistory, deployment: Deployment) -> None:
    for runner in (sandbox(), UnsandboxedWorkflowRunner()):
        await replayer(deployment, runner).replay_workflow(history)


def published(value: Any) -> Any:
    """A history without what tells about the machine that recorded it."""
    if isinstance(value, dict):
        hidden = {"stackTrace": "", "identity": "worker"}
        return {key: hidden.get(key, published(part)) for key, part in value.items()}
    return [published(part) for part in value] if isinstance(value, list) else value


logging.getLogger("temporalio.activity").setLevel(logging.CRITICAL)  # activities fail here on purpose


async def main(folder: str, record: str = "", only: str = "") -> None:
    failed = 0
    async with real(Path(folder) / "server.log") as client:
        await Flows(client, "").prepare()
        for sentence, body in TESTS.items():
            if record and body is histories or only not in sentence:
                continue
            shop = Shop(client, Path(folder))
            try:
                await asyncio.wait_for(body(shop), 300)
                print(f"  {sentence}")
            except (Exception, asyncio.TimeoutError) as error:
                failed += 1
                print(f"FAILED: {sentence}: {error!r}", file=sys.stderr)
        if record and not failed:
            for name in KEPT:
                history = await client.get_workflow_handle(name).fetch_history()
                text = json.dumps(published(json.loads(history.to_json())), indent=1, sort_keys=True)
                (RECORDED / f"{name}.json").write_text(text + "\n", encoding="utf-8")
    if failed:
        sys.exit(1)


asyncio.run(main(*sys.argv[1:]))
