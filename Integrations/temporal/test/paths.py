"""Plays all scripts of Flows/paths on Temporal's server with time skipping, and compares rows, ends and times.

Usage: paths.py COMPILED-FLOWS FOLDER-OF-SCRIPTS
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from scripts import Play, scripts
from support import time_skipping
from temporalio import activity
from temporalio.testing import WorkflowEnvironment

from flowrun_temporal import ActionFailure, Actions, Context, Deployment, Flows, PrivateKey, Release, worker


# Nothing here depends on how fast the machine is: no limits for deadlocks, and long ones for answers.
PATIENCE = 300


async def main(flows_path: str, folder: str, only: str = "") -> None:
    deployment = Deployment(Release(Path(flows_path).read_bytes()))
    catalogue = deployment.newest
    plays = {script.name: Play(script, catalogue) for script in scripts(folder) if only in script.name}
    key = PrivateKey(PrivateKey.generate())
    actions = Actions(key)

    async def answer(context: Context) -> str:
        outcome = await plays[context.run].outcome(context)
        if outcome is None:
            activity.raise_complete_async()
        # Every outcome of the script, whether or not the app's handlers declare it.
        raise ActionFailure(outcome)

    values: dict[str, set[str]] = {}
    for step in (step for reading in ("written", "meant") for step in catalogue.actions(reading)):
        values.setdefault(step["action"], set()).update(step["values"])
    for name, shown in values.items():
        actions.bind(name, [], sorted(shown))(answer)
    failures: list[str] = []

    async def played(room: asyncio.Semaphore, flows: Flows, env: WorkflowEnvironment, name: str) -> None:
        async with room:
            try:
                found = await asyncio.wait_for(plays[name].played(flows, env, name), PATIENCE)
                failures.extend(f"{name}: {difference}" for difference in found)
            except Exception as error:
                failures.append(f"{name}: {error!r}")

    async def all_played(names: list[str]) -> None:
        """Plays scripts at once, on a server of their own."""
        room = asyncio.Semaphore(12)
        async with time_skipping() as env, worker(env.client, "paths", deployment, actions, debug_mode=True):
            flows = Flows(env.client, "paths", key.public)
            await flows.prepare()
            await asyncio.gather(*(played(room, flows, env, name) for name in names))

    timed = [name for name, play in plays.items() if play.timed]
    await all_played([name for name in plays if name not in timed])
    # Time that is skipped passes in all runs of a server, and an action that a script leaves open would stop it.
    for name in timed:
        await all_played([name])
    for failure in failures:
        print(failure, file=sys.stderr)
    asked = sum(play.asks for play in plays.values())
    print(f"{len(plays)} paths on Temporal, {len(timed)} with time skipping, {asked} with a chosen result of a call: {len(failures)} differences")
    if failures or not plays:
        sys.exit(1)


asyncio.run(main(*sys.argv[1:]))
