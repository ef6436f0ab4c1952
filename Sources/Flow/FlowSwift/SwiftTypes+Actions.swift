internal import FlowModel

// What the app does: a function for every action, and the answers that it may give.
extension SwiftTypes {
  func write(
    _ actions: [FlowVocabulary.Action], as types: [String], to writer: inout SwiftWriter
  ) {
    guard !actions.isEmpty else { return }
    var scope = SwiftScope()
    let functions = actions.map { scope.add(SwiftName.member($0.name, prefix: "action")) }
    writer.blank()
    writer.declare(
      "protocol Actions: Sendable",
      doc: ["What the app does: a function for every action of the flows."]
    ) { writer in
      for ((action, type), function) in zip(zip(actions, types), functions) {
        if action.name != actions.first?.name { writer.blank() }
        writer.code(
          [
            "nonisolated(nonsending) func \(function)(",
            "  _ context: borrowing HandlerContext", ") async throws -> \(type)",
          ], doc: docs(of: action))
      }
    }
    writer.blank()
    writer.declare(
      "static func handlers(_ actions: some Actions) -> Handlers",
      doc: ["The handlers of a run, bound to what the app does."]
    ) { writer in
      writer.code("var handlers = Handlers()")
      for (action, function) in zip(actions, functions) {
        writer.block("handlers.bind(\(SwiftWriter.literal(action.name)))") {
          $0.code("try await actions.\(function)($0)")
        }
      }
      writer.code("return handlers")
    }
    for (action, type) in zip(actions, types) { writeOutcomes(of: action, as: type, to: &writer) }
  }

  private func docs(of action: FlowVocabulary.Action) -> [String] {
    let places = action.steps.map(\.qualified).joined(separator: ", ")
    let text = action.steps.first.map { ": \($0.text)" } ?? ""
    return [SwiftWriter.comment("`\(action.name)`\(text)"), SwiftWriter.comment("At \(places)")]
  }

  private func writeOutcomes(
    of action: FlowVocabulary.Action, as type: String, to writer: inout SwiftWriter
  ) {
    let (all, some) = vocabulary.outcomes(of: action)
    let lacking = some.map { outcome in
      " Not `\(outcome.name)`, for which step \(outcome.lacking.qualified) has no row."
    }.joined()
    if all.isEmpty {
      writeNever(action, as: type, lacking, to: &writer)
    } else if action.values.isEmpty {
      writeCases(
        all.map { Case(caseName($0), $0.name, [rows(of: $0)]) }, "\(type): String, OutcomeName",
        "The outcomes of `\(action.name)`." + lacking, to: &writer)
    } else {
      write(
        all, values: action.values, as: type,
        doc: "The outcomes of `\(action.name)`, with the values that texts show." + lacking,
        to: &writer)
    }
  }

  private func caseName(_ outcome: FlowVocabulary.Outcome) -> String {
    SwiftName.member(outcome.name, prefix: "outcome")
  }

  private func rows(of outcome: FlowVocabulary.Outcome) -> String {
    outcome.rows.map { "\($0.qualified) \($0.text)" }.joined(separator: "; ")
  }

  private func writeNever(
    _ action: FlowVocabulary.Action, as type: String, _ lacking: String,
    to writer: inout SwiftWriter
  ) {
    let doc = "`\(action.name)` has no outcome that all its steps have a row for: it never answers."
    writer.blank()
    writer.declare("enum \(type): OutcomeName", doc: [SwiftWriter.comment(doc + lacking)]) {
      $0.declare("var rawValue: String") { $0.code("switch self {}") }
      $0.blank()
      $0.declare("init?(rawValue: String)") { $0.code("nil") }
    }
  }

  /// An enum whose cases have values.
  private func write(
    _ outcomes: [FlowVocabulary.Outcome], values: [String], as type: String, doc: String,
    to writer: inout SwiftWriter
  ) {
    var (cases, labels) = (SwiftScope(), SwiftScope())
    let names = outcomes.map { cases.add(caseName($0)) }
    let identifiers = values.map { labels.add(SwiftName.member($0, prefix: "value")) }
    let label = Dictionary(uniqueKeysWithValues: zip(values, identifiers))
    writer.blank()
    writer.declare("enum \(type): TypedAnswer", doc: [SwiftWriter.comment(doc)]) { writer in
      for (outcome, name) in zip(outcomes, names) {
        writer.code(
          writer.list(
            "case \(name)", "(", outcome.values.map { "\(label[$0] ?? $0): String" }, ")"),
          doc: [SwiftWriter.comment(rows(of: outcome))])
      }
      writer.blank()
      writer.declareList("outcomes", outcomes.map(\.name), doc: "All outcomes.")
      writer.declareList("values", values, doc: "The names of all values.")
      writer.blank()
      writer.declare("var answer: Answer", doc: ["The outcome with its values."]) { writer in
        writer.code("switch self {")
        for (outcome, name) in zip(outcomes, names) {
          let bound = outcome.values.map { "let \(label[$0] ?? $0)" }
          let given = outcome.values.map { "\(SwiftWriter.literal($0)): \(label[$0] ?? $0)" }
          writer.switchCase(writer.list("case .\(name)", "(", bound, "):")) {
            $0.code($0.answer(outcome.name, given))
          }
        }
        writer.code("}")
      }
    }
  }
}
