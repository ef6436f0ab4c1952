package import Diagnostics
internal import JSON

/// Requirements and test cases in a file of another tool: ReqIF, `needs.json` of sphinx-needs, or a
/// document of StrictDoc. The files that `flowrun trace` writes in these formats are read as well.
package struct ExchangeFile {
  /// The entries, in the order of the document.
  package let entries: [EvidenceEntry]
  /// What is wrong with the file.
  package let diagnostics: [Diagnostic]

  /// The ends of the names of files that are read.
  package static let endings = [".reqif", "needs.json", ".sdoc"]

  /// Whether a file with this path is one.
  package static func mayRead(_ path: String) -> Bool {
    endings.contains { path.lowercased().hasSuffix($0) }
  }

  /// Reads a file; which format it has is seen at its name.
  package init(_ file: SourceFile) {
    let path = file.path.lowercased()
    do throws(Failure) {
      let objects =
        if path.hasSuffix(".reqif") {
          try ReqIFReader.objects(of: file)
        } else if path.hasSuffix(".sdoc") {
          try SDocReader.objects(of: file)
        } else {
          try NeedsReader.objects(of: file)
        }
      (entries, diagnostics) = ExchangeFile.entries(objects, of: file)
    } catch {
      entries = []
      diagnostics = [
        Diagnostic(
          .invalidEvidence, path: file.path, span: error.span,
          "the file cannot be read: \(error.reason)",
          help: "write ReqIF (not packed), `needs.json` of sphinx-needs, or StrictDoc")
      ]
    }
  }

  /// Why a file cannot be read.
  struct Failure: Error {
    let reason: String
    let span: Span
  }

  /// An object of a file.
  struct Object {
    /// The kind. Nil for a row, a path or a rule.
    var kind: EvidenceEntry.Kind? = .requirement
    var id = EvidenceEntry.Phrase("", Span(start: 0, end: 1))
    var title = ""
    var source = ""
    var because = ""
    /// The ids to which it links, in order.
    var links: [EvidenceEntry.Phrase] = []

    /// Takes what other words say of it: `Source: …` and `Does not apply: …`, as they are written
    /// for tools that have no such fields. A line without such a word belongs to the one before.
    mutating func take(words: String) {
      let lines = words.split(separator: "\n", omittingEmptySubsequences: false)
      var place: WritableKeyPath<Object, String>?
      for line in lines {
        if let text = ExchangeFile.after("Source: ", line) {
          place = \.source
          source = text
        } else if let text = ExchangeFile.after("Does not apply: ", line) {
          place = \.because
          because = text
        } else if line.hasPrefix("Proof: ") {
          place = nil
        } else if let place {
          self[keyPath: place] += "\n\(line)"
        }
      }
    }
  }

  static func after(_ word: String, _ text: some StringProtocol) -> String? {
    text.hasPrefix(word) ? String(text.dropFirst(word.count)) : nil
  }

  /// The kind that some words of a tool mean: a type, or tags.
  static func kind(_ words: [String]) -> EvidenceEntry.Kind? {
    let words = words.map { $0.lowercased() }
    if words.contains(where: { ["row", "path", "rule"].contains($0) }) { return nil }
    return words.contains { $0.contains("test") } ? .test : .requirement
  }

  private static func entries(
    _ objects: [Object], of file: SourceFile
  ) -> ([EvidenceEntry], [Diagnostic]) {
    let kinds = Dictionary(objects.map { ($0.id.text, $0.kind) }) { first, _ in first }
    var entries: [EvidenceEntry] = []
    var seen: Set<String> = []
    var diagnostics: [Diagnostic] = []
    for object in objects {
      guard let kind = object.kind else { continue }
      guard seen.insert(object.id.text).inserted else {
        diagnostics.append(
          Diagnostic(
            .duplicateEvidence, path: file.path, span: object.id.span,
            "`\(object.id.text)` is there twice",
            help: "give each requirement and each test case an id of its own"))
        continue
      }
      var entry = EvidenceEntry(
        kind, id: object.id.text, path: file.path, span: object.id.span)
      (entry.title, entry.source) = (object.title, object.source)
      (entry.applies, entry.because) = (object.because.isEmpty, object.because)
      entry.isImported = true
      for link in object.links {
        let name = EvidenceEntry.Phrase(after("path ", link.text) ?? link.text, link.span)
        switch kinds[link.text] {
        // A row, a path or a rule of the file has to be there.
        case .some(nil): entry.covers.append(name)
        // Of a link between requirements no other one depends.
        case .requirement??: if kind == .test { entry.checks.append(link) }
        case .test??: continue
        case nil: entry.references.append(name)
        }
      }
      entries.append(entry)
    }
    return (entries, diagnostics)
  }
}

extension Rule {
  /// A file of another tool cannot be read.
  package static let invalidEvidence = Rule("invalid-evidence")
}
