package import Diagnostics

/// A test case as a document or a feature file has it.
package struct WrittenCase: Sendable {
  /// Something that is done, and what must be seen then.
  package struct Step: Hashable, Sendable {
    /// What is done.
    package var deed: EvidenceEntry.Phrase
    /// What must be seen. Nil if the document does not say.
    package var result: EvidenceEntry.Phrase?
  }

  /// The id. Empty if it has none.
  package var id = ""
  /// The title.
  package var title = ""
  /// What must be so before, as sentences.
  package var given: [EvidenceEntry.Phrase] = []
  /// What is done, in order.
  package var steps: [Step] = []
  /// What must be seen at the end.
  package var results: [EvidenceEntry.Phrase] = []
  /// The ids that it names: in tags, and in the fields for what it covers.
  package var references: [EvidenceEntry.Phrase] = []
  /// Whether a field or a keyword says that this is a test case.
  var isDeclared = false
  /// Whether its results stand beside its steps.
  var hasResultsBeside = false
  /// The path of the file.
  package let path: String
  /// The place where it begins.
  package var span: Span

  init(path: String, span: Span) { (self.path, self.span) = (path, span) }

  /// Pairs steps with results that stand between them.
  mutating func pairInterleaved() {
    guard let last = steps.last?.deed.span.start, steps.count > 1, let first = results.first,
      first.span.start < last, steps.allSatisfy({ $0.result == nil })
    else { return }
    for index in steps.indices {
      let start = steps[index].deed.span.start
      let end = index + 1 < steps.count ? steps[index + 1].deed.span.start : .max
      steps[index].result = results.first { start <= $0.span.start && $0.span.start < end }
    }
    hasResultsBeside = true
  }

  /// Takes a heading as its title, and the id in it.
  mutating func take(heading: String, isSentence: Bool = false) {
    guard let (id, rest) = CaseID.leading(heading, isSentence: isSentence) else {
      title = heading
      return
    }
    (self.id, title) = (id, rest)
  }

  /// Whether anything is done or seen in it.
  var isEmpty: Bool { given.isEmpty && steps.isEmpty && results.isEmpty }

  /// The id, or else the title.
  package var name: String { id.isEmpty ? title : id }

  /// All that it says, to find cases that say the same.
  var content: String {
    let texts =
      given.map(\.text) + steps.flatMap { [$0.deed.text, $0.result?.text ?? ""] }
      + results.map(\.text)
    return texts.map { $0.lowercased() }.joined(separator: "\n")
  }
}
