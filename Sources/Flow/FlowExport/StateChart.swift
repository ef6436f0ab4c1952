internal import FlowModel
internal import Markup

/// The runs of a flow as SCXML (W3C State Chart XML 1.0, ECMAScript data model).
///
/// One document holds every flow that a run can come to, so it needs no other file. A step is a
/// state, a row is a transition. The stack for calls, Back and Resume is a list in the data, made
/// of `[kind, step, rest]`. Only list literals, indexes, comparisons and `+` are used, which
/// engines without ECMAScript have too.
public struct StateChart: Sendable {
  let model: ExportModel
  var states = ExportNames(reserved: StateChart.own, other: "_") { $0 == "." || $0 == "-" }
  var events = ExportNames(other: "-") { $0 == "_" }
  var variables = ExportNames(other: "_") { $0 == "_" }
  /// The ends of runs at flows that are not written or do not exist: the state's name and the
  /// words.
  var ends: [(name: String, words: String)] = []

  /// The states that every chart has.
  private static let own = [
    "start", "run", "back", "back-search", "resume", "return", "go", "end", "end-back",
    "end-resume",
    "end-result",
  ]

  /// The chart of the runs that begin with a flow.
  public init(_ model: ExportModel) { self.model = model }

  /// The ending of the file's name.
  public static let fileEnding = "scxml"

  /// What the chart cannot carry.
  public var notes: [ExportNote] {
    var notes = model.commonNotes
    for place in model.places {
      for row in place.rows {
        guard let after = row.after else { continue }
        if row.hasLongTimer(at: place) {
          notes.append(
            ExportNote(
              row.row.qualified,
              """
              its timer also runs while other flows do, which a state chart does not say; the \
              host sends the row's event after \(after) ms
              """
            ))
        } else if !row.row.restarts {
          notes.append(
            ExportNote(
              row.row.qualified,
              """
              its timer begins again when a suspended run is resumed; in the flow, the time goes \
              on meanwhile
              """
            ))
        }
      }
    }
    return notes.unique
  }

  /// The chart as XML.
  public var xml: String {
    var chart = self
    return chart.written()
  }

  private mutating func written() -> String {
    let start = state(model.places.first)
    let body = start.isEmpty ? "" : runState()
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!--
      \(comment(explanation))
      -->
      <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" \
      name="\(states.name(model.flow.id))" initial="start">
        <datamodel>

      """
    for fact in model.facts {
      text += data(variable(fact), literal(0, of: fact), comment: fact.name)
    }
    text += data("at", "''", comment: "the current step")
    text += data("place", "''", comment: "the step to return to")
    text += data(
      "returned", "''", comment: "the result of a called flow, until a row is taken for it")
    text += data(
      "byHand", "0", comment: "1 if the host says when to enter a call or to pass a step")
    text += data("stack", "['bottom', '', 0]", comment: "[kind, step, rest]")
    text += "  </datamodel>\n"
    text += startState(start)
    text += body
    text += routers()
    return text + finals() + "</scxml>\n"
  }

  private func data(_ name: String, _ value: String, comment text: String) -> String {
    "    <data id=\"\(name)\" expr=\"\(XML.escaped(value))\"/><!-- \(comment(text)) -->\n"
  }

  private var explanation: String {
    var text = """
      \(model.flow.id) \(model.flow.title), as \(model.reading.rawValue).

      The chart waits in `start`. Before `start`, the host may send `fact.NAME.VALUE` and \
      `by-hand`; `start.STEP`
      begins at another step. Then `row.ROW` takes a row, `outcome.NAME` answers an action, \
      `suspend.FLOW` puts the
      run aside. After `by-hand` the host also says `call` to enter a called flow, and takes the \
      rows that need
      nobody. Names have `-` where an event name cannot have the character. Logged are `step`, \
      `row` (the row that is
      taken, or `passed over`), `action` (what the step asks the host to do), `does`, `answer` \
      and `end`.
      """
    let notes = self.notes
    if !notes.isEmpty {
      text += "\n\nNot in this file:\n"
      text += notes.map { "\($0.place): \($0.text)" }.joined(separator: "\n")
    }
    return text
  }

  /// The state that waits until the host has said how the run starts.
  private mutating func startState(_ first: String) -> String {
    var text = "  <state id=\"start\">\n"
    for fact in model.facts {
      for (index, value) in fact.values.enumerated() {
        let event = "fact.\(events.name(fact.name, prefix: "")).\(events.name(value, prefix: "v"))"
        text += "    <transition event=\"\(event)\">"
        text += "\(assign(variable(fact), literal(index, of: fact)))</transition>\n"
      }
    }
    text += "    <transition event=\"by-hand\">\(assign("byHand", "1"))</transition>\n"
    for place in model.places {
      text += "    <transition event=\"start.\(event(place.step.qualified))\" "
      text += "target=\"\(state(place.step))\"/>\n"
    }
    return text + "    <transition event=\"start\" target=\"\(first)\"/>\n  </state>\n"
  }

  /// The state that holds all steps.
  private mutating func runState() -> String {
    var text = "  <state id=\"run\">\n"
    for flow in model.flows {
      guard let first = flow.firstStep else { continue }
      text += "    <transition event=\"suspend.\(event(flow.id))\" target=\"\(state(first))\">"
      text += "\(push("suspension"))</transition>\n"
    }
    for flow in model.flows {
      text += "    <state id=\"\(states.name(flow.id))\">"
      text += "<!-- \(comment("\(flow.id) \(flow.title)")) -->\n"
      for place in model.places(of: flow) { text += step(place) }
      text += "    </state>\n"
    }
    return text + "  </state>\n"
  }

  private func finals() -> String {
    let fixed = [("end", "'end'"), ("end-back", "'back'"), ("end-resume", "'resume'")]
    let result = [("end-result", "'result ' + returned")]
    return (fixed + result + ends.map { ($0.name, string($0.words)) }).map { name, words in
      "  <final id=\"\(name)\"><onentry>\(log("end", words))</onentry>"
        + "<donedata><content expr=\"\(XML.escaped(words))\"/></donedata></final>\n"
    }.joined()
  }

  // MARK: Names

  mutating func state(_ step: Step) -> String { states.name(step.qualified) }

  private mutating func state(_ place: ExportPlace?) -> String {
    place.map { state($0.step) } ?? ""
  }

  mutating func event(_ id: String) -> String {
    events.name(id.replacing(":", with: "_"), prefix: "")
  }

  mutating func variable(_ fact: ExportFact) -> String {
    variables.name(fact.name, prefix: "fact_")
  }

  // MARK: Content

  func assign(_ location: String, _ value: String) -> String {
    "<assign location=\"\(location)\" expr=\"\(XML.escaped(value))\"/>"
  }

  func log(_ label: String, _ value: String) -> String {
    "<log label=\"\(label)\" expr=\"\(XML.escaped(value))\"/>"
  }

  func push(_ kind: String) -> String { assign("stack", "['\(kind)', at, stack]") }

  func string(_ text: String) -> String {
    "'\(text.replacing(["\\": "\\\\", "'": "\\'", "\n": " "]))'"
  }

  func literal(_ index: Int, of fact: ExportFact) -> String {
    let value = index < fact.values.count ? fact.values[index] : ""
    return fact.isCounter ? value : string(value)
  }

  func comment(_ text: String) -> String {
    let text = text.replacing("--", with: "- -")
    return String(text.unicodeScalars.map { $0.value < 32 && $0 != "\n" ? " " : Character($0) })
  }
}
