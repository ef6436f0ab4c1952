internal import FlowModel

/// The BPMN process of a flow. It ends where the flow is left, and `leave` says how.
struct FlowProcess {
  let model: ExportModel
  let flow: Flow
  let scripts: ProcessScripts
  var names: ExportNames
  var graph: ProcessGraph
  private(set) var notes: [ExportNote] = []
  /// The ids of all steps.
  private let steps: Set<String>
  /// The y of the next line of the drawing, and the x of the next channel.
  private var line = 60
  private var channel = 1_640

  init(_ flow: Flow, of model: ExportModel, names: ExportNames) {
    (self.flow, self.model, self.names) = (flow, model, names)
    scripts = ProcessScripts(model)
    steps = Set(model.places.map(\.step.qualified))
    let id = self.names.name(flow.id, prefix: "")
    graph = ProcessGraph(id: id, name: "\(flow.id) \(flow.title)")
    build()
  }

  private mutating func id(_ text: String) -> String { names.name(text, prefix: "") }

  private mutating func build() {
    let places = model.places(of: flow)
    let start = id("\(flow.id) start")
    let enter = id("\(flow.id) enter")
    let which = id("\(flow.id) which")
    graph.add(.init(id: start, name: "\(flow.id)", kind: .start, x: 50, y: line))
    graph.add(
      .init(
        id: enter, name: "enter", kind: .scriptTask(scripts.enter(flow)), x: 150, y: line))
    graph.add(.init(id: which, name: "which step?", kind: .gateway, x: 250, y: line))
    graph.connect(.init(from: start, to: enter))
    graph.connect(.init(from: enter, to: which))
    for (index, place) in places.enumerated() { add(place, from: which, isFirst: index == 0) }
    graph.prune()
    graph.join()
  }

  // MARK: Steps

  private mutating func add(_ place: ExportPlace, from which: String, isFirst: Bool) {
    let step = place.step
    let task = id(step.qualified)
    let top = line
    var first = task
    var isAtStep = "at == \(ProcessScripts.string(step.qualified))"
    if place.callee != nil {
      first = id("\(step.qualified) push")
      isAtStep += " and path == 0"
    }
    if !place.unless.isEmpty {
      let gateway = id("\(step.qualified) unless")
      graph.add(.init(id: gateway, name: "\(step.id) needed?", kind: .gateway, x: 430, y: top))
      graph.connect(.init(from: gateway, to: first, name: "yes", isDefault: true))
      first = gateway
    }
    graph.connect(
      .init(
        from: which, to: first, name: isFirst ? "first" : step.id, isDefault: isFirst,
        condition: isFirst ? "" : isAtStep))
    if place.callee == nil {
      addTask(place, task, top)
    } else {
      addCall(place, task, from: which, top)
    }
    if !place.unless.isEmpty, let row = place.rows.first {
      let node = add(row, at: place, isPassedOver: true)
      let holds = place.unless.map { scripts.holds($0) }.joined(separator: " or ")
      graph.connect(
        .init(
          from: id("\(step.qualified) unless"), to: node, name: "no", condition: holds))
    }
    line = max(line, top + 130)
  }

