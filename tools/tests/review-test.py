"""Runs the steps of the workflows of `flowrun init`, and plays the API that they talk to."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import yaml

from review_api import API, TOKEN

FLOWRUN = pathlib.Path(sys.argv[1])


def run(*words, folder, env=None, status=0):
    done = subprocess.run(
        [str(word) for word in words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done.stdout


def package(folder):
    """A package of the program under test, in the shape of the archive that is published."""
    archive = folder / "flowrun-0-linux.tar.gz"
    with tarfile.open(archive, "w:gz") as tar:
        script = folder / "flowrun"
        script.write_text(f'#!/bin/sh\nexec "{FLOWRUN}" "$@"\n')
        script.chmod(0o755)
        tar.add(script, "flowrun-0-linux/files/bin/flowrun")
    return archive


def repository(folder):
    """A repository with what `init` writes, as a host checks it out for a pull request."""
    run(FLOWRUN, "init", "hotel", "--package", package(folder), folder=folder)
    hotel = folder / "hotel"
    git = lambda *words: run(
        "git", "-c", "user.name=t", "-c", "user.email=t@localhost", *words, folder=hotel
    )
    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-qm", "begin")
    return hotel, git


def environment(folder, **more):
    """What a machine of a host has: no flowrun, and nothing of this user's."""
    (folder / "home").mkdir(exist_ok=True)
    path = "/usr/local/bin:/usr/bin:/bin"
    return {"PATH": path, "HOME": str(folder / "home"), "LANG": "C.UTF-8", **more}


class GitHub:
    """Runs the steps of the action with the rules of GitHub that it uses."""

    def __init__(self, folder, hotel, api, base):
        self.hotel, self.base = hotel, base
        self.temp = folder / "runner"
        self.temp.mkdir(exist_ok=True)
        self.env = environment(
            folder,
            GITHUB_ACTION_PATH=str(hotel / ".flowrun"),
            GITHUB_API_URL=api.url,
            GITHUB_REPOSITORY="guest/hotel",
            RUNNER_TEMP=str(self.temp),
        )
        for name in ("GITHUB_PATH", "GITHUB_STEP_SUMMARY"):
            self.env[name] = str(self.temp / name)
            (self.temp / name).write_text("")
        self.kept = None

    def value(self, text, inputs):
        known = {
            "github.event.pull_request.base.sha": self.base,
            "github.token": TOKEN,
            "github.event.pull_request.number": "7" if self.base else "",
            **{f"inputs.{name}": value for name, value in inputs.items()},
        }
        return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda found: known[found[1]], text)

    def run(self, **given):
        action = yaml.safe_load((self.hotel / ".flowrun/action.yml").read_text())
        inputs = {
            name: self.value(given.get(name, one.get("default", "")), {})
            for name, one in action["inputs"].items()
        }
        conditions = {
            None: lambda failed: not failed,
            "always()": lambda _: True,
            "always() && inputs.base != ''": lambda _: inputs["base"] != "",
            "always() && github.event.pull_request": lambda _: bool(self.base),
        }
        failed, out = [], {}
        for step in action["runs"]["steps"]:
            if not conditions[step.get("if")](bool(failed)):
                continue
            if "uses" in step:
                assert step["uses"].startswith("actions/upload-artifact@"), step
                self.kept = self.hotel / step["with"]["path"]
                continue
            env = {
                **self.env,
                **{name: self.value(text, inputs) for name, text in step.get("env", {}).items()},
            }
            more = (self.temp / "GITHUB_PATH").read_text().split()
            env["PATH"] = ":".join([*reversed(more), env["PATH"]])
            # As GitHub runs `shell: bash`.
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.hotel,
                env=env,
                capture_output=True,
                text=True,
                timeout=120,
            )
            assert TOKEN not in done.stdout + done.stderr
            out[step["name"]] = done.stdout + done.stderr
            if done.returncode:
                failed.append(step["name"])
        return failed, out


