// From what the protocol says to what Visual Studio Code has, and back. Positions are in UTF-16 on
// both sides.
"use strict";
const vscode = require("vscode");

const place = ({ line, character }) => ({ line, character });
const span = ({ start, end }) => ({ start: place(start), end: place(end) });
const range = ({ start, end }) =>
  new vscode.Range(start.line, start.character, end.line, end.character);
const location = (found) => new vscode.Location(vscode.Uri.parse(found.uri), range(found.range));

/** The protocol counts severities from 1, the editor from 0. */
function diagnostic(found) {
  const one = new vscode.Diagnostic(range(found.range), found.message, found.severity - 1);
  one.source = found.source;
  one.code = found.codeDescription
    ? { value: found.code, target: vscode.Uri.parse(found.codeDescription.href) } : found.code;
  one.tags = found.tags;
  return one;
}

function workspaceEdit({ changes = {}, documentChanges = [] } = {}) {
  const edit = new vscode.WorkspaceEdit();
  const replace = (uri, edits) => edits.forEach((one) =>
    edit.replace(vscode.Uri.parse(uri), range(one.range), one.newText));
  for (const [uri, edits] of Object.entries(changes)) replace(uri, edits);
  for (const { kind, uri, textDocument, edits } of documentChanges) {
    if (kind === "create") edit.createFile(vscode.Uri.parse(uri));
    else replace(textDocument.uri, edits);
  }
  return edit;
}

function action(found, known) {
  const kind = vscode.CodeActionKind.Empty.append(found.kind);
  const one = new vscode.CodeAction(found.title, kind);
  one.edit = workspaceEdit(found.edit);
  one.isPreferred = found.isPreferred;
  // The editor shows a fix at the finding that it was told.
  const mended = found.diagnostics ?? [];
  one.diagnostics = known.filter((finding) =>
    mended.some(({ message }) => message === finding.message));
  return one;
}

function symbol({ name, detail, kind, range: all, selectionRange, children = [] }) {
  const one = new vscode.DocumentSymbol(
    name, detail ?? "", kind - 1, range(all), range(selectionRange));
  one.children = children.map(symbol);
  return one;
}

const information = ({ name, kind, containerName, location: at }) =>
  new vscode.SymbolInformation(name, kind - 1, containerName ?? "", location(at));

function completion(found) {
  const one = new vscode.CompletionItem(found.label, (found.kind ?? 1) - 1);
  one.detail = found.detail;
  one.documentation = markup(found.documentation);
  one.sortText = found.sortText;
  one.filterText = found.filterText;
  if (found.textEdit) {
    one.range = range(found.textEdit.range);
    one.insertText = found.textEdit.newText;
  } else one.insertText = found.insertText ?? found.label;
  return one;
}

const markup = (text) => text === undefined || text === null ? undefined
  : new vscode.MarkdownString(typeof text === "string" ? text : text.value);

function lens({ range: at, command }) {
  return new vscode.CodeLens(range(at), command);
}

const list = (found) => found === null || found === undefined ? []
  : Array.isArray(found) ? found : found.items ?? [found];

module.exports = { action, completion, diagnostic, information, lens, list, location, markup,
  place, range, span, symbol, workspaceEdit };
