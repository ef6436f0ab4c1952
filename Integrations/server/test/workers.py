"""The processes of the server that is tested, and the service that performs their actions."""

import asyncio
import collections
import hashlib
import json
import random
import time


class Gone(Exception):
    """The process was killed before it had answered."""


class Service:
    """Counts each key once, whoever calls, and answers the same to the same key."""

    def __init__(self):
        # The keys of each run, in the order of their first call.
        self.keys = collections.defaultdict(dict)
        self.calls = 0

    async def perform(self, action, key):
        run = key.rsplit("/", 1)[0]
        self.calls += 1
        self.keys[run].setdefault(key, action)
        await asyncio.sleep(random.random() * 0.02)
        if action == "goods.pay":
            return "wrong" if hashlib.sha256(key.encode()).digest()[0] < 40 else "paid"
        return {"goods.order": "ordered", "late.count": "counted"}[action]


class Worker:
    """A process. Requests to it fail with `Gone` when it is killed."""

    def __init__(self, command, service):
        self.command = command
        self.service = service
        self.waiting = {}
        self.count = 0
        self.updates = []
        self.isReady = False
        self.process = None

    async def start(self, *arguments):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, *arguments, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=1 << 20)
        self.reader = asyncio.create_task(self.read(self.process))
        return self

    async def read(self, process):
        while line := await process.stdout.readline():
            try:
                reply = json.loads(line)
            except ValueError:
                # The last line of a process that was killed.
                break
            if "call" in reply:
                asyncio.create_task(self.serve(process, reply))
            elif "rows" in reply:
                self.updates.append(reply)
            elif reply.get("place") == "ready":
                self.isReady = True
            elif waiter := self.waiting.pop(reply["n"], None):
                waiter.set_result(reply)
        self.isReady = False
        for waiter in self.waiting.values():
            if not waiter.done():
                waiter.set_exception(Gone())
        self.waiting = {}

    async def serve(self, process, call):
        outcome = await self.service.perform(call["action"], call["key"])
        self.write(process, {"called": call["call"], "outcome": outcome})

    @staticmethod
    def write(process, message):
        # A process that was killed is asked again elsewhere.
        if process.returncode is None and not process.stdin.is_closing():
            process.stdin.write(json.dumps(message).encode() + b"\n")

    async def ask(self, **request):
        if not self.isReady:
            raise Gone()
        self.count += 1
        waiter = asyncio.get_running_loop().create_future()
        self.waiting[self.count] = waiter
        self.write(self.process, {"n": self.count, **request})
        return await waiter

    async def kill(self):
        self.isReady = False
        self.process.kill()
        await self.process.wait()
        await self.reader


class Crowd:
    """The processes of all who are there, of which some are dead for a while."""

    def __init__(self, command, service, count):
        self.workers = [Worker(command, service) for _ in range(count)]
        self.releases = [None] * count
        self.kills = 0
        self.interrupted = collections.Counter()

    async def start(self, releases):
        for place, worker in enumerate(self.workers):
            self.releases[place] = releases
            await worker.start(*releases)

    async def restart(self, place, releases=None):
        self.kills += 1
        self.releases[place] = releases or self.releases[place]
        await self.workers[place].kill()
        await self.workers[place].start(*self.releases[place])

    async def ask(self, **request):
        """Asks any process, and another one if that is killed, as a browser's user does."""
        pause = 0.05
        while True:
            worker = random.choice(self.workers)
            try:
                reply = await worker.ask(**request)
            except Gone:
                self.interrupted[request.get("run")] += 1
                await asyncio.sleep(0.05)
                continue
            error = reply.get("error", "")
            # A process of the old release has not the flows that one of the new one has used.
            if not error.startswith("transient") and "cannot go on with these flows" not in error:
                return reply
            self.interrupted[request.get("run")] += 1
            await asyncio.sleep(pause)
            pause = min(1, pause * 2)


def now():
    return time.time()
