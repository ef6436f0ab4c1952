"""Runs compiled flows as durable Temporal workflows, with the engine of flowrun; see README.md."""

from .actions import ActionFailure, Actions, Answer, Context
from .client import FlowRun, Flows, Refused, RefusedMove, Unanswered
from .deployment import Deployment, Policy, Release
from .messages import Ended, Move, Screen, Start, Taken
from .sealing import PrivateKey, PublicKey
from .worker import replayer, sandbox, worker
from .workflow import FlowWorkflow

__all__ = [
    "ActionFailure",
    "Actions",
    "Answer",
    "Context",
    "Deployment",
    "Ended",
    "FlowRun",
    "FlowWorkflow",
    "Flows",
    "Move",
    "Policy",
    "PrivateKey",
    "PublicKey",
    "Refused",
    "RefusedMove",
    "Release",
    "Screen",
    "Start",
    "Taken",
    "Unanswered",
    "replayer",
    "sandbox",
    "worker",
]
