"""The code that performs the named actions of flows, as activities."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence

from temporalio import activity
from temporalio.exceptions import ApplicationError

from .engine import Catalogue
from .messages import Answered, Work
from .sealing import PrivateKey, SealingError, wipe

Body = Callable[["Context"], str | Awaitable[str]]


class ActionFailure(Exception):
    """An action failed with the name of an error flow, such as `No internet`: the step takes its `error` row of that name."""


class Context:
    """What an action can read from the run, and take from it."""

    def __init__(self, work: Work, key: PrivateKey | None, run: str) -> None:
        self._work = work
        self._key = key
        self.run = run
        self._secrets: dict[str, bytearray] = {}

    @property
    def step(self) -> str:
        """The step that performs the action, with its flow."""
        return self._work.step

    @property
    def key(self) -> str:
        """The idempotency key: the same for every attempt of this decision. Give it to services that count an effect once."""
        return self._work.key

    @property
    def arguments(self) -> dict[str, str]:
        """The arguments of the step."""
        return self._work.arguments

    def input(self, name: str) -> str | None:
        """What was last entered into a plain input."""
        return self._work.inputs.get(name)

    def secret(self, name: str) -> bytearray | None:
        """Opens a secret. It is wiped when the action answers, and then used up; after a failure it is kept for the retry."""
        if name in self._secrets:
            return self._secrets[name]
        sealed = self._work.secrets.get(name)
        if sealed is None:
            return None
        if self._key is None:
            raise ApplicationError("this worker has no key for secrets", type="FlowSecret", non_retryable=True)
        try:
            self._secrets[name] = self._key.open(sealed, self.run)
        except SealingError as error:
            raise ApplicationError(f"`{name}`: {error}", type="FlowSecret", non_retryable=True) from None
        return self._secrets[name]

    def _close(self) -> list[str]:
        for secret in self._secrets.values():
            wipe(secret)
        return sorted(self._secrets)


class Actions:
    """Bindings of actions to functions."""

    def __init__(self, key: PrivateKey | None = None) -> None:
        """`key` opens the secrets that are sealed for this worker."""
        self._key = key
        self.bindings: dict[str, tuple[tuple[str, ...], Body]] = {}

    def bind(self, action: str, outcomes: Sequence[str]) -> Callable[[Body], Body]:
        """Binds an action, with all its outcomes. The function answers one of them, or raises `ActionFailure`."""

        def bound(body: Body) -> Body:
            self.bindings[action] = (tuple(outcomes), body)
            return body

        return bound

    def check(self, *catalogues: Catalogue) -> None:
        """Checks that every step with a bound action has a row for each of its outcomes, and that each action exists."""
        names: set[str] = set()
        for catalogue in catalogues:
            for reading in ("written", "meant"):
                for step in catalogue.actions(reading):
                    names.add(step["action"])
                    if step["action"] not in self.bindings:
                        continue
                    missing = [o for o in self.bindings[step["action"]][0] if o not in step["outcomes"]]
                    if missing:
                        listed = ", ".join(f"`{outcome}`" for outcome in missing)
                        raise ValueError(
                            f"{step['step']}: the action `{step['action']}` may answer {listed}, which the step has no row for"
                        )
        for name in self.bindings:
            if catalogues and name not in names:
                raise ValueError(f"no step has the action `{name}`")

    def activities(self) -> list[Callable[[Work], Awaitable[Answered]]]:
        """The activities for a worker, named as the actions are."""
        return [self._activity(name, outcomes, body) for name, (outcomes, body) in self.bindings.items()]

    def _activity(self, name: str, outcomes: tuple[str, ...], body: Body) -> Callable[[Work], Awaitable[Answered]]:
        key = self._key

        @activity.defn(name=name)
        async def perform(work: Work) -> Answered:
            context = Context(work, key, activity.info().workflow_id or "")
            took: list[str] = []
            try:
                answer = body(context)
                outcome = await answer if inspect.isawaitable(answer) else answer
            except ActionFailure as failure:
                outcome = str(failure)
            else:
                if outcome not in outcomes:
                    raise ApplicationError(
                        f"it answered `{outcome}`, which it did not declare", type="FlowOutcome", non_retryable=True
                    )
            finally:
                took = context._close()
            return Answered(outcome, took)

        return perform
