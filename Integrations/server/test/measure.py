"""How many rows a second a process takes on PostgreSQL, beside pgbench with transactions of the
same statements and sizes on the same server.

    measure.py WORKER FLOWS [SECONDS]
"""

import asyncio
import os
import secrets
import statistics
import sys

from postgres import Postgres
from workers import Service, Worker

CLIENTS = 8

# What a change of a run is for the database: as the library's own statements.
TRANSACTION = """\\set run :client_id + 1
BEGIN;
SELECT id, flow, version, release, place, name, due, snapshot, secrets, problem, tries, ended,
  change, changed_at FROM flowrun_runs WHERE id = 'pgbench-' || (:run)::text FOR UPDATE;
UPDATE flowrun_runs SET flow = 'UC1', version = version + 1, release = 'first',
  place = 'UC1-1.2', name = 'UC1-sure', due = 1764000000000, snapshot = repeat('x', {snapshot}),
  secrets = decode(repeat('ab', {sealed}), 'hex'), problem = NULL, tries = 0, ended = NULL,
  change = 1, changed_at = 1764000000000
  WHERE id = 'pgbench-' || (:run)::text RETURNING version;
INSERT INTO flowrun_updates (run, version, body)
  SELECT id, version, repeat('x', {body}) FROM flowrun_runs WHERE id = 'pgbench-' || (:run)::text;
COMMIT;
"""


async def rows(worker, seconds):
    reply = await worker.ask(do="bench", seen=seconds)
    assert not reply.get("error"), reply
    return reply["version"] / seconds


def transactions(postgres, seconds):
    out = postgres.run(
        "pgbench", *postgres.place, "-n", "-M", "prepared", "-c", str(CLIENTS), "-j", "2", "-T",
        str(seconds), "-f", f"{postgres.folder}/transaction.sql", "postgres")
    return float(next(line for line in out.splitlines() if line.startswith("tps")).split()[2])


async def main():
    command, flows = sys.argv[1:3]
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 8
    postgres = Postgres()
    worker = Worker([command, postgres.address, secrets.token_hex(32)], Service())
    try:
        await worker.start(flows)
        while not worker.isReady:
            await asyncio.sleep(0.05)
        await rows(worker, 1)
        sizes = postgres.query(
            "SELECT avg(length(snapshot))::int, avg(length(secrets))::int FROM flowrun_runs")[0]
        body = postgres.query("SELECT avg(length(body))::int FROM flowrun_updates")[0][0]
        text = TRANSACTION.format(snapshot=sizes[0], sealed=sizes[1] or 0, body=body)
        path = f"{postgres.folder}/transaction.sql"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o644)
        for number in range(1, CLIENTS + 1):
            postgres.query(
                "INSERT INTO flowrun_runs SELECT 'pgbench-' || " + str(number) + ", flow, version, "
                "release, place, name, NULL, snapshot, secrets, problem, tries, 'end', change, "
                "changed_at FROM flowrun_runs ORDER BY id LIMIT 1")
        ours, theirs = [], []
        # In turn, so that both have the same machine.
        for _ in range(3):
            ours.append(await rows(worker, seconds))
            theirs.append(await asyncio.to_thread(transactions, postgres, seconds))
        own, bare = statistics.median(ours), statistics.median(theirs)
        print(f"rows a second, {CLIENTS} runs at once, one process: {own:.0f} "
              f"({min(ours):.0f}-{max(ours):.0f}); pgbench, {CLIENTS} clients: {bare:.0f} "
              f"({min(theirs):.0f}-{max(theirs):.0f}); {own / bare:.2f}x; a snapshot of "
              f"{sizes[0]} bytes, {sizes[1]} sealed, an update of {body}")
    finally:
        if worker.process:
            worker.process.kill()
        postgres.remove()


asyncio.run(main())
