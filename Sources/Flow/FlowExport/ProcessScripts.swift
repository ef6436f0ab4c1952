internal import FlowModel
internal import Markup

/// The scripts of a flow's processes, in Python: what rows do to facts and to the stack.
///
/// An entry of `stack` is `[kind, step, rest, flow]`. `path` says where to enter nested flows, the
/// outermost first: `[step, stack after it returns, rest, flow]`. `calls` are those stacks, the
/// innermost first.
struct ProcessScripts: Sendable {
  let model: ExportModel
  private let variables: [Int: String]

  init(_ model: ExportModel) {
    self.model = model
    var names = ExportNames(other: "_") { $0 == "_" }
    var variables: [Int: String] = [:]
    for fact in model.facts { variables[fact.number] = names.name(fact.name, prefix: "fact_") }
    self.variables = variables
  }

  // MARK: Texts

  static func string(_ text: String) -> String {
    "'\(text.replacing(["\\": "\\\\", "'": "\\'", "\n": " "]))'"
  }

  func literal(_ index: Int, of fact: ExportFact) -> String {
    let value = index < fact.values.count ? fact.values[index] : ""
    return fact.isCounter ? value : ProcessScripts.string(value)
  }

  func variable(_ fact: ExportFact) -> String { variables[fact.number] ?? "" }

  func holds(_ condition: ExportGuard) -> String {
    guard let fact = model.fact(condition.fact) else { return "False" }
    let values = condition.values.map { literal($0, of: fact) }.joined(separator: ", ")
    return "\(variable(fact)) in [\(values)]"
  }

  /// How a run leaves a flow.
  func words(_ way: ExportWay) -> String {
    switch way {
    case .goto(let step): "goto \(step.flow.id)"
    case .back: "back"
    case .resume: "resume"
    case .result(let result): "result \(result)"
    case .outline(let flow): "outline \(flow)"
    case .missing(let target): "missing \(target)"
    case .step, .stay, .error, .end: "end"
    }
  }

  /// The name of a failure on the stack: the row that led to it, at its step.
  func key(of row: ExportRow, at place: ExportPlace) -> String {
    "\(place.step.qualified) \(row.row.reference)"
  }

  // MARK: Scripts

  /// What happens when the process of a flow begins.
  func enter(_ flow: Flow) -> String {
    let screens = model.places(of: flow).filter(\.isScreen)
    var lines = [
      "flow = \(ProcessScripts.string(flow.id))", "leave = ''", "answer = ''", "at = path[0]",
      "calls = [path[1], calls]", "path = path[2]",
    ]
    for place in screens {
      lines.append("if at == \(ProcessScripts.string(place.step.qualified))\(isShown(place)):")
      lines.append("    stack = ['screen', at, stack, flow]")
    }
    return lines.joined(separator: "\n")
  }

  private func isShown(_ place: ExportPlace) -> String {
    " and not (stack[0] == 'screen' and stack[1] == at)"
      + place.unless.map { " and not \(holds($0))" }.joined()
  }

  /// Stands at a step of this flow.
  private func stand(at step: Step) -> [String] {
    var lines = [
      "at = \(ProcessScripts.string(step.qualified))",
      "flow = \(ProcessScripts.string(step.flow.id))", "answer = ''",
    ]
    if let place = model.place(of: step), place.isScreen {
      lines.append("if True\(isShown(place)):")
      lines.append("    stack = ['screen', at, stack, flow]")
    }
    return lines
  }

  /// Goes into the flow that a step calls.
  func call(_ place: ExportPlace) -> String {
    switch place.callee {
    case .step(let first): push("call", place.step.qualified, to: first).joined(separator: "\n")
    case .outline(let flow): "leave = \(ProcessScripts.string("outline \(flow)"))"
    case .missing(let flow): "leave = \(ProcessScripts.string("missing \(flow)"))"
    case nil: ""
    }
  }

  private func push(_ kind: String, _ key: String, to first: Step) -> [String] {
    [
      """
      path = [\(ProcessScripts.string(first.qualified)), stack, 0, \
      \(ProcessScripts.string(first.flow.id))]
      """,
      "stack = ['\(kind)', \(ProcessScripts.string(key)), stack, flow]",
    ]
  }

