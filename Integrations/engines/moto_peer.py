"""Exported Amazon States Language in moto, which interprets state machines in this process.

Every wait is a message with a task token in a queue. A timer is a timeout of the waiting task. moto's clock is the real one, so
only timers of a second are waited for.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import logging
import os
import re
import time
import warnings

os.environ.update(AWS_ACCESS_KEY_ID="none", AWS_SECRET_ACCESS_KEY="none", AWS_DEFAULT_REGION="us-east-1")
warnings.filterwarnings("ignore", category=DeprecationWarning)

import boto3  # noqa: E402
from botocore.exceptions import ClientError  # noqa: E402
from lockstep import Differs, NotCarried, Peer  # noqa: E402
from moto import mock_aws  # noqa: E402
from moto.core import DEFAULT_ACCOUNT_ID  # noqa: E402
from moto.stepfunctions.parser.models import stepfunctions_parser_backends  # noqa: E402
from moto.stepfunctions.parser.asl.parse.asl_parser import AmazonStateLanguageParser  # noqa: E402

ROLE = "arn:aws:iam::123456789012:role/engine"
# Every execution would read its machine again, which takes a second.
AmazonStateLanguageParser.parse = staticmethod(functools.cache(AmazonStateLanguageParser.parse))
logging.disable(logging.CRITICAL)
numbers = itertools.count()


class Service:
    """The service with one queue."""

    def __init__(self):
        self.mock = mock_aws(config={"stepfunctions": {"execute_state_machine": True}})
        self.mock.start()
        self.queues = boto3.client("sqs")
        self.machines = boto3.client("stepfunctions")
        self.queue = self.queues.create_queue(QueueName="waiting")["QueueUrl"]
        self.backend = stepfunctions_parser_backends[DEFAULT_ACCOUNT_ID][os.environ["AWS_DEFAULT_REGION"]]

    def message(self):
        received = self.queues.receive_message(QueueUrl=self.queue).get("Messages")
        if not received:
            return None
        self.queues.delete_message(QueueUrl=self.queue, ReceiptHandle=received[0]["ReceiptHandle"])
        return json.loads(received[0]["Body"])

    def entered(self, execution, start):
        """The states that an execution has entered, with the number of its events. The service's own answer has all events since
        the beginning at every wait, which takes most of the time."""
        worker = self.backend.describe_execution(execution_arn=execution).exec_worker
        if worker is None or worker.env is None:
            return [], start  # it has not begun
        manager = worker.env.event_manager
        with manager._mutex:
            events = manager._history_event_list[start:]
        names = [event["stateEnteredEventDetails"]["name"] for event in events if "stateEnteredEventDetails" in event]
        return names, start + len(events)


class Machine:
    def __init__(self, service, path):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        states = json.loads(text)["States"]
        self.rows = {name: (state["Result"], name.endswith(" passed over"))
                     for name, state in states.items() if state.get("ResultPath") == "$.row"}
        self.timers = {name: state["TimeoutSeconds"] for name, state in states.items() if "TimeoutSeconds" in state}
        self.tops = frozenset(name.removeprefix("suspend ") for name in states if name.startswith("suspend "))
        self.defaults = states["begin"]["Result"]["facts"]
        self.errors = {name: {error for catch in state.get("Catch", []) for error in catch["ErrorEquals"]}
                       for name, state in states.items() if state["Type"] == "Task"}
        self.arn = service.machines.create_state_machine(name=f"flow{next(numbers)}", definition=text, roleArn=ROLE)["stateMachineArn"]


class MotoPeer(Peer):
    clock = None
    ends_with_refusal = True
    name = staticmethod(str)

    def __init__(self, service, machine, at="", facts=None):
        self.service, self.machine = service, machine
        self.rows, self.events, self.end, self.asked = [], 0, None, None
        given = {"people": service.queue, "actions": service.queue, "byHand": 1}
        if at:
            given["start"] = at
        if facts:
            values = {}
            for fact, value in facts.items():
                key = re.sub("[^A-Za-z0-9_]", "_", fact)
                if key in machine.defaults:
                    values[key] = int(value) if isinstance(machine.defaults[key], int) else value
            given["facts"] = values
        self.execution = service.machines.start_execution(
            stateMachineArn=machine.arn, name=f"run{next(numbers)}", input=json.dumps(given))["executionArn"]
        self.wait()

    def close(self):
        """Ends an execution that waits."""
        if self.end is None and self.asked is not None:
            with contextlib.suppress(ClientError):  # its timer has run out meanwhile
                self.service.machines.send_task_failure(taskToken=self.asked["token"], error="over", cause="the test is over")

    def wait(self):
        """Until it asks, or has ended."""
        for _ in range(10_000):
            self.asked = self.service.message()
            if self.asked is not None and self.asked["execution"] != self.execution:
                continue  # of a run that a test has left
            if self.asked is None:
                found = self.service.machines.describe_execution(executionArn=self.execution)
                if found["status"] == "RUNNING":
                    time.sleep(0.002)
                    continue
                if found["status"] != "SUCCEEDED":
                    raise Failed(f"{found['status']}: {found.get('error')} {found.get('cause')}")
                self.end = json.loads(found["output"])["end"]
            names, self.events = self.service.entered(self.execution, self.events)
            self.rows += [self.machine.rows[name] for name in names if name in self.machine.rows]
            return
        raise Differs("the execution neither asks nor ends")

    @property
    def suspends(self):
        # While a timer of a second runs, an answer may come too late.
        return frozenset() if self.machine.timers.get(f"{self.step} waits", 60) < 60 else self.machine.tops

    @property
    def step(self):
        return None if self.end else self.asked["step"]

    def tell(self, answer):
        self.service.machines.send_task_success(taskToken=self.asked["token"], output=json.dumps(answer))
        self.wait()

    def fail(self, error):
        self.service.machines.send_task_failure(taskToken=self.asked["token"], error=error, cause="")
        self.wait()

    def enter(self):
        self.tell("call")

    def take(self, row):
        self.tell(row["row"])

    def shortcut(self, row, step, count):
        self.take(row)

    def answer(self, outcome):
        """Errors that the state catches fail the task; other outcomes complete it."""
        if outcome in self.machine.errors.get(f"{self.step} waits", ()):
            self.fail(outcome)
        else:
            self.tell(outcome)

    def expire(self, row, after):
        seconds = self.machine.timers.get(f"{self.step} waits")
        if seconds is None:
            raise NotCarried("a timer that a state cannot have")
        if seconds > 2:
            raise NotCarried("a timer for which this test would have to wait")
        self.wait()

    def suspend(self, flow):
        if flow not in self.machine.tops:
            raise NotCarried("a flow is put on top that the file does not contain")
        self.tell(f"suspend {flow}")

    def refuses(self, row):
        try:
            self.take(row)
        except Failed as failure:
            self.end = "refused"
            return "NoChoiceMatched" in str(failure) or "No branching option reached" in str(failure)
        return False


class Failed(Differs):
    """The execution has failed."""


def open_machines(folder):
    service, machines = Service(), {}

    def start(reading, flow, at, facts):
        path = f"{folder}/{reading}/{flow.replace(' ', '-')}.asl.json"
        if path not in machines:
            machines[path] = Machine(service, path)
        return MotoPeer(service, machines[path], at, facts)

    return start
