#!/usr/bin/env python3
"""Writes the matrix of many requirements of our own flows in each format, reads it with the tools
that it is for, and compares objects and links: `reqif`, StrictDoc, sphinx-needs. Then flowrun reads
these files, as it wrote them and as the tools write them, and has to write the same bytes again.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FLOWRUN = os.environ["FLOWRUN"]
PYTHON = Path(sys.executable).parent

CONF = """extensions = ["sphinx_needs"]
needs_id_regex = ".+"
needs_types = [
    dict(directive=name, title=name, prefix="", color="#fff", style="node")
    for name in ("req", "test", "spec")
]
needs_build_json = True
"""
INDEX = """Evidence
========

.. needimport:: needs.json
"""


def run(*command, cwd=None):
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=600)
    if done.returncode:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def flows(folder):
    """Our own flows with requirements and test cases for rows, steps, flows, paths and a rule."""
    shutil.copytree("Flows", folder)
    names = run(FLOWRUN, "list", "--names", "--flows", str(folder)).split()
    ids = [name for name in names if name[0].isupper()]
    entries, cases = [], []
    for number, flow in enumerate(ids):
        table = json.loads(
            run(FLOWRUN, "table", flow, "--format", "json", "--flows", str(folder))
        )
        steps = [row["id"] for row in table["rows"] if row["kind"] == "step"]
        covers = ", ".join(f"{flow}:{step}" for step in steps[:3]) or flow
        title = f"About <{flow}> & “{table['title']}”; 50 % = a | b".replace("'", "''")
        entries.append(f"  R-{number}: {{ title: '{title}', source: 'A, B', covers: [{covers}] }}")
        cases.append(f"  T-{number}: {{ title: A case, checks: [R-{number}], covers: [{flow}] }}")
    entries.append("  R-none: { title: Nothing, applies: no, because: nobody wants it }")
    text = "requirements:\n" + "\n".join(entries) + "\ncases:\n" + "\n".join(cases) + "\n"
    (folder / "evidence").mkdir()
    (folder / "evidence/all.yaml").write_text(text)
    run(FLOWRUN, "trace", "--record", "--date", "2026-11-26", "--flows", str(folder))


def expected(matrix):
    """The objects and the links that the matrix in JSON has."""
    nodes, links = set(), set()
    for entry in matrix["entries"]:
        nodes.add(entry["id"])
        links.update((entry["id"], other) for other in entry.get("checks", []))
        for line in entry["covers"]:
            nodes.add(line["item"])
            if "by" not in line:
                links.add((entry["id"], line["item"]))
    nodes.update(row["row"] for row in matrix["uncovered"])
    return nodes, links


def reqif(path):
    from reqif.parser import ReqIFParser
    from reqif.unparser import ReqIFUnparser

    bundle = ReqIFParser.parse(str(path))
    content = bundle.core_content.req_if_content
    names = {}
    for item in content.spec_objects:
        values = {value.definition_ref: value.value for value in item.attributes}
        names[item.identifier] = values[f"{item.spec_object_type}0"]
    links = [
        (names[link.source], names[link.target]) for link in content.spec_relations
    ]
    placed = [
        node.spec_object for node in bundle.iterate_specification_hierarchy(content.specifications[0])
    ]
    assert sorted(placed) == sorted(names), "the specification lists every object once"
    assert len(set(links)) == len(links)
    # What the package writes of what it has read is the same file.
    written = ReqIFUnparser.unparse(bundle)
    if written != path.read_text():
        for old, new in zip(path.read_text().split("\n"), written.split("\n")):
            if old != new:
                sys.exit(f"reqif writes another file:\n{old}\n{new}")
    run(str(PYTHON / "reqif"), "validate", "--use-reqif-schema", str(path))
    return set(names.values()), set(links)


def needs(path, folder):
    (folder / "conf.py").write_text(CONF)
    (folder / "index.rst").write_text(INDEX)
    shutil.copy(path, folder / "needs.json")
    run(str(PYTHON / "sphinx-build"), "-q", "-b", "needs", str(folder), str(folder / "out"))
    built = json.loads((folder / "out/needs.json").read_text())
    found = built["versions"][built["current_version"]]["needs"]
    return set(found), {(name, link) for name, need in found.items() for link in need["links"]}


def sdoc(path, folder):
    shutil.copy(path, folder / "evidence.sdoc")
    run(str(PYTHON / "strictdoc"), "export", "--formats", "json", ".", cwd=folder)
    (out,) = (folder / "output/json").glob("*.json")
    found = {}
    for document in json.loads(out.read_text())["DOCUMENTS"]:
        for node in document["NODES"]:
            found[node["UID"]] = [link["VALUE"] for link in node.get("RELATIONS", [])]

    def plain(uid):
        return re.sub(r"\(([0-9a-f]+)\)", lambda match: chr(int(match[1], 16)), uid)

    links = {
        (plain(parent), plain(name)) for name, parents in found.items() for parent in parents
    }
    return set(map(plain, found)), links


def read_back(file, form, origin, work):
    """Flows whose only evidence is this file of another tool: what flowrun writes of it."""
    folder = work / f"back-{file.parent.name}-{form}"
    shutil.copytree(origin, folder, ignore=shutil.ignore_patterns("evidence"))
    (folder / "evidence").mkdir()
    shutil.copy(origin / "evidence/proofs.jsonl", folder / "evidence")
    name = {"needs": "needs.json", "reqif": "all.reqif", "sdoc": "all.sdoc"}[form]
    shutil.copy(file, folder / "evidence" / name)
    text = run(FLOWRUN, "trace", "--format", form, "--flows", str(folder))
    # The places of rows name the folder.
    return text.replace(str(folder), str(origin))


def plain(needs):
    """Needs whatever the order of their links, which sphinx-needs sorts, and of their proofs."""
    return {
        name: {
            **need, "links": sorted(need["links"]), "content": sorted(need["content"].split("\n"))
        }
        for name, need in needs.items()
    }


def same(form, text, wanted):
    if text == wanted:
        return
    for old, new in zip(wanted.split("\n"), text.split("\n")):
        if old != new:
            sys.exit(f"{form} is read back as something else:\n{old[:2000]}\n{new[:2000]}")
    sys.exit(f"{form} is read back with another length")


def main():
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        flows(work / "Flows")
        at = ["--flows", str(work / "Flows")]
        files = {}
        for form in ["json", "csv", "reqif", "needs", "sdoc"]:
            files[form] = work / f"evidence.{form}"
            run(FLOWRUN, "trace", "--format", form, "-o", str(files[form]), *at)
        matrix = json.loads(files["json"].read_text())
        nodes, links = expected(matrix)
        for form in ["needs", "sdoc"]:
            (work / form).mkdir()
        tests = {entry["id"] for entry in matrix["entries"] if entry["kind"] == "test"}
        for form, found in [
            ("reqif", reqif(files["reqif"])),
            ("needs", needs(files["needs"], work / "needs")),
            ("sdoc", sdoc(files["sdoc"], work / "sdoc")),
        ]:
            wanted = links
            if form == "sdoc":
                # A test case is below the requirements that it checks.
                wanted = {
                    (b, a) if a in tests and b.startswith("R-") else (a, b) for a, b in links
                }
            assert found[0] == nodes, (form, sorted(found[0] ^ nodes)[:5])
            assert found[1] == wanted, (form, sorted(found[1] ^ wanted)[:5])
        for form in ["reqif", "needs", "sdoc"]:
            same(form, read_back(files[form], form, work / "Flows", work), files[form].read_text())
        # As the tools write them: sphinx-needs has its own order, StrictDoc its own layout. What
        # `reqif` writes is the same file.
        built = work / "needs/out/needs.json"
        ours = json.loads(files["needs"].read_text())["versions"]["1"]["needs"]
        theirs = json.loads(read_back(built, "needs", work / "Flows", work))
        assert plain(theirs["versions"]["1"]["needs"]) == plain(ours), "sphinx-needs"
        run(str(PYTHON / "strictdoc"), "export", "--formats", "sdoc", ".", cwd=work / "sdoc")
        (written,) = (work / "sdoc/output/sdoc").rglob("*.sdoc")
        same("StrictDoc", read_back(written, "sdoc", work / "Flows", work), files["sdoc"].read_text())
        with open(files["csv"], newline="") as file:
            lines = list(csv.DictReader(file))
        rows = sum(len(entry["covers"]) or 1 for entry in matrix["entries"])
        assert len(lines) == rows + len(matrix["uncovered"]), len(lines)
        assert {line["id"] for line in lines if line["kind"] == "requirement"} == {
            entry["id"] for entry in matrix["entries"] if entry["kind"] == "requirement"
        }
    print(
        f"evidence-test: {len(nodes)} objects and {len(links)} links are equal in ReqIF, "
        f"needs.json, StrictDoc and JSON, and the same bytes when they are read back; "
        f"{len(lines)} lines of CSV"
    )


main()
