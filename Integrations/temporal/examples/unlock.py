"""The actions of UC2.3 "Unlock the app", as an app's server would bind them: `flowrun-temporal worker --actions unlock.py`.

The account is a file. It counts wrong PINs, each idempotency key once: an action that is performed again after a crash changes
nothing and gets the same answer.
"""

from __future__ import annotations

import hmac
import os
import sqlite3

from flowrun_temporal import Actions, Context, PrivateKey

PIN = b"135790"


class Account:
    """The account server of this example: SQLite, so that several workers may use it."""

    def __init__(self, path: str) -> None:
        self._database = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
        self._database.execute("CREATE TABLE IF NOT EXISTS checks (key TEXT PRIMARY KEY, run TEXT, outcome TEXT, asked INTEGER)")

    def check(self, key: str, run: str, pin: bytearray) -> str:
        """Checks a PIN: `valid`, or how many wrong ones there were in this run."""
        is_right = hmac.compare_digest(pin, PIN)
        self._database.execute("BEGIN IMMEDIATE")
        try:
            count = "SELECT count(*) FROM checks WHERE run = ? AND outcome != 'valid'"
            wrong = self._database.execute(count, (run,)).fetchone()[0]
            outcome = "valid" if is_right else f"wrong-{wrong % 4 + 1}"
            self._database.execute(
                "INSERT INTO checks VALUES (?, ?, ?, 1) ON CONFLICT (key) DO UPDATE SET asked = asked + 1", (key, run, outcome)
            )
            answer: str = self._database.execute("SELECT outcome FROM checks WHERE key = ?", (key,)).fetchone()[0]
        finally:
            self._database.execute("COMMIT")
        return answer


def actions(key: PrivateKey) -> Actions:
    """The bindings. The worker calls this with its key."""
    account = Account(os.environ.get("ACCOUNT", "account.sqlite"))
    bound = Actions(key)

    @bound.bind("biometrics.status", outcomes=["enabled", "disabled"])
    def biometrics(context: Context) -> str:
        return "disabled"

    @bound.bind("account.checkPin", outcomes=["valid", "wrong-1", "wrong-2", "wrong-3", "wrong-4"])
    def check(context: Context) -> str:
        pin = context.secret("pin")
        # The row that leads here enters it.
        return account.check(context.key, context.run, pin if pin is not None else bytearray())

    @bound.bind("pid.status", outcomes=["obtained", "missing"])
    def pid(context: Context) -> str:
        return "obtained"

    @bound.bind("link.status", outcomes=["present", "none"])
    def link(context: Context) -> str:
        return "none"

    @bound.bind("app.startState", outcomes=["launched", "resumed"])
    def state(context: Context) -> str:
        return "resumed"

    return bound