def on_github(folder):
    hotel, git = repository(folder)
    workflow = yaml.safe_load((hotel / ".github/workflows/flows.yml").read_text())
    [checkout, action] = workflow["jobs"]["flows"]["steps"]
    assert action == {"uses": "./.flowrun"} and checkout["with"]["fetch-depth"] == 0
    assert "vars." not in (hotel / ".github/workflows/flows.yml").read_text()
    base = git("rev-parse", "HEAD").strip()
    api = API()
    failed, out = GitHub(folder, hotel, api, "").run()
    assert not failed and "Review the change" not in out and not api.requests, (failed, out)
    # A push with no change: no comment.
    failed, out = GitHub(folder, hotel, api, base).run()
    assert not failed and api.own() == [], (failed, out)
    flow = hotel / "Flows/UC1-book-a-room.yaml"
    text = flow.read_text()
    assert "Close" in text
    flow.write_text(text.replace("user: selects Close", "user: selects Done", 1))
    git("commit", "-qam", "reword")
    failed, out = GitHub(folder, hotel, api, base).run()
    [comment] = api.own()
    assert comment.startswith("<!-- flowrun review -->\n\n**1 row changed"), comment
    print("the comment that would be written:", *comment.splitlines()[:6], sep="\n  ")
    # The second push replaces the text, and fails where it is told to.
    flow.write_text(flow.read_text().replace("next: end", "next: 1.1", 1))
    git("commit", "-qam", "another target")
    host = GitHub(folder, hotel, api, base)
    failed, out = host.run(**{"fail-on": "lost-path"})
    assert "Review the change" in failed, out
    [changed] = api.own()
    assert changed != comment and "path lost" in changed.split("**")[1], changed
    assert changed in (host.temp / "GITHUB_STEP_SUMMARY").read_text()
    assert (host.kept / "index.html").is_file() and (host.kept / "before.html").is_file()
    # A mistake stands beside its line.
    flow.write_text(flow.read_text().replace("next: 1.1", "next: 9.9", 1))
    failed, out = GitHub(folder, hotel, api, base).run()
    assert "Check the flows" in failed
    assert re.search(
        r"^::error file=Flows/UC1-book-a-room.yaml,line=\d+", out["Check the flows"], re.M
    ), out
    # A fork's token may not write; nothing else fails because of that.
    git("checkout", "-q", ".")
    failed, out = GitHub(folder, hotel, API(may_write=False), base).run()
    assert "Write the comment" not in failed and "did not take" in out["Write the comment"], out


def a_wrong_package_is_not_installed(folder):
    hotel, _ = repository(folder)
    [archive] = (hotel / ".flowrun").glob("*.tar.gz")
    archive.write_bytes(archive.read_bytes() + b"!")
    failed, out = GitHub(folder, hotel, API(), "").run()
    assert "Install flowrun" in failed and "FAILED" in out["Install flowrun"], out
    # The right one by an address.
    other = folder / "elsewhere.tar.gz"
    archive.rename(other)
    data = other.read_bytes()[:-1]
    other.write_bytes(data)
    (hotel / ".flowrun/package.sha256").write_text(
        f"{hashlib.sha256(data).hexdigest()}  file://{other}\n"
    )
    failed, out = GitHub(folder, hotel, API(), "").run()
    assert not failed, out
    (hotel / ".flowrun/package.sha256").unlink()
    failed, out = GitHub(folder, hotel, API(), "").run()
    assert "flowrun init --package FILE" in out["Install flowrun"], out


def on_gitlab(folder):
    hotel, git = repository(folder)
    base = git("rev-parse", "HEAD").strip()
    flow = hotel / "Flows/UC1-book-a-room.yaml"
    flow.write_text(flow.read_text().replace("user: selects Close", "user: selects Done", 1))
    git("commit", "-qam", "reword")
    job = yaml.safe_load((hotel / ".flowrun/gitlab-ci.yml").read_text())["flows"]
    api = API()
    env = environment(
        folder,
        TMPDIR=str(folder),
        CI_API_V4_URL=api.url,
        CI_PROJECT_ID="3",
        CI_MERGE_REQUEST_IID="9",
        CI_MERGE_REQUEST_DIFF_BASE_SHA=base,
        FLOWRUN_TOKEN=TOKEN,
    )
    script = "set -eo pipefail\n" + "\n".join(job["before_script"] + job["script"])
    statuses = []
    for _ in range(2):
        done = subprocess.run(
            ["bash", "-c", script], cwd=hotel, env=env, capture_output=True, text=True, timeout=120
        )
        statuses.append(done.returncode)
        assert TOKEN not in done.stdout + done.stderr
        [note] = api.own()
        assert "1 row changed" in note
    # The recorded path of the row still runs; only its trace has other words.
    assert set(statuses) <= {0, 1}, done.stderr
    report = json.loads((hotel / job["artifacts"]["reports"]["codequality"]).read_text())
    assert isinstance(report, list)
    assert (hotel / "review/index.html").is_file() and (hotel / "replay.xml").is_file()
    flow.write_text(flow.read_text().replace("next: end", "next: 9.9", 1))
    subprocess.run(["bash", "-c", script], cwd=hotel, env=env, capture_output=True, timeout=120)
    report = json.loads((hotel / "codequality.json").read_text())
    assert {"description", "check_name", "fingerprint", "severity", "location"} <= report[0].keys()
    assert any(
        one["check_name"] == "unknown-target" and one["location"]["lines"]["begin"] > 1
        for one in report
    ), report
    assert len({one["fingerprint"] for one in report}) == len(report)
    # Without a token everything else is done.
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=hotel,
        env={**env, "FLOWRUN_TOKEN": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "there is no token" in done.stdout, done


for check in (on_github, a_wrong_package_is_not_installed, on_gitlab):
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder))
    print(f"review-test: {check.__name__.replace('_', ' ')}")
