"""Compares the automata of house rules with those that MONA makes of formulas.

Two automata are equal if no word leads them to states of which one accepts and the other does not.
All pairs of states that a word can lead to are looked at, so the comparison has no limit of length.
"""

import itertools
import json
import re
import sys

from ltlf2dfa.parser.ltlf import LTLfParser

NO_X = "(!x U {0}) | G(!x)"
# No more x, or at most one, up to the next z (included).
NONE_LEFT = "(((!x & !z) U (z & !x)) | G(!x & !z))"
ONE_LEFT = "(((!x & !z) U (z | (x & !z & WX(" + NONE_LEFT + ")))) | G(!x & !z))"
FORMULAS = {
    "never": "G(!x)",
    "neverBefore": NO_X.format("y"),
    "neverAfter": "G(y -> WX(" + NO_X.format("z") + "))",
    "onlyBetween": "(" + NO_X.format("y") + ") & G((z & !y) -> WX(" + NO_X.format("y") + "))",
    "eventually": "G(y -> F(x))",
    "exactlyOnce": "!x U (x & WX(G(!x)))",
    "exactlyOnce after": "G(!y) | (!y U (y & (!x U (x & WX(G(!x))))))",
    "neverBoth": "G(!x) | G(!y)",
    "atMost 0": "G(!x)",
    "atMost 1": "G(x -> WX(G(!x)))",
    "atMost 2": "G(x -> WX(G(x -> WX(G(!x)))))",
    "atMost 1 between": "G(y -> ((x -> WX(" + NONE_LEFT + ")) & (!x -> WX(" + ONE_LEFT + "))))",
}


def automaton(formula):
    """The start, the accepting states, and the edges of the automaton of a formula."""
    dot = LTLfParser()(formula).to_dfa()
    accepting = set()
    for line in re.findall(r"node \[shape *= *doublecircle\];([^\n]*)", dot):
        accepting |= set(re.findall(r"\d+", line))
    start = re.search(r"init *-> *(\d+)", dot).group(1)
    edges = {}
    for source, target, label in re.findall(r"(\d+) *-> *(\d+) *\[label=\"([^\"]*)\"\]", dot):
        guard = label.replace("~", " not ").replace("&", " and ").replace("|", " or ")
        guard = guard.replace("true", "True").replace("false", "False")
        edges.setdefault(source, []).append((compile(guard.strip(), label, "eval"), target))
    return start, accepting, edges


def compare(name, monitor, formula):
    start, accepting, edges = automaton(formula)
    first = (str(monitor["start"]), start)
    waiting, seen = [first], {first}
    while waiting:
        ours, theirs = waiting.pop()
        for x, y, z in itertools.product([False, True], repeat=3):
            letter = x * 1 + y * 2 + z * 4
            after = str(monitor["next"][ours][letter])
            values = {"x": x, "y": y, "z": z}
            there = next(t for guard, t in edges[theirs] if eval(guard, {}, values))
            if monitor["broken"][after] == (there in accepting):
                sys.exit(f"{name}: after {values} in {ours} and {theirs} they differ")
            if (after, there) not in seen:
                seen.add((after, there))
                waiting.append((after, there))
    return len(seen)


with open(sys.argv[1], encoding="utf-8") as file:
    monitors = json.load(file)
for name, formula in FORMULAS.items():
    pairs = compare(name, monitors[name], formula)
    print(f"{name}: equal on all words ({pairs} pairs of states)")
