package import Diagnostics
internal import FlowLoader
internal import FlowModel

/// A file of texts in a language, `Flows/texts/et.yaml`, as it is written. What its keys name is
/// not looked at.
package struct TextsFile: Sendable {
  /// A translation.
  package struct Entry: Sendable {
    /// The flow that is named.
    package let flow: String
    /// The part of the flow that is named. Nil for the header.
    package let part: String?
    /// The text of the part that is named: `screen`, `button 2`.
    package let slot: String
    /// The key that the text has, or would have: `UC1:bookRoom.button.2`.
    package var key: String {
      (flow + (part.map { ":" + $0 } ?? "") + "." + slot).replacing(" ", with: ".")
    }
    /// The words in the language.
    package let text: String
    /// The fingerprint of what they translate. Nil if it is not written yet.
    package let of: String?
    /// The places of the key, of the words, and of the fingerprint, or of the key without one.
    package let span: Span
    package let textSpan: Span
    package let ofSpan: Span
  }

  /// A key that names a flow or a part of one.
  package struct Name: Sendable {
    package let flow: String
    package let part: String?
    package let span: Span
  }

  /// The file.
  package let source: SourceFile
  /// The tag of the language, after the file's name: `et`.
  package let language: String
  /// The translations, in the order of the file.
  package private(set) var entries: [Entry] = []
  /// The keys of flows and of their parts.
  package private(set) var names: [Name] = []
  /// The words of the printed table, with their places.
  package private(set) var words: [(key: String, text: String, span: Span)] = []
  /// What is wrong with the file, whatever the flows are.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Whether nothing of it is known.
  private(set) var isUnreadable = false
  /// Whether what it says can be used.
  package var isSound: Bool { diagnostics.allSatisfy { $0.severity < .error } }

  /// The path of the file.
  package var path: String { source.path }

  /// A file that is not there yet.
  package init(beginning path: String) {
    source = SourceFile(path: path, bytes: [])
    language = TextsFile.language(of: path)
  }

  /// A file that cannot be read, and why.
  package init(unreadable path: String, _ problem: Diagnostic) {
    self.init(beginning: path)
    diagnostics = [problem]
    isUnreadable = true
  }

  /// Reads a file.
  package init(_ source: SourceFile) {
    self.source = source
    language = TextsFile.language(of: source.path)
    if !LanguageTag.isValid(language) {
      diagnostics.append(
        Diagnostic(
          .fileName, path: source.path, span: .top,
          "`\(language)` is not the tag of a language",
          help: "name the file after the language: `et.yaml`, `pt-BR.yaml`"))
    }
    let (mapping, found) = TextMapping.read(source)
    diagnostics += found
    for entry in mapping.entries {
      guard case .mapping(let inner) = entry.value else {
        refuse(entry, "the texts of a flow", "write them below it: `title: ...`")
        continue
      }
      if entry.key == "words" { readWords(inner) } else { read(inner, of: entry) }
    }
  }

  /// The tag that a file's name gives: `et` of `Flows/texts/et.yaml`.
  package static func language(of path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    return String(name.prefix { $0 != "." })
  }

  /// Adds what is wrong with the file beside others.
  package mutating func add(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  private mutating func refuse(_ entry: TextMapping.Entry, _ what: String, _ help: String) {
    diagnostics.append(
      Diagnostic(
        .wrongKind, path: path, span: entry.valueSpan,
        "`\(entry.key)` must be \(what)", help: help))
  }

  private mutating func readWords(_ mapping: TextMapping) {
    for entry in mapping.entries {
      guard case .text(let text) = entry.value else {
        refuse(entry, "a text", "write `user: Kasutaja {}`")
        continue
      }
      if !TableWords.keys.contains(entry.key) {
        let near = DidYouMean.question(for: entry.key, in: TableWords.keys)
        diagnostics.append(
          Diagnostic(
            .textUnknown, .warning, path: path, span: entry.span,
            "the table has no words for `\(entry.key)`",
            help: near ?? "it has: \(TableWords.keys.joined(separator: ", "))"))
        continue
      }
      if entry.key != TableWords.anytime, text.ranges(of: "{}").count != 1 {
        diagnostics.append(
          Diagnostic(
            .textValues, path: path, span: entry.valueSpan,
            "`\(entry.key)` must have `{}` once, where the words of the flow stand",
            help: "write `\(entry.key): \(text) {}`"))
        continue
      }
      words.append((entry.key, text, entry.span))
    }
  }

  private mutating func read(_ mapping: TextMapping, of flow: TextMapping.Entry) {
    names.append(Name(flow: flow.key, part: nil, span: flow.span))
    for entry in mapping.entries {
      if case .mapping(let inner) = entry.value, inner["text"] == nil, inner["of"] == nil {
        names.append(Name(flow: flow.key, part: entry.key, span: entry.span))
        for text in inner.entries { read(text, flow.key, entry.key) }
      } else {
        read(entry, flow.key, nil)
      }
    }
  }

  private mutating func read(_ entry: TextMapping.Entry, _ flow: String, _ part: String?) {
    switch entry.value {
    case .text(let text):
      entries.append(
        Entry(
          flow: flow, part: part, slot: entry.key, text: text, of: nil, span: entry.span,
          textSpan: entry.valueSpan, ofSpan: entry.span))
    case .mapping(let inner):
      guard let found = inner.entries.first(where: { $0.key == "text" }),
        case .text(let text) = found.value
      else {
        diagnostics.append(
          Diagnostic(
            .missingKey, path: path, span: entry.span, "`\(entry.key)` has no `text`",
            help: "write `\(entry.key): { text: ... }`"))
        return
      }
      for other in inner.entries where !["text", "of"].contains(other.key) {
        diagnostics.append(
          Diagnostic(
            .unknownKey, path: path, span: other.span,
            "`\(other.key)` is not a key of a translation", help: "it has `of` and `text`"))
      }
      let of = inner.entries.first { $0.key == "of" }
      var fingerprint: String?
      if case .text(let text)? = of?.value { fingerprint = text }
      entries.append(
        Entry(
          flow: flow, part: part, slot: entry.key, text: text, of: fingerprint, span: entry.span,
          textSpan: found.valueSpan, ofSpan: of?.valueSpan ?? entry.span))
    case .list: refuse(entry, "a text", "write `\(entry.key): ...`")
    }
  }
}
