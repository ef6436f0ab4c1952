internal import FlowModel
internal import Markup

extension StateChart {
  /// The state of a step.
  mutating func step(_ place: ExportPlace) -> String {
    let step = place.step
    let timed = place.rows.filter { $0.after != nil && !$0.hasLongTimer(at: place) }
    var text = "      <state id=\"\(state(step))\">"
    text += "<!-- \(comment("\(step.id) \(step.text)")) -->\n        <onentry>"
    text += assign("at", string(step.qualified)) + log("step", "at")
    if place.isScreen {
      let isNew = "(stack[0] != 'screen' || stack[1] != at)"
      let isShown = place.unless.map { "(\(fails($0)))" }
      text += "<if cond=\"\(XML.escaped(([isNew] + isShown).joined(separator: " && ")))\">"
      text += "\(push("screen"))</if>"
    }
    if let action = step.action { text += log("action", string(action)) }
    for row in timed {
      let name = event(row.row.qualified)
      text += "<send event=\"after.\(name)\" id=\"timer-\(name)\" delay=\"\(row.after ?? 0)ms\"/>"
    }
    text += "</onentry>\n"
    if !timed.isEmpty {
      let cancels = timed.map { "<cancel sendid=\"timer-\(event($0.row.qualified))\"/>" }
      text += "        <onexit>\(cancels.joined())</onexit>\n"
    }
    text += call(place)
    for row in place.rows { text += transition(row, at: place) }
    return text + "      </state>\n"
  }

  /// What happens at a step without anybody's decision.
  private mutating func call(_ place: ExportPlace) -> String {
    var text = ""
    if place.callee != nil {
      for row in place.rows {
        guard let outcome = row.outcome else { continue }
        let conditions = ["returned == \(string(outcome))"] + row.guards.map { holds($0) }
        text += transition(row, at: place, cond: conditions, isCalled: true)
      }
    }
    let isFresh = place.callee == nil ? [] : ["returned == ''"]
    if !place.unless.isEmpty, let row = place.rows.first {
      let condition = place.unless.map { holds($0) }.joined(separator: " || ")
      text += transition(row, at: place, cond: isFresh + [condition], isPassedOver: true)
    }
    switch place.callee {
    case .step(let first):
      let target = state(first)
      let content = push("call")
      text +=
        "        <transition cond=\"byHand == 0 &amp;&amp; returned == ''\" target=\"\(target)\">"
      text += "\(content)</transition>\n"
      text += "        <transition event=\"call\" cond=\"returned == ''\" target=\"\(target)\">"
      text += "\(content)</transition>\n"
    case .outline(let flow): text += callEnd("outline \(flow)")
    case .missing(let flow): text += callEnd("missing \(flow)")
    case nil: break
    }
    if place.passes, let row = place.rows.first {
      text += transition(row, at: place, cond: ["byHand == 0"])
    }
    return text
  }

  private mutating func callEnd(_ words: String) -> String {
    let target = end(words)
    return "        <transition cond=\"byHand == 0\" target=\"\(target)\"/>\n"
      + "        <transition event=\"call\" target=\"\(target)\"/>\n"
  }

  /// A transition that somebody or something decides.
  private mutating func transition(_ row: ExportRow, at place: ExportPlace) -> String {
    let name = event(row.row.qualified)
    var descriptors: [String] = []
    let isTimed = row.after != nil && !row.hasLongTimer(at: place)
    if !isTimed || row.outcome != nil { descriptors.append("row.\(name)") }
    if isTimed { descriptors.append("after.\(name)") }
    if let outcome = row.outcome {
      descriptors.append("outcome.\(events.name(outcome, prefix: ""))")
    }
    return transition(
      row, at: place, event: descriptors.joined(separator: " "), cond: row.guards.map { holds($0) })
  }

  private mutating func transition(
    _ row: ExportRow, at place: ExportPlace, event: String? = nil, cond: [String],
    isPassedOver: Bool = false, isCalled: Bool = false
  ) -> String {
    var text = "        <transition"
    if let event { text += " event=\"\(event)\"" }
    if !cond.isEmpty {
      let all = cond.count == 1 ? cond[0] : cond.map { "(\($0))" }.joined(separator: " && ")
      text += " cond=\"\(XML.escaped(all))\""
    }
    let (target, content) = way(row.way, from: place)
    text += " target=\"\(target)\">"
    text += log("row", string(row.row.qualified))
    if isPassedOver { text += log("passed over", "1") }
    if let does = row.row.does { text += log("does", string(does)) }
    if let answer = row.row.answer { text += log("answer", string(answer)) }
    if isCalled { text += assign("returned", "''") }
    for change in row.changes where !(isPassedOver && change.counts) { text += changed(change) }
    return "\(text)\(content)</transition><!-- \(comment(row.row.text)) -->\n"
  }

