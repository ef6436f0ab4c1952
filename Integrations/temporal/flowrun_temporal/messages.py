"""What travels between clients, workflows and activities, and so stays in histories: fields are only ever added."""

from __future__ import annotations

from dataclasses import dataclass, field

from .engine import State

# The name of the workflow, of its search attributes, and of the reading that follows the proposals.
WORKFLOW = "flowrun"
FLOW_ATTRIBUTE = "FlowrunFlow"
STEP_ATTRIBUTE = "FlowrunStep"
CATALOGUE_ATTRIBUTE = "FlowrunCatalogue"


@dataclass
class Start:
    """How a run starts."""

    # The id or alias of a flow.
    flow: str
    # `written`, or `meant` to follow the proposals.
    reading: str = "written"
    # The step to enter. Empty for the first one.
    at: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    # The run's clock at the start, in milliseconds.
    clock: int = 0
    # The fingerprint of the flows. Empty for the newest that the worker has.
    catalogue: str = ""
    # Actions whose outcome a person chooses: no activity is started for them.
    by_hand: list[str] = field(default_factory=list)
    # Whether the run waits at a call, so that somebody can take a row of the calling step in place of the called flow.
    asks_at_calls: bool = False
    # Whether search attributes are set. They have to be known to the server.
    search: bool = True
    # What a run brings along that continues as new: a snapshot, when it was taken (milliseconds since 1970), how many
    # decisions it took, and what was entered.
    snapshot: str = ""
    taken_at: int = 0
    decisions: int = 0
    inputs: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)
    problem: str = ""
    # The values that its actions returned, by name.
    values: dict[str, str] = field(default_factory=dict)


@dataclass
class Taking:
    """A row that somebody takes, with what was entered."""

    row: str
    inputs: dict[str, str] = field(default_factory=dict)
    # Sealed with the key of the activity worker.
    secrets: dict[str, str] = field(default_factory=dict)
    # `Screen.decisions` of the screen that was looked at; refused if the run has gone on since. -1 to take the row anyway.
    seen: int = -1
    # Whether the update completes only when a person can decide again, or at the end.
    waits: bool = True


@dataclass
class Taken:
    """What taking a row led to."""

    # The row with its flow.
    row: str
    # Where the run stands, in the words of the last line of a trace: `waiting UC2.3:1.3`, or the end.
    standing: str
    step: str
    decisions: int
    problem: str = ""
    end: str = ""


@dataclass
class Screen:
    """Where a run stands: the answer of the query `screen`."""

    state: State
    # The fingerprint of its flows.
    catalogue: str
    # How many decisions were made: rows taken by people, answers, timers.
    decisions: int
    # Whether an action has to be performed, or is running.
    working: bool
    # Why the run cannot go on by itself: an action that failed. The update `retry` performs it again.
    problem: str
    # The names of what was entered and is still kept.
    entered: list[str]
    # Whether a person can decide, or nobody can any more.
    rests: bool = True


@dataclass
class Move:
    """Whether a run can move to the newest flows: the answer of the query `move`."""

    catalogue: str
    newest: str
    # Why it cannot. Empty if it is there, or will be after its next decision.
    refusal: str = ""


@dataclass
class Work:
    """What an activity gets."""

    action: str
    step: str
    flow: str
    # The same for every attempt of the same decision, and never again.
    key: str
    arguments: dict[str, str] = field(default_factory=dict)
    outcomes: list[str] = field(default_factory=list)
    inputs: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, str] = field(default_factory=dict)


@dataclass
class Answered:
    """What an activity answers."""

    outcome: str
    # The secrets that it used up.
    took: list[str] = field(default_factory=list)
    # The values that are shown.
    values: dict[str, str] = field(default_factory=dict)


@dataclass
class Ended:
    """How a run ended: the result of the workflow."""

    end: str
    step: str
    decisions: int
    catalogue: str