  private mutating func addTask(_ place: ExportPlace, _ task: String, _ top: Int) {
    let step = place.step
    let kind: ProcessGraph.Kind =
      if let action = step.action {
        .serviceTask(action)
      } else {
        switch step.activity {
        case .screen, .prompt, .notice, .user, .await: .userTask
        case .determine, .validate, .execute, .system, .os, .outside, .call: .task
        }
      }
    graph.add(
      .init(
        id: task, name: "\(step.qualified) \(step.activity.isShown ? step.subject : step.text)",
        kind: kind, x: 780, y: top, documentation: documentation(of: step)))
    if place.passes, let row = place.rows.first {
      graph.connect(.init(from: task, to: add(row, at: place)))
      return
    }
    let which = id("\(step.qualified) which")
    graph.add(.init(id: which, name: "\(step.id) which row?", kind: .gateway, x: 930, y: top))
    graph.connect(.init(from: task, to: which))
    var offset = -35
    for row in place.rows {
      let isTimed = row.after != nil
      if let after = row.after {
        if row.hasLongTimer(at: place) || !row.guards.isEmpty {
          note(row, "its timer is not in the file; the host completes the task with the row's id")
        } else {
          let event = id("\(step.qualified) \(row.row.reference) timer")
          graph.add(
            .init(
              id: event, name: row.row.reference, kind: .timer(at: task, after: after),
              x: 780 + offset, y: top + 40))
          offset += 40
          graph.connect(.init(from: event, to: add(row, at: place, by: "timer")))
          if !row.row.restarts {
            note(
              row,
              """
              its timer begins again when a suspended run is resumed; in the flow, the time goes \
              on meanwhile
              """
            )
          }
        }
      }
      if isTimed, row.outcome == nil, !row.hasLongTimer(at: place), row.guards.isEmpty { continue }
      var answers = ["answer == \(ProcessScripts.string(row.row.qualified))"]
      if let outcome = row.outcome { answers.append("answer == \(ProcessScripts.string(outcome))") }
      let all =
        ["(\(answers.joined(separator: " or ")))"] + row.guards.map { "(\(scripts.holds($0)))" }
      graph.connect(
        .init(
          from: which, to: add(row, at: place), name: row.row.reference,
          condition: all.joined(separator: " and ")))
      if row.row.kind == .error, let code = row.outcome, row.guards.isEmpty,
        place.rows.count(where: { $0.outcome == code }) == 1, offset < 40
      {
        let event = id("\(step.qualified) \(row.row.reference) error")
        graph.add(
          .init(
            id: event, name: row.row.reference, kind: .error(at: task, code: code),
            x: 780 + offset, y: top + 40))
        offset += 40
        graph.connect(.init(from: event, to: add(row, at: place, by: "error")))
      }
    }
    leave(from: which, step, "put aside", when: "answer.startswith('suspend ')")
  }

  private mutating func addCall(
    _ place: ExportPlace, _ task: String, from enter: String, _ top: Int
  ) {
    let step = place.step
    let push = id("\(step.qualified) push")
    graph.add(
      .init(
        id: push, name: "\(step.id) calls", kind: .scriptTask(scripts.call(place)), x: 590, y: top))
    guard case .step(let first)? = place.callee else {
      let end = id("\(step.qualified) end")
      graph.add(.init(id: end, name: "ends", kind: .end, x: 780, y: top))
      graph.connect(.init(from: push, to: end))
      return
    }
    let which = id("\(step.qualified) which")
    graph.add(
      .init(
        id: task, name: "\(step.qualified) \(step.text)",
        kind: .callActivity(id(first.flow.id)), x: 780, y: top))
    graph.add(.init(id: which, name: "\(step.id) which row?", kind: .gateway, x: 930, y: top))
    graph.connect(.init(from: push, to: task))
    graph.connect(.init(from: task, to: which))
    graph.connect(
      .init(
        from: enter, to: task, name: "\(step.id) again",
        condition: "at == \(ProcessScripts.string(step.qualified)) and path != 0"))
    for row in place.rows {
      guard let outcome = row.outcome else {
        note(row, "it cannot be taken while the called flow runs")
        continue
      }
      let all =
        ["(leave == \(ProcessScripts.string("result \(outcome)")))"]
        + row.guards.map { "(\(scripts.holds($0)))" }
      graph.connect(
        .init(
          from: which, to: add(row, at: place), name: row.row.reference,
          condition: all.joined(separator: " and ")))
    }
    leave(from: which, step, "passed on")
  }

  /// The way out that is no row of the step: the router decides. Without a condition it is that of
  /// everything else; otherwise the engine reports a wrong answer at the gateway.
  private mutating func leave(
    from which: String, _ step: Step, _ name: String, when condition: String = ""
  ) {
    let end = id("\(step.qualified) \(name)")
    graph.add(.init(id: end, name: name, kind: .end, x: 1_050, y: line))
    graph.connect(
      .init(
        from: which, to: end, name: name, isDefault: condition.isEmpty, condition: condition))
    line += 90
  }

