internal import Diagnostics
internal import FlowModel

/// Checks that every value that a text shows is there on every way to the text.
///
/// A value comes into being at a row that is taken for the answer of the step's action, unless the
/// row is about a failure; at a row that is taken for the result of the called flow, if that flow
/// has the value wherever it returns this result; and for a plain input, at a row that enters it. A
/// called flow has its parameters, if all callers have them.
struct ValueCheck {
  private let graph: CatalogueGraph
  private let numbers: [Flow: Int]
  /// For every flow and step, the values that are there whenever it is entered. Nil until a way to
  /// it is found.
  private var known: [[Set<String>?]]
  /// For every flow and result, the values that are there whenever it is returned.
  private var results: [[String: Set<String>]]
  private var found: [Diagnostic] = []

  /// The errors in a catalogue that has no others. An error in both readings is reported
  /// once.
  static func diagnostics(of catalogue: Catalogue) -> [Diagnostic] {
    var all: [Diagnostic] = []
    for reading in Reading.allCases {
      var check = ValueCheck(CatalogueGraph(catalogue, as: reading))
      check.follow()
      for flow in catalogue.flows where flow.tables.all.header.showsValues { check.check(flow) }
      all += check.found.filter { new in
        !all.contains { $0.path == new.path && $0.span == new.span && $0.rule == new.rule }
      }
    }
    return all
  }

  private init(_ graph: CatalogueGraph) {
    self.graph = graph
    let flows = graph.catalogue.flows
    numbers = Dictionary(zip(flows, flows.indices)) { first, _ in first }
    known = flows.map { Array(repeating: nil, count: $0.steps.count) }
    results = flows.map { _ in [:] }
  }

  // MARK: What is there

  /// Follows the flows with texts that show values, and those from which they take some. Where
  /// something else is there than before, the flows that take values from it are followed again.
  private mutating func follow() {
    let flows = graph.catalogue.flows
    var takers = [[Int]](repeating: [], count: flows.count)
    var isFollowed = [Bool](repeating: false, count: flows.count)
    var isWaiting = isFollowed
    var waiting: [Int] = []
    func wait(_ number: Int) {
      guard !isWaiting[number] else { return }
      isWaiting[number] = true
      waiting.append(number)
    }
    for number in flows.indices where flows[number].tables.all.header.showsValues { wait(number) }
    while let number = waiting.popLast() {
      isWaiting[number] = false
      if !isFollowed[number] {
        isFollowed[number] = true
        for source in sources(of: number) {
          takers[source].append(number)
          if !isFollowed[source] { wait(source) }
        }
      }
      if follow(number) { takers[number].forEach(wait) }
    }
  }

  /// The flows from which a flow takes values: its callers, if it has parameters, and the called
  /// flows whose values a step takes.
  private func sources(of number: Int) -> Set<Int> {
    let flow = graph.catalogue.flows[number]
    let ways = graph.graphs[number]
    let callers = flow.parameters.isEmpty ? [] : graph.callers(of: flow).map(\.flow)
    let called = flow.steps.filter { $0.activity == .call && !$0.values.isEmpty }
      .compactMap { ways.callee(of: $0) }
    return Set((callers + called).compactMap { numbers[$0] })
  }

  /// Follows a flow with what is known of others. Returns whether something else is there than
  /// before.
  private mutating func follow(_ number: Int) -> Bool {
    let flow = graph.catalogue.flows[number]
    let ways = graph.graphs[number]
    var there = [Set<String>?](repeating: nil, count: flow.steps.count)
    var returned: [String: Set<String>] = [:]
    var waiting: [Step] = []
    func meet(_ step: Step, _ values: Set<String>) {
      let both = there[step.index]?.intersection(values) ?? values
      guard both != there[step.index] else { return }
      there[step.index] = both
      waiting.append(step)
    }
    for (step, values) in entries(of: flow) { meet(step, values) }
    while let step = waiting.popLast() {
      for row in ways.rows(of: step) {
        let after = (there[step.index] ?? []).union(added(by: row, at: step, ways))
        if let next = ways.next(row) { meet(next, after) }
        if let target = ways.target(of: row), target.kind == .result {
          returned[target.name] = returned[target.name]?.intersection(after) ?? after
        }
      }
    }
    defer { (known[number], results[number]) = (there, returned) }
    return known[number] != there || results[number] != returned
  }

  /// The steps where a flow is entered, with what is there.
  private func entries(of flow: Flow) -> [(Step, Set<String>)] {
    guard let first = flow.firstStep else { return [] }
    let others = graph.entries(of: flow).dropFirst().map { ($0, Set<String>()) }
    // By itself, or from a flow that was left for good.
    let isEnteredAlone =
      graph.arrivals(at: flow).contains { arrives($0, at: first) }
      || !graph.failures(at: flow).isEmpty
    var passed = isEnteredAlone ? [] : Set(flow.parameters)
    for caller in graph.callers(of: flow) {
      guard let values = values(at: caller) else { continue }
      passed = passed.filter { values.contains(argument(for: $0, of: caller)) }
    }
    return [(first, passed)] + others
  }

  private func arrives(_ row: Row, at step: Step) -> Bool {
    guard let number = numbers[row.flow] else { return false }
    return graph.graphs[number].successor(of: row) == .flow(step)
  }

