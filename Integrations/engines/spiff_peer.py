"""Exported BPMN in SpiffWorkflow, with a virtual clock. Tasks are completed by the test, scripts and gateways run by themselves.

Standard BPMN writes a duration as it is, `PT90S`, and SpiffWorkflow takes it for an expression: the script engine here knows both.
"""

from __future__ import annotations

import datetime
import re
import sys

import SpiffWorkflow.bpmn.specs.event_definitions.timer as timers
from lockstep import Differs, NotCarried, Peer
from SpiffWorkflow.exceptions import WorkflowException
from SpiffWorkflow.bpmn.parser.BpmnParser import BpmnParser, full_tag
from SpiffWorkflow.bpmn.parser.TaskParser import TaskParser
from SpiffWorkflow.bpmn.script_engine.python_engine import PythonScriptEngine
from SpiffWorkflow.bpmn.specs.defaults import CallActivity, ScriptTask, UserTask
from SpiffWorkflow.bpmn.specs.event_definitions.item_aware_event import ErrorEventDefinition
from SpiffWorkflow.bpmn.util import BpmnEvent
from SpiffWorkflow.bpmn.workflow import BpmnWorkflow
from SpiffWorkflow.util.task import TaskState

# A stack is a list in a list in a list, which the engine copies.
sys.setrecursionlimit(20_000)
EPOCH = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)


class Clock(datetime.datetime):
    time = EPOCH

    @classmethod
    def now(cls, zone=None):
        return cls.time


timers.datetime = Clock


class Parser(BpmnParser):
    """An action is performed by the test, so its task waits like a person's."""

    OVERRIDE_PARSER_CLASSES = {full_tag("serviceTask"): (TaskParser, UserTask)}


class Scripts(PythonScriptEngine):
    def evaluate(self, task, expression, external_context=None):
        return expression if re.fullmatch(r"PT[\d.]+S", expression) else super().evaluate(task, expression, external_context)


class Document:
    def __init__(self, path, flow):
        parser = Parser()
        parser.add_bpmn_file(path)
        self.run = next(name for name in parser.process_parsers if name.startswith("Run_of_"))
        self.spec = parser.get_spec(self.run)
        self.others = {name: parser.get_spec(name) for name in parser.process_parsers if name != self.run}
        with open(path, encoding="utf-8") as file:
            text = file.read()
        self.first = re.search(r"start = '([^']*)'", text)[1]
        facts = re.search(r"a value for each fact: (.*)\.\n", text)[1]
        self.facts = {}
        for name, values in re.findall(r"fact_([^;]*?) \(([^)]*)\)", facts):
            self.facts[name] = values.split(", ")
        self.tops = frozenset(re.findall("'([^']*)': '", re.search(r"place = {(.*)}\[flow\]", text)[1]))
        self.notes = set(re.findall(r"^(.*?): its timer is not", text, re.M))


class SpiffPeer(Peer):
    enters_calls = True
    #: A wrong answer stops the engine, so a walk ends with one.
    ends_with_refusal = True
    thrown = 0
    name = staticmethod(str)

    def __init__(self, document, flow, at="", facts=None):
        Clock.time = EPOCH
        self.rows = []
        self.document = document
        self.workflow = BpmnWorkflow(document.spec, document.others, script_engine=Scripts())
        start = self.workflow.get_tasks(state=TaskState.READY)[0]
        data = {"flow": flow, "start": at or document.first}
        for name, values in document.facts.items():
            value = (facts or {}).get(name, values[0])
            data[f"fact_{re.sub('[^A-Za-z0-9_]', '_', name)}"] = int(value) if re.fullmatch(r"-?\d+", values[0]) else value
        start.data.update(data)
        self.go()

    @property
    def suspends(self):
        return self.document.tops

    @property
    def clock(self):
        return round((Clock.time - EPOCH).total_seconds() * 1000)

    def go(self):
        self.workflow.do_engine_steps(did_complete_task=self.completed)

    def completed(self, task):
        if isinstance(task.task_spec, ScriptTask) and task.task_spec.script.startswith("row = '"):
            row = task.task_spec.script.split("'")[1]
            self.rows.append((row, task.task_spec.bpmn_id.endswith("_passed_over")))

    @property
    def end(self):
        return self.workflow.last_task.data["leave"] if self.workflow.completed else None

    @property
    def task(self):
        tasks = [task for task in self.workflow.get_tasks(state=TaskState.READY) if task.task_spec.manual]
        if len(tasks) != 1:
            raise Differs(f"{len(tasks)} tasks are ready")
        return tasks[0]

    @property
    def step(self):
        return None if self.workflow.completed else self.task.data["at"]

    def complete(self, answer):
        task = self.task
        task.data["answer"] = answer
        task.run()
        self.go()

    def enter(self):
        """It is in the called flow already."""

    def take(self, row):
        self.complete(row["row"])

    def shortcut(self, row, step, count):
        """A double stands in for the process of the called flow: it ends at once with the result."""
        if "outcome" not in row:
            raise NotCarried("a row of a calling step that is not for a result")
        if self.workflow.completed:
            raise NotCarried("a called flow that ends the run is replaced by its result")
        calls = [task for task in self.workflow.get_tasks(state=TaskState.STARTED)
                 if isinstance(task.task_spec, CallActivity) and (task.task_spec.bpmn_name or "").startswith(f"{step} ")]
        if len(calls) != 1:
            raise NotCarried("a flow that has left the calling step is replaced by its result")
        call = calls[0]
        process = self.workflow.get_subprocess(call)
        process.cancel()
        self.workflow.delete_subprocess(call)
        del self.rows[count:]
        call.data["calls"] = [call.data["path"][1], call.data["calls"]]
        call.data["leave"] = f"result {row['outcome']}"
        call._set_state(TaskState.READY)
        call.run()
        self.go()

    def answer(self, outcome):
        """Errors that the step catches are thrown; other outcomes complete the task."""
        errors = [event.name for event in self.workflow.waiting_events() if event.event_type == "ErrorEventDefinition"]
        if outcome in errors:
            self.thrown += 1
            self.workflow.catch(BpmnEvent(ErrorEventDefinition(outcome, code=outcome)))
            self.go()
        else:
            self.complete(outcome)

    def elapse(self, time):
        Clock.time += datetime.timedelta(milliseconds=time)
        self.workflow.refresh_timers()
        self.go()

    def expire(self, row, after):
        if row in self.document.notes:
            raise NotCarried("a timer runs longer than a step")
        waiting = [event.value for event in self.workflow.waiting_events() if event.event_type.endswith("TimerEventDefinition")]
        if not waiting:
            raise Differs(f"no timer runs for {row}")
        Clock.time = min(datetime.datetime.fromisoformat(value) for value in waiting) + datetime.timedelta(microseconds=1)
        self.workflow.refresh_timers()
        self.go()

    def suspend(self, flow):
        if flow not in self.document.tops:
            raise NotCarried("a flow is put on top that the file does not contain")
        self.complete(f"suspend {flow}")

    def refuses(self, row):
        try:
            self.take(row)
        except WorkflowException:
            return True
        return False


def open_processes(folder):
    documents = {}

    def start(reading, flow, at, facts):
        path = f"{folder}/{reading}/{flow.replace(' ', '-')}.bpmn"
        if path not in documents:
            documents[path] = Document(path, flow)
        return SpiffPeer(documents[path], at.partition(":")[0] or flow, at, facts)

    return start