  private let back = ["stack = calls[0]", "calls = calls[1]", "leave = ''"]

  /// Stands again at a step that has failed.
  func again(_ place: ExportPlace) -> String {
    (back + stand(at: place.step)).joined(separator: "\n")
  }

  /// Takes a row.
  func row(_ row: ExportRow, at place: ExportPlace, isPassedOver: Bool) -> String {
    var lines = ["row = \(ProcessScripts.string(row.row.qualified))"]
    // The row for a result. A call that is passed over was not entered.
    if place.callee != nil, !isPassedOver {
      lines += back
      lines.append("flow = \(ProcessScripts.string(place.step.flow.id))")
      lines.append("at = \(ProcessScripts.string(place.step.qualified))")
    }
    for change in row.changes where !(isPassedOver && change.counts) {
      lines.append(changed(change))
    }
    switch row.way {
    case .step(let step): lines += stand(at: step)
    case .stay: lines += stand(at: place.step)
    case .goto(let step):
      lines += [
        "stack = ['departure', at, stack, flow]",
        "place = \(ProcessScripts.string(step.qualified))",
        "flow = \(ProcessScripts.string(step.flow.id))", "leave = 'goto'",
      ]
    case .error(let step): lines += push("failure", key(of: row, at: place), to: step)
    case .back, .resume, .result, .end, .outline, .missing:
      lines.append("leave = \(ProcessScripts.string(words(row.way)))")
    }
    return lines.joined(separator: "\n")
  }

  private func changed(_ change: ExportChange) -> String {
    guard let fact = model.fact(change.fact) else { return "" }
    let name = variable(fact)
    guard change.counts else { return "\(name) = \(literal(change.value, of: fact))" }
    let values = fact.values.indices.map { literal($0, of: fact) }.joined(separator: ", ")
    return "\(name) = [\(values)][min([\(values)].index(\(name)) + 1, \(change.value))]"
  }

  // MARK: The router

  /// What happens when a run begins: `start` and `flow` say where.
  var begin: String {
    """
    stack = ['bottom', '', 0, '']
    calls = 0
    answer = ''
    row = ''
    path = [start, 0, 0, flow]
    """
  }

  /// Finds where a run goes on that has left a flow. `leave` is empty then; otherwise it is the
  /// end.
  var route: String {
    let screens = model.places.filter { $0.isScreen && !$0.unless.isEmpty }
    let passed = screens.map { place in
      """
       or stack[1] == \(ProcessScripts.string(place.step.qualified)) and \
      (\(place.unless.map { holds($0) }.joined(separator: " or ")))
      """
    }.joined()
    let tops = model.flows.compactMap { flow in
      flow.firstStep.map {
        "\(ProcessScripts.string(flow.id)): \(ProcessScripts.string($0.qualified))"
      }
    }.joined(separator: ", ")
    return """
      if leave == '':
          leave = answer
      walk = ['bottom', '', 0, '']
      if leave == 'goto':
          leave = ''
      elif leave == 'back':
          if stack[0] == 'screen' and stack[1] == at:
              stack = stack[2]
          while stack[0] not in ['bottom', 'suspension'] and (stack[0] != 'screen'\(passed)):
              stack = stack[2]
          if stack[0] == 'screen':
              place = stack[1]
              flow = stack[3]
              walk = stack[2]
              leave = ''
      elif leave == 'resume':
          while stack[0] not in ['bottom', 'suspension']:
              stack = stack[2]
          if stack[0] == 'suspension':
              place = stack[1]
              flow = stack[3]
              stack = stack[2]
              walk = stack
              leave = ''
      elif leave.startswith('suspend '):
          stack = ['suspension', at, stack, flow]
          flow = leave[8:]
          place = {\(tops)}[flow]
          leave = ''
      if leave == '':
          rest = 0
          while walk[0] in ['screen', 'call', 'failure']:
              if walk[0] != 'screen':
                  rest = [place, walk[2], rest, flow]
                  place = walk[1]
                  flow = walk[3]
              walk = walk[2]
          path = [place, 0, rest, flow]
          calls = 0
      """
  }
}
