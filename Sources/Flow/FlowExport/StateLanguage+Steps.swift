internal import FlowModel
internal import JSON

extension StateLanguage {
  mutating func addAll() {
    let defaults: [(String, JSONValue)] = model.facts.map {
      (String(variable($0).dropFirst(8)), literal(0, of: $0))
    }
    let bottom = JSONValue.object(["kind": .string("bottom"), "step": .string("")])
    add(
      "begin",
      [
        "Type": .string("Pass"),
        "Result": .object([
          "facts": .object(members: defaults), "byHand": .integer(0),
          "start": .string(model.places.first?.step.qualified ?? ""),
        ]), "ResultPath": .string("$.defaults"), "Next": .string("begin with input"),
      ])
    add(
      "begin with input",
      [
        "Type": .string("Pass"),
        "Parameters": .object([
          "given.$": .string("States.JsonMerge($.defaults, $, false)"),
          "defaults.$": .string("$.defaults.facts"),
        ]), "Next": .string("begin with data"),
      ])
    add(
      "begin with data",
      [
        "Type": .string("Pass"),
        "Parameters": .object([
          "facts.$": .string("States.JsonMerge($.defaults, $.given.facts, false)"),
          "byHand.$": .string("$.given.byHand"), "place.$": .string("$.given.start"),
          "people.$": .string("$.given.people"), "actions.$": .string("$.given.actions"),
          "stack": bottom, "at": .string(""), "returned": .string(""), "answer": .string(""),
          "row": .string(""),
        ]), "Next": .string("go"),
      ])
    for place in model.places { add(place) }
    addRouters()
  }

  mutating func first(_ step: Step) -> String { names.name(step.qualified) }

  // MARK: Steps

  private mutating func add(_ place: ExportPlace) {
    let step = place.step
    let id = step.qualified
    var parts: [String] = []
    if place.callee != nil { parts.append("returned") }
    if !place.unless.isEmpty { parts.append("needed") }
    if place.isScreen { parts.append("shown") }
    if place.callee != nil || place.passes { parts.append("by hand") }
    parts.append("waits")
    let states = parts.map { names.name("\(id) \($0)") }
    func next(after part: String) -> String {
      let index = (parts.firstIndex(of: part) ?? 0) + 1
      return index < states.count ? states[index] : ""
    }
    func state(_ part: String) -> String { states[parts.firstIndex(of: part) ?? 0] }
    set(first(step), "$.at", to: .string(id), next: states[0])
    if place.callee != nil {
      let results = place.rows.compactMap { row -> (JSONValue, String)? in
        guard let outcome = row.outcome else { return nil }
        let rule = all([equals("$.returned", outcome)] + row.guards.map { holds($0) })
        return (rule, names.name(rowName(row, at: place)))
      }
      let rules = results.isEmpty ? [(equals("$.at", ""), next(after: "returned"))] : results
      choose(state("returned"), rules, otherwise: next(after: "returned"))
    }
    if !place.unless.isEmpty, let row = place.rows.first {
      choose(
        state("needed"),
        [
          (any(place.unless.map { holds($0) }), names.name(rowName(row, at: place, " passed over")))
        ],
        otherwise: next(after: "needed"))
      add(row, at: place, more: " passed over")
    }
    if place.isScreen {
      let show = names.name("\(id) show")
      choose(
        state("shown"),
        [
          (
            all([equals("$.stack.kind", "screen"), equals("$.stack.step", id)]),
            next(after: "shown")
          )
        ],
        otherwise: show)
      push(show, "screen", next: next(after: "shown"))
    }
    if place.callee != nil || place.passes {
      let asks = JSONValue.object(["Variable": .string("$.byHand"), "NumericEquals": .integer(1)])
      choose(state("by hand"), [(asks, state("waits"))], otherwise: goesOn(place))
    }
    addWait(place, state("waits"))
    for row in place.rows { add(row, at: place) }
  }

  /// Where a run goes from a step that nobody decides.
  private mutating func goesOn(_ place: ExportPlace) -> String {
    switch place.callee {
    case .step(let callee):
      let call = names.name("\(place.step.qualified) call")
      push(call, "call", next: first(callee))
      return call
    case .outline(let flow): return end("outline \(flow)")
    case .missing(let flow): return end("missing \(flow)")
    case nil:
      return place.rows.first.map { names.name(rowName($0, at: place)) } ?? end("end")
    }
  }

