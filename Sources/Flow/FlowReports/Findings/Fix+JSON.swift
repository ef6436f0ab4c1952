internal import Encodings
internal import FlowEdit
internal import FlowFolder
package import JSON

extension Fix {
  /// The fix as JSON, with the places in lines and columns.
  package var json: JSONValue {
    .object([
      "title": .string(title), "safe": .bool(isSafe),
      "edits": .array(
        edit.files.flatMap { file in
          file.lineEdits.map { edit in
            .object([
              "file": .string(file.path), "line": .integer(edit.start.line),
              "column": .integer(edit.start.column), "endLine": .integer(edit.end.line),
              "endColumn": .integer(edit.end.column), "text": .string(edit.text),
            ])
          }
        }),
    ])
  }

  /// The fix in a log for code-scanning tools (SARIF 2.1.0 §3.55).
  var sarif: JSONValue {
    .object([
      "description": .object(["text": .string(title)]),
      "artifactChanges": .array(
        edit.files.map { file in
          .object([
            "artifactLocation": .object(["uri": .string(PercentEncoding.path(file.path))]),
            "replacements": .array(
              file.lineEdits.map { edit in
                .object([
                  "deletedRegion": .object([
                    "startLine": .integer(edit.start.line),
                    "startColumn": .integer(edit.start.column),
                    "endLine": .integer(edit.end.line), "endColumn": .integer(edit.end.column),
                  ]), "insertedContent": .object(["text": .string(edit.text)]),
                ])
              }),
          ])
        }), "properties": .object(["safe": .bool(isSafe)]),
    ])
  }
}
