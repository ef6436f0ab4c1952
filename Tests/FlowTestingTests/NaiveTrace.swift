import FlowModel
import FlowRuntime
import JSON

/// A trace as a list of plain lines.
struct PlainTrace {
  struct Line {
    var row: Row
    var step: Step
    var next: String
    var to: String
    var at: Int64
    var isPassedOver: Bool
    /// Where other flows start when the run is suspended before the row.
    var suspensions: [String]
  }

  var lines: [Line]
  var end: String
  var endedAt: Int64
  var lastSuspensions: [String]

  init(_ walk: Walk) {
    let program = walk.machine.program
    func starts(_ suspensions: [JSONValue]) -> [String] {
      suspensions.compactMap { $0["to"]?.string }
    }
    lines = walk.recorder.entries(program).map { entry in
      Line(
        row: entry.row, step: entry.step, next: entry.target.description, to: entry.to,
        at: entry.at, isPassedOver: entry.isPassedOver, suspensions: starts(entry.suspensions))
    }
    (end, endedAt) = (walk.ending, walk.machine.clock)
    lastSuspensions = starts(walk.recorder.openSuspensions(program))
  }

  /// The trace as `--trace json` prints it.
  var text: String {
    func suspended(_ starts: [String]) -> [(String, JSONValue)] {
      let values = starts.map { JSONValue.object(members: [("to", .string($0))]) }
      return starts.isEmpty ? [] : [("suspended", .array(values))]
    }
    let rows = lines.map { line in
      JSONValue.object(
        members: [
          ("row", .string(line.row.qualified)), ("step", .string(line.step.qualified)),
          ("text", .string(line.row.text)), ("next", .string(line.next)),
          ("to", .string(line.to)), ("at", .integer(line.at)),
        ] + (line.isPassedOver ? [("passedOver", .bool(true))] : [])
          + suspended(line.suspensions))
    }
    let last = JSONValue.object(
      members: [("end", .string(end)), ("at", .integer(endedAt))] + suspended(lastSuspensions))
    return (rows + [last]).map { $0.text + "\n" }.joined()
  }
}

/// Follows a trace with a stack of its own, and no machine: whether its lines can follow each other
/// for some facts, in a run that may have begun anywhere.
struct NaiveTrace {
  private let catalogue: Catalogue
  private let reading: Reading

  private struct Frame: Hashable {
    enum Kind { case call, failure, departure, suspension }
    let kind: Kind
    let step: Step
  }

  private struct State: Hashable {
    /// Nil after the end.
    var step: Step?
    /// How the run ended.
    var end = ""
    var stack: [Frame] = []
    /// The result that a called flow has returned.
    var returned: String?
    /// When the step was entered; nil if that is not known.
    var entered: Int64?
    /// Whether there may be more below the stack.
    var isOpen = true
  }

  init(_ catalogue: Catalogue, _ reading: Reading) {
    (self.catalogue, self.reading) = (catalogue, reading)
  }

  /// Why the trace is not one of a run. Nil if it may be.
  func objection(to trace: PlainTrace) -> String? {
    var states: Set<State> = []
    var time = Int64.min
    var seen: Set<Step> = []
    for (number, line) in trace.lines.enumerated() {
      guard line.at >= time else { return "line \(number + 1) is before the one above" }
      time = line.at
      var starts = number == 0 && line.suspensions.isEmpty ? [State(step: line.step)] : states
      if number == 0, !line.suspensions.isEmpty { starts = [State(step: nil)] }
      for start in line.suspensions {
        starts = suspended(starts, into: start, isFirst: number == 0)
      }
      let here = starts.flatMap { positions($0, of: line) }
      guard !here.isEmpty else { return "no run comes to line \(number + 1)" }
      seen.insert(line.step)
      states = Set(here.flatMap { after(line, from: $0, seen) })
      guard !states.isEmpty else { return "line \(number + 1) leads elsewhere" }
    }
    guard trace.endedAt >= time else { return "the end is before the last line" }
    for start in trace.lastSuspensions {
      states = suspended(states, into: start, isFirst: trace.lines.isEmpty)
    }
    let ends = Set(states.flatMap(withCalls).flatMap(names))
    // A run that stays in its flow ends where it leaves it.
    if let last = trace.lines.last, Set(trace.lines.map(\.step.flow)).count == 1,
      !last.to.hasPrefix("\(last.step.flow.id):"),
      trace.end == last.next
        || named(last.to).contains(where: { trace.end == "goto \($0.flow.id)" })
    {
      return nil
    }
    return ends.contains(trace.end) || trace.lines.isEmpty ? nil : "it ends as \(ends.sorted())"
  }

  /// How the run ends in a state, in the words of a trace.
  private func names(_ state: State) -> [String] {
    guard let step = state.step else { return [state.end] }
    let top = state.stack.last?.kind
    let isInCall = top == .call || top == .failure || top == nil && state.isOpen
    let isError = step.flow.kind == .errorFlow && isInCall
    return ["waiting \(step.qualified)"] + (isError ? ["error \(step.flow.id)"] : [])
  }

  // MARK: Where a run may be

  /// A state, and those in the flows that its step calls.
  private func withCalls(_ state: State) -> [State] {
    var all = [state]
    while let last = all.last, all.count < 20, let step = last.step, step.activity == .call,
      last.returned == nil, let callee = step.callee(reading),
      let flow = catalogue.flow(named: callee)
    {
      let stack = last.stack + [Frame(kind: .call, step: step)]
      guard let first = flow.firstStep else {
        all.append(State(step: nil, end: "outline \(flow.id)"))
        break
      }
      all.append(State(step: first, stack: stack, isOpen: last.isOpen))
    }
    return all
  }