  private func documentation(of step: Step) -> String {
    ([step.text, step.message ?? ""] + step.buttons.map { "[\($0)]" }).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  private mutating func note(_ row: ExportRow, _ text: String) {
    notes.append(ExportNote(row.row.qualified, text))
  }

  // MARK: Rows

  /// Adds the script of a row on a line of its own, with where it leads. Returns its id.
  private mutating func add(
    _ row: ExportRow, at place: ExportPlace, isPassedOver: Bool = false, by trigger: String = ""
  ) -> String {
    let more = isPassedOver ? " passed over" : trigger.isEmpty ? "" : " \(trigger)"
    // The row of a step with one row has the step's id.
    let isOwn =
      row.row.isAnywhere || more.isEmpty && steps.contains(row.row.qualified)
    let node = id(
      isOwn
        ? "\(place.step.qualified) row \(row.row.reference)\(more)" : "\(row.row.qualified)\(more)")
    graph.add(
      .init(
        id: node, name: "\(row.row.qualified) \(row.row.text)",
        kind: .scriptTask(scripts.row(row, at: place, isPassedOver: isPassedOver)),
        x: 1_080, y: line))
    let y = line
    line += 100
    switch row.way {
    case .step(let step): lead(from: node, to: step)
    case .stay: lead(from: node, to: place.step)
    case .error(let step): fail(from: node, into: step, at: place, row, y)
    case .goto, .back, .resume, .result, .end, .outline, .missing:
      let end = "\(node)_end"
      graph.add(.init(id: end, name: scripts.words(row.way), kind: .end, x: 1_230, y: y))
      graph.connect(.init(from: node, to: end))
    }
    return node
  }

  private mutating func lead(from node: String, to step: Step) {
    graph.connect(.init(from: node, to: first(of: step), channel: channel))
    channel += 8
  }

  /// The first node of a step, which may not be there yet.
  private mutating func first(of step: Step) -> String {
    guard let place = model.place(of: step) else {
      return id(step.qualified)
    }
    if !place.unless.isEmpty { return id("\(step.qualified) unless") }
    return id(place.callee == nil ? step.qualified : "\(step.qualified) push")
  }

  /// An error flow, after which the step is performed again.
  private mutating func fail(
    from node: String, into first: Step, at place: ExportPlace, _ row: ExportRow, _ y: Int
  ) {
    let key = scripts.key(of: row, at: place)
    let call = "\(node)_flow"
    let which = "\(node)_which"
    let again = "\(node)_again"
    let end = "\(node)_end"
    graph.add(
      .init(
        id: call, name: "\(first.flow.id)", kind: .callActivity(id(first.flow.id)), x: 1_300, y: y))
    graph.add(.init(id: which, name: "again?", kind: .gateway, x: 1_420, y: y))
    graph.add(
      .init(id: again, name: "again", kind: .scriptTask(scripts.again(place)), x: 1_540, y: y))
    graph.add(.init(id: end, name: "otherwise", kind: .end, x: 1_420, y: y + 70))
    line += 70
    graph.connect(.init(from: node, to: call))
    graph.connect(.init(from: call, to: which))
    graph.connect(
      .init(from: which, to: again, name: "yes", condition: "leave.startswith('result ')"))
    graph.connect(.init(from: which, to: end, name: "no", isDefault: true))
    lead(from: again, to: place.step)
    // Several nodes of a row have the same key: the first one is entered again.
    if failures.insert(key).inserted {
      graph.connect(
        .init(
          from: id("\(flow.id) which"), to: call, name: "\(row.row.reference) again",
          condition: "at == \(ProcessScripts.string(key)) and path != 0"))
    }
  }

  private var failures: Set<String> = []
}
