"""Validates YAML files against a JSON Schema: SCHEMA FILE... prints `ok NAME` or `bad NAME`.

Reads scalars as YAML 1.2 does, since editors do: `on` and `no` are texts. A file that begins with
`#> NAME` holds several; it is bad when one of them is.
"""
import json
import re
import sys

import jsonschema
import yaml


class Core(yaml.SafeLoader):
    pass


Core.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF"),
    ("int", r"^[-+]?[0-9]+$", "-+0123456789"),
    ("float", r"^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789"),
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
]:
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))


def documents(text):
    if not text.startswith("#> "):
        return [text]
    return [part.split("\n", 1)[1] for part in re.split(r"^#> ", text, flags=re.M)[1:]]


def is_valid(validator, text):
    try:
        return all(validator.is_valid(yaml.load(one, Core)) for one in documents(text))
    except (yaml.YAMLError, TypeError):
        return False


validator = jsonschema.Draft7Validator(json.load(open(sys.argv[1])))
jsonschema.Draft7Validator.check_schema(validator.schema)
for path in sys.argv[2:]:
    print("ok" if is_valid(validator, open(path).read()) else "bad", path)
