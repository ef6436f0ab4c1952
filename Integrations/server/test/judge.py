"""Reads what the runs have left in the database, and compares it with what the service counted.

It knows nothing of the library: only the tables, their JSON, and the keys that were called.
"""

import base64
import collections
import json
import os
import subprocess
import tempfile


def updates_of(postgres):
    rows = postgres.query(
        "SELECT run, version, body FROM flowrun_updates ORDER BY run COLLATE \"C\", version")
    found = collections.defaultdict(list)
    for run, version, body in rows:
        update = json.loads(body)
        assert update["run"] == run and update["version"] == int(version), body
        found[run].append(update)
    return found


def place_of(release, step):
    """A step by its id in the first release: the second one has a step before it."""
    if release != "second" or not step:
        return step
    head, number = step.rsplit(".", 1)
    return f"{head}.{int(number) - 1}"


def judge_rows(updates, versions):
    """Every version of a run is there once, and its rows lead from one place to the next."""
    taken = 0
    assert set(updates) == set(versions), "runs without updates, or updates without a run"
    for run, changes in updates.items():
        numbers = [change["version"] for change in changes]
        assert numbers == list(range(1, versions[run] + 1)), f"{run}: versions {numbers}"
        place, release = "", ""
        for change in changes:
            assert change["from"] == place, f"{run}: {change['from']} after {place}"
            at, on = place_of(release, place), change["on"]
            for row in change["rows"]:
                step = place_of(on, row["step"])
                assert row.get("askedAgain") or not at or step == at, f"{run}: {step} after {at}"
                at = "" if "end" in change and row is change["rows"][-1] else \
                    place_of(on, row["to"])
                taken += 1
            place, release = change["step"], change["release"]
            rests = place_of(release, place)
            assert not at or at == rests, f"{run}: {at} is not {rests}"
    return taken


def judge_effects(updates, service, interrupted):
    """Each row of an action has one effect. More effects than rows are only there where a request
    was interrupted and something else was decided afterwards."""
    rows, orphans = 0, 0
    for run, changes in updates.items():
        acted = [row for change in changes for row in change["rows"]
                 if row["kind"] == "case" and row["text"]]
        effects = service.keys.get(run, {})
        rows += len(acted)
        assert len(effects) >= len(acted), f"{run}: {len(acted)} rows, {len(effects)} effects"
        extra = len(effects) - len(acted)
        assert extra == 0 or interrupted[run] > 0, f"{run}: {extra} effects more than rows"
        orphans += extra
    return rows, orphans


def judge_timers(updates, outages):
    """How late timers were, in milliseconds: outside of the outages of the database, and within."""
    calm, rough = [], []
    for changes in updates.values():
        for before, change in zip(changes, changes[1:]):
            rows = change["rows"]
            if not rows or rows[0]["kind"] != "event":
                continue
            late = change["at"] - before["due"]
            assert late >= 0, f"{change['run']}: a timer fired {-late} ms early"
            isRough = any(begin <= before["due"] / 1000 <= end for begin, end in outages)
            (rough if isRough else calm).append(late)
    return sorted(calm), sorted(rough)


def judge_secrets(dump, secrets, plain):
    """No secret is in the dump, neither as it is, in hexadecimal digits nor in base64."""
    assert plain in dump, "the dump lacks what is not secret"
    forms = []
    for secret in secrets:
        raw = secret.encode()
        forms += [secret, raw.hex(), secret[::-1]]
        # Base64 of a text within a text depends on its place there.
        for shift in range(3):
            coded = base64.b64encode(b"x" * shift + raw).decode()
            forms.append(coded[4:-4])
    # All at once: a hundred thousand searches of a large dump would take hours.
    with tempfile.NamedTemporaryFile("w") as patterns:
        patterns.write("".join(form + "\n" for form in forms))
        patterns.flush()
        found = subprocess.run(
            ["grep", "-F", "-o", "-m", "1", "-f", patterns.name], input=dump.encode(),
            capture_output=True, env={**os.environ, "LC_ALL": "C"})
    # 1 says that nothing was found, and 2 that it could not be searched.
    assert found.returncode == 1, f"a secret is in the dump: {found.stdout + found.stderr}"
