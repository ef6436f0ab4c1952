"""Uses `flowrun lsp` as an editor does. Run by tools/tests/lsp-test with the program."""

import asyncio
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

PROGRAM = str(Path(sys.argv[1]).resolve())
DEADLINE = 60


def check(what, found, expected):
    if found != expected:
        sys.exit(f"lsp-test: {what}:\n  found    {found}\n  expected {expected}")
    print(f"  {what}")


class Editor:
    """A client with the published diagnostics by file name."""

    def __init__(self, folder):
        self.folder = folder
        self.client = LanguageClient("lsp-test", "1")
        self.published = {}
        self.news = asyncio.Event()
        self.registered = []

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params):
            self.published[Path(params.uri).name] = params
            self.news.set()

        @self.client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def _(params):
            self.registered += [one.method for one in params.registrations]

    async def __aenter__(self):
        await self.client.start_io(PROGRAM, "lsp")
        watching = types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        workspace = types.WorkspaceClientCapabilities(did_change_watched_files=watching)
        self.initialized = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(workspace=workspace),
                root_uri=self.folder.as_uri(),
            )
        )
        self.client.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *_):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await asyncio.wait_for(self.client.stop(), DEADLINE)

    def uri(self, name):
        return (self.folder / "Flows" / name).as_uri()

    def open(self, name, text=None):
        path = self.folder / "Flows" / name
        text = path.read_text() if text is None else text
        item = types.TextDocumentItem(uri=self.uri(name), language_id="yaml", version=1, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))

    def change(self, name, version, change):
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(
                    uri=self.uri(name), version=version
                ),
                content_changes=[change],
            )
        )

    async def diagnostics(self, name, version):
        """The codes of the diagnostics of a version, as soon as they are there."""

        async def wait():
            while name not in self.published or self.published[name].version != version:
                self.news.clear()
                await self.news.wait()
            return self.published[name].diagnostics

        return await asyncio.wait_for(wait(), DEADLINE)

    def at(self, name, line, character):
        return {
            "text_document": types.TextDocumentIdentifier(uri=self.uri(name)),
            "position": types.Position(line=line, character=character),
        }


def find(text, line, word, after=0):
    for number, content in enumerate(text.splitlines()):
        if line in content:
            return number, content.index(word) + after
    sys.exit(f"lsp-test: there is no line with {line!r}")


async def edit(folder):
    name = "wallet/UC2.3-unlock-the-app.yaml"
    short = "UC2.3-unlock-the-app.yaml"
    text = (folder / "Flows" / name).read_text()
    async with Editor(folder) as editor:
        capabilities = editor.initialized.capabilities
        check("positions are in UTF-16", capabilities.position_encoding, "utf-16")

        editor.open(name)
        found = await editor.diagnostics(short, 1)
        check(
            "known slips are remarks",
            {one.severity for one in found},
            {types.DiagnosticSeverity.Information},
        )
        slips = len(found)
        check(
            "it asks to be told about files", editor.registered, ["workspace/didChangeWatchedFiles"]
        )

        line, start = find(text, "a: { user: enters PIN", "1.4")
        broken = types.TextDocumentContentChangePartial(
            range=types.Range(types.Position(line, start), types.Position(line, start + 3)),
            text="9.4",
        )
        editor.change(name, 2, broken)
        errors = [
            one
            for one in await editor.diagnostics(short, 2)
            if one.severity == types.DiagnosticSeverity.Error
        ]
        check(
            "a wrong target is told while it is typed",
            [one.code for one in errors],
            ["unknown-target"],
        )
        check(
            "at the target",
            (errors[0].range.start.line, errors[0].range.start.character),
            (line, start),
        )
        check("with a suggestion", "did you mean `1.4`" in errors[0].message, True)
        check("the file is not touched", (folder / "Flows" / name).read_text(), text)

        editor.change(name, 3, types.TextDocumentContentChangeWholeDocument(text=text))
        check("and is gone when it is repaired", len(await editor.diagnostics(short, 3)), slips)

        client = editor.client
        where = editor.at(name, line, start + 1)
        definition = await client.text_document_definition_async(types.DefinitionParams(**where))
        check(
            "a target leads to its step",
            text.splitlines()[definition[0].range.start.line].strip(),
            "- step: 1.4",
        )

        references = await client.text_document_references_async(
            types.ReferenceParams(
                context=types.ReferenceContext(include_declaration=False), **where
            )
        )
        check(
            "the rows that lead there are found",
            line in [one.range.start.line for one in references],
            True,
        )

        hover = await client.text_document_hover_async(types.HoverParams(**where))
        check(
            "a target shows the printed step",
            hover.contents.value.splitlines()[1].startswith("UC2.3:1.4  "),
            True,
        )

        completion = await client.text_document_completion_async(types.CompletionParams(**where))
        labels = [item.label for item in completion.items]
        check("targets are proposed", {"1.4", "6", "back", "goto UC9.2"} <= set(labels), True)

        rename = await client.text_document_rename_async(
            types.RenameParams(new_name="1.44", **where)
        )
        changed = apply(rename, folder)
        check("a step is renamed", "- step: 1.44" in changed[folder / "Flows" / name], True)
        replayed = changed[folder / "Flows" / "paths" / "UC2.3.yaml"]
        check("and in the scripts", ("1.44a" in replayed, "1.4a" in replayed), (True, False))
        for path, content in changed.items():
            path.write_text(content)
        status = subprocess.run(
            [PROGRAM, "check", "Flows", "--only", "unknown-target"], cwd=folder
        ).returncode
        check("and the flows are still whole", status, 0)
        for options in (["--record"], []):
            status = subprocess.run(
                [PROGRAM, "replay", *options], cwd=folder, stdout=subprocess.DEVNULL
            ).returncode
            check("and every path still runs", status, 0)

        try:
            await client.text_document_rename_async(types.RenameParams(new_name="1.5", **where))
            check("an id that is taken is refused", False, True)
        except Exception as error:
            check(
                "an id that is taken is refused",
                "there is a step `1.5` already" in str(error),
                True,
            )

        elsewhere = "docker-compose.yaml"
        item = types.TextDocumentItem(
            uri=(folder / elsewhere).as_uri(), language_id="yaml", version=1, text="services: ["
        )
        client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
        editor.open("wallet/UC99.yaml", "flow: UC99\ntitle: [")
        await editor.diagnostics("UC99.yaml", 1)
        check("other files are left alone", elsewhere in editor.published, False)


