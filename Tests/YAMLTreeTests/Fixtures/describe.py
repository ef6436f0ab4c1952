#!/usr/bin/env python3
"""Writes beside each NAME.yaml what PyYAML's own parser, which is not libyaml, makes of it, as NAME.nodes.

A line is a node: its depth as two spaces a level, `mapping`, `sequence` or `scalar`, the scalars it starts at and ends
before, its line, and the text of a scalar as JSON. Collections end where their last token does.
"""
import glob, json, os
import yaml

for path in sorted(glob.glob(os.path.join(os.path.dirname(os.path.abspath(__file__)), "*.yaml"))):
    with open(path, newline="", encoding="utf-8") as file:
        text = file.read()
    nodes, depth, open_nodes = [], 0, []
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        start, end = event.start_mark, event.end_mark
        if isinstance(event, yaml.ScalarEvent):
            nodes.append([depth, "scalar", start.index, end.index, start.line + 1, json.dumps(event.value, ensure_ascii=False)])
        elif isinstance(event, yaml.CollectionStartEvent):
            kind = "mapping" if isinstance(event, yaml.MappingStartEvent) else "sequence"
            nodes.append([depth, kind, start.index, None, start.line + 1, ""])
            open_nodes.append(nodes[-1])
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            open_nodes.pop()[3] = end.index
    with open(path[: -len("yaml")] + "nodes", "w", encoding="utf-8") as file:
        for depth, kind, start, end, line, value in nodes:
            file.write(f"{'  ' * depth}{kind} {start}..<{end} line {line} {value}".rstrip() + "\n")
