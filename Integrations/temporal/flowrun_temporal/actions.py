"""The code that performs the named actions of flows, as activities."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from temporalio import activity
from temporalio.exceptions import ApplicationError

from .engine import Catalogue
from .messages import Answered, Work
from .sealing import PrivateKey, SealingError, wipe

# The most bytes of a value; what is longer is cut, as in an app.
_LONGEST = 4096


@dataclass(frozen=True)
class Answer:
    """An outcome with values, for texts such as `{surname}`. They are in histories as they are, so they must not be secret."""

    outcome: str
    values: Mapping[str, str] = field(default_factory=dict)


Body = Callable[["Context"], str | Answer | Awaitable[str | Answer]]


@dataclass(frozen=True)
class Binding:
    """The code of an action, with all outcomes that it may answer and all values that it may return."""

    outcomes: tuple[str, ...]
    values: tuple[str, ...]
    body: Body


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
        self.bindings: dict[str, Binding] = {}

    def bind(self, action: str, outcomes: Sequence[str], values: Sequence[str] = ()) -> Callable[[Body], Body]:
        """Binds an action, with all its outcomes and values. The function answers an outcome, with values an `Answer`, or raises
        `ActionFailure`."""

        def bound(body: Body) -> Body:
            self.bindings[action] = Binding(tuple(outcomes), tuple(values), body)
            return body

        return bound

    def check(self, *catalogues: Catalogue) -> None:
        """Checks that every step with a bound action has a row for each of its outcomes, that the action returns all values that the
        step names, and that each action exists."""
        names: set[str] = set()
        for catalogue in catalogues:
            for reading in ("written", "meant"):
                for step in catalogue.actions(reading):
                    names.add(step["action"])
                    if step["action"] not in self.bindings:
                        continue
                    binding, place = self.bindings[step["action"]], f"{step['step']}: the action `{step['action']}`"
                    missing = [outcome for outcome in binding.outcomes if outcome not in step["outcomes"]]
                    if missing:
                        raise ValueError(f"{place} may answer {_listed(missing)}, which the step has no row for")
                    missing = [value for value in step["values"] if value not in binding.values]
                    if missing:
                        raise ValueError(f"{place} does not return {_listed(missing)}, which the step names")
        for name in self.bindings:
            if catalogues and name not in names:
                raise ValueError(f"no step has the action `{name}`")

    def activities(self) -> list[Callable[[Work], Awaitable[Answered]]]:
        """The activities for a worker, named as the actions are."""
        return [self._activity(name, binding) for name, binding in self.bindings.items()]

    def _activity(self, name: str, binding: Binding) -> Callable[[Work], Awaitable[Answered]]:
        key = self._key

        @activity.defn(name=name)
        async def perform(work: Work) -> Answered:
            context = Context(work, key, activity.info().workflow_id or "")
            try:
                given: str | Answer | ActionFailure | Awaitable[str | Answer] = binding.body(context)
                given = await given if inspect.isawaitable(given) else given
            except ActionFailure as failure:
                given = failure
            finally:
                took = context._close()
            if isinstance(given, ActionFailure):
                return Answered(str(given), took)
            answer = Answer(given) if isinstance(given, str) else given
            if answer.outcome not in binding.outcomes:
                raise _undeclared(f"it answered `{answer.outcome}`")
            unknown = [value for value in answer.values if value not in binding.values]
            if unknown:
                raise _undeclared(f"it returned {_listed(unknown)}")
            # What it leaves out is shown as nothing.
            values = {name: _cut(answer.values.get(name, "")) for name in binding.values}
            return Answered(answer.outcome, took, values)

        return perform


def _undeclared(what: str) -> ApplicationError:
    return ApplicationError(f"{what}, which it did not declare", type="FlowOutcome", non_retryable=True)


def _cut(value: str) -> str:
    return value.encode()[:_LONGEST].decode(errors="ignore")


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
