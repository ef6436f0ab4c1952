package import Diagnostics

/// A requirement or a test case, as its author wrote it.
package struct EvidenceEntry: Sendable {
  /// The kinds of entries.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Something that must be so.
    case requirement
    /// A way to see that it is so.
    case test

    /// The key under which a file lists them.
    var key: String { self == .requirement ? "requirements" : "cases" }
  }

  /// A text with its place in the file.
  package struct Phrase: Hashable, Sendable {
    /// The text.
    package let text: String
    /// The place.
    package let span: Span

    /// A text at a place.
    package init(_ text: String, _ span: Span) {
      (self.text, self.span) = (text, span)
    }
  }

  /// The kind.
  package let kind: Kind
  /// The id.
  package let id: String
  /// The sentence.
  package var title = ""
  /// Where it comes from. Empty if the file does not say.
  package var source = ""
  /// What it is about: rows, steps, flows, paths and rules.
  package var covers: [Phrase] = []
  /// The requirements that a test case checks.
  package var checks: [Phrase] = []
  /// Whether it applies.
  package var applies = true
  /// Why it does not apply. Empty if it does.
  package var because = ""
  /// The test case as a document has it. Nil if only a file of evidence has it.
  package var written: WrittenCase?
  /// Ids that its document names; some of them may be of something else.
  var references: [Phrase] = []
  /// Whether it comes from a file of another tool, to which a file of evidence may add.
  var isImported = false
  /// The path of its file.
  package let path: String
  /// The place of its id.
  package let span: Span

  /// An entry that says nothing yet.
  package init(_ kind: Kind, id: String, path: String, span: Span) {
    (self.kind, self.id, self.path, self.span) = (kind, id, path, span)
  }

  /// Whether a file of evidence may say more of it.
  var isOpen: Bool { written != nil || isImported }

  /// A test case of a document.
  init(_ written: WrittenCase) {
    self.init(.test, id: written.name, path: written.path, span: written.span)
    title = written.title.isEmpty ? written.id : written.title
    source = written.path
    references = written.references
    self.written = written
  }

  /// The entry with what the references of its document name: requirements, rows, steps, paths and
  /// house rules. Other references are of something else. A scenario that is called like a path
  /// covers it.
  package func linked(on ground: EvidenceGround, requirements: Set<String>) -> EvidenceEntry {
    var entry = self
    var known = Set((covers + checks).map(\.text))
    let names = written.map { [id, $0.title].map { Phrase($0, span) } } ?? []
    let paths = names.filter { ground.path(named: $0.text) != nil }
    for phrase in paths + references where known.insert(phrase.text).inserted {
      if kind == .test, requirements.contains(phrase.text) {
        entry.checks.append(phrase)
      } else if ground.has(phrase.text) {
        entry.covers.append(phrase)
      }
    }
    return entry
  }
}
