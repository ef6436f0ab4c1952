internal import CompiledFlows
internal import FlowEngine
internal import FlowModel
internal import JSON
internal import Studio

// A walk through a flow, as the pages of the studio make it.
extension Workbench {
  func walk(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let catalogue = try await catalogue()
    let flow = try flow(arguments.text("flow"), in: catalogue)
    guard !flow.isOutline else {
      throw AgentRefusal("`\(flow.id)` is an outline: it has no rows yet")
    }
    var request = ["flow \(flow.id)", "as \(Workbench.reading(arguments).rawValue)"]
    if let step = arguments.text("from") { request.append("from \(step)") }
    for fact in try arguments.pairs("facts") { request.append("fact \(fact.name) \(fact.text)") }
    if arguments.flag("only") { request.append("only yes") }
    request += arguments.texts("moves").map { "move \($0)" }
    guard !request.contains(where: { $0.contains("\n") }) else {
      throw AgentRefusal("a name has no line end")
    }
    do throws(EngineError) {
      let course = try await engine.follow(
        request.joined(separator: "\n"), catalogue, edition: await book.number)
      return Workbench.answer(JSONValue(parsing: course) ?? .null)
    } catch {
      throw AgentRefusal(error.reason, next: "flow_table shows the rows and their ids")
    }
  }

  /// Where a walk stands, in a few lines: what happened, what is shown, and what may be done.
  private static func answer(_ course: JSONValue) -> AgentAnswer {
    let state = course["state"]
    func text(_ value: JSONValue?, _ key: String) -> String { value?[key]?.string ?? "" }
    var lines = ""
    for row in (course["trace"]?.array ?? []).suffix(Workbench.most) {
      lines += "took \(text(row, "row"))  \(text(row, "text")) -> \(text(row, "next"))\n"
    }
    var next: String?
    if let broken = course["broken"] {
      lines += "refused: \(text(broken, "move")): \(text(broken, "reason"))\n"
      next = "send the moves before it, and then one of the rows that may be taken"
    }
    if let stuck = course["stuck"]?.string { lines += "cannot go on: \(stuck)\n" }
    if course["isOver"]?.bool == true {
      lines += "over: \(text(course, "ending"))\n"
    } else {
      lines += "at \(text(state, "step"))  \(text(state, "title"))\n"
      if let message = state?["message"]?.string { lines += "  “\(message)”\n" }
      for choice in course["choices"]?.array ?? [] {
        let way =
          choice["refusal"]?.string.map { "not now: \($0)" } ?? text(choice, "leads")
        lines += "  \(text(choice, "row"))  \(text(choice, "text")): \(way)\n"
      }
    }
    let kept: JSONValue = .object([
      "step": state?["step"], "isOver": course["isOver"], "ending": course["ending"],
      "broken": course["broken"], "facts": state?["facts"], "trace": course["trace"],
      "choices": course["choices"], "script": course["script"],
    ])
    return AgentAnswer(
      lines, data: kept, next: next ?? "send the same moves and one more to go on")
  }
}

/// The engine of the last edition of the flows: to compile them takes longer than a walk.
actor WalkEngine {
  private var kept: (edition: Int, engine: EngineCatalogue)?

  func follow(
    _ request: String, _ catalogue: Catalogue, edition: Int
  ) throws(EngineError) -> String {
    var engine: EngineCatalogue
    if let kept, kept.edition == edition {
      engine = kept.engine
    } else {
      engine = try EngineCatalogue(catalogue.compiledFile)
    }
    let course = try engine.follow(request)
    kept = (edition, engine)
    return course
  }
}