  private mutating func addWait(_ place: ExportPlace, _ name: String) {
    let step = place.step
    let which = names.name("\(step.qualified) which")
    var catches: [JSONValue] = []
    func handler(_ error: String, _ next: String) -> JSONValue {
      .object([
        "ErrorEquals": .strings([error]), "ResultPath": .string("$.error"), "Next": .string(next),
      ])
    }
    let timer = StateLanguage.timer(of: place)
    if let timer {
      catches.append(handler("States.Timeout", names.name(rowName(timer, at: place))))
    }
    for row in place.rows where row.row.kind == .error && row.guards.isEmpty {
      guard let error = row.outcome, place.rows.count(where: { $0.outcome == error }) == 1 else {
        continue
      }
      catches.append(handler(error, names.name(rowName(row, at: place))))
    }
    let queue = step.action == nil ? "$.people" : "$.actions"
    add(
      name,
      [
        "Type": .string("Task"), "Comment": .string(step.text),
        "Resource": .string("arn:aws:states:::sqs:sendMessage.waitForTaskToken"),
        "Parameters": .object([
          "QueueUrl.$": .string(queue),
          "MessageBody": .object([
            "token.$": .string("$$.Task.Token"), "execution.$": .string("$$.Execution.Id"),
            "step": .string(step.qualified),
            "action": step.action.map { .string($0) }, "text": .string(step.text),
          ]),
        ]), "TimeoutSeconds": timer?.after.map { .integer(Int($0 / 1_000)) },
        "ResultPath": .string("$.answer"),
        "Catch": catches.isEmpty ? nil : .array(catches), "Next": .string(which),
      ])
    var choices: [(rule: JSONValue, next: String)] = []
    for row in place.rows where row.row != timer?.row || row.outcome != nil {
      var answers = [equals("$.answer", row.row.qualified)]
      if row.row == timer?.row { answers = [] }
      if let outcome = row.outcome { answers.append(equals("$.answer", outcome)) }
      choices.append(
        (all([any(answers)] + row.guards.map { holds($0) }), names.name(rowName(row, at: place))))
    }
    if place.callee != nil { choices.append((equals("$.answer", "call"), goesOnByHand(place))) }
    choices.append(
      (
        .object(["Variable": .string("$.answer"), "StringMatches": .string("suspend *")]),
        names.name("suspend")
      ))
    choose(which, choices, otherwise: nil)
  }

  /// The same as without `byHand`; its states are there already.
  private mutating func goesOnByHand(_ place: ExportPlace) -> String {
    switch place.callee {
    case .step, nil: names.name("\(place.step.qualified) call")
    case .outline(let flow): end("outline \(flow)")
    case .missing(let flow): end("missing \(flow)")
    }
  }

  // MARK: Rows

  private func rowName(_ row: ExportRow, at place: ExportPlace, _ more: String = "") -> String {
    "\(place.step.qualified) row \(row.row.reference)\(more)"
  }

  private mutating func add(_ row: ExportRow, at place: ExportPlace, more: String = "") {
    let base = rowName(row, at: place, more)
    var work: [(inout StateLanguage, String, String) -> Void] = []
    work.append { $0.set($1, "$.row", to: .string(row.row.qualified), next: $2) }
    if place.callee != nil {
      work.append { $0.set($1, "$.returned", to: .string(""), next: $2) }
    }
    for change in row.changes where !(change.counts && !more.isEmpty) {
      guard let fact = model.fact(change.fact) else { continue }
      work.append { $0.change($1, fact, change, next: $2) }
    }
    let target: String
    switch row.way {
    case .step(let step): target = first(step)
    case .stay: target = first(place.step)
    case .goto(let step):
      target = first(step)
      work.append { $0.push($1, "departure", next: $2) }
    case .error(let step):
      target = first(step)
      work.append { $0.push($1, "failure", next: $2) }
    case .back: target = names.name("back")
    case .resume: target = names.name("resume")
    case .result(let result):
      target = names.name("return")
      work.append { $0.set($1, "$.returned", to: .string(result), next: $2) }
    case .end: target = end("end")
    case .outline(let flow): target = end("outline \(flow)")
    case .missing(let missing): target = end("missing \(missing)")
    }
    let chain = work.indices.map { names.name($0 == 0 ? base : "\(base) \($0 + 1)") } + [target]
    for (index, add) in work.enumerated() { add(&self, chain[index], chain[index + 1]) }
  }

  private mutating func change(
    _ name: String, _ fact: ExportFact, _ change: ExportChange, next: String
  ) {
    guard change.counts else {
      set(name, variable(fact), to: literal(change.value, of: fact), next: next)
      return
    }
    guard change.value > 0 else {
      set(name, "$.tmp", to: .null, next: next)
      return
    }
    let choices = (0..<change.value).map { index in
      (rule: isValue(index, of: fact), next: names.name("\(name) \(fact.values[index + 1])"))
    }
    choose(name, choices, otherwise: next)
    for index in 0..<change.value {
      set(choices[index].next, variable(fact), to: literal(index + 1, of: fact), next: next)
    }
  }
}
