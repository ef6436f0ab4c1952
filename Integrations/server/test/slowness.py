"""Actions that fail at once behind a timer, and timers beside actions that hang: behind other
timers, and in so many requests that these hold all connections of theirs."""

import asyncio
import os

import judge
from workers import Service, Worker, now

# As many as `store-worker` has connections for requests.
REQUESTS = 12
# An action that has not been let go by then answers, so that the test ends in any case.
HANG = 20


class SlowService(Service):
    """Answers orders when it is told to."""

    def __init__(self):
        super().__init__()
        self.gate = asyncio.Event()
        self.hanging = 0

    async def perform(self, action, key):
        if action == "goods.order":
            self.hanging += 1
            try:
                await asyncio.wait_for(self.gate.wait(), HANG)
            except asyncio.TimeoutError:
                pass
        return await super().perform(action, key)


async def judge_slowness(command, postgres, first, is_in_time):
    # Tables as releases before that of the keys of runs have made them.
    postgres.query("ALTER TABLE flowrun_runs DROP COLUMN marking")
    service = SlowService()
    worker = await Worker(command, service).start(os.path.join(os.path.dirname(first), "slow"))
    try:
        while not worker.isReady:
            await asyncio.sleep(0.05)
        await hang(worker, service, postgres, is_in_time)
    finally:
        await worker.kill()


async def hang(worker, service, postgres, is_in_time):
    requests = [f"ask{number}" for number in range(REQUESTS)]
    behind = [f"late{number}" for number in range(4)]
    # The handler of `store-worker` fails twice for these.
    failing = [f"fail{number:03}" for number in range(100)]
    timers = [f"wait{number}" for number in range(8)]
    for flow, runs in [("UC2", requests), ("UC3", behind), ("UC1", failing), ("UC4", timers)]:
        for reply in await asyncio.gather(*(
                worker.ask(do="start", run=run, row=flow) for run in runs)):
            assert not reply.get("error"), reply
    asks = [asyncio.create_task(worker.ask(do="choose", run=run, row="order")) for run in requests]
    begun = now()
    try:
        await ended_beside(postgres, begun)
    except AssertionError:
        for ask in asks:
            ask.cancel()
        raise
    assert service.hanging == len(requests + behind), f"{service.hanging} actions hang"
    took = now() - begun
    service.gate.set()
    assert all(reply.get("end") == "end" for reply in await asyncio.gather(*asks))
    counted = [key for run in service.keys for key in service.keys[run] if key.startswith("fail")]
    assert len(counted) == len(failing), f"{len(counted)} effects"
    updates = judge.updates_of(postgres)
    late, _ = judge.judge_timers({run: updates[run] for run in failing + timers}, [])
    assert len(late) == len(failing + timers)
    limit = 1000 if is_in_time else 2500
    assert late[-1] <= limit, f"a timer beside slow actions was late by {late[-1]} ms"
    print(f"  beside {service.hanging} actions that hung: {len(failing)} runs whose action behind "
          f"a timer failed twice have ended after {took:.1f} s, and {len(late)} timers were late "
          f"by at most {late[-1]} ms")


async def ended_beside(postgres, begun):
    """Waits until no run is left that ends by itself, while the others hang."""
    left = "FROM flowrun_runs WHERE ended IS NULL AND id ~ '^(fail|wait)'"
    while int(postgres.query(f"SELECT count(*) {left}")[0][0]) and now() < begun + HANG - 5:
        await asyncio.sleep(0.2)
    stuck = postgres.query(f"SELECT id, due, problem {left}")
    assert not stuck, f"{len(stuck)} runs did not end beside slow actions, such as {stuck[:3]}"
