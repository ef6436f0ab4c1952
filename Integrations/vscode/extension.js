// flowrun in Visual Studio Code: the language server's answers, and the studio at a row. It says
// nothing of its own about flows.
"use strict";
const vscode = require("vscode");
const convert = require("./convert.js");
const { Server } = require("./server.js");
const { Studio } = require("./studio.js");

const YAML = [{ scheme: "file", language: "yaml" }];
let current;

/** The program that the settings name. Those of a workspace that is not trusted do not count. */
const program = () => vscode.workspace.getConfiguration("flowrun").get("path") || "flowrun";
const folder = () => vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;

/** A running language server with everything that was registered for it. */
class Session {
  constructor(log) {
    this.log = log;
    this.found = vscode.languages.createDiagnosticCollection("flowrun");
    this.parts = [this.found];
    this.server = new Server(program(), folder(), {
      notification: (method, params) => this.told(method, params),
      request: () => null,
      closed: (reason) => this.closed(reason),
    });
  }

  async start() {
    const root = folder();
    await this.server.ask("initialize", {
      processId: process.pid,
      rootUri: root ? vscode.Uri.file(root).toString() : null,
      capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true },
        workspaceEdit: { documentChanges: true, resourceOperations: ["create"] } } },
      initializationOptions: { commands: ["flowrun.run", "flowrun.paths"] },
    });
    this.server.notify("initialized", {});
    for (const document of vscode.workspace.textDocuments) this.opened(document);
    this.follow();
    this.provide();
  }

  told(method, params) {
    if (method !== "textDocument/publishDiagnostics") return;
    this.found.set(vscode.Uri.parse(params.uri), params.diagnostics.map(convert.diagnostic));
  }

  closed(reason) {
    this.found.clear();
    if (this.isStopping) return;
    this.log.appendLine(`flowrun lsp: ${reason}`);
    vscode.window.showErrorMessage(
      `flowrun cannot help here: ${reason}. Install flowrun, or set flowrun.path.`);
  }

  /** Tells the server what is opened, typed, saved and closed. */
  follow() {
    const { workspace } = vscode;
    const id = ({ uri }) => ({ textDocument: { uri: uri.toString() } });
    const watcher = workspace.createFileSystemWatcher("**/*.{yaml,yml}");
    const changed = (type) => (uri) => this.server.notify("workspace/didChangeWatchedFiles",
      { changes: [{ uri: uri.toString(), type }] });
    this.parts.push(
      workspace.onDidOpenTextDocument((document) => this.opened(document)),
      workspace.onDidCloseTextDocument((document) =>
        isYAML(document) && this.server.notify("textDocument/didClose", id(document))),
      workspace.onDidSaveTextDocument((document) =>
        isYAML(document) && this.server.notify("textDocument/didSave", id(document))),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!isYAML(document) || !contentChanges.length) return;
        this.server.notify("textDocument/didChange", {
          textDocument: { uri: document.uri.toString(), version: document.version },
          contentChanges: contentChanges.map((change) =>
            ({ range: convert.span(change.range), text: change.text })),
        });
      }),
      watcher, watcher.onDidCreate(changed(1)), watcher.onDidChange(changed(2)),
      watcher.onDidDelete(changed(3)));
  }

  opened(document) {
    if (!isYAML(document)) return;
    this.server.notify("textDocument/didOpen", {
      textDocument: { uri: document.uri.toString(), languageId: "yaml",
        version: document.version, text: document.getText() },
    });
  }

  provide() {
    const { languages, CodeActionKind } = vscode;
    const at = (document, position) => ({ textDocument: { uri: document.uri.toString() },
      ...(position && { position: convert.place(position) }) });
    const ask = (method, params, token) => this.server.ask(method, params, token);
    const asked = async (what, params, token, make) =>
      convert.list(await ask(`textDocument/${what}`, params, token)).map(make);
    this.parts.push(
      languages.registerDefinitionProvider(YAML, { provideDefinition: (document, position, token) =>
        asked("definition", at(document, position), token, convert.location) }),
      languages.registerReferenceProvider(YAML, {
        provideReferences: (document, position, context, token) => asked("references",
          { ...at(document, position), context }, token, convert.location) }),
      languages.registerHoverProvider(YAML, {
        provideHover: async (document, position, token) => {
          const found = await ask("textDocument/hover", at(document, position), token);
          return found && new vscode.Hover(convert.markup(found.contents),
            found.range && convert.range(found.range));
        } }),
      languages.registerRenameProvider(YAML, {
        prepareRename: async (document, position, token) => {
          const found = await ask("textDocument/prepareRename", at(document, position), token);
          if (!found) throw new Error("Nothing here can be renamed.");
          return found.placeholder === undefined ? convert.range(found)
            : { range: convert.range(found.range), placeholder: found.placeholder };
        },
        provideRenameEdits: async (document, position, newName, token) => convert.workspaceEdit(
          await ask("textDocument/rename", { ...at(document, position), newName }, token)
            ?? undefined) }),
      languages.registerCodeActionsProvider(YAML, {
        provideCodeActions: (document, range, { diagnostics, only }, token) => asked("codeAction", {
          ...at(document), range: convert.span(range),
          context: { diagnostics: [], only: only && [only.value] },
        }, token, (found) => convert.action(found, diagnostics)) }, {
        providedCodeActionKinds: ["quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll"]
          .map((kind) => CodeActionKind.Empty.append(kind)) }),
      languages.registerCodeLensProvider(YAML, {
        provideCodeLenses: (document, token) =>
          asked("codeLens", at(document), token, convert.lens) }),
      languages.registerDocumentSymbolProvider(YAML, {
        provideDocumentSymbols: (document, token) =>
          asked("documentSymbol", at(document), token, convert.symbol) }),
      languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: async (query, token) =>
          convert.list(await ask("workspace/symbol", { query }, token))
            .map(convert.information) }),
      languages.registerFoldingRangeProvider(YAML, {
        provideFoldingRanges: (document, context, token) =>
          asked("foldingRange", at(document), token,
            ({ startLine, endLine }) => new vscode.FoldingRange(startLine, endLine)) }),
      languages.registerDocumentFormattingEditProvider(YAML, {
        provideDocumentFormattingEdits: (document, options, token) =>
          asked("formatting", { ...at(document), options }, token, ({ range, newText }) =>
            new vscode.TextEdit(convert.range(range), newText)) }),
      languages.registerCompletionItemProvider(YAML, {
        provideCompletionItems: (document, position, token) =>
          asked("completion", at(document, position), token, convert.completion) },
        ":", " ", "{", "["));
  }

  /** The flow of a document, and the row, step or section at a position of it. */
  async place(document, position) {
    const { line, character } = position;
    const holds = ({ range: { start, end } }) =>
      (start.line < line || start.line === line && start.character <= character)
      && (line < end.line || line === end.line && character <= end.character);
    const uri = { textDocument: { uri: document.uri.toString() } };
    const lenses = convert.list(await this.server.ask("textDocument/codeLens", uri));
    let symbols = convert.list(await this.server.ask("textDocument/documentSymbol", uri));
    let name = "";
    for (let found; (found = symbols.find(holds)); symbols = found.children ?? []) {
      name = found.name;
    }
    return { flow: lenses[0]?.command.arguments?.[0], name };
  }

  async stop() {
    this.isStopping = true;
    for (const part of this.parts) part.dispose();
    await this.server.stop();
  }
}

