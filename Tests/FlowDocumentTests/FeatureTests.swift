import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// Feature files as flows. `Fixtures/habits` has more of them.
@Suite struct FeatureTests {
  private func read(_ text: String) throws -> (flow: Flow, diagnostics: [Diagnostic]) {
    let result = DocumentImport(document(text, "orders.feature"))
    return (try loaded(try #require(result.flows.first)), result.diagnostics)
  }

  private func told(_ flow: Flow) -> [String] {
    flow.rows.map { "\($0.id) \($0.text) -> \($0.next?.description ?? "")" }
  }

  private static let two = """
    @UC5
    Feature: Pay
      Background:
        Given a cart
      Scenario: Card
        When the guest pays
        Then the receipt is shown
        When the guest leaves
        Then the system says goodbye
      Scenario: No money
        When the guest pays
        Then the receipt is shown
        When the guest complains
        Then "Sorry" is shown
    """

  @Test("Scenarios that begin with the same lines share rows, and what is given is a precondition")
  func shared() throws {
    let (flow, diagnostics) = try read(Self.two)
    #expect(flow.id == "UC5" && flow.preconditions == ["a cart"])
    #expect(
      told(flow) == [
        "1.1 User pays -> 1.2", "1.2a User leaves -> 1.3", "1.2b User complains -> 1.4",
        "1.3 System says goodbye -> end", "1.4 System shows screen 'Sorry' -> end",
      ])
    #expect(diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("Where the same deed has different ends, a step asks which scenario it is")
  func cases() throws {
    let (flow, _) = try read(
      Self.two.replacing("the guest complains", with: "the guest leaves"))
    #expect(
      told(flow).dropFirst(2) == [
        "1.3a Case: Card -> 1.4", "1.3b Case: No money -> 1.5",
        "1.4 System says goodbye -> end", "1.5 System shows screen 'Sorry' -> end",
      ])
  }

  @Test("A scenario goes on where another one has shown what it is given")
  func places() throws {
    let more = """

        Scenario: Later
          Given I am on the "Sorry" page
          When I go
          Then the door opens
      """
    let (flow, _) = try read(Self.two + more)
    #expect(told(flow).suffix(2) == ["1.4a User goes -> 1.5", "1.5 System shows the door -> end"])
  }

  @Test("Thirty ways from one place have thirty rows")
  func many() throws {
    let scenarios = (1...30).map {
      "Scenario: S\($0)\nGiven a door\nWhen the guest says \($0)\nThen the door opens\n"
    }
    let (flow, _) = try read("@UC5\nFeature: Talk\n" + scenarios.joined())
    #expect(flow.steps.first?.rows(.written).count == 30)
    #expect(flow.rows.contains { $0.id == "1.1ad" })
  }

  @Test("An outline is a path for each example, and one path if there are many")
  func outlines() throws {
    func feature(_ count: Int) -> String {
      let rows = (1...count).map { "| v\($0) |\n" }.joined()
      return """
        @UC5
        Feature: Talk
        Scenario Outline: Say
        When the guest says <word>
        Then the system repeats <word>
        Examples:
        | word |
        \(rows)
        """
    }
    #expect(try read(feature(3)).flow.steps.first?.rows(.written).count == 3)
    let (flow, diagnostics) = try read(feature(27))
    #expect(told(flow) == ["1.1 User says <word> -> 1.2", "1.2 System repeats <word> -> end"])
    #expect(diagnostics.map(\.rule) == [.documentNoted])
  }

  @Test(
    "What cannot be read of a feature is told where it stands",
    arguments: [
      ("Then the system says", "Them the system says", "this line begins with none of", 9),
      ("  Scenario: Card", "  Scenario: Empty\n  Scenario: Card", "`Empty` has no step", 5),
      ("@UC5", "# language: tlh", "the keywords of the language `tlh`", 1),
      ("  Background:", "    | a |\n  Background:", "this table belongs to no step", 3),
    ])
  func mistakes(before: String, after: String, message: String, line: Int) throws {
    let file = document(Self.two.replacing(before, with: after), "pay.feature")
    let result = DocumentImport(file)
    let found = try #require(result.diagnostics.first { $0.message.hasPrefix(message) })
    #expect(file.position(of: found.span.start).line == line)
    #expect(found.rule == .documentUnplaced)
  }

  @Test(
    "Findings about rows are at the lines of the feature, also after `é` and line ends of Windows")
  func positions() throws {
    let text = Self.two.replacing("Pay", with: "Café").replacing("\n", with: "\r\n")
    let file = document(text, "pay.feature")
    var documents = DocumentFlows()
    documents.read(file)
    var flows = KeptFlows()
    for (path, sources) in documents.sources() { flows.read(sources, ofDocument: path) }
    let flow = try #require(flows.flow("pay.feature"))
    #expect(flow.rows.map(\.line) == [6, 8, 13, 9, 14])
  }

  @Test("A feature that `flowrun tests` has made is a test, and gives no flow")
  func made() {
    let text = "# Made by `flowrun tests UC5 --for gherkin`; changes of this file are lost.\n"
    var documents = DocumentFlows()
    documents.read(document(text + Self.two, "a.feature"))
    #expect(documents.sources().isEmpty && documents.withoutUseCase == ["a.feature"])
  }

  @Test("Every scenario of a random feature is a way through its flow", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let scenarios = (0..<(2 + random.next(5))).map { _ in
      (0..<(2 + random.next(6))).map { place in
        let word = place == 0 ? "Given" : random.pick(["When", "When", "Then"])
        let text = "the \(["Given": "light", "When": "guest", "Then": "room"][word] ?? "")"
        return "\(word) \(text) does \(word.lowercased())\(random.next(3))"
      }
    }
    let text = scenarios.enumerated().map {
      "Scenario: S\($0)\n" + $1.joined(separator: "\n")
    }.joined(separator: "\n")
    let (flow, diagnostics) = try read("@UC5\nFeature: Random\n\(text)\n")
    #expect(diagnostics.allSatisfy { $0.rule != .documentUnplaced })
    for scenario in scenarios {
      let lines = scenario.map { String($0.split(separator: " ").last ?? "") }
      let rest = flow.preconditions.isEmpty ? lines[...] : lines.dropFirst()
      #expect(goes(rest, from: "1.1", in: flow), "\(lines)\n\(told(flow))\n\(text)")
    }
  }

  /// Whether rows of a flow say some lines one after the other.
  private func goes(_ lines: ArraySlice<String>, from id: String, in flow: Flow) -> Bool {
    guard !lines.isEmpty else { return true }
    guard let step = flow.step(id) else { return false }
    func says(_ text: String, _ line: String?) -> Bool {
      line.map { text.hasSuffix($0) } ?? false
    }
    // A step that only asks says nothing.
    let own = says(step.text, lines.first) ? lines.dropFirst() : lines
    return step.rows(.written).contains { row in
      let isOwn = step.ownRow?.reference == row.reference
      let rest = !isOwn && says(row.text, own.first) ? own.dropFirst() : own
      return rest.isEmpty || goes(rest, from: row.next?.description ?? "", in: flow)
    }
  }
}
