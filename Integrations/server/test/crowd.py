"""Persons who order at four processes that are killed, on a database that fails over to its
standby and is stopped hard once more. Afterwards, actions that fail at once and that hang, and runs that nobody returns to.

    crowd.py WORKER FIRST SECOND RUNS [in-time]

FIRST and SECOND are folders of flows: two releases, of which the second comes in the middle. The
folder `slow` beside them has the flows of slow actions.
`in-time` also refuses timers that are late by over a second, which other work on the machine makes
late too.
"""

import asyncio
import random
import secrets
import statistics
import sys

import judge
from leaving import judge_leaving
from postgres import Postgres
from slowness import judge_slowness
from workers import Crowd, Service, now

KEY = secrets.token_hex(32)
AT_ONCE = 48


class Test:
    def __init__(self, worker, releases, runs, is_in_time):
        self.first, self.second = releases
        self.count = runs
        self.is_in_time = is_in_time
        self.postgres = Postgres()
        self.postgres.follow()
        self.service = Service()
        self.crowd = Crowd([worker, self.postgres.address, KEY], self.service, 4)
        self.secrets = []
        self.has_come = asyncio.Event()
        self.done = 0
        self.outages = []
        self.dump = ""
        self.twice = 0

    async def person(self, number, gate):
        async with gate:
            if number >= self.count * 0.9:
                # However fast the others are, nothing is over before all trouble has come.
                await self.has_come.wait()
            run = f"r{number:05}"
            asked = random.Random(number)
            reply = await self.crowd.ask(do="start", run=run)
            if reply.get("error"):
                reply = await self.crowd.ask(do="look", run=run)
            turns = 0
            while not reply.get("end"):
                turns += 1
                assert turns < 200, f"{run} does not end: {reply}"
                reply = await self.decide(run, reply, asked, turns)
            self.done += 1

    async def decide(self, run, reply, asked, turns):
        name, seen = reply.get("name"), reply.get("version")
        if name == "basket":
            secret = f"code-{secrets.token_hex(12)}"
            self.secrets.append(secret)
            choice = {"row": "order", "values": {"what": f"tea {turns}"}, "secret": secret}
        elif name == "welcome":
            choice = {"row": "enter"}
        elif name == "sure":
            chance = asked.random()
            if chance < 0.12:
                # Nobody decides; the timer does.
                await asyncio.sleep(3.2)
                return await self.look(run)
            choice = {"row": "yes" if chance < 0.85 else "no"}
        elif name == "coming":
            choice = {"row": "again" if asked.random() < 0.3 else "done"}
        else:
            # An action is tried again.
            await asyncio.sleep(0.3)
            return await self.look(run)
        # Some press twice.
        clicks = 2 if asked.random() < 0.15 else 1
        replies = await asyncio.gather(*(
            self.crowd.ask(do="choose", run=run, seen=seen, **choice) for _ in range(clicks)))
        done = [reply for reply in replies if not reply.get("error")]
        assert len(done) <= 1, f"{run}: a row was taken twice: {replies}"
        self.twice += clicks - 1
        reply = done[0] if done else replies[0]
        if reply.get("error") and not reply.get("version"):
            assert "there is no" not in reply["error"], f"{run}: {reply}"
            return await self.look(run)
        return reply

    async def look(self, run):
        reply = await self.crowd.ask(do="look", run=run)
        assert reply.get("version"), f"{run}: {reply}"
        return reply

    async def trouble(self):
        """Kills processes at random; stops the database hard, the first time for good; brings a
        release."""
        released, stops = 0, 0
        while self.done < self.count:
            if self.dump and stops == 2 and released == 4:
                self.has_come.set()
            await asyncio.sleep(random.uniform(0.2, 0.6))
            part = self.done / self.count
            if not self.dump and part > 0.15:
                # While runs wait that have secrets.
                dump = await asyncio.to_thread(self.postgres.dump)
                self.dump = dump if ":sure" in dump else ""
            if released < 4 and part > 0.3:
                await self.crowd.restart(released, [self.second, self.first])
                released += 1
            else:
                await self.crowd.restart(random.randrange(4))
            if stops < 2 and part > (0.2, 0.6)[stops]:
                stops += 1
                begun = now()
                if stops == 1:
                    await asyncio.to_thread(self.postgres.fail_over)
                else:
                    await asyncio.to_thread(self.postgres.crash)
                    await asyncio.sleep(1)
                    await asyncio.to_thread(self.postgres.start)
                self.outages.append((begun - 0.2, now() + 1))

    async def run(self):
        await self.crowd.start([self.first])
        gate = asyncio.Semaphore(AT_ONCE)
        begun = now()
        persons = [asyncio.create_task(self.person(n, gate)) for n in range(self.count)]
        trouble = asyncio.create_task(self.trouble())
        await asyncio.gather(*persons, trouble)
        took = now() - begun
        print(f"server-test: {self.count} runs at 4 processes in {took:.0f} s, "
              f"{self.crowd.kills} killed, the database failed over to its standby and stopped "
              "hard once more")
        await self.judged(self.dump + await asyncio.to_thread(self.postgres.dump))
        await self.delivered()
        for worker in self.crowd.workers:
            await worker.kill()
        await judge_slowness(
            self.crowd.workers[0].command, self.postgres, self.first, self.is_in_time)
        await judge_leaving(self.crowd.workers[0].command, self.postgres, self.first)

    async def judged(self, dump):
        rows = self.postgres.query("SELECT id, version, ended FROM flowrun_runs")
        versions = {row[0]: int(row[1]) for row in rows}
        assert len(versions) == self.count and all(row[2] == "end" for row in rows)
        self.updates = judge.updates_of(self.postgres)
        taken = judge.judge_rows(self.updates, versions)
        acted, orphans = judge.judge_effects(
            self.updates, self.service, self.crowd.interrupted)
        print(f"  {taken} rows, none lost and none doubled; {acted} of actions, each counted "
              f"once in {self.service.calls} calls; {orphans} effects of requests that were cut "
              f"off and decided otherwise; {sum(self.crowd.interrupted.values())} requests were "
              f"made again, and {self.twice} were made twice at once")
        calm, rough = judge.judge_timers(self.updates, self.outages)
        assert calm or rough, "no timer has fired"
        latest = max(calm, default=0)
        print(f"  {len(calm)} timers: late by {statistics.median(calm or [0]):.0f} ms, at most "
              f"{latest} ms; {len(rough)} while the database was away: at most "
              f"{max(rough, default=0)} ms")
        assert not self.is_in_time or latest <= 1000, "a timer was late by over a second"
        judge.judge_secrets(dump, self.secrets, "tea ")
        print(f"  none of {len(self.secrets)} secrets is in {len(dump) // 1000} kB of pg_dump")

    async def delivered(self):
        """All updates go out at least once, those of a run in their order, through two processes
        of which one is killed."""
        workers = self.crowd.workers[:2]
        for worker in self.crowd.workers:
            while not worker.isReady:
                await asyncio.sleep(0.05)
        seen = {}
        rounds = 0
        while int(self.postgres.query("SELECT count(*) FROM flowrun_updates")[0][0]):
            rounds += 1
            asks = [asyncio.create_task(worker.ask(do="deliver")) for worker in workers]
            if rounds == 3:
                await self.crowd.restart(1)
            await asyncio.gather(*asks, return_exceptions=True)
            while not workers[1].isReady:
                await asyncio.sleep(0.05)
            # What came in one round came in any order of the two.
            came = [update for worker in workers for update in worker.updates]
            for update in sorted(came, key=lambda update: update["version"]):
                last = seen.get(update["run"], 0)
                assert update["version"] <= last + 1, f"{update['run']}: out of its order"
                seen[update["run"]] = max(last, update["version"])
            for worker in workers:
                worker.updates = []
        assert rounds > 3, "the process was not killed"
        assert seen == {run: len(changes) for run, changes in self.updates.items()}
        print(f"  {sum(seen.values())} updates delivered in their order")


async def main():
    worker, first, second, runs = sys.argv[1:5]
    test = Test(worker, (first, second), int(runs), "in-time" in sys.argv[5:])
    try:
        await test.run()
    finally:
        for worker in test.crowd.workers:
            if worker.process and worker.process.returncode is None:
                worker.process.kill()
        test.postgres.remove()


asyncio.run(main())