  /// The state that a row leads to, and what it does to the stack.
  private mutating func way(_ way: ExportWay, from place: ExportPlace) -> (String, String) {
    switch way {
    case .step(let step): (state(step), "")
    case .stay: (state(place.step), "")
    case .goto(let step): (state(step), push("departure"))
    case .error(let step): (state(step), push("failure"))
    case .back: ("back", "")
    case .resume: ("resume", "")
    case .result(let result): ("return", assign("returned", string(result)))
    case .end: ("end", "")
    case .outline(let flow): (end("outline \(flow)"), "")
    case .missing(let target): (end("missing \(target)"), "")
    }
  }

  private mutating func end(_ words: String) -> String {
    let name = states.name(words, prefix: "end-")
    if !ends.contains(where: { $0.name == name }) { ends.append((name, words)) }
    return name
  }

  // MARK: The stack

  /// The states that look for a place on the stack.
  mutating func routers() -> String {
    let screens = model.places.filter(\.isScreen)
    var text = """
        <state id="back">
          <onentry><if cond="stack[0] == 'screen' &amp;&amp; stack[1] == at">\(pop)</if></onentry>
          <transition target="back-search"/>
        </state>
        <state id="back-search">
          <transition cond="stack[0] == 'bottom' || stack[0] == 'suspension'" target="end-back"/>
          <transition cond="stack[0] != 'screen'" target="back-search">\(pop)</transition>

      """
    for place in screens where !place.unless.isEmpty {
      let isPassed = place.unless.map { holds($0) }.joined(separator: " || ")
      let cond = "stack[1] == \(string(place.step.qualified)) && (\(isPassed))"
      text +=
        "    <transition cond=\"\(XML.escaped(cond))\" target=\"back-search\">\(pop)</transition>\n"
    }
    for place in screens { text += dispatch(place, on: "stack[1]") }
    text += """
        </state>
        <state id="resume">
          <transition cond="stack[0] == 'bottom'" target="end-resume"/>
          <transition cond="stack[0] == 'suspension'" target="go">\(take)</transition>
          <transition target="resume">\(pop)</transition>
        </state>
        <state id="return">
          <transition cond="stack[0] == 'call'" target="go">\(take)</transition>
          <transition cond="stack[0] == 'failure'" \
      target="go">\(take)\(assign("returned", "''"))</transition>
          <transition cond="stack[0] == 'screen'" target="return">\(pop)</transition>
          <transition target="end-result"/>
        </state>
        <state id="go">

      """
    for place in model.places { text += dispatch(place, on: "place") }
    return text + "  </state>\n"
  }

  private mutating func dispatch(_ place: ExportPlace, on value: String) -> String {
    let cond = "\(value) == \(string(place.step.qualified))"
    return "    <transition cond=\"\(XML.escaped(cond))\" target=\"\(state(place.step))\"/>\n"
  }

  private var pop: String { assign("stack", "stack[2]") }
  private var take: String { assign("place", "stack[1]") + pop }

  // MARK: Facts

  private mutating func holds(_ condition: ExportGuard) -> String {
    guard let fact = model.fact(condition.fact) else { return "1 == 0" }
    return condition.values.isEmpty ? "1 == 0" : compare(fact, condition.values, "==", " || ")
  }

  private mutating func fails(_ condition: ExportGuard) -> String {
    guard let fact = model.fact(condition.fact) else { return "1 == 1" }
    return condition.values.isEmpty ? "1 == 1" : compare(fact, condition.values, "!=", " && ")
  }

  private mutating func compare(
    _ fact: ExportFact, _ values: [Int], _ comparison: String, _ joint: String
  ) -> String {
    let name = variable(fact)
    return values.map { "\(name) \(comparison) \(literal($0, of: fact))" }.joined(separator: joint)
  }

  private mutating func changed(_ change: ExportChange) -> String {
    guard let fact = model.fact(change.fact) else { return "" }
    let name = variable(fact)
    guard change.counts else { return assign(name, literal(change.value, of: fact)) }
    // A comparison is 0 or 1 in a sum.
    if fact.isCounter {
      return assign(name, "\(name) + (\(name) < \(literal(change.value, of: fact)))")
    }
    guard change.value > 0 else { return "" }
    let branches = (0..<change.value).map { index in
      """
      \(index == 0 ? "<if" : "<elseif") \
      cond=\"\(XML.escaped("\(name) == \(literal(index, of: fact))"))\"\(index == 0 ? "" : "/")>
      """
        + assign(name, literal(index + 1, of: fact))
    }
    return branches.joined() + "</if>"
  }
}
