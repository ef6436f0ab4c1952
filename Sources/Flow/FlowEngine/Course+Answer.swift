internal import FlowModel
internal import FlowRuntime
internal import JSON

extension EngineCatalogue {
  /// Follows the moves of a walk from its start, and on to where somebody has to decide.
  ///
  /// - Parameter request: lines of a word and a value: those of a start, and `only yes`,
  ///   `move MOVE`, `value NAME=TEXT` of the move before, `steps 3` and `stands STEP`;
  ///   docs/webassembly.md describes them.
  /// - Returns: JSON: what the moves have led to, what may be done next, and the script that is the
  ///   same run.
  public mutating func follow(_ request: String) throws(EngineError) -> String {
    var request = try CourseRequest(request)
    let start = try request.start.walk(in: &self)
    var course = Course(start, request.moves, steps: request.steps)
    if let stands = request.stands {
      // The rows that a run reports do not say that the app was left for another flow. It was where
      // the next row is one of that flow.
      for _ in 0..<20 {
        let place = course.broken?.index ?? request.moves.count
        let next = course.broken == nil ? stands : request.moves[place].text
        let other = EngineRun.halves(Array(next.utf8), at: UInt8(ascii: ":")).name
        let move = Script.Move.suspend(other)
        guard !other.isEmpty, other != course.walk.machine.step.flow.id,
          place == 0 || request.moves[place - 1].move != move
        else { break }
        request.moves.insert(CourseRequest.Move(move: move), at: place)
        course = Course(start, request.moves, steps: request.steps)
      }
    }
    return course.answer(to: request)
  }
}

/// The course as JSON; docs/webassembly.md lists the keys.
extension Course {
  func answer(to request: CourseRequest) -> String {
    let program = walk.machine.program
    let entries = walk.recorder.entries(program)
    var answer = ObjectText()
    answer.add("home", home.id)
    answer.add("state", json: EngineRun(walk).state)
    answer.add("trace", list: entries.map { $0.json })
    answer.add("moves", request.moves.map { $0.text })
    answer.add("frames", list: frames.map { description(of: $0) })
    answer.add("pending", list: openCalls.map { Course.description(of: $0) })
    answer.add("choices", list: choices)
    answer.add("isOver", isOver)
    answer.add("left", walk.left)
    answer.add("ending", ending)
    var endings = ObjectText()
    for (rows, ending) in self.endings { endings.add("\(rows)", ending) }
    answer.add("endings", json: endings.text)
    if let broken {
      var text = ObjectText()
      text.add("index", Int64(broken.index))
      text.add("move", request.moves[broken.index].text)
      text.add("reason", broken.reason)
      answer.add("broken", json: text.text)
    }
    answer.add("stuck", stuck)
    var values = ObjectText()
    for value in self.values { values.add(value.name, value.text) }
    answer.add("values", json: values.text)
    var kept = ObjectText()
    kept.add("rows", script.map { $0.text })
    kept.add("end", scriptEnding)
    answer.add("script", json: kept.text)
    return answer.text
  }

  private func description(of frame: Frame) -> String {
    var text = ObjectText()
    text.add("move", frame.move.text)
    var values = ObjectText()
    for value in frame.move.values { values.add(value.name, value.text) }
    text.add("values", json: values.text)
    text.add("start", Int64(frame.rows.lowerBound))
    text.add("end", Int64(frame.rows.upperBound))
    var changes: [String] = []
    for (index, fact) in walk.machine.program.facts.enumerated() {
      let (old, new) = (frame.before[index], frame.after[index])
      guard old != new else { continue }
      var change = ObjectText()
      change.add("fact", fact.name)
      change.add("before", fact.values[Int(old)])
      change.add("after", fact.values[Int(new)])
      changes.append(change.text)
    }
    text.add("changes", list: changes)
    return text.text
  }

  /// A call that was entered, and the rows that skip it.
  private static func description(of call: Walk) -> String {
    let step = call.machine.step
    var text = ObjectText()
    text.add("step", step.qualified)
    text.add("text", step.text)
    let rows = call.machine.rows.enumerated().filter { call.skips(with: $0.offset) }
    text.add(
      "rows",
      list: rows.map {
        var row = ObjectText()
        row.add("row", $0.element.qualified)
        row.add("text", $0.element.text)
        row.add("label", $0.element.label)
        return row.text
      })
    return text.text
  }

  /// The rows of the step, each with its key, why it may not be taken or how long that takes, and
  /// where it would lead.
  private var choices: [String] {
    guard !isOver else { return [] }
    let machine = walk.machine
    let rows = machine.rows
    let keys = Course.keys(of: rows)
    return rows.indices.map { position in
      var text = EngineRun.description(of: rows[position], as: machine.program.reading)
      text.add("key", keys[position])
      switch machine.access(to: position) {
      case .now: text.add("leads", leads(position))
      case .when(let timer):
        text.add("wait", max(0, timer.due.earlier(by: machine.clock)))
        text.add("leads", leads(position))
      case .never(let obstacle):
        text.add("refusal", machine.refusal(obstacle, of: position).description)
      }
      return text.text
    }
  }

  /// Where a row leads, found by taking it in a copy of the run.
  private func leads(_ position: Int) -> String {
    var other = walk
    do throws(WalkError) {
      try other.perform(other.deed(for: position))
      try other.settle(.waits)
    } catch {
      return error.description
    }
    if let end = other.machine.end { return "ends: \(end)" }
    let step = other.machine.step
    return "leads to \(step.qualified) \(step.activity.isShown ? step.subject : step.text)"
  }

  /// A key for each row, which it has at every visit of the step: the letter of its id, or the next
  /// one that no row has.
  static func keys(of rows: [Row]) -> [String?] {
    var used: [UInt8] = []
    var keys: [UInt8?] = rows.map { row in
      let id = EngineRun.halves(Array(row.reference.utf8), at: UInt8(ascii: "#")).name
      guard let letter = Array(id.utf8).last, letter >= 0x61, letter <= 0x7A,
        !used.contains(letter)
      else { return nil }
      used.append(letter)
      return letter
    }
    for place in keys.indices where keys[place] == nil {
      guard let letter = (UInt8(0x61)...0x7A).first(where: { !used.contains($0) }) else { break }
      used.append(letter)
      keys[place] = letter
    }
    return keys.map { $0.map { String(decoding: [$0], as: UTF8.self) } }
  }
}
