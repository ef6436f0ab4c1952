import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Documents of other teams: Cockburn's forms, tables of steps, CSV.
@Suite struct CockburnTests {
  private func flow(_ text: String, _ path: String = "document.md") throws -> Flow {
    let result = DocumentImport(document(text, path))
    #expect(
      result.diagnostics.allSatisfy { $0.severity != .error },
      "\(result.diagnostics.map(\.message))")
    return try loaded(try #require(result.flows.first))
  }

  private func leads(_ flow: Flow) -> [String] {
    flow.rows.filter { $0.kind != .extension }.map {
      "\($0.reference) -> \($0.next?.description ?? "")"
    }
  }

  @Test("A fully dressed use case keeps its header, its steps and its extensions")
  func fullyDressed() throws {
    let flow = try flow(
      """
      # Use Case 7: Buy a ticket

      **Primary Actor**: Traveller
      **Scope**: Ticket machine
      **Preconditions**: The machine is on
      **Success Guarantee**: The ticket is printed

      ## Main Success Scenario

      1. The user selects a destination.
      2. The system shows the price.
      3. The user inserts a card.
      4. The system prints the ticket.

      ## Extensions

      *a. The power fails:
        1. The system returns the card and the use case ends.

      2a. Destination unknown:
        2a1. The system shows a message.
        2a2. Use case resumes at step 1.

      3-4a. The user cancels: the use case ends in failure.

      3b. Card invalid
        1. The system returns the card.
        2. Return to step 3.
        3. continue with UC 9

      """)
    #expect(flow.actor == "Traveller")
    #expect(flow.preconditions == ["The machine is on"])
    #expect(flow.postconditions == ["The ticket is printed"])
    #expect(flow.documentation == ["Scope: Ticket machine"])
    #expect(
      leads(flow) == [
        "1 -> 2", "2 -> 3", "3 -> 4", "4 -> end", "*a.1 -> end", "2a.1 -> 2a.2", "2a.2 -> 1",
        "3-4a.1 -> end",
        "3-4a (4).1 -> 3-4a.1", "3b.1 -> 3b.2", "3b.2 -> 3", "3b.3 -> goto UC9",
      ])
    let steps = flow.rows.filter { $0.kind == .extension }.map { "\($0.id) at \($0.step.id)" }
    #expect(
      steps == [
        "2a at 2", "3-4a at 3", "3-4a (4) at 4", "3b at 3", "*a at 1",
      ])
    let anywhere = flow.rows.filter(\.isAnywhere).map { "\($0.id): \($0.label), \($0.scope)" }
    #expect(anywhere == ["*a: The power fails, flow"])
  }

  @Test("An extension for any time is one row, printed before its lines, and read again")
  func anyTime() throws {
    let text = """
      # Use Case 1 Order

      ## Main scenario

      1. User chooses
      2. System sends the order

      ## Extensions

      **\\*a.** The user leaves

         a. System forgets the order
            - Next: End

      """
    let flow = try flow(text)
    #expect(flow.rows.map(\.reference) == ["1", "2", "*a.a", "*a"])
    let printed = DocumentPrinter(flow) { _ in nil }.markdown
    #expect(printed.contains("**\\*a.** The user leaves\n\n   a. System forgets the order\n"))
    let again = DocumentImport(document(printed, "again.md"))
    let check = DocumentCheck(try #require(again.flows.first), at: "again.md", against: flow)
    #expect(check.diagnostics.map(\.message) == [])
    // In the document it is no longer for any time, or leads somewhere else.
    let changes = ["\\*a.": "\\*b.", "The user leaves": "The user stays", "Next: End": "Next: 1"]
    for (old, new) in changes.sorted(by: { $0.key < $1.key }) {
      let changed = DocumentImport(document(printed.replacing(old, with: new), "changed.md"))
      let check = DocumentCheck(try #require(changed.flows.first), at: "x.md", against: flow)
      #expect(check.differenceCount > 0, "\(new)")
    }
  }

  @Test("Where no step waits, an extension for any time is written at the first step, and said")
  func anyTimeWithoutWaiting() throws {
    let result = DocumentImport(
      document(
        """
        # Use Case 1 Report

        ## Main scenario

        1. System collects the numbers
        2. System prints the report

        ## Extensions

        *a. The paper is out: the use case ends.
        """, "document.md"))
    #expect(
      result.diagnostics.map(\.message).contains(
        "no step waits, so extension `*a` was written at step 1"))
    let flow = try loaded(try #require(result.flows.first))
    #expect(flow.rows.first { $0.id == "*a" }.map { $0.isAnywhere ? "any" : $0.step.id } == "1")
    let printed = DocumentPrinter(flow) { _ in nil }.markdown
    #expect(printed.contains("The paper is out (at step 1)"))
  }

  @Test("An alternative that holds at any step keeps its id, its name and its steps when printed")
  func anyStep() throws {
    let flow = try flow(
      """
      # Use Case 1 Pay

      ## Main scenario

      1. User enters the amount
      2. System pays

      ## Alternative flows

      A1. The user leaves (at any step)
      1. System forgets the amount

      A2. Late
      1. At any point, the user complains
      """)
    func places(_ flow: Flow) -> [String] {
      flow.rows.filter { $0.kind == .extension }.map {
        "\($0.isAnywhere ? "any" : $0.step.id) \($0.id) \($0.label)"
      }
    }
    #expect(places(flow) == ["any A1 The user leaves", "any A2 Late"])
    let printed = DocumentPrinter(flow) { _ in nil }.markdown
    #expect(printed.contains("**A1.** The user leaves (at any step)"))
    #expect(places(try self.flow(printed)) == places(flow))
  }

  @Test("Bullets, alternative flows under headings and exceptions are read")
  func headings() throws {
    let flow = try flow(
      """
      # Use Case 3 Log in

      ### Basic Flow

      - The user enters the PIN
      - The system checks it

      ### Alternative Flows

      #### A1: Wrong PIN (at step 2)

      1. The system shows a message
      2. The flow continues at step 1

      #### E1: No network (at step 2)

      - The system says so
      - Use case ends

      """)
    #expect(
      leads(flow) == [
        "1 -> 2", "2 -> end", "A1.1 -> A1.2", "A1.2 -> 1", "E1.1 -> E1.2", "E1.2 -> end",
      ])
  }

  @Test("A table of steps, and the same as CSV, gives steps and their outcomes")
  func tables() throws {
    let markdown =
      "# Use Case 4 Pay\n\n| Step | What happens | Next |\n|---|---|---|\n"
      + "| 1 | User opens the page | |\n| 2 | System shows screen 'Pay' | |\n"
      + "| 2a | User cancels | End |\n| 2b | User pays | 3 |\n| 3 | System thanks | End |\n"
    let wanted = ["1 -> 2", "2a -> end", "2b -> 3", "3 -> end"]
    #expect(leads(try flow(markdown)) == wanted)
    let csv =
      """
      Step;What happens;Next\n1;User opens the page;\n2;\"System shows screen 'Pay'\";\n2a;User \
      cancels;End\n
      """
      + "2b;User pays;3\n3;System thanks;End\n"
    let read = try flow(csv, "UC4_Pay.csv")
    #expect(leads(read) == wanted)
    #expect(read.id == "UC4")
  }

  @Test("A table of what the actor and the system do gives a step for each")
  func actors() throws {
    let flow = try flow(
      "# UC 5: Ask\n\n| Step | Actor | System |\n|---|---|---|\n"
        + "| 1 | Opens the app | Shows the home screen |\n| 2 | | Waits |\n")
    #expect(flow.id == "UC5" && flow.title == "Ask")
    #expect(flow.steps.map(\.id) == ["1", "1+", "2"])
    #expect(flow.steps.map(\.activity) == [.user, .screen, .system])
  }
}
