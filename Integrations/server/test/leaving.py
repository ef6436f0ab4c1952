"""Waiting runs that nobody returns to are given up, and removed later; not those with a timer, nor
one that a request holds, and none that somebody has touched since."""

import asyncio
import json

from workers import Service, Worker

DAY = 86_400_000


async def judge_leaving(command, postgres, first):
    worker = await Worker(command, Service()).start(first)
    try:
        while not worker.isReady:
            await asyncio.sleep(0.05)
        await leave(worker, postgres)
    finally:
        await worker.kill()


async def count(worker, do, row=""):
    reply = await worker.ask(do=do, row=row, seen=DAY)
    assert not reply.get("error"), reply
    return reply["version"]


async def leave(worker, postgres):
    def ended():
        return {run for run, in postgres.query("SELECT id FROM flowrun_runs WHERE ended = 'given up'")}

    postgres.query("DELETE FROM flowrun_runs; DELETE FROM flowrun_updates")
    left = [f"left{number:03}" for number in range(100)]
    for reply in await asyncio.gather(*(
            worker.ask(do="start", run=run) for run in left + ["held", "timer", "recent"])):
        assert not reply.get("error"), reply
    postgres.query(f"UPDATE flowrun_runs SET changed_at = changed_at - 2 * {DAY} "
                   "WHERE id <> 'recent'")
    postgres.query("UPDATE flowrun_runs SET due = 9000000000000 WHERE id = 'timer'")
    holder = await asyncio.create_subprocess_exec(
        f"{postgres.bin}/psql", *postgres.place, "-d", "postgres", "-X", "-q", "-A", "-t",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=postgres.folder,
        **postgres.user)
    holder.stdin.write(b"BEGIN; SELECT id FROM flowrun_runs WHERE id = 'held' FOR UPDATE;\n")
    assert await holder.stdout.readline() == b"held\n"
    assert await count(worker, "giveUp", "dry") == 101 and not ended()
    # It does not wait for the run that is held.
    assert await count(worker, "giveUp") == 100 and ended() == set(left)
    await holder.communicate(b"COMMIT;\n")
    assert await count(worker, "giveUp") == 1 and ended() == {*left, "held"}
    assert await count(worker, "giveUp") == 0
    kept = postgres.query("SELECT count(*) FROM flowrun_runs WHERE ended IS NOT NULL "
                          "AND (snapshot IS NOT NULL OR secrets IS NOT NULL OR due IS NOT NULL)")
    assert kept == [["0"]]
    bodies = [json.loads(body) for body, in
              postgres.query("SELECT body FROM flowrun_updates WHERE version = 2")]
    assert {body["run"] for body in bodies} == ended()
    assert all(body["end"] == "given up" and body["rows"] == [] for body in bodies)
    reply = await worker.ask(do="choose", run="held", row="close")
    assert reply["error"] == "ended" and reply["end"] == "given up", reply
    assert await count(worker, "remove") == 0
    postgres.query(f"UPDATE flowrun_runs SET changed_at = changed_at - 2 * {DAY}")
    assert await count(worker, "remove") == 101
    assert {run for run, in postgres.query("SELECT id FROM flowrun_runs")} == {"timer", "recent"}
    print("  101 runs that nobody returned to were given up, one of them when it was free, and "
          "removed later; those with a timer or touched since are there")
