"""What a worker has deployed: flows, newest and older ones, and how actions are retried."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from temporalio.common import RetryPolicy

from .engine import Catalogue, Engine


@dataclass(frozen=True)
class Policy:
    """How an action is performed: how long one attempt may take, and when it is tried again."""

    timeout: timedelta = timedelta(minutes=2)
    # All attempts together. None: without a limit.
    total: timedelta | None = None
    # Within this time the activity has to heartbeat; needed to cancel one that runs for long.
    heartbeat: timedelta | None = None
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    # The task queue of the workers that perform the action. None: that of the workflow.
    task_queue: str | None = None


@dataclass(frozen=True)
class Release:
    """Compiled flows with the engine that runs them. A run stays on its release until it moves.

    A new engine is a new release, even with the same flows: so a run is always replayed by the engine that ran it.
    """

    # The bytes of a file of `flowrun compile`.
    flows: bytes
    # The bytes of `flow-server.wasm`. None: the one that came with the package.
    module: bytes | None = None
    # A name in place of the fingerprint, for tests.
    name: str = ""

    @staticmethod
    def read(path: Path) -> Release:
        """Reads a folder with `app.flows` and `flow-server.wasm`, or a file of compiled flows."""
        if path.is_dir():
            return Release((path / "app.flows").read_bytes(), (path / "flow-server.wasm").read_bytes())
        return Release(path.read_bytes())

    def opened(self) -> Catalogue:
        """The flows, ready to run."""
        module = self.module if self.module is not None else Engine.packaged()
        fingerprint = self.name or hashlib.sha256(module + self.flows).hexdigest()[:16]
        return Engine.shared(module).open(self.flows, fingerprint)


class Deployment:
    """The releases of a worker, for its task queue."""

    def __init__(
        self,
        newest: Release,
        older: Sequence[Release] = (),
        *,
        moves: bool = True,
        policy: Policy | None = None,
        policies: Mapping[str, Policy] | None = None,
        most_decisions: int = 1_000,
    ) -> None:
        """Opens releases.

        `older` are those that runs may still need. With `moves`, a run of an older release goes on with the newest after its
        next decision, unless what it waits for then has changed. `policies` are for single actions. A run continues as new
        after `most_decisions`, or when the server suggests it.
        """
        self.newest = newest.opened()
        self.catalogues: dict[str, Catalogue] = {self.newest.fingerprint: self.newest}
        for release in older:
            catalogue = release.opened()
            self.catalogues[catalogue.fingerprint] = catalogue
        self.moves = moves
        self.most_decisions = most_decisions
        self._policy = policy or Policy()
        self._policies = dict(policies or {})
        self._counted: OrderedDict[str, int] = OrderedDict()
        self._counting = threading.Lock()

    def policy(self, action: str) -> Policy:
        """How an action is performed."""
        return self._policies.get(action, self._policy)

    def counted(self, run: str, rows: int) -> int:
        """How many of the first `rows` of a run's trace this worker has counted already. All of them are from now on.

        A query that comes right behind the first task makes the worker run that task again, which Temporal does not call a
        replay. The worker remembers the last 10,000 runs.
        """
        with self._counting:
            before = self._counted.pop(run, 0)
            self._counted[run] = max(before, rows)
            if len(self._counted) > 10_000:
                self._counted.popitem(last=False)
        return min(before, rows)

    def install(self, task_queue: str) -> None:
        """Makes this the deployment of a task queue in this process. A worker does this; a replay, for the queue ``."""
        _installed[task_queue] = self

    @staticmethod
    def of(task_queue: str) -> Deployment:
        """The deployment of a task queue."""
        known = _installed.get(task_queue) or _installed.get("")
        if known is None:
            raise RuntimeError(f"no flows are deployed for the task queue `{task_queue}` in this process")
        return known


_installed: dict[str, Deployment] = {}
