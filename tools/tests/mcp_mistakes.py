"""Flows with one mistake each, which an assistant mends as far as that is safe; used by
mcp-test.py."""

import shutil
import tempfile
from pathlib import Path

from mcp_client import call, check, client, fail

# What stands in Examples/Hotel/Flows/UC1-book-a-room.yaml, and the mistake in its place.
MISTAKES = r"""
buttons: [Book]|butons: [Book]
message: Who|mesage: Who
input: { name|inpt: { name
screen: Book a room|screan: Book a room
title: Primary|titel: Primary
action: room.hold|acton: room.hold
values: [room]|valuse: [room]
loading: One|lodaing: One
enters: name|enter: name
c: { event|c: { evnt
a: { user: selects Close|a: { usr: selects Close
b: { case: No room|b: { cse: No room
after: 15|aftr: 15
secret: yes|secrt: yes
prompt: No room|promt: No room
goal: A guest|gaol: A guest
alias: book|alais: book
rows:|rwos:
length: 2|lenght: 2
on: held|ONE: held
enters: name, next: 1.2|enters: name, next: 1.3
held, next: 2 }|held, next: 9 }
taken, next: 3 }|taken, next: 33 }
next: 2.1 }|next: 2.11 }
cancel, next: end|cancel, next: ends
cancel, next: end|cancel, next: bak
cancel, next: end|cancel, next: goto UC2
cancel, next: end|cancel, next: goto UC1:9.9
close, next: end|close, next: error Gone
close, next: end|close, next: resumes
length: 2..40|length: 40..2
digits: 16|digits: sixteen
after: 15 min|after: 15
after: 15 min|after: soon
secret: yes|secret: maybe
b: { user: selects Cancel|a: { user: selects Cancel
b: { case: The card is refused|a: { case: The card is refused
, next: 1.2 }| }
paid, next: end }|paid }
        screen: Pay\n|
title: Book a room\n|
step: 2.2|step: 2.1
section: 3|section: 2
on: refused|on: paid
enters: name|enters: nam
{room}|{rom}
{name}|{nmae}
for {name}|for {name
buttons: [Book]|buttons: [Bok]
buttons: [Pay, Cancel]|buttons: [Pay, Cancel, Help]
buttons: [Pay, Cancel]|buttons: [Pay]
with: { card: card }|with: { card: crad }
on: held,|on: held, if: { free: yes },
on: held,|on: held, set: { free: yes },
action: payment.take|action: payment.take\n        count: { tries: refused }
alias: book-a-room|alias: Book A Room
goal: A guest|kind: uscase\ngoal: A guest
on: taken|on: held
        values: [room]\n|
next: 2.1 }|next: stay, by: prson }
"""


def planted():
    for line in MISTAKES.strip("\n").splitlines():
        right, _, wrong = line.partition("|")
        yield right.replace("\\n", "\n"), wrong.replace("\\n", "\n")


async def mistakes():
    """Check, take the first safe fix, until there is none: the end is clean, or says for each
    finding what a person has to decide."""
    clean = same = left = rounds = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree("Examples/Hotel/Flows", folder / "Flows")
        file = folder / "Flows/UC1-book-a-room.yaml"
        text = file.read_text()
        async with client("Flows", folder=folder) as session:
            _, _, data = await call(session, "flow_check")
            check("findings before", data["findings"], [])
            for right, wrong in planted():
                check(f"`{right}` is in the flow", right in text, True)
                file.write_text(text.replace(right, wrong, 1))
                for number in range(8):
                    said, _, data = await call(session, "flow_check")
                    open_ones = [one for one in data["findings"] if one["standing"] == "open"]
                    if number == 0 and not open_ones:
                        fail(f"`{wrong}` is not found")
                    safe = [
                        one
                        for one in open_ones
                        if any(fix["safe"] for fix in one.get("fixes", []))
                    ]
                    if not safe:
                        break
                    rounds += 1
                    words, refused, _ = await call(
                        session, "flow_fix", finding=safe[0]["fingerprint"]
                    )
                    check(f"the fix of `{wrong}`: {words}", refused, False)
                else:
                    fail(f"`{wrong}` is mended for ever")
                if open_ones:
                    left += 1
                    for one in open_ones:
                        if not one.get("help") and not one.get("fixes"):
                            fail(f"`{wrong}` leaves `{one['message']}` without a way out")
                        check(f"`{wrong}`: {said}", one["message"] in said, True)
                else:
                    clean += 1
                    same += file.read_text() == text
    print(
        f"  {clean + left} flows with a mistake: {clean} are clean after {rounds} safe fixes "
        f"({same} of them as before the mistake), "
        f"{left} say what a person has to decide"
    )
