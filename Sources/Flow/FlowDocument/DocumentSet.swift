public import Diagnostics
internal import FlowLoader
internal import FlowModel

/// The use cases of several documents, which refer to each other.
public struct DocumentSet: Sendable {
  /// A use case and the document it was read from. An outline is from none.
  public struct Member: Sendable {
    /// The use case.
    public let flow: DocumentImport.Flow
    /// The path of its document. Nil for an outline of a flow that is named but not there.
    public let document: String?
  }

  /// The use cases, in the order of the documents; then the outlines.
  public private(set) var members: [Member] = []
  /// In reading order within every document.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The use cases that are left out, since other documents have their ids.
  package private(set) var leftOut: [Diagnostic] = []
  /// The titles of flows that documents mention, by their ids.
  public private(set) var titles: [String: String] = [:]

  /// Reads documents.
  ///
  /// - Parameters:
  ///   - prefix: the letters before the number in an id: with `UC`, "Use Case 2.1" is `UC2.1`.
  ///   - id: the id to use if a document has none.
  ///   - known: the ids of other flows, for which no outlines are made.
  public init(
    _ files: [SourceFile], prefix: String = "UC", id: String? = nil, known: Set<String> = []
  ) {
    self.init(
      files.map { ($0, DocumentImport($0, prefix: prefix, id: id)) }, known: known, outlines: true)
  }

  /// The use cases of documents that are read.
  ///
  /// - Parameters:
  ///   - known: the ids of other flows.
  ///   - outlines: whether flows that are named but not there get outlines.
  init(
    _ documents: [(file: SourceFile, read: DocumentImport)], known: Set<String>, outlines: Bool
  ) {
    var found: [(flow: DocumentImport.Flow, file: SourceFile)] = []
    for (file, document) in documents {
      titles.merge(document.titles) { first, _ in first }
      diagnostics += document.diagnostics
      found += document.flows.map { ($0, file) }
    }
    diagnostics += DocumentSet.makeUnique(&found)
    // Of several with one id, the one whose file has that name is kept, or else the first.
    var kept: [String: Int] = [:]
    for (place, (flow, file)) in found.enumerated()
    where kept[flow.id] == nil || DocumentImport.id(inName: file.path) == flow.id {
      if let other = kept[flow.id], DocumentImport.id(inName: found[other].file.path) == flow.id {
        continue
      }
      kept[flow.id] = place
    }
    for (place, (flow, file)) in found.enumerated() {
      guard let first = kept[flow.id], first != place else {
        members.append(Member(flow: flow, document: file.path))
        continue
      }
      let (other, path) = (
        found[first].file.position(of: found[first].flow.span.start), found[first].file.path
      )
      let help = "the other one is at \(path):\(other.line); give one of the two another id"
      let message = "there is a use case `\(flow.id)` already; this one is left out"
      diagnostics.append(
        Diagnostic(.documentUnplaced, path: file.path, span: flow.span, message, help: help))
      leftOut.append(
        Diagnostic(
          .duplicateFlow, .warning, path: file.path, span: flow.span, message, help: help))
    }
    agree()
    agreeOnNames(known)
    dropUnusedErrors()
    if outlines { addOutlines(known.union(kept.keys)) }
    makeAliasesUnique()
  }

  /// Gives use cases whose ids were made up, and are those of others, a number.
  private static func makeUnique(
    _ found: inout [(flow: DocumentImport.Flow, file: SourceFile)]
  ) -> [Diagnostic] {
    var taken = Set(found.filter { !$0.flow.draft.hasMadeUpID }.map(\.flow.id))
    var diagnostics: [Diagnostic] = []
    for (place, (flow, file)) in found.enumerated()
    where flow.draft.hasMadeUpID && !taken.insert(flow.id).inserted {
      var draft = flow.draft
      var number = 2
      while !taken.insert("\(flow.id)\(number)").inserted { number += 1 }
      draft.id = "\(flow.id)\(number)"
      var reporter = Reporter(path: file.path)
      reporter.assume(
        draft.span,
        "there is a use case `\(flow.id)` already; `\(draft.id)` was taken for this one",
        help: "write an id into the heading: `# UC1 Title`")
      found[place].flow = DocumentImport.Flow(draft, &reporter)
      found[place].flow.reading = flow.reading
      found[place].flow.reading.guesses += reporter.guesses
      diagnostics += reporter.diagnostics
    }
    return diagnostics
  }

