"""Whether another engine and flowrun agree on every script of Flows/paths and on random walks.

    agree.py ENGINE FOLDER WALKS [SCRIPTS]

FOLDER has `app.flows`, `flow-server.wasm` and the exports in `written` and `meant`. SCRIPTS is a folder of scripts with their recorded
traces. Prints a line for the table of docs/engines.md, and exits with status 1 where the two differ.
"""

from __future__ import annotations

import collections
import importlib
import random
import sys
import time

from lockstep import Differs, NotCarried, Pair, engine_module, play, scripts, walk

ENGINES = {
    "python-statemachine": ("statemachine_peer", "open_charts"),
    "Qt SCXML": ("qt_peer", "open_charts"),
    "moto": ("moto_peer", "open_machines"),
    "SpiffWorkflow": ("spiff_peer", "open_processes"),
}


#: The largest number of rows in a walk.
MOST = 60


def main(engine, folder, walks, script_folder=None):
    began = time.monotonic()
    flow_engine = engine_module()
    with open(f"{folder}/flow-server.wasm", "rb") as file:
        module = flow_engine.Engine(file.read())
    with open(f"{folder}/app.flows", "rb") as file:
        catalogue = module.open(file.read(), "app")
    peer_module, opener = ENGINES[engine]
    peers = importlib.import_module(peer_module)
    if script_folder and hasattr(peers, "check_timers"):
        peers.check_timers(folder)
    start = getattr(peers, opener)(folder)
    failures, missing = [], collections.Counter()
    agreed, rows = 0, 0
    all_scripts = scripts(script_folder) if script_folder else []
    for script in all_scripts:
        peer = None
        try:
            peer = start(script.reading, script.flow, script.at, script.facts)
            pair = Pair(
                catalogue.start(script.flow, reading=script.reading, at=script.at.partition(":")[2], facts=script.facts), peer)
            play(pair, script)
            agreed += 1
            rows += pair.compared
        except NotCarried as reason:
            missing[str(reason)] += 1
        except (Differs, flow_engine.FlowError) as error:
            failures.append(f"{script.name} ({script.reading}): {error}")
        finally:
            if peer is not None:
                peer.close()
    flows = [flow for flow in catalogue.flows() if "outline" not in flow]
    names = [flow["flow"] for flow in flows]
    walked, cut = 0, 0
    for seed in range(int(walks)):
        chance = random.Random(seed)
        flow = chance.choice(flows)
        reading = chance.choice(["written", "meant"])
        facts = {fact: chance.choice(values) for fact, values in flow["facts"].items() if chance.random() < 0.5}
        peer = None
        try:
            peer = start(reading, flow["flow"], "", facts)
            pair = Pair(catalogue.start(flow["flow"], reading=reading, facts=facts), peer)
            try:
                walk(pair, chance, MOST, [flow for flow in names if pair.peer.name(flow) in pair.peer.suspends])
            except NotCarried:
                cut += 1
            walked += 1
            rows += pair.compared
        except (Differs, flow_engine.FlowError) as error:
            failures.append(f"walk {seed} of {flow['flow']} ({reading}, {facts}): {error}")
        finally:
            if peer is not None:
                peer.close()
    for failure in failures[:40]:
        print(failure, file=sys.stderr)
    for reason, count in missing.items():
        print(f"{engine} does not run {count} scripts: {reason}")
    if cut:
        print(f"{engine}: {cut} walks stopped where the format does not carry what comes next")
    print(
        f"| {engine} | {agreed} of {len(all_scripts)} | {sum(missing.values())} | {walked} of {walks} | {rows} | "
        f"{time.monotonic() - began:.0f} s |", flush=True)
    if failures:
        print(f"{engine}: {len(failures)} differ", file=sys.stderr)
        sys.exit(1)


main(*sys.argv[1:])
