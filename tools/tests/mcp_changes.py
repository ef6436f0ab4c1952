"""Changes of tables by an assistant, and files outside of its folder; used by mcp-test.py."""

import shutil
import tempfile
from pathlib import Path

from mcp_client import call, check, client, fail


async def changes():
    """Fixes, edits and undo in a copy, and what lies outside of it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        flows = folder / "Flows"
        shutil.copytree("Flows", flows)
        before = {file: file.read_bytes() for file in flows.rglob("*.yaml")}

        def changed():
            return sorted(file.name for file, text in before.items() if file.read_bytes() != text)

        outside = folder / "outside.yaml"
        outside.write_text("flow: OUT\ntitle: Outside\nsteps:\n  - step: 1\n    screen: Outside\n")
        async with client("Flows", folder=folder) as session:
            text, refused, _ = await call(
                session,
                "flow_edit",
                flow="UC9.4",
                do="set",
                place="step 1.1",
                key="message",
                value="Really?",
            )
            check(text, (refused, changed()), (False, ["UC9.4-wipe-all-app-data.yaml"]))
            check("the patch", "+        message: Really?" in text, True)
            await call(session, "flow_undo")
            check("undone", changed(), [])
            for flow in ["../outside", "/etc/passwd", "OUT", "outside.yaml", "Flows/../../outside"]:
                _, refused, _ = await call(
                    session, "flow_edit", flow=flow, do="set", place="file", key="title", value="x"
                )
                check(f"a change of {flow}", refused, True)
                _, refused, _ = await call(session, "flow_table", flow=flow)
                check(f"the table of {flow}", refused, True)
            for id in ["../UC99", "a/b", "/tmp/x", "."]:
                _, refused, _ = await call(
                    session, "flow_edit", flow="UC9.4", do="create", id=id, title="T"
                )
                check(f"a flow {id}", refused, True)
            for uri in [
                "flowrun://rule/../../README",
                "flowrun://table/../x",
                "file:///etc/passwd",
            ]:
                try:
                    await session.read_resource(uri)
                except Exception as error:
                    check(uri, "no such resource" in str(error), True)
                else:
                    fail(f"{uri} was read")
            # A link out of the folder is read like a file, and never written.
            (flows / "OUT.yaml").symlink_to(outside)
            text, refused, _ = await call(
                session, "flow_edit", flow="OUT", do="set", place="file", key="title", value="x"
            )
            check(text, refused, True)
            check("the file behind a link", "title: Outside" in outside.read_text(), True)
            (flows / "OUT.yaml").unlink()

            # A mistake with a safe fix.
            file = flows / "wallet/UC9.4-wipe-all-app-data.yaml"
            file.write_text(file.read_text().replace("buttons:", "butons:"))
            _, refused, _ = await call(session, "flow_check", flow="UC9.4")
            check("a file that cannot be read", refused, True)
            _, _, data = await call(session, "flow_check")
            fixable = [one for one in data["findings"] if one.get("fixes")]
            _, refused, _ = await call(session, "flow_fix", finding=fixable[0]["fingerprint"])
            check("the safe fix", (refused, changed()), (False, []))
            text, refused, _ = await call(session, "flow_import", text="Just some words.")
            check(f"words that are no use case: {text}", "UC" in text, False)
        async with client("Flows", "--read-only", folder=folder) as session:
            _, refused, _ = await call(
                session, "flow_edit", flow="UC9.4", do="set", place="file", key="title", value="x"
            )
            check("a change in a folder that is only read", (refused, changed()), (True, []))
    print("  changes, undo, a fix; nothing outside of the folder is read or written")
