import Diagnostics
import FlowModel
import FlowTestSupport
import TestSupport
import Testing

/// A flow as its views show it, against the text of the file.
@Suite struct FlowViewTests {
  private let flow: Flow

  private static let text = """
    flow: UC1
    alias: one
    title: The first
    kind: partial flow
    parameters: [who]
    results: [Good, Bad]
    facts: { tries: 0..2, platform: [ios, android] }
    sections:
      - section: 1
        title: Primary scenario
        steps:
          - step: 1.1
            screen: Home
            buttons: [Next, Close]
            rows:
              a: { user: selects Next, next: 1.2, meant: 2, why: the check comes first }
              b: { user: selects Close, next: back }
              c: { event: 2 seconds pass, after: 2 s, next: stay }
              d: { user: selects Help, next: goto UC2 }
          - step: 1.2
            validate: the PIN
            action: pin.check
            count: { tries: wrong }
            rows:
              a: { case: right, on: right, set: { platform: ios }, next: result Good }
              b: { case: wrong, on: wrong, if: { tries: 1..2, platform: [ios] }, next: result Bad }
              b#2: { case: wrong, on: wrong, if: { tries: 0 }, reset: tries, next: 2 }
              c: { error: No internet, next: error Broken }
      - section: 2
        title: Other
        steps:
          - step: 2.1
            system: waits
            next: end

    """

  init() throws {
    let others = [
      "flow: UC2\ntitle: The second\noutline: It will be written later\n",
      """
      flow: Broken\nkind: error flow\ntitle: Broken\nerrors: [No internet]\nsteps:\n  - { step: \
      1, screen: B, next: end }\n
      """,
    ]
    flow = try need(catalogue(Self.text, others[0], others[1]).flow(id: "UC1"), "flow")
  }

  @Test("The header's values are those of the file")
  func header() {
    #expect(flow.title == "The first")
    #expect(flow.alias == "one")
    #expect(flow.kind == .partialFlow)
    #expect(flow.parameters == ["who"])
    #expect(flow.results == ["Good", "Bad"])
    #expect(flow.goal == nil)
    #expect(!flow.isOutline)
  }

  @Test("Sections, steps and rows come in the order of the file")
  func order() {
    #expect(flow.sections.map(\.id) == ["1", "2"])
    #expect(flow.steps.map(\.qualified) == ["UC1:1.1", "UC1:1.2", "UC1:2.1"])
    #expect(flow.sections[0].steps == Array(flow.steps[..<2]))
    #expect(
      flow.rows.map(\.reference) == [
        "1.1a", "1.1b", "1.1c", "1.1d", "1.2a", "1.2b", "1.2b#2", "1.2c", "2.1",
      ])
    #expect(flow.rows.map(\.index) == Array(flow.rows.indices))
  }

  @Test("The lines of the table are sections, steps and rows, without a row that is its step's own")
  func lines() {
    let lines = flow.lines.map { line in
      switch line {
      case .section(let section): "section \(section.id)"
      case .step(let step): "step \(step.id)"
      case .anywhere(let id): id
      case .row(let row): row.reference
      }
    }
    #expect(
      lines == [
        "section 1", "step 1.1", "1.1a", "1.1b", "1.1c", "1.1d", "step 1.2", "1.2a", "1.2b",
        "1.2b#2", "1.2c", "section 2", "step 2.1",
      ])
  }

  @Test("A step and a row are found by their reference, and nothing else is")
  func lookup() throws {
    #expect(flow.step("1.2")?.subject == "the PIN")
    #expect(flow.step("1.20") == nil && flow.step("") == nil)
    #expect(flow.row("1.2b")?.index == 5)
    #expect(flow.row("1.2b#2")?.index == 6)
    #expect(flow.row("1.2b#1") == nil && flow.row("1.2b#3") == nil && flow.row("1.9a") == nil)
  }

  @Test("Every target is printed as it is written", arguments: Array(0..<9))
  func targets(index: Int) throws {
    let written = [
      "1.2", "back", "stay", "goto UC2", "result Good", "result Bad", "2", "error Broken", "end",
    ]
    #expect(flow.rows[index].next?.description == written[index])
  }

  @Test("As meant, a row leads to its `meant`, and the other rows where they lead anyway")
  func readings() throws {
    let row = try #require(flow.row("1.1a"))
    #expect(row.target(.written) == Target(.step, "1.2"))
    #expect(row.target(.meant) == Target(.section, "2"))
    #expect(row.why == "the check comes first")
    for row in flow.rows.dropFirst() { #expect(row.target(.meant) == row.target(.written)) }
  }

  @Test("A fact has its values in order, and a range is a counter")
  func facts() throws {
    #expect(flow.facts.map(\.name) == ["tries", "platform"])
    #expect(flow.facts.map(\.values) == [["0", "1", "2"], ["ios", "android"]])
    #expect(flow.facts.map(\.isCounter) == [true, false])
  }

  @Test("The mask of a condition has one bit for each value that holds")
  func conditions() throws {
    let conditions = try #require(flow.row("1.2b")).conditions
    #expect(conditions.map(\.fact.name) == ["tries", "platform"])
    #expect(conditions.map(\.mask) == [0b110, 0b01])
    #expect(conditions.map(\.values) == [["1", "2"], ["ios"]])
  }

  @Test("`count`, `set` and `reset` are changes of their fact")
  func changes() throws {
    let counts = try #require(flow.step("1.2")).counts
    #expect(counts.map(\.kind) == [.count])
    #expect(counts.map(\.outcome) == ["wrong"])
    #expect(flow.row("1.2a")?.changes.map(\.kind) == [.set("ios")])
    #expect(flow.row("1.2b#2")?.changes.map(\.kind) == [.reset])
    #expect(flow.row("1.2b#2")?.changes.map(\.fact.name) == ["tries"])
  }

  @Test("The outcome of a result or an error is its name")
  func outcomes() {
    #expect(flow.row("1.2a")?.outcome == "right")
    #expect(flow.row("1.2c")?.outcome == "No internet")
    #expect(flow.row("1.1a")?.outcome == nil)
    #expect(flow.row("1.1c")?.after == 2_000)
  }

  @Test("Every span covers in the file the text that it is the place of")
  func spans() throws {
    let scalars = Array(Self.text.unicodeScalars)
    func text(_ span: Span) -> String {
      String(String.UnicodeScalarView(scalars[Int(span.start)..<Int(span.end)]))
    }
    #expect(text(flow.span) == "UC1")
    for fact in flow.facts { #expect(text(fact.span) == fact.name) }
    for section in flow.sections { #expect(text(section.span) == section.id) }
    for step in flow.steps {
      #expect(text(step.span) == step.id)
      #expect(text(step.subjectSpan) == step.subject)
    }
    for row in flow.rows { #expect(text(row.targetSpan(.written)) == row.next?.description) }
    #expect(flow.row("1.1a").map { text($0.targetSpan(.meant)) } == "2")
    #expect(flow.spans(of: \.results).map(text) == ["Good", "Bad"])
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    for step in flow.steps { #expect(lines[step.line - 1].contains("step: \(step.id)")) }
  }
}
