package import Diagnostics
internal import FlowLoader
internal import FlowModel
internal import YAMLTree

/// A file beside a document that says what the document cannot say about one of its flows:
/// actions and their answers, facts and conditions, timers, inputs, and what was meant.
package struct BindingFile: Sendable {
  /// What is said about one row.
  struct Entry: Sendable {
    /// The id of the row, as the file writes it.
    let id: String
    let span: Span
    /// The words of the row when it was bound. Nil if nobody wrote them down.
    let words: String?
    /// The place of the words; of the id without any.
    let wordsSpan: Span
    /// How the step is to be read instead.
    let activity: Activity?
    /// The keys that the row gets.
    let pairs: [BindingNode.Pair]
  }

  /// Who acts in a step: the user of the flow, the app or its server, or somebody else.
  enum Actor: String, CaseIterable, Sendable {
    case user, system, outside
  }

  /// The file.
  package let file: SourceFile
  /// The id of the flow. Nil if the file does not say it.
  package private(set) var flow: String?
  /// The place of the id.
  package private(set) var flowSpan = Span.top
  /// What is said about the flow itself.
  private(set) var header: [BindingNode.Pair] = []
  private(set) var entries: [Entry] = []
  /// Who somebody is whom the document names.
  private(set) var actors: [(name: String, kind: Actor)] = []
  /// What is wrong with the file.
  private(set) var diagnostics: [Diagnostic] = []

  /// The key of the words of a row.
  static let words = "says"
  /// The key of another reading of a step.
  private static let reading = "as"

  /// Reads a file.
  package init(_ file: SourceFile) {
    self.file = file
    var tree = YAMLTree()
    diagnostics = YAMLParser(vocabulary: Vocabulary([])).parse(file, into: &tree)
    guard !tree.isEmpty, !tree.isCut else {
      if diagnostics.isEmpty {
        report(.emptyFile, .top, "the file is empty", "`flowrun bind FLOW` writes one")
      }
      return
    }
    var pool: [UInt8] = []
    tree.copyPool(to: &pool)
    let root = BindingNode(tree, tree.root, pool)
    guard let pairs = pairs(of: root, "a binding file") else { return }
    for pair in pairs { read(pair) }
    guard flow == nil, diagnostics.isEmpty else { return }
    report(
      .missingKey, root.span, "a binding file needs the key `flow`",
      "add `flow: ID`, the id of the use case in the document")
  }

  private mutating func report(
    _ rule: Rule, _ span: Span, _ message: String, _ help: String? = nil
  ) {
    diagnostics.append(Diagnostic(rule, path: file.path, span: span, message, help: help))
  }

  /// The keys of a mapping without those that are there twice.
  private mutating func pairs(of node: BindingNode, _ what: String) -> [BindingNode.Pair]? {
    guard let pairs = node.pairs else {
      // An entry without anything, as a question that nobody has answered leaves it.
      if node.text == "" { return [] }
      report(
        .wrongKind, node.span, "\(what) must be a mapping of keys",
        "docs/documents.md shows one")
      return nil
    }
    var taken: Set<String> = []
    return pairs.filter { pair in
      if taken.insert(pair.key).inserted { return true }
      report(
        .duplicateKey, pair.keySpan, "the key `\(pair.key)` is here already",
        "put both together")
      return false
    }
  }

  private mutating func read(_ pair: BindingNode.Pair) {
    switch pair.key {
    case "flow":
      (flow, flowSpan) = (pair.value.text, pair.value.span)
      if flow == nil { report(.wrongKind, pair.value.span, "`flow` must be one text") }
    case "rows":
      guard let pairs = pairs(of: pair.value, "`rows`") else { return }
      for pair in pairs { readRow(pair) }
    case "actors":
      for actor in pairs(of: pair.value, "`actors`") ?? [] {
        guard let word = actor.value.text, let kind = Actor(rawValue: word) else {
          report(
            .wrongValue, actor.value.span, "`\(actor.key)` is not of this kind",
            "write one of: \(Actor.allCases.map(\.rawValue).joined(separator: ", "))")
          continue
        }
        actors.append((actor.key, kind))
      }
    case "anywhere", "sections", "steps", "extensions":
      report(
        .keysExclude, pair.keySpan, "the document has the `\(pair.key)` of this flow",
        "write what it cannot say below `rows`, by the ids of the rows")
    case let key where BindingFile.ofDocument.contains(key):
      report(
        .keysExclude, pair.keySpan, "the `\(key)` of the flow is in the document",
        "change it there")
    default: header.append(pair)
    }
  }

  /// The keys of a header that are what the document says.
  static let ofDocument: Set<String> = Set(
    HeaderText.allCases.map(\.rawValue)
      + HeaderList.allCases.filter { ![.parameters, .results, .errors].contains($0) }
      .map(\.rawValue) + ["title"])

  private mutating func readRow(_ pair: BindingNode.Pair) {
    guard let pairs = pairs(of: pair.value, "what is said about a row") else { return }
    var (words, wordsSpan): (String?, Span) = (nil, pair.keySpan)
    var activity: Activity?
    var kept: [BindingNode.Pair] = []
    for pair in pairs {
      switch pair.key {
      case BindingFile.words: (words, wordsSpan) = (pair.value.text, pair.value.span)
      case BindingFile.reading:
        activity = pair.value.text.flatMap(Activity.init(rawValue:))
        guard activity == nil else { continue }
        report(
          .wrongValue, pair.value.span, "this is no kind of step",
          "write one of: \(Activity.allCases.map(\.key).joined(separator: ", "))")
      default: kept.append(pair)
      }
    }
    entries.append(
      Entry(
        id: pair.key, span: pair.keySpan, words: words == "" ? nil : words, wordsSpan: wordsSpan,
        activity: activity, pairs: kept))
  }
}
