// As much of the interface of Visual Studio Code as the extension uses. What it registers and what
// it shows is kept, so that a test can ask as the editor would.
"use strict";
const fs = require("node:fs");
const { pathToFileURL, fileURLToPath } = require("node:url");

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}
class Range {
  constructor(startLine, startCharacter, endLine, endCharacter) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}
class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.slice(0, text.indexOf(":"));
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(path) {
    return new Uri(pathToFileURL(path).href);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}
class WorkspaceEdit {
  edits = [];
  createFile(uri) {
    this.edits.push({ uri: uri.toString(), isNew: true });
  }
  replace(uri, range, text) {
    this.edits.push({ uri: uri.toString(), range, text });
  }
}
class CodeActionKind {
  static Empty = new CodeActionKind("");
  constructor(value) {
    this.value = value;
  }
  append(part) {
    return new CodeActionKind(this.value ? `${this.value}.${part}` : part);
  }
}
/** A class that keeps what its objects are made of, under these names. */
const kept = (...names) => class {
  constructor(...values) {
    names.forEach((name, index) => (this[name] = values[index]));
  }
};

/** A document that is open in an editor. */
class Document {
  constructor(path) {
    Object.assign(this, { uri: Uri.file(path), languageId: "yaml", version: 1,
      text: fs.readFileSync(path, "utf8") });
  }
  getText() {
    return this.text;
  }
}

/** The editor, with a folder that is open in it. */
function editor(folder, settings) {
  const events = {};
  const event = (name) => (listener) => {
    (events[name] ??= []).push(listener);
    return { dispose() {} };
  };
  const seen = { providers: {}, commands: {}, diagnostics: new Map(), terminals: [], opened: [],
    shown: [], disposed: 0 };
  const register = (name) => (...given) => {
    seen.providers[name] = given.find((one) => typeof one === "object" && !Array.isArray(one));
    return { dispose: () => seen.disposed++ };
  };
  const window = {
    activeTextEditor: undefined,
    showErrorMessage: (text) => seen.shown.push(text),
    showInformationMessage: (text) => seen.shown.push(text),
    createOutputChannel: () => ({ appendLine() {}, dispose() {} }),
    createTerminal: (options) => {
      seen.terminals.push(options);
      return { show() {} };
    },
  };
  const languages = new Proxy({
    createDiagnosticCollection: () => ({
      set: (uri, found) => {
        seen.diagnostics.set(uri.toString(), found);
        seen.told?.();
      },
      clear: () => seen.diagnostics.clear(), dispose() {},
    }),
  }, { get: (own, name) => own[name] ?? register(name) });
  const workspace = {
    workspaceFolders: [{ uri: Uri.file(folder) }],
    textDocuments: [],
    getConfiguration: () => ({ get: (name) => settings[name] }),
    createFileSystemWatcher: () => ({ onDidCreate: event("create"), onDidChange: event("change"),
      onDidDelete: event("delete"), dispose() {} }),
    onDidOpenTextDocument: event("opened"), onDidCloseTextDocument: event("closed"),
    onDidSaveTextDocument: event("saved"), onDidChangeTextDocument: event("typed"),
  };
  const vscode = {
    Position, Range, Uri, WorkspaceEdit, CodeActionKind,
    Location: kept("uri", "range"), Diagnostic: kept("range", "message", "severity"),
    CodeAction: kept("title", "kind"), CodeLens: kept("range", "command"),
    CompletionItem: kept("label", "kind"), MarkdownString: kept("value"),
    Hover: kept("contents", "range"), TextEdit: kept("range", "newText"),
    FoldingRange: kept("start", "end"),
    DocumentSymbol: kept("name", "detail", "kind", "range", "selectionRange"),
    SymbolInformation: kept("name", "kind", "containerName", "location"),
    window, languages, workspace,
    commands: { registerCommand: (name, work) => {
      seen.commands[name] = work;
      return { dispose() {} };
    } },
    env: { openExternal: async (uri) => seen.opened.push(uri.toString()) },
  };
  const tell = (name, value) => (events[name] ?? []).forEach((listener) => listener(value));
  return { vscode, seen, tell, Document };
}

module.exports = { editor };
