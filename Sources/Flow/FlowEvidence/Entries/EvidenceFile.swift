package import Diagnostics
internal import FlowLoader

/// Reads files of requirements and test cases.
package struct EvidenceFile {
  /// What was read, in the order of the files.
  package private(set) var entries: [EvidenceEntry] = []
  /// What is wrong with the files.
  package private(set) var diagnostics: [Diagnostic] = []
  private var path = ""

  /// Nothing yet.
  package init() {}

  /// Adds the test cases of a document. Of two with the same id the first one counts.
  package mutating func add(_ cases: [WrittenCase]) {
    for written in cases where !written.name.isEmpty {
      guard !entries.contains(where: { $0.id == written.name }) else { continue }
      entries.append(EvidenceEntry(written))
    }
  }

  /// Adds the entries of a file of another tool.
  package mutating func add(_ file: ExchangeFile) {
    diagnostics += file.diagnostics
    for entry in file.entries {
      guard let first = entries.first(where: { $0.id == entry.id }) else {
        entries.append(entry)
        continue
      }
      path = entry.path
      refuseTwin(entry.id, entry.span, first)
    }
  }

  /// Reads a file and adds its entries. What it says of a test case of a document, or of an entry
  /// of another tool, is added to that.
  package mutating func read(_ file: SourceFile) {
    path = file.path
    let (mapping, found) = TextMapping.read(file, lists: true)
    diagnostics += found
    for part in mapping.entries {
      guard let kind = EvidenceEntry.Kind.allCases.first(where: { $0.key == part.key }) else {
        refuseKey(part, "a file of evidence", EvidenceEntry.Kind.allCases.map(\.key))
        continue
      }
      guard case .mapping(let entries) = part.value else {
        refuse(
          .wrongKind, part.valueSpan, "`\(part.key)` must be a mapping",
          "write `ID: { title: …, covers: [UC1:1.2b] }` below it")
        continue
      }
      for entry in entries.entries { read(entry, kind) }
    }
  }

  private mutating func read(_ entry: TextMapping.Entry, _ kind: EvidenceEntry.Kind) {
    let known = entries.firstIndex { $0.id == entry.key }
    if let known, !(entries[known].isOpen && entries[known].kind == kind) {
      return refuseTwin(entry.key, entry.span, entries[known])
    }
    guard case .mapping(let mapping) = entry.value else {
      return refuse(
        .wrongKind, entry.valueSpan, "`\(entry.key)` must be a mapping",
        "write `\(entry.key): { title: … }`")
    }
    var made =
      known.map { entries[$0] }
      ?? EvidenceEntry(kind, id: entry.key, path: path, span: entry.span)
    for field in mapping.entries {
      switch field.key {
      case "title": made.title = text(field)
      case "source": made.source = text(field)
      case "because": made.because = text(field)
      case "covers": made.covers = added(phrases(field), to: made.covers)
      case "checks" where kind == .test: made.checks = added(phrases(field), to: made.checks)
      case "applies":
        let words = ["yes": true, "true": true, "no": false, "false": false]
        if let value = words[text(field)] {
          made.applies = value
        } else {
          refuse(.wrongValue, field.valueSpan, "`applies` is `yes` or `no`", "write `applies: no`")
        }
      default:
        let keys = ["title", "source", "covers", "applies", "because"]
        refuseKey(field, "a \(kind.rawValue)", kind == .test ? keys + ["checks"] : keys)
      }
    }
    if known == nil, made.title.isEmpty, mapping["title"] == nil {
      refuse(
        .missingKey, entry.span, "`\(made.id)` has no `title`", "say in `title` what it is about")
    }
    if !made.applies, made.because.isEmpty {
      refuse(
        .missingKey, entry.span, "`\(made.id)` does not apply, and nothing says why",
        "say it in `because`")
    }
    if let known { entries[known] = made } else { entries.append(made) }
  }

  private func added(
    _ new: [EvidenceEntry.Phrase], to phrases: [EvidenceEntry.Phrase]
  ) -> [EvidenceEntry.Phrase] {
    phrases + new.filter { one in !phrases.contains { $0.text == one.text } }
  }

  private mutating func refuseTwin(_ id: String, _ span: Span, _ first: EvidenceEntry) {
    refuse(
      .duplicateEvidence, span, "`\(id)` is also in \(first.path)",
      "give each requirement and each test case an id of its own")
  }

  private mutating func text(_ field: TextMapping.Entry) -> String {
    if case .text(let text) = field.value { return text }
    refuse(.wrongKind, field.valueSpan, "`\(field.key)` must be a text", "write `\(field.key): …`")
    return ""
  }

  private mutating func phrases(_ field: TextMapping.Entry) -> [EvidenceEntry.Phrase] {
    switch field.value {
    case .text(let text): return [EvidenceEntry.Phrase(text, field.valueSpan)]
    case .list(let items): return items.map { EvidenceEntry.Phrase($0.text, $0.span) }
    case .mapping:
      refuse(
        .wrongKind, field.valueSpan, "`\(field.key)` must be a list",
        "write `\(field.key): [UC1:1.2b, UC1:2.1]`")
      return []
    }
  }

  private mutating func refuseKey(
    _ field: TextMapping.Entry, _ what: String, _ keys: [String]
  ) {
    refuse(
      .unknownKey, field.span, "\(what) has no key `\(field.key)`",
      DidYouMean.question(for: field.key, in: keys)
        ?? "it may have: \(keys.joined(separator: ", "))")
  }

  private mutating func refuse(_ rule: Rule, _ span: Span, _ message: String, _ help: String) {
    diagnostics.append(Diagnostic(rule, path: path, span: span, message, help: help))
  }
}

extension Rule {
  /// Two requirements or test cases have the same id.
  package static let duplicateEvidence = Rule("duplicate-evidence")
}
