"""Drives an app along its flows: the engine says what may happen next, a walk chooses, and the app does it.

It needs `engine.py` of flowrun_temporal, and wasmtime. driver.mjs makes the same walks in JavaScript; docs/testing.md leads
through both.
"""

from .driver import App, Report, drive
from .names import Names
from .walks import RESTART, Move, Walk, covering, moves, paths, random, shortest, weighted

__all__ = [
    "RESTART", "App", "Move", "Names", "Report", "Walk", "covering", "drive", "moves", "paths",
    "random", "shortest", "weighted",
]  # fmt: skip
