// The extension with a real `flowrun lsp` and `flowrun studio`, and a stub of the editor.
//
//     node --test Integrations/vscode/test    FLOWRUN names the program.
"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { test, before, after } = require("node:test");
const { editor } = require("./stub.js");

const program = path.resolve(process.env.FLOWRUN ?? ".build/debug/flowrun");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "flowrun-vscode-"));
const flows = path.join(folder, "Flows");
const text = `flow: UC1
title: Open a door
steps:
  - step: "1"
    screen: Door
    buttons: [Open]
    rows:
      a: { user: selects Open, next: 2 }
  - step: "2"
    screen: Room
    next: end
`;
fs.mkdirSync(flows);
fs.writeFileSync(path.join(flows, "UC1.yaml"), text);

const settings = { path: program };
const { vscode, seen, tell, Document } = editor(folder, settings);
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require("../extension.js");
const context = { subscriptions: [] };
let document;

/** What is found in the document once it is `isGood`. */
function found(isGood) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("the server says nothing")), 60_000);
    seen.told = () => {
      const now = seen.diagnostics.get(document.uri.toString());
      if (!now || !isGood(now)) return;
      clearTimeout(late);
      resolve(now);
    };
    seen.told();
  });
}

/** Types a text in the place of another one. */
function type(old, now) {
  const start = document.text.indexOf(old);
  assert.ok(start >= 0);
  const place = (offset) => {
    const lines = document.text.slice(0, offset).split("\n");
    return new vscode.Position(lines.length - 1, lines.at(-1).length);
  };
  const range = new vscode.Range(0, 0, 0, 0);
  Object.assign(range, { start: place(start), end: place(start + old.length) });
  document.text = document.text.replace(old, now);
  document.version += 1;
  tell("typed", { document, contentChanges: [{ range, text: now }] });
}

const at = (line, character) => new vscode.Position(line, character);

before(async () => {
  document = new Document(path.join(flows, "UC1.yaml"));
  vscode.workspace.textDocuments.push(document);
  vscode.window.activeTextEditor = { document, selection: { active: at(7, 10) } };
  await extension.activate(context);
});

after(async () => {
  await extension.deactivate();
  for (const part of context.subscriptions) part.dispose();
  fs.rmSync(folder, { recursive: true });
});

test("a mistake is shown while it is typed, and its fix mends it", async () => {
  await found((all) => all.length === 0);
  type("buttons:", "buttonz:");
  const [one] = await found((all) => all.length > 0);
  assert.match(one.message, /no key `buttonz`[^]*did you mean `buttons`/);
  assert.equal(one.severity, 0);
  assert.equal(one.range.start.line, 5);
  const { provideCodeActions } = seen.providers.registerCodeActionsProvider;
  const [fix] = await provideCodeActions(document, one.range, { diagnostics: [one] });
  assert.deepEqual(fix.diagnostics, [one]);
  assert.equal(fix.kind.value, "quickfix");
  assert.equal(fix.edit.edits.length, 1);
  assert.equal(fix.edit.edits[0].text, "buttons");
  type("buttonz:", "buttons:");
  await found((all) => all.length === 0);
});

test("a target leads to its step, and a rename changes all that names it", async () => {
  const [there] = await seen.providers.registerDefinitionProvider
    .provideDefinition(document, at(7, 38));
  assert.equal(there.uri.toString(), document.uri.toString());
  assert.equal(there.range.start.line, 8);
  const references = await seen.providers.registerReferenceProvider
    .provideReferences(document, at(8, 11), { includeDeclaration: false });
  assert.deepEqual(references.map(({ range }) => range.start.line), [7]);
  const { prepareRename, provideRenameEdits } = seen.providers.registerRenameProvider;
  const { range, placeholder } = await prepareRename(document, at(8, 11));
  assert.deepEqual([range.start.line, placeholder], [8, "2"]);
  const edit = await provideRenameEdits(document, at(8, 11), "3");
  assert.deepEqual(edit.edits.map(({ range }) => range.start.line).sort(), [7, 8]);
  await assert.rejects(prepareRename(document, at(1, 8)));
});

test("hover, completion, symbols, folds and lenses are the server's", async () => {
  const hover = await seen.providers.registerHoverProvider.provideHover(document, at(8, 11));
  assert.match(hover.contents.value, /Room/);
  const proposals = await seen.providers.registerCompletionItemProvider
    .provideCompletionItems(document, at(7, 38));
  assert.ok(proposals.some(({ label }) => label === "2"));
  const symbols = await seen.providers.registerDocumentSymbolProvider
    .provideDocumentSymbols(document);
  assert.ok(JSON.stringify(symbols).includes("1a"));
  const folds = await seen.providers.registerFoldingRangeProvider.provideFoldingRanges(document);
  assert.ok(folds.length > 0);
  const edits = await seen.providers.registerDocumentFormattingEditProvider
    .provideDocumentFormattingEdits(document, {});
  assert.deepEqual(edits, []);
  const all = await seen.providers.registerWorkspaceSymbolProvider.provideWorkspaceSymbols("Door");
  assert.ok(all.length > 0);
  const lenses = await seen.providers.registerCodeLensProvider.provideCodeLenses(document);
  assert.deepEqual(lenses.map(({ command }) => command.command), ["flowrun.run", "flowrun.paths"]);
});

test("run and replay start the program in a terminal", async () => {
  await seen.commands["flowrun.run"]("UC1");
  await seen.commands["flowrun.paths"]();
  assert.deepEqual(seen.terminals.map(({ shellArgs }) => shellArgs),
    [["run", "UC1"], ["replay", "UC1"]]);
  assert.equal(seen.terminals[0].shellPath, program);
});

test("the studio opens at the row of the cursor, the second time without a token", async () => {
  await seen.commands["flowrun.studio"]();
  await seen.commands["flowrun.studio"]();
  assert.match(seen.opened[0], /^http:\/\/127\.0\.0\.1:\d+\/\?token=\w+#1a$/);
  const { port } = new URL(seen.opened[0]);
  assert.equal(seen.opened[1], `http://127.0.0.1:${port}/UC1.html#1a`);
  const answer = await fetch(seen.opened[0], { redirect: "manual" });
  assert.equal(answer.status, 303);
});

test("a program that is not there is told with a way out, and a restart helps", async () => {
  settings.path = "/nowhere/flowrun";
  await seen.commands["flowrun.restart"]();
  assert.match(seen.shown.at(-1), /ENOENT[^]*set flowrun\.path/);
  settings.path = program;
  await seen.commands["flowrun.restart"]();
  await found((all) => all.length === 0);
});
