internal import FlowEdit
internal import FlowLoader
internal import FlowModel
internal import FlowReports

/// What an editor proposes at the cursor.
struct Proposal: Hashable {
  /// The kinds of the protocol, by their numbers.
  enum Kind: Int {
    case function = 3
    case property = 10
    case value = 12
    case keyword = 14
    case reference = 18
    case constant = 21
  }

  let label: String
  let kind: Kind
  /// What it is, in one line.
  var detail = ""
}

extension Workspace {
  /// What may be written at a place of a document, whatever is written there already.
  mutating func proposals(at place: TextDocument.Place, in path: String) -> [Proposal] {
    guard let document = open[path], holdsFlow(path), !isDocument(path) else { return [] }
    let lines = (0...min(place.line, document.lineCount - 1)).map { document.line($0) }
    let context = CursorContext(lines, column: document.column(place))
    guard !context.isInComment else { return [] }
    guard let key = context.key else { return keys(context, in: path) }
    let parents = Array(context.path.dropLast())
    if case .names? = LanguagePlace(below: parents) {
      return values(ofName: key, in: parents.last ?? "", context, path)
    }
    return values(of: key, context, path)
  }

  /// The keys of the mapping at the cursor.
  private mutating func keys(_ context: CursorContext, in path: String) -> [Proposal] {
    switch LanguagePlace(below: context.path) {
    case .keys(let words):
      return words.filter { !context.siblings.contains($0.word) }.map {
        Proposal(label: $0.word, kind: .property, detail: $0.about)
      }
    case .names: return names(in: context.path.last ?? "", context, path)
    // A list that is not in brackets: its entries are values.
    case .value: return context.path.last.map { values(of: $0, context, path) } ?? []
    case nil: return []
    }
  }

  /// The names that stand as keys: facts, and outcomes that are counted.
  private mutating func names(
    in key: String, _ context: CursorContext, _ path: String
  ) -> [Proposal] {
    switch key {
    case "if", "unless", "set", "count": return facts(of: path)
    default: return []
    }
  }

  /// The values of a name: of a fact, or what is counted.
  private mutating func values(
    ofName name: String, in key: String, _ context: CursorContext, _ path: String
  ) -> [Proposal] {
    switch key {
    case "if", "unless", "set":
      let fact = lastFlow(at: path)?.facts.first { $0.name == name }
      return fact?.values.map { Proposal(label: $0, kind: .constant, detail: "of `\(name)`") } ?? []
    case "count": return outcomes(context, path)
    default: return []
    }
  }

  private mutating func values(
    of key: String, _ context: CursorContext, _ path: String
  ) -> [Proposal] {
    switch key {
    case "next", "meant": return targets(path)
    case "call", "meant call", "errors", "used by", "triggered by":
      let isCall = key.hasSuffix("call")
      return catalogue().flows.filter { !isCall || $0.kind != .errorFlow }.map {
        Proposal(label: $0.id, kind: .reference, detail: $0.title)
      }
    case "action":
      let catalogue = catalogue()
      return Set(catalogue.flows.flatMap(\.steps).compactMap(\.action)).sorted().map {
        Proposal(
          label: $0, kind: .function,
          detail: Workspace.outcomes(of: $0, in: catalogue).joined(separator: ", "))
      }
    case "on", "result": return outcomes(context, path)
    case "name": return codeNames(context, path)
    case "reset": return facts(of: path)
    case "enters":
      let step = context.step.flatMap { lastFlow(at: path)?.step($0) }
      return step?.inputs.map {
        Proposal(label: $0.name, kind: .value, detail: $0.requirement)
      } ?? []
    default:
      guard case .value(let words) = LanguagePlace(below: context.path) else { return [] }
      return words.map { Proposal(label: $0, kind: .keyword) }
    }
  }

  /// Names for the row or step at the cursor.
  private mutating func codeNames(_ context: CursorContext, _ path: String) -> [Proposal] {
    guard let flow = lastFlow(at: path) else { return [] }
    let rows = context.path.lastIndex { $0 == "rows" || $0 == "anywhere" }.map { $0 + 1 }
    let letter = rows.flatMap { context.path.indices.contains($0) ? context.path[$0] : nil }
    let ids = letter.map { [$0, (context.step ?? "") + $0] } ?? [context.step ?? ""]
    return NameProposals(flow).all.filter { ids.contains($0.id) }.compactMap { one in
      one.name.map { Proposal(label: $0, kind: .value, detail: one.text) }
    }
  }

  private mutating func facts(of path: String) -> [Proposal] {
    lastFlow(at: path)?.facts.map {
      Proposal(label: $0.name, kind: .value, detail: $0.values.joined(separator: ", "))
    } ?? []
  }

  /// The outcomes of the action, or the results of the called flow, of the step at the cursor.
  private mutating func outcomes(_ context: CursorContext, _ path: String) -> [Proposal] {
    let catalogue = catalogue()
    guard let step = context.step.flatMap({ lastFlow(at: path)?.step($0) }) else { return [] }
    if let callee = step.callee(.written).flatMap({ catalogue.flow(named: $0) }) {
      return callee.results.map {
        Proposal(label: $0, kind: .constant, detail: "a result of \(callee.id)")
      }
    }
    return step.action.map { Workspace.outcomes(of: $0, in: catalogue) }?.map {
      Proposal(label: $0, kind: .constant, detail: "an outcome of `\(step.action ?? "")`")
    } ?? []
  }

  /// Where a row may lead.
  private mutating func targets(_ path: String) -> [Proposal] {
    let catalogue = catalogue()
    guard let flow = lastFlow(at: path) else { return [] }
    let steps = flow.steps.map {
      Proposal(label: $0.id, kind: .reference, detail: $0.text(in: catalogue))
    }
    let known = Set(steps.map(\.label))
    let sections = flow.sections.filter { !$0.id.isEmpty && !known.contains($0.id) }.map {
      Proposal(label: $0.id, kind: .reference, detail: "section: \($0.title)")
    }
    let words = ["back", "end", "stay", "resume"].map { Proposal(label: $0, kind: .keyword) }
    let results = flow.results.map { Proposal(label: "result \($0)", kind: .constant) }
    let others = catalogue.flows.filter { $0.id != flow.id }.map {
      Proposal(
        label: $0.kind == .errorFlow ? "error \($0.id)" : "goto \($0.id)", kind: .reference,
        detail: $0.title)
    }
    return steps + sections + words + results + others
  }
}

extension Workspace {
  /// What the key at a place is for.
  func word(at place: TextDocument.Place, in document: TextDocument) -> String? {
    guard place.line < document.lineCount else { return nil }
    var column = document.column(place)
    let scalars = Array(document.line(place.line).unicodeScalars)
    while column < scalars.count, !",{}[]#'\":".unicodeScalars.contains(scalars[column]) {
      column += 1
    }
    guard column < scalars.count, scalars[column] == ":" else { return nil }
    let lines = (0...place.line).map { document.line($0) }
    let context = CursorContext(lines, column: column)
    guard context.key == nil, case .keys(let words)? = LanguagePlace(below: context.path) else {
      return nil
    }
    return words.first { $0.word == context.written }?.about
  }
}