  /// Makes a use case that is included in another one return to it: its last step, which ends it,
  /// returns `done`, for which the including step waits.
  private mutating func agree() {
    let included = Set(members.flatMap(\.flow.draft.included))
    for (place, member) in members.enumerated() where included.contains(member.flow.id) {
      var draft = member.flow.draft
      let last = draft.steps.count - 1
      guard draft.isScenario, draft.steps[last].rows.isEmpty, draft.steps[last].next == "end"
      else { continue }
      draft.steps[last].next = "result done"
      replace(place, by: draft)
    }
  }

  /// Gives flows whose titles begin alike longer aliases, or none.
  private mutating func makeAliasesUnique() {
    var taken = Set(members.map { $0.flow.id.lowercased() })
    for place in members.indices {
      var draft = members[place].flow.draft
      let count = draft.title.split(separator: " ").count
      while let alias = FlowYAML.alias(draft), taken.contains(alias) {
        draft.aliasWords = draft.aliasWords < count + 6 ? draft.aliasWords + 1 : 0
      }
      if let alias = FlowYAML.alias(draft) { taken.insert(alias) }
      if draft.aliasWords != members[place].flow.draft.aliasWords { replace(place, by: draft) }
    }
  }

  /// Leaves out what has no steps on a page of errors and is no error flow of any document: a
  /// manual may have such a page as well.
  private mutating func dropUnusedErrors() {
    let named = Set(members.flatMap(\.flow.draft.named).filter(\.isError).map(\.name))
    members.removeAll {
      $0.flow.draft.kind == .errorFlow && $0.flow.draft.texts[.outline] != nil
        && !named.contains($0.flow.id)
    }
  }

  mutating func add(_ more: [Diagnostic]) { diagnostics += more }

  mutating func replace(_ place: Int, by draft: FlowDraft) {
    var reporter = Reporter(path: members[place].document ?? "")
    var flow = DocumentImport.Flow(draft, &reporter)
    flow.reading = members[place].flow.reading
    diagnostics += reporter.diagnostics
    members[place] = Member(flow: flow, document: members[place].document)
  }

  /// Adds an outline for every flow that is named but not there.
  private mutating func addOutlines(_ known: Set<String>) {
    var known = known
    for member in members {
      for (name, isError) in member.flow.draft.named where known.insert(name).inserted {
        var draft = FlowDraft()
        draft.id = name
        draft.kind = isError ? .errorFlow : name.hasPrefix("PF") ? .partialFlow : .useCase
        draft.title = titles[name] ?? name
        draft.texts[.outline] = "Not written yet; \(member.flow.id) names it."
        var reporter = Reporter(path: "")
        members.append(Member(flow: DocumentImport.Flow(draft, &reporter), document: nil))
      }
    }
  }
}

extension FlowDraft {
  /// The flows that steps call which have no rows of their own for the results.
  fileprivate var included: [String] {
    let steps = sections.flatMap(\.steps) + steps + extensions.flatMap(\.lines)
    return steps.filter { $0.activity == .call && $0.rows.isEmpty }.map(\.subject)
  }

  /// The flows that the rows and steps name, in their order, and whether each is an error flow.
  fileprivate var named: [(name: String, isError: Bool)] {
    let steps = sections.flatMap(\.steps) + steps + extensions.flatMap(\.lines)
    return steps.flatMap { step -> [(String, Bool)] in
      let targets = [step.next].compactMap(\.self) + step.rows.map(\.next)
      return (step.activity == .call ? [(step.subject, false)] : [])
        + targets.compactMap { target in
          if target.hasPrefix("goto ") {
            return (String(target.dropFirst(5).prefix { $0 != ":" }), false)
          }
          return target.hasPrefix("error ") ? (String(target.dropFirst(6)), true) : nil
        }
    }
  }
}