def apply(edit, folder):
    """The texts after an edit of the workspace, by path."""
    texts = {}
    for uri, edits in edit.changes.items():
        path = Path(uri.removeprefix("file://"))
        lines = path.read_text().split("\n")
        for one in sorted(
            edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True
        ):
            start, end = one.range.start, one.range.end
            line = lines[start.line].encode("utf-16-le")
            lines[start.line] = (
                line[: 2 * start.character]
                + one.new_text.encode("utf-16-le")
                + line[2 * end.character :]
            ).decode("utf-16-le")
        texts[path] = "\n".join(lines)
    return texts


def frame(text):
    return b"Content-Length: %d\r\n\r\n%s" % (len(text), text)


def endings():
    """How the program ends, by what it is sent."""
    hello = frame(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}')
    shutdown = frame(b'{"jsonrpc":"2.0","id":2,"method":"shutdown"}')
    leave = frame(b'{"jsonrpc":"2.0","method":"exit"}')
    for what, sent, status in [
        ("after shutdown and exit it ends with 0", hello + shutdown + leave, 0),
        ("after exit alone with 1", hello + leave, 1),
        ("without a word with 1", b"", 1),
        ("in the middle of a message with 1", hello[:40], 1),
        ("after a negative length with 2", hello + b"Content-Length: -5\r\n\r\n", 2),
        (
            "after a huge length with 2",
            hello + b"Content-Length: 99999999999999999999999\r\n\r\n",
            2,
        ),
        ("after text with 2", b"hello\r\n\r\n", 2),
    ]:
        done = subprocess.run([PROGRAM, "lsp"], input=sent, capture_output=True, timeout=DEADLINE)
        check(what, done.returncode, status)


def cancelling(folder):
    """A request that is cancelled together with its sending."""
    uri = (folder / "Flows/wallet/UC2.3-unlock-the-app.yaml").as_uri()
    place = '"params":{"textDocument":{"uri":"%s"},"position":{"line":1,"character":8}}' % uri
    sent = [
        '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}',
        '{"jsonrpc":"2.0","id":2,"method":"textDocument/hover",%s}' % place,
        '{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}',
        '{"jsonrpc":"2.0","id":3,"method":"shutdown"}',
        '{"jsonrpc":"2.0","method":"exit"}',
    ]
    frames = b"".join(frame(text.encode()) for text in sent)
    done = subprocess.run([PROGRAM, "lsp"], input=frames, capture_output=True, timeout=DEADLINE)
    check(
        "a request that is cancelled in time is not worked on",
        b'"id":2,"error":{"code":-32800' in done.stdout,
        True,
    )


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        shutil.copytree("Flows", folder / "Flows")
        asyncio.run(edit(folder))
        cancelling(folder)
    endings()
    print("lsp-test: all as expected")


main()
