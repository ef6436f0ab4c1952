package import Diagnostics
internal import YAMLTree

/// A mapping of texts, which may hold further mappings, with the places of its keys and texts. What
/// the keys mean is said by the module that reads it.
package struct TextMapping: Sendable {
  /// A value of a mapping.
  package enum Value: Sendable {
    /// A text.
    case text(String)
    /// A mapping.
    case mapping(TextMapping)
    /// A list of texts, where lists are read.
    case list([Item])
  }

  /// A text of a list.
  package struct Item: Sendable {
    /// The text.
    package let text: String
    /// The place of the text.
    package let span: Span
  }

  /// A key with its value.
  package struct Entry: Sendable {
    /// The key.
    package let key: String
    /// The place of the key.
    package let span: Span
    /// The value.
    package let value: Value
    /// The place of the value; of a mapping, that of its first key.
    package let valueSpan: Span
  }

  /// The entries, in the order of the file.
  package private(set) var entries: [Entry] = []

  /// An empty mapping.
  package init() {}

  /// The value of a key.
  package subscript(_ key: String) -> Value? { entries.first { $0.key == key }?.value }

  /// Reads a file that is one mapping. Empty values are reported and left out.
  ///
  /// - Parameter lists: whether values may be lists of texts. Otherwise these are reported too.
  package static func read(
    _ file: SourceFile, lists: Bool = false
  ) -> (mapping: TextMapping, diagnostics: [Diagnostic]) {
    var reader = TreeReader(Vocabulary([]))
    guard reader.begin(file), !reader.tree.isEmpty else {
      return (TextMapping(), reader.diagnostics)
    }
    let mapping = read(reader.tree.root, lists, &reader)
    return (mapping, reader.diagnostics)
  }

  private static func read(
    _ node: YAMLTree.Node, _ lists: Bool, _ reader: inout TreeReader
  ) -> TextMapping {
    var mapping = TextMapping()
    guard reader.tree.kind(node) == .mapping else {
      reader.report(
        .wrongKind, at: reader.tree.headSpan(node),
        "a mapping must stand here, not \(reader.describe(node))", help: "write `name: value`")
      return mapping
    }
    for (key, value) in reader.allPairs(node) {
      let found: Value
      if reader.tree.kind(value) == .mapping {
        found = .mapping(read(value, lists, &reader))
      } else if lists, reader.tree.kind(value) == .sequence {
        found = .list(
          reader.allEntries(value).filter { reader.isText($0, "a value") }.map {
            Item(text: reader.string($0), span: reader.tree.span($0))
          })
      } else if reader.isText(value, "a value") {
        found = .text(reader.string(value))
      } else {
        continue
      }
      mapping.entries.append(
        Entry(
          key: reader.string(key), span: reader.tree.span(key), value: found,
          valueSpan: reader.tree.headSpan(value)))
    }
    return mapping
  }
}