  private func argument(for parameter: String, of caller: Step) -> String {
    caller.arguments.first { $0.parameter == parameter }?.value ?? parameter
  }

  private func values(at step: Step) -> Set<String>? {
    numbers[step.flow].flatMap { known[$0][step.index] }
  }

  /// The values that come into being at a row.
  private func added(by row: Row, at step: Step, _ ways: FlowGraph) -> Set<String> {
    var entered = Set(row.enters)
    for input in step.inputs where !entered.isEmpty && input.isSecret { entered.remove(input.name) }
    guard !step.values.isEmpty, let outcome = row.expectedOutcome, row.kind != .error,
      // The row may be taken without asking the action.
      step.unless.isEmpty || ways.rows(of: step).first != row
    else { return entered }
    let values = Set(step.values)
    guard step.activity == .call else { return entered.union(values) }
    guard let callee = ways.callee(of: step), let number = numbers[callee] else { return entered }
    return entered.union(values.intersection(results[number][outcome] ?? values))
  }

  // MARK: What is shown

  private mutating func check(_ flow: Flow) {
    guard let number = numbers[flow] else { return }
    let ways = graph.graphs[number]
    let inputs = flow.steps.flatMap(\.inputs)
    let secrets = Set(inputs.filter(\.isSecret).map(\.name))
    let names = Set(
      flow.steps.flatMap(\.values) + inputs.map(\.name).filter { !secrets.contains($0) }
        + flow.parameters)
    for step in flow.steps {
      checkDeclared(at: step, secrets, ways)
      for (text, span) in step.shownTexts where step.showsValues {
        for name in ShownText.names(in: text) {
          check(name, names, secrets, at: step, span, missing: values(at: step))
        }
      }
      for row in ways.rows(of: step) where row.showsValues && row == row.original {
        for name in ShownText.names(in: row.message ?? "") {
          let there = values(at: step)?.union(added(by: row, at: step, ways))
          check(name, names, secrets, at: step, row.messageSpan, missing: there)
        }
      }
    }
  }

  private mutating func checkDeclared(at step: Step, _ secrets: Set<String>, _ ways: FlowGraph) {
    for (name, span) in zip(step.values, step.valueSpans) {
      if secrets.contains(name) {
        report(
          step.flow, span, "`\(name)` is a secret input, and a value is never secret",
          help: "give the value another name")
      } else if step.activity == .call, let callee = ways.callee(of: step),
        let number = numbers[callee], !results[number].isEmpty,
        !results[number].values.contains(where: { $0.contains(name) })
      {
        report(
          step.flow, span, "`\(callee.id)` does not return `\(name)`",
          help: "no result of it has this value on every way; it has: "
            + "\(list(Set(callee.steps.flatMap(\.values))))")
      }
    }
  }

  private mutating func check(
    _ name: String, _ names: Set<String>, _ secrets: Set<String>, at step: Step, _ span: Span,
    missing there: Set<String>?
  ) {
    if names.contains(name) {
      guard let there, !there.contains(name) else { return }
      let way = way(without: name, to: step)
      report(
        step.flow, span, "`\(name)` is not there on every way to this text",
        help: way.isEmpty
          ? "nothing returns it before step `\(step.id)`"
          : "it is missing after \(way.map { "`\($0)`" }.joined(separator: ", "))")
    } else if secrets.contains(name) {
      report(
        step.flow, span, "`\(name)` is secret, so no text can show it",
        help: "remove it from the text")
    } else {
      report(
        step.flow, span, "there is no value `\(name)`",
        help: DidYouMean.question(for: name, in: names.sorted())
          ?? "declare it in `values` of the step whose action returns it")
    }
  }

  /// The rows of a shortest way to a step on which a value does not come into being.
  private func way(without name: String, to goal: Step) -> [String] {
    guard let number = numbers[goal.flow] else { return [] }
    let ways = graph.graphs[number]
    var origins: [Int: (row: Row, from: Int)] = [:]
    var waiting = entries(of: goal.flow).filter { !$0.1.contains(name) }.map(\.0)
    var seen = Set(waiting.map(\.index))
    var next = 0
    while next < waiting.count, !seen.contains(goal.index) {
      let step = waiting[next]
      next += 1
      for row in ways.rows(of: step) where !added(by: row, at: step, ways).contains(name) {
        guard let to = ways.next(row), seen.insert(to.index).inserted else { continue }
        origins[to.index] = (row, step.index)
        waiting.append(to)
      }
    }
    var rows: [String] = []
    var place = goal.index
    while let origin = origins[place] {
      rows.insert(origin.row.reference, at: 0)
      place = origin.from
    }
    let caller = graph.callers(of: goal.flow).first {
      values(at: $0)?.contains(argument(for: name, of: $0)) == false
    }
    if place == 0, goal.flow.parameters.contains(name), let caller {
      rows.insert(caller.qualified, at: 0)
    }
    return rows
  }

  private func list(_ names: Set<String>) -> String {
    names.isEmpty ? "none" : names.sorted().map { "`\($0)`" }.joined(separator: ", ")
  }

  private mutating func report(_ flow: Flow, _ span: Span, _ message: String, help: String) {
    found.append(Diagnostic(.unknownValue, path: flow.path, span: span, message, help: help))
  }
}
