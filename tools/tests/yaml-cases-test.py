"""Cases of YAML as files of keys, and a judge of what edits made of them.

yaml-cases-test.py make DATA FOLDER | judge FOLDER
"""

import json
import pathlib
import sys

import yaml

#: Words, quotes and indicators that a text may hold.
TEXTS = ["new", "a # b", "it's", "Note: x", "- x", "two\nlines", " x", "#", "x: {", "[a, b]", "*a"]


class Loader(yaml.BaseLoader):
    """Each scalar is a text, and no key comes twice."""

    def construct_mapping(self, node, deep=False):
        made = super().construct_mapping(node, deep)
        if len(made) < len(node.value):
            raise yaml.YAMLError("a key comes twice")
        return made


def read(text):
    """What a file says. None where it is refused."""
    try:
        return yaml.load(text, Loader)
    except (yaml.YAMLError, TypeError):
        return None


def embedded(text):
    """The texts in which a case is the value of a key among others."""
    value = read(text)
    if isinstance(value, dict):
        yield text if text.endswith("\n") else text + "\n"
    # A document that is one scalar or list becomes the value of a key.
    body = text.removeprefix("---").lstrip(" ") if text.startswith("---") else text
    for margin in ("", "  "):
        inside = margin.join(body.splitlines(keepends=True))
        made = f"first: one # of two\nvalue: {inside.rstrip(chr(10))}\n# The end.\nlast: 'two'\n"
        if isinstance(value, (str, list)) and (read(made) or {}).get("value") == value:
            yield made
            break


def make(data, folder):
    folder.mkdir()
    made = set()
    for file in sorted(data.iterdir()):
        if file.suffix not in (".data", ".canonical"):
            continue
        try:
            text = file.read_bytes().decode()
        except UnicodeDecodeError:
            continue
        for case in embedded(text):
            if case not in made:
                (folder / f"{len(made)}-{file.stem}.yaml").write_bytes(case.encode())
                made.add(case)
    (folder / "texts.json").write_text(json.dumps(TEXTS))
    assert len(made) > 100, f"{len(made)} cases are few"


def judge(folder):
    changed, refused = 0, 0
    for file in sorted(folder.glob("*.yaml")):
        before = file.read_bytes().decode()
        said = read(before)
        answers = [json.loads(line) for line in file.with_suffix(".jsonl").open()]
        texts = [key for key, value in said.items() if isinstance(value, str)]
        keys = {answer["key"] for answer in answers}
        for answer in answers:
            if "refused" in answer:
                refused += 1
                continue
            after, key = answer["after"], answer["key"]
            expected = {**said, key: answer["text"]}
            assert read(after) == expected, (file.name, answer, read(after))
            # What is in front of the key and behind its value stays.
            start, end = answer["range"]
            raw = before.encode()
            new = after.encode()
            assert new.startswith(raw[:start]) and new.endswith(raw[end:]), (file.name, answer)
            place = next(
                (one, value) for one, value in yaml.compose(before, yaml.BaseLoader).value
                if one.value == key
            )  # fmt: skip
            first, last = place[0].start_mark.index, place[1].end_mark.index
            assert first <= len(raw[:start].decode()), (file.name, answer)
            # A value that is not there yet may come after a comment.
            if place[1].start_mark.index < last:
                assert len(raw[:end].decode()) <= last, (file.name, answer)
            changed += 1
        if keys:
            assert set(texts) <= keys, (file.name, set(texts) - keys)
    print(f"{changed} edits of cases of YAML say what they should, {refused} are refused")
    assert changed > 20 * refused


if sys.argv[1] == "make":
    make(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
else:
    judge(pathlib.Path(sys.argv[2]))
