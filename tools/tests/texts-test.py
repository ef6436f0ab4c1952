"""What translate-toolkit, PyYAML and json say of exported texts; see texts-test."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml
from translate.storage.aresource import AndroidResourceFile
from translate.storage.xliff import Xliff1File

PROGRAM = sys.argv[1]
EXAMPLE = Path("Examples/Hotel/Flows")
# Everything that a format has to escape, in a text without values.
ODD = "@ it's \"5 % off\" \\ <b>&amp;</b>  two\nlines שלום "


def flowrun(*arguments, status=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if done.returncode != status:
        sys.exit(f"{' '.join(map(str, arguments))}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def texts(path):
    """The translations of a file by their keys, without our own reader."""
    found = {}
    for flow, parts in yaml.safe_load(path.read_text()).items():
        if flow == "words":
            continue
        for name, value in parts.items():
            if "text" in value:
                found[f"{flow}.{name.replace(' ', '.')}"] = value["text"]
                continue
            for slot, text in value.items():
                key = f"{flow}:{name.replace(' ', '.')}.{slot.replace(' ', '.')}"
                found[key] = text["text"]
    return found


def resource(key):
    return key.replace(":", "__").replace(".", "_")


def expect(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found!r} instead of {wanted!r}")


with tempfile.TemporaryDirectory() as work:
    flows, out = Path(work, "Flows"), Path(work, "out")
    shutil.copytree(EXAMPLE, flows)
    at = ("--flows", flows)
    flowrun("texts", "set", "et", "UC1:noRoom.prompt", ODD, *at)
    before = (flows / "texts/et.yaml").read_bytes()
    wanted = texts(flows / "texts/et.yaml")
    expect("the odd text", wanted["UC1:noRoom.prompt"], ODD)
    for form in "xliff", "android", "xcstrings":
        flowrun("texts", "export", "--format", form, "-o", out, *at)

    # What others read.
    xliff = Xliff1File.parsefile(str(out / "et.xliff"))
    expect("XLIFF", {unit.getid().split("\x04")[-1]: unit.target for unit in xliff.units}, wanted)
    android = AndroidResourceFile.parsefile(str(out / "values-et/flows.xml"))
    expect(
        "Android", {unit.getid(): str(unit.target) for unit in android.units},
        {resource(key): text for key, text in wanted.items()},
    )
    catalog = json.loads((out / "Flows.xcstrings").read_text())
    expect("the catalog's keys", sorted(catalog), ["sourceLanguage", "strings", "version"])
    expect("the order of its strings", list(catalog["strings"]), sorted(catalog["strings"]))
    expect(
        "the catalog",
        {
            key: string["localizations"]["et"]["stringUnit"]
            for key, string in catalog["strings"].items()
        },
        {key: {"state": "translated", "value": text} for key, text in wanted.items()},
    )

    # What is as it was, also as others have written it.
    xliff.save()
    android.save()
    files = out / "et.xliff", out / "values-et/flows.xml", out / "Flows.xcstrings"
    flowrun("texts", "import", *files, *at)
    expect("the file", (flows / "texts/et.yaml").read_bytes(), before)

    # What others have changed.
    for unit in xliff.units:
        if unit.getid().endswith("UC1:close.user"):
            unit.target = "valib <sulge> & lahkub"
    xliff.save()
    flowrun("texts", "import", out / "et.xliff", *at)
    expect("XLIFF", texts(flows / "texts/et.yaml")["UC1:close.user"], "valib <sulge> & lahkub")
    for unit in android.units:
        if unit.getid() == "UC1__noRoom_button_1":
            unit.target = "Sulge 'see' @"
    android.save()
    flowrun("texts", "import", out / "values-et/flows.xml", *at)
    expect("Android", texts(flows / "texts/et.yaml")["UC1:noRoom.button.1"], "Sulge 'see' @")

    # The words change while somebody translates: it is said, and the translation stays old.
    path = flows / "UC1-book-a-room.yaml"
    path.write_text(path.read_text().replace("message: Who books?", "message: Who is it?"))
    unit = catalog["strings"]["UC1:bookRoom.message"]["localizations"]["et"]["stringUnit"]
    unit["value"] = "Kes see on?"
    (out / "Flows.xcstrings").write_text(json.dumps(catalog))
    said = flowrun("texts", "import", out / "Flows.xcstrings", *at, status=1)
    if "UC1:bookRoom.message: its words have changed since" not in said:
        sys.exit(said)
    expect("the text", texts(flows / "texts/et.yaml")["UC1:bookRoom.message"], "Kes see on?")
    if "text-older" not in flowrun("check", flows):
        sys.exit("the check does not say that the text is older")
print(f"texts: {len(wanted)} texts in three formats, as translate-toolkit 3.20.4 reads them")
