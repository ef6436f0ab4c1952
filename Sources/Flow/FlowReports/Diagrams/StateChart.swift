public import FlowModel
internal import Markup

/// A flow as SCXML (W3C State Chart XML 1.0, ECMAScript data model).
///
/// A step is a state, and a row is a transition on an event such as `row-1-4b`. Facts are data;
/// conditions and counts are expressions. Each way out of the flow is a final state that names it:
/// `end`, `back`, `resume`, `goto UC9.2`, `result Retry`. The host of the chart continues from
/// there.
public struct StateChart {
  private let flow: Flow
  private let reading: Reading

  /// The state chart of a flow in a reading.
  public init(_ flow: Flow, as reading: Reading = .written) {
    self.flow = flow
    self.reading = reading
  }

  /// The state chart as XML.
  public var xml: String {
    let steps = flow.steps
    var finals: [String] = []
    var body = ""
    for step in steps { body += state(step, &finals) }
    let initial = steps.first.map { " initial=\"\(name($0))\"" } ?? ""
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" \
      name="\(escaped(flow.id))"\(initial)>

      """
    if !flow.facts.isEmpty {
      text += "  <datamodel>\n"
      for fact in flow.facts {
        let value = fact.values.first.map { literal($0, of: fact) } ?? "null"
        text += "    <data id=\"\(variable(fact))\" expr=\"\(escaped(value))\"/>\n"
      }
      text += "  </datamodel>\n"
    }
    text += body
    for (index, target) in finals.enumerated() {
      text += "  <final id=\"final-\(index)\"><!-- \(comment(target)) --><donedata>"
      text += "<content expr=\"\(escaped(string(target)))\"/></donedata></final>\n"
    }
    return text + "</scxml>\n"
  }

  // MARK: States

  private func state(_ step: Step, _ finals: inout [String]) -> String {
    var text = "  <state id=\"\(name(step))\"><!-- \(comment("\(step.id) \(step.text)")) -->\n"
    let rows = step.rows(reading)
    let timed = rows.filter { $0.after != nil }
    if !timed.isEmpty {
      let sends = timed.map {
        "<send event=\"\(event($0))\" id=\"\(timer($0))\" delay=\"\($0.after ?? 0)ms\"/>"
      }
      let cancels = timed.map { "<cancel sendid=\"\(timer($0))\"/>" }
      text += "    <onentry>\(sends.joined())</onentry>\n    <onexit>\(cancels.joined())</onexit>\n"
    }
    if !step.unless.isEmpty, let own = rows.first {
      let condition = step.unless.map { holds($0, plus: 0) }.joined(separator: " || ")
      text += "    <transition cond=\"\(escaped(condition))\" "
      text += "target=\"\(target(own, &finals))\">"
      for change in FactRules.changes(of: own, at: step, isPassedOver: true) {
        text += assignment(change)
      }
      text += "</transition>\n"
    }
    for row in rows { text += transition(row, of: step, &finals) }
    return text + "  </state>\n"
  }

  private func transition(_ row: Row, of step: Step, _ finals: inout [String]) -> String {
    let counts = FactRules.counts(of: row, at: step)
    var text = "    <transition event=\"\(event(row))\""
    if !row.conditions.isEmpty {
      let conditions = row.conditions.map { condition in
        holds(condition, plus: counts.contains { $0.fact == condition.fact } ? 1 : 0)
      }
      text += " cond=\"\(escaped(conditions.map { "(\($0))" }.joined(separator: " && ")))\""
    }
    text += " target=\"\(target(row, &finals))\">"
    for change in FactRules.changes(of: row, at: step) { text += assignment(change) }
    return text + "<!-- \(comment(row.text)) --></transition>\n"
  }

  private func target(_ row: Row, _ finals: inout [String]) -> String {
    if let next = row.next(reading) { return name(next) }
    let words = row.target(reading)?.description ?? ""
    if let place = finals.firstIndex(of: words) { return "final-\(place)" }
    finals.append(words)
    return "final-\(finals.count - 1)"
  }

  // MARK: Facts

  private func holds(_ condition: Condition, plus count: Int) -> String {
    let fact = condition.fact
    let variable =
      count == 0
      ? self.variable(fact) : "Math.min(\(self.variable(fact)) + 1, \(fact.values.last ?? "0"))"
    return condition.values.map { "\(variable) == \(literal($0, of: fact))" }
      .joined(separator: " || ")
  }

  private func assignment(_ change: Change) -> String {
    let variable = variable(change.fact)
    let value: String
    switch change.kind {
    case .set(let text): value = literal(text, of: change.fact)
    case .reset: value = literal(change.fact.values.first ?? "", of: change.fact)
    case .count: value = "Math.min(\(variable) + 1, \(change.fact.values.last ?? "0"))"
    }
    return "<assign location=\"\(variable)\" expr=\"\(escaped(value))\"/>"
  }

  private func literal(_ value: String, of fact: Fact) -> String {
    fact.isCounter ? value : string(value)
  }

  private func string(_ text: String) -> String {
    "'\(text.replacing(["\\": "\\\\", "'": "\\'", "\n": " "]))'"
  }

  private func variable(_ fact: Fact) -> String { "fact_\(plain(fact.name, "_"))" }

  // MARK: Names

  private func name(_ step: Step) -> String { "step-\(step.index)" }
  private func timer(_ row: Row) -> String { "timer-\(row.index)" }

  /// The event of a row, without dots and other characters that have a meaning in event names.
  private func event(_ row: Row) -> String { "row-\(plain(row.reference, "-"))" }

  private func plain(_ name: String, _ other: Character) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : other })
  }

  private func comment(_ text: String) -> String {
    escaped(text).replacing("--", with: "- -")
  }

  /// A text on one line, in XML.
  private func escaped(_ text: String) -> String {
    XML.escaped(String(text.map { ($0.asciiValue ?? 32) < 32 ? " " : $0 }))
  }
}
