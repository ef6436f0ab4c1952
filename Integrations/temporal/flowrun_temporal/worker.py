"""Workers: one process may run workflows, perform actions, or both."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from temporalio.client import Client
from temporalio.worker import Replayer, UnsandboxedWorkflowRunner, Worker, WorkflowRunner
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions

from .actions import Actions
from .deployment import Deployment
from .workflow import FlowWorkflow

# What is imported once per process; without this, the sandbox would import the package anew for every run.
_PASSED = ("wasmtime", "cryptography", "flowrun_temporal")

# How many workflow tasks are worked on at once. They share one engine, which does one call at a time, so more would not be faster.
# With a hundred, Temporal's default, one can wait for the others for over two seconds, which Temporal takes for a deadlock.
_TASKS = 16


def sandbox() -> SandboxedWorkflowRunner:
    """Temporal's sandbox for workflows, with this package passed through: for a worker that has other workflows too."""
    return SandboxedWorkflowRunner(restrictions=SandboxRestrictions.default.with_passthrough_modules(*_PASSED))


def worker(
    client: Client, task_queue: str, deployment: Deployment | None = None, actions: Actions | None = None, **options: Any
) -> Worker:
    """A worker of a task queue. With `deployment` it runs workflows, with `actions` it performs actions.

    A worker that runs workflows needs no key for secrets, and cannot read them. `options` are those of
    `temporalio.worker.Worker`. Without the option `workflow_runner` there is no sandbox: it guards against workflow code that is
    not deterministic, and the only workflow here is this package's, which its tests replay in the sandbox too.
    """
    if deployment is not None:
        if actions is not None:
            actions.check(*deployment.catalogues.values())
        deployment.install(task_queue)
        options.setdefault("workflow_runner", UnsandboxedWorkflowRunner())
        if options.get("tuner") is None:
            options.setdefault("max_concurrent_workflow_tasks", _TASKS)
    options.setdefault("graceful_shutdown_timeout", timedelta(seconds=5))
    return Worker(
        client,
        task_queue=task_queue,
        workflows=[FlowWorkflow] if deployment is not None else [],
        activities=actions.activities() if actions is not None else [],
        **options,
    )


def replayer(deployment: Deployment, runner: WorkflowRunner | None = None) -> Replayer:
    """What replays histories with a deployment, as a test does before it goes out."""
    deployment.install("")
    return Replayer(workflows=[FlowWorkflow], workflow_runner=runner or UnsandboxedWorkflowRunner())
