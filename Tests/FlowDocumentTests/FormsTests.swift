import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Whole forms of other teams: templates, tables of two columns, and lists in lists.
@Suite struct FormsTests {
  private func read(_ text: String, _ path: String = "document.md") throws -> (
    flow: Flow, diagnostics: [Diagnostic]
  ) {
    let result = DocumentImport(document(text, path))
    return (try loaded(try #require(result.flows.first)), result.diagnostics)
  }

  private func sentences(_ flow: Flow) -> [String] { flow.steps.map { "\($0.id) \($0.text)" } }

  private func leads(_ flow: Flow) -> [String] {
    flow.rows.filter { $0.kind != .extension }.map {
      "\($0.reference) -> \($0.next?.description ?? "")"
    }
  }

  @Test("A form in a table of two columns has its id, title, header, steps and extensions in cells")
  func form() throws {
    let (flow, diagnostics) = try read(
      """
      | Use Case ID | UC-3 |
      |---|---|
      | Use Case Name | Manage a subscription |
      | Created By | Jane |
      | Actors | Subscriber<br>Bank |
      | Description | The subscriber changes the plan. |
      | Preconditions | 1. The plan is active. |
      | Normal Flow | 1. User opens the page "Plan".<br>2. System shows the plans.<br>3. User \
      selects a plan. |
      | Alternative Flows | 3a. User cancels<br>3a1. System returns to step 2 |
      """, "subscription.md")
    #expect(diagnostics.allSatisfy { $0.severity == .note }, "\(diagnostics.map(\.message))")
    #expect(flow.id == "UC3" && flow.title == "Manage a subscription")
    #expect(flow.actor == "Subscriber, Bank")
    #expect(flow.summary == "The subscriber changes the plan.")
    #expect(flow.documentation == ["Created by: Jane"])
    #expect(
      sentences(flow) == [
        "1 User opens the page \"Plan\"",
        "2 System shows the plans", "3 User selects a plan",
        "3a.1 System returns to step 2",
      ])
    #expect(leads(flow) == ["1 -> 2", "2 -> 3", "3 -> end", "3a.1 -> 2"])
  }

  @Test(
    "Ids and titles are read from headings in many spellings",
    arguments: [
      ("# UC-3 – Manage a plan", "document.md", "UC3", "Manage a plan"),
      ("# UC_4: Manage a plan", "document.md", "UC4", "Manage a plan"),
      ("# Use Case UC-3 - Manage a plan", "document.md", "UC3", "Manage a plan"),
      ("## Use Case 5 – Manage a plan", "table1.md", "UC5", "Manage a plan"),
      ("# Use Case: Manage a plan\n\n**ID:** UC-17", "document.md", "UC17", "Manage a plan"),
      ("# Use Case: Manage a plan\n\nUse Case Number: 8", "document.md", "UC8", "Manage a plan"),
      ("# Manage a plan", "uc9_plan.md", "UC9", "Manage a plan"),
      ("# UC5 Manage a plan", "uc5.md", "UC5", "Manage a plan"),
      ("# Manage a plan", "UC-17 plan.md", "UC17", "Manage a plan"),
      ("# Manage a plan", "notes2.md", "MANAGE", "Manage a plan"),
    ])
  func headings(heading: String, path: String, id: String, title: String) throws {
    let (flow, diagnostics) = try read("\(heading)\n\n## Steps\n\n1. User goes\n", path)
    #expect(flow.id == id && flow.title == title)
    #expect(diagnostics.filter { $0.severity != .note }.count == (id == "MANAGE" ? 1 : 0))
  }

  @Test("Documents without an id that begin alike are two flows")
  func madeUp() {
    let text = "# Reset the phone\n\n## Steps\n\n1. User goes\n"
    let set = DocumentSet([
      document(text, "a.md"), document(text.replacing("phone", with: "PIN"), "b.md"),
    ])
    #expect(set.members.map(\.flow.id) == ["RESET", "RESET2"])
    #expect(set.diagnostics.count { $0.severity == .warning } == 3)
  }

  @Test("Columns that are aligned by spaces are read, and `7a` below `7a` is its line")
  func spaces() throws {
    let (flow, diagnostics) = try read(
      """
      USE CASE 5 Buy goods
      Scope & Level: Company, Summary
      Success End Condition: Buyer has goods.

      DESCRIPTION
      Step  Action
      1     Buyer calls in with a request
      2     System captures the address
      7     Buyer pays the invoice

      EXTENSIONS
      Step  Branching Action
      2a    Company is out of an item:
            2a1. Renegotiate the order.
      7a    Buyer returns goods:
            7a. Handle returned goods (use case 105)
      """, "goods.txt")
    #expect(diagnostics.allSatisfy { $0.rule == .documentAssumed || $0.severity == .note })
    #expect(
      sentences(flow) == [
        "1 User calls in with a request", "2 System captures the address",
        "7 User pays the invoice", "2a.1 Renegotiate the order",
        "7a.1 Handle returned goods (use case 105)",
      ])
    #expect(flow.documentation == ["Scope & level: Company, Summary"])
  }