  private func suspended(
    _ states: Set<State>, into start: String, isFirst: Bool
  ) -> Set<State> {
    guard
      let first = catalogue.flows.compactMap(\.firstStep).first(where: { $0.qualified == start })
    else { return [] }
    if isFirst { return [State(step: first)] }
    return Set(
      states.flatMap(withCalls).compactMap { state in
        guard let step = state.step, state.returned == nil, step.activity != .call else {
          return nil
        }
        let stack = state.stack + [Frame(kind: .suspension, step: step)]
        return State(step: first, stack: stack, isOpen: state.isOpen)
      })
  }

  /// The states at a line's step in which its row may be taken.
  private func positions(_ state: State, of line: PlainTrace.Line) -> [State] {
    var places = withCalls(state)
    if line.row.after != nil {
      // A timer of a calling step.
      for place in places {
        var stack = place.stack
        while let frame = stack.popLast(), frame.kind == .call || frame.kind == .failure {
          places.append(State(step: frame.step, stack: stack, isOpen: state.isOpen))
        }
        if stack.isEmpty, state.isOpen, place.step != nil {
          places.append(State(step: line.step))
        }
      }
    }
    return places.filter { place in
      guard place.step == line.step else { return false }
      let rows = line.step.rows(reading)
      guard let row = rows.first(where: { $0.original == line.row.original }),
        line.next == row.target(reading)?.description
      else { return false }
      if line.isPassedOver { return !line.step.unless.isEmpty && row == rows[0] }
      if let result = place.returned, row.expectedOutcome != result { return false }
      return mayBeTaken(row, of: rows, at: line.at, entered: place.entered)
    }
  }

  /// Whether the times of the step's own timers allow a row.
  private func mayBeTaken(_ row: Row, of rows: [Row], at: Int64, entered: Int64?) -> Bool {
    guard let entered else { return true }
    func due(_ row: Row) -> Int64? {
      row.scope == .step ? row.after.map { entered + $0 } : nil
    }
    if row.outcome == nil, let own = due(row), at < own { return false }
    // Another timer, which nothing holds back, would have been taken before.
    return !rows.contains { other in
      guard other != row, other.conditions.isEmpty, other.outcome == nil, let due = due(other)
      else { return false }
      return due < at && (row.after ?? .max) > (other.after ?? 0) && row.scope == .step
    }
  }

  // MARK: Where a row leads

  private func after(_ line: PlainTrace.Line, from state: State, _ seen: Set<Step>) -> [State] {
    guard let target = line.row.target(reading), let step = state.step else { return [] }
    var next = State(entered: line.at, isOpen: state.isOpen)
    next.stack = state.stack
    func arriving(at step: Step?) -> [State] {
      next.step = step
      if step == nil { next.end = "missing \(target)" }
      return [next]
    }
    func ending(_ end: String) -> State { State(step: nil, end: end, isOpen: state.isOpen) }
    var all: [State] = []
    switch target.kind.destination {
    case .itself: all = arriving(at: step)
    case .step:
      let section = step.flow.sections.first { $0.id == target.name }
      all = arriving(
        at: target.kind == .section ? section?.steps.first : step.flow.step(target.name))
    case .flow, .errorFlow:
      guard let flow = catalogue.flow(named: target.name) else {
        all = [ending("missing \(target)")]
        break
      }
      guard let first = flow.firstStep else {
        all = [ending("outline \(flow.id)")]
        break
      }
      if target.kind == .error {
        next.stack.append(Frame(kind: .failure, step: step))
      } else if let top = next.stack.last, top.kind == .call || top.kind == .failure {
        // Results of the flow that is entered are not for who called the one that is left.
        next.stack.append(Frame(kind: .departure, step: step))
      }
      let place = target.place.map { flow.step($0) ?? flow.row($0)?.step(reading) } ?? first
      all = arriving(at: place)
    case .end: all = [ending("end")]
    case .caller: all = results(target, from: step, next, line)
    case .screen:
      all = [ending("back")]
      for count in 0...state.stack.count {
        next.stack = Array(state.stack.prefix(count))
        for screen in seen.union(named(line.to)) where screen.activity == .screen {
          guard state.isOpen || seen.contains(screen) else { continue }
          next.step = screen
          all.append(next)
        }
      }
    case .suspension:
      if let place = state.stack.lastIndex(where: { $0.kind == .suspension }) {
        next.stack = Array(state.stack.prefix(place))
        // Its times went on.
        next.entered = nil
        all = arriving(at: state.stack[place].step)
      } else {
        all = [ending("resume")]
        if state.isOpen { all += named(line.to).map { State(step: $0) } }
      }
    }
    return all.filter { $0.step.map { $0.qualified == line.to } ?? ($0.end == line.to) }
  }

  private func named(_ name: String) -> [Step] {
    catalogue.flows.flatMap(\.steps).filter { $0.qualified == name }
  }

  private func results(
    _ target: Target, from step: Step, _ state: State, _ line: PlainTrace.Line
  ) -> [State] {
    var next = state
    if let top = next.stack.last, top.kind == .call || top.kind == .failure {
      next.stack.removeLast()
      next.step = top.step
      if top.kind == .call {
        next.returned = target.name
        next.entered = nil
      }
      return [next]
    }
    let end = State(step: nil, end: target.description, isOpen: state.isOpen)
    guard state.stack.isEmpty, state.isOpen else { return [end] }
    // The run may have begun in a call.
    return [end]
      + named(line.to).filter { $0.activity == .call }.map {
        State(step: $0, returned: target.name)
      } + named(line.to).map { State(step: $0) }
  }
}