const isYAML = ({ languageId, uri }) => languageId === "yaml" && uri.scheme === "file";

/** Runs the program where somebody can answer it. */
function inTerminal(words) {
  const terminal = vscode.window.createTerminal({ name: `flowrun ${words[0]}`,
    shellPath: program(), shellArgs: words, cwd: folder() });
  terminal.show();
}

async function restart(log) {
  await current?.stop();
  current = new Session(log);
  await current.start().catch(() => {});
}

/** The flow that a command is for: its argument, or that of the file where the cursor is. */
async function flowOf(argument) {
  if (typeof argument === "string") return argument;
  const editor = vscode.window.activeTextEditor;
  return editor && current && (await current.place(editor.document, editor.selection.active)).flow;
}

async function activate(context) {
  const log = vscode.window.createOutputChannel("flowrun");
  const studio = new Studio(program, folder, (reason) =>
    vscode.window.showErrorMessage(`The studio cannot be opened: ${reason}`));
  const command = (name, work) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, work));
  const none = () => vscode.window.showInformationMessage("This file is no flow of a folder.");
  command("flowrun.run", async (argument) => {
    const flow = await flowOf(argument);
    return flow ? inTerminal(["run", flow]) : none();
  });
  command("flowrun.paths", async (argument) => {
    const flow = await flowOf(argument);
    return flow ? inTerminal(["replay", flow]) : none();
  });
  command("flowrun.studio", async () => {
    const editor = vscode.window.activeTextEditor;
    const { flow, name } = editor && current
      ? await current.place(editor.document, editor.selection.active) : {};
    if (!flow) return none();
    const address = await studio.address(flow, name);
    if (address) await vscode.env.openExternal(vscode.Uri.parse(address, true));
  });
  command("flowrun.restart", () => restart(log));
  context.subscriptions.push(log, { dispose: () => studio.stop() });
  await restart(log);
}

async function deactivate() {
  await current?.stop();
  current = undefined;
}

module.exports = { activate, deactivate };