  @Test("What may happen at a line of an extension is one of that line, and of no step")
  func nested() throws {
    let (flow, diagnostics) = try read(
      """
      # UC1 Sell

      **Success Guarantee (or Postconditions)**: Sale is saved.

      **Main Success Scenario (or Basic Flow)**:

      1. User brings goods.
      2. System adds them.
      3. System gives a receipt.

      **Extensions (or Alternative Flows)**:

      3a. There is no paper:
         1. System says so.
         2. System asks what to do:
            - 2a. The user does not mind:
                1. System goes on.
            - 2b. The user does.
         3. Use case ends.
      """)
    #expect(flow.postconditions == ["Sale is saved."])
    #expect(flow.rows.filter { $0.kind == .extension }.map(\.id) == ["3a", "3a.2a", "3a.2b"])
    #expect(
      leads(flow).suffix(5) == [
        "3a.1 -> 3a.2", "3a.2 -> 3a.3", "3a.3 -> end", "3a.2a.1 -> end", "3a.2b.1 -> end",
      ])
    #expect(["3a", "3a.2a", "3a.2b"].map { flow.row($0)?.step.id } == ["3", "3a.2", "3a.2"])
    #expect(!diagnostics.contains { $0.rule == .documentUnplaced })
  }

  @Test("Bullets below a heading say where the alternative begins, and an arrow where it leads")
  func alternatives() throws {
    let (flow, _) = try read(
      """
      # UC2 Reset

      ## Basic Flow

      * User opens the page
      * System asks for the address
      * User enters it

      ## Alternative Flows

      ### A1: Unknown address

      * At step 3, the address is unknown
      * System shows the same message
      * The use case ends

      2a) User wants another page → back to step 1
      """)
    #expect(
      flow.rows.filter { $0.kind == .extension }.map { "\($0.id) at \($0.step.id): \($0.label)" }
        == [
          "A1 at 3: Unknown address: At step 3, the address is unknown",
          "2a at 2: User wants another page",
        ])
    #expect(leads(flow).suffix(3) == ["A1.1 -> A1.2", "A1.2 -> end", "2a.1 -> 1"])
    #expect(flow.step("A1.1")?.text == "System shows the same message")
  }

  @Test("A column says who acts, another what may go wrong, and a third is a remark")
  func columns() throws {
    let (flow, diagnostics) = try read(
      """
      # UC20 Borrow

      | Step | Actor | Action | Exceptions | Notes |
      |------|-------|--------|---|---|
      | 1 | User | Scans the card | Unknown card: use case ends | Any card |
      | 2 | System | Shows the loans | | |
      | 2a | System | There are none: go to step 1 | | |
      | 3 | Librarian | Helps | Late<br>Ill: return to step 2 | |
      """)
    #expect(diagnostics.allSatisfy { $0.rule != .documentUnplaced }, "\(diagnostics)")
    #expect(
      sentences(flow).prefix(3) == [
        "1 User scans the card", "2 System shows the loans", "3 User helps",
      ])
    #expect(flow.step("3")?.note == "Actor: Librarian")
    #expect(flow.step("1")?.note == "Any card")
    #expect(
      flow.rows.filter { $0.kind == .extension }.map { "\($0.id) \($0.label)" } == [
        "1a Unknown card", "3a Late", "3b Ill",
      ])
    #expect(flow.row("2a")?.next?.description == "1")
    #expect(leads(flow).suffix(3) == ["1a.1 -> end", "3a.1 -> end", "3b.1 -> 2"])
  }

  @Test("A cell of a column that is not known is reported")
  func unknownColumn() throws {
    let (_, diagnostics) = try read(
      "# UC1 T\n\n| Step | Action | Colour |\n|---|---|---|\n| 1 | User goes | red |\n")
    #expect(
      diagnostics.filter { $0.severity == .error }.map(\.message) == [
        "the column of `red` is not known; it is left out"
      ])
  }

  @Test(
    "Exceptions have many ids, and each leads where it says",
    arguments: [
      ("2a. Unknown card: ends", "2a at 2: Unknown card", "end"),
      ("2.E1 Unknown card: use case ends", "2E1 at 2: Unknown card", "end"),
      ("2E1. Unknown card: return to step 1", "2E1 at 2: Unknown card", "1"),
      ("1-2b. Unknown card → continue with UC 7", "1-2b at 1: Unknown card", "goto UC7"),
    ])
  func exceptions(line: String, extension told: String, target: String) throws {
    let (flow, diagnostics) = try read(
      "# UC1 T\n\n## Steps\n\n1. User goes\n2. User waits\n\n## Exceptions\n\n\(line)\n")
    let row = try #require(flow.rows.first { $0.kind == .extension })
    #expect("\(row.id) at \(row.step.id): \(row.label)" == told)
    #expect(leads(flow).contains { $0.hasSuffix(" -> \(target)") && $0.hasPrefix(row.id) })
    #expect(diagnostics.allSatisfy { $0.rule != .documentUnplaced })
  }

  @Test("A line below an extension that looks like another id is told, and a second name too")
  func told() throws {
    let (flow, diagnostics) = try read(
      """
      # UC1 Buy

      Use Case Name: Buy
      Title: Purchase

      ## Steps

      1. User goes

      ## Extensions

      1a. Nothing is there
        1. Use case ends.
        1.2.3.4x what is this
      """)
    #expect(flow.title == "Buy" && flow.notes == ["Purchase"])
    #expect(
      diagnostics.filter { $0.rule == .documentUnplaced }.map(\.message) == [
        "the use case is called `Buy` already; this name is kept as a note",
        "this cannot be read as a line; it is kept as a note of the line before",
      ])
  }

  @Test("Numbers that begin again further in are parts of the step above them")
  func parts() throws {
    let (flow, diagnostics) = try read(
      "# UC1 T\n\n## Steps\n\n1. User does\n   1. System works\n   2. System rests\n2. User goes\n")
    #expect(sentences(flow) == ["1 User does", "2 User goes"])
    #expect(flow.step("1")?.note == "1. System works; 2. System rests")
    #expect(diagnostics.allSatisfy { $0.severity == .note })
  }

  @Test("A table in sections may say in a column who acts, and have other words above its targets")
  func actors() throws {
    let (flow, diagnostics) = try read(
      """
      # UC1 T

      | ID | Who | Step | Goto |
      |---|---|---|---|
      | 1 | | Begin | |
      | 1.1 | System | Shows screen 'A' | |
      | 1.1a | User | Goes | 1.2 |
      | 1.2 | User | Waits | End |
      """)
    #expect(sentences(flow) == ["1.1 System shows screen 'A'", "1.2 User waits"])
    #expect(flow.rows.first?.text == "User goes")
    #expect(diagnostics.isEmpty, "\(diagnostics)")
  }
}
