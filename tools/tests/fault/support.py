"""What all cases need: the program, the faults, and a run of a command."""

import collections
import os
import sys

FLOWRUN = os.path.abspath(sys.argv[1])


# What fails, and how. mmap has one way: there is no memory. EMFILE is what too many open files
# give.
FAULTS = {
    "write": ["ENOSPC", "EIO", "EINTR"],
    "pwrite64": ["ENOSPC", "EIO"],
    "fsync": ["ENOSPC", "EIO", "EINTR"],
    "fdatasync": ["ENOSPC", "EIO"],
    "rename": ["ENOSPC", "EIO"],
    "openat": ["EIO", "EMFILE", "EINTR"],
    "mmap": ["ENOMEM"],
    "read": ["EIO", "EINTR"],
    "pread64": ["EIO"],
}


Outcome = collections.namedtuple("Outcome", "status out err files")


def contents(folder):
    files = {}
    for path, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(path, name), "rb") as file:
                files[os.path.relpath(os.path.join(path, name), folder)] = file.read()
    return files


def environment(folder, extra):
    return {
        "PATH": os.environ["PATH"],
        "HOME": folder,
        "TMPDIR": folder,
        "TERM": "dumb",
        "SWIFT_BACKTRACE": "enable=no",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
        **extra,
    }


def complaint(status, err, out=b""):
    """None if a failed command says so: with a message and status 2."""
    # The system's loader has its own status, before the command begins.
    if status == 127 and err:
        return None
    if status != 2:
        return f"ended with {status}"
    said = (b"flowrun: ", b"rror: ", b"cannot be used: ")
    return None if any(words in out + err for words in said) else "no message"


def counts(run, folder):
    """What `run` gives, and how often each system call happens in it, at most in one thread."""
    log = folder + "/calls"
    calls = ",".join(FAULTS)
    right = run(["strace", "-f", "-qq", "-e", "signal=none", "-e", "trace=" + calls, "-o", log])
    seen = collections.Counter()
    with open(log) as lines:
        for line in lines:
            thread, _, call = line.partition(" ")
            call = call.strip().partition("(")[0]
            if call in FAULTS:
                seen[call, thread] += 1
    return right, {
        call: max([n for (c, _), n in seen.items() if c == call], default=0) for call in FAULTS
    }
