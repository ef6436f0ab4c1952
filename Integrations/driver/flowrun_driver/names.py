"""What rows and steps are called: by their ids, and by their names in code."""

from __future__ import annotations

from engine import Catalogue


def short(row: str) -> str:
    return row.split(":", 1)[-1]


def is_called(name: str, row: str, code_name: str | None) -> bool:
    """Whether a name means a row or a step: its id, or its name in code, each with its flow or without."""
    if name in (row, short(row)):
        return True
    return code_name is not None and name in (code_name, f"{row.split(':', 1)[0]}:{code_name}")


class Names:
    """The rows and steps of flows, with their names in code."""

    def __init__(self, flows: Catalogue) -> None:
        self.rows: dict[str, str | None] = {}
        self.steps: dict[str, str | None] = {}
        for flow in flows.flows():
            for section in flows.flow(flow["flow"])["sections"]:
                for step in section["steps"]:
                    self.steps[f"{flow['flow']}:{step['step']}"] = step.get("name")
                    for row in step["rows"]:
                        self.rows[f"{flow['flow']}:{row['row']}"] = row.get("name")

    def is_row(self, name: str, row: str) -> bool:
        return is_called(name, row, self.rows.get(row))

    def is_step(self, name: str, step: str) -> bool:
        return is_called(name, step, self.steps.get(step))

    def has_row(self, name: str) -> bool:
        return any(self.is_row(name, row) for row in self.rows)

    def has_step(self, name: str) -> bool:
        return any(self.is_step(name, step) for step in self.steps)
