import Diagnostics
import FlowDocument
import FlowLoader
import FlowModel
import TestSupport
import Testing

/// More of what other teams write: headings, tables and words for the same things.
@Suite struct OtherTeamsTests {
  private func flow(_ text: String, _ path: String = "document.md") throws -> Flow {
    let result = DocumentImport(document(text, path))
    #expect(
      result.diagnostics.allSatisfy { $0.rule != .documentUnplaced && $0.severity != .error },
      "\(result.diagnostics.map(\.message))")
    return try loaded(try #require(result.flows.first))
  }

  private func leads(_ flow: Flow) -> [String] {
    flow.rows.filter { $0.kind != .extension }.map {
      "\($0.reference) -> \($0.next?.description ?? "")"
    }
  }

  private func extensions(_ flow: Flow) -> [String] {
    flow.rows.filter { $0.kind == .extension }.map { "\($0.id) at \($0.step.id): \($0.label)" }
  }

  @Test("A label in bold ends the list before it, and the lines of `*a` are its own")
  func labels() throws {
    let flow = try flow(
      """
      # Use Case 1: Buy stocks

      **Stakeholders and Interests:**
      - Purchaser - wants to buy
      **Precondition:** The user is known.
      **Success guarantee:** The stocks are bought.

      ## Main success scenario
      1. The user asks.
      2. The system answers.

      ## Extensions
      *a. At any time, the system fails:
          *a1. The system restarts.
          *a2. Use case ends.
      *b. The user leaves:
        *b1. Use case ends.
      """)
    #expect(flow.preconditions == ["The user is known."])
    #expect(flow.postconditions == ["The stocks are bought."])
    #expect(flow.documentation == ["Stakeholders and interests: Purchaser - wants to buy"])
    #expect(
      leads(flow) == [
        "1 -> 2", "2 -> end", "*a.1 -> *a.2", "*a.2 -> end", "*b.1 -> end",
      ])
  }

  @Test("Every alternative flow has its own heading, and says where it begins")
  func headings() throws {
    let flow = try flow(
      """
      # Use Case 2: Withdraw cash

      ## Basic flow
      1. The user inserts the card.
      2. The system asks for the PIN.
      3. The user enters the PIN.

      ## Alternate Flow 1 - late
      1a. The user is late
        1. The system beeps.
        2. Resume step 2

      ### A2: Wrong PIN
      At step 3, the PIN is wrong.
      1. The system shows a message.
      2. Return to step 2.

      ## Exception Flow 1: No network (at step 2)
      1. Use case ends.
      """)
    #expect(
      extensions(flow) == [
        "1a at 1: late: The user is late", "A2 at 3: Wrong PIN: At step 3, the PIN is wrong",
        "E1 at 2: No network",
      ])
    #expect(
      leads(flow).dropFirst(3) == [
        "1a.1 -> 1a.2", "1a.2 -> 2", "A2.1 -> A2.2", "A2.2 -> 2", "E1.1 -> end",
      ])
  }

  @Test(
    "A table of extensions belongs to the table of steps before it",
    arguments: [
      "| Step | Branching Action |", "| No. | Alternative |", "| Step | Extension |",
    ])
  func branches(header: String) throws {
    let flow = try flow(
      "# UC4 Return a book\n\n| Step | Action |\n|---|---|\n| 1 | The user scans the book |\n"
        + "| 2 | The system takes it back |\n\n## Notes to the steps\n\n\(header)\n|---|---|\n"
        .replacing(
          "## Notes to the steps\n\n", with: "")
        + "| 1a | The book is damaged: continue with UC 5 |\n"
        + "| 2a | The shelf is full<br>The system calls for help<br>Resume at step 2 |\n")
    #expect(extensions(flow) == ["1a at 1: The book is damaged", "2a at 2: The shelf is full"])
    #expect(
      leads(flow) == [
        "1 -> 2", "2 -> end", "1a.1 -> goto UC5", "2a.1 -> 2a.2", "2a.2 -> 2",
      ])
  }

  @Test(
    "The columns of a table of steps may have other names and another order",
    arguments: [
      ["Step", "What happens", "Next"], ["ID", "Step", "Next"], ["No.", "Description", "Goes to"],
      ["Ref", "Action", "Continue with"], ["Step no", "Text", "Then"],
    ])
  func columns(names: [String]) throws {
    let rows = [
      ["1", "User opens the page", "2"], ["2", "System shows the list, sorted", "3"],
      ["2a", "The list is empty", "4"], ["3", "User picks an entry", "end"],
      ["4", "System says so", "back to step 1"],
    ]
    for order in [[0, 1, 2], [2, 0, 1]] {
      let cells = ([names] + rows).map { row in order.map { row[$0] } }
      let table = cells.map { "| \($0.joined(separator: " | ")) |\n" }
      let markdown = "# UC5 T\n\n\(table[0])|---|---|---|\n\(table.dropFirst().joined())"
      let csv = cells.map { $0.map { "\"\($0)\"" }.joined(separator: ",") + "\n" }.joined()
      for flow in [try flow(markdown), try self.flow(csv, "UC5.csv")] {
        #expect(
          leads(flow) == ["1 -> 2", "2a -> 4", "2b -> 3", "3 -> end", "4 -> 1"], "\(markdown)")
        #expect(flow.row("2b")?.label == "Otherwise")
      }
    }
  }

  @Test("A scenario with extensions of many steps comes back from its printed form")
  func roundTrip() throws {
    let first = try flow(
      """
      # UC3 Order a meal

      | Step | Actor | System |
      |------|-------|--------|
      | 1 | Chooses a meal | Shows the price |
      | 2 | Pays | Prints a receipt |

      ## Extensions

      *a. The power fails:
        *a1. The system saves the order.
        *a2. Use case ends.

      1-2a. The user leaves
        1. Use case ends.
      """)
    let printed = DocumentPrinter(first) { _ in nil }.markdown
    #expect(!printed.contains("As in"))
    let second = try flow(printed)
    #expect(leads(second) == leads(first))
    #expect(extensions(second) == extensions(first))
    #expect(DocumentPrinter(second) { _ in nil }.markdown == printed)
  }

  @Test("Flows whose titles begin alike get different aliases, and none ends with a small word")
  func aliases() {
    let documents = ["log into a website", "log into a website", "sign"].enumerated().map {
      document(
        """
        # UC\($0.offset + 1) Use the app on the phone to \($0.element)\n\n## Steps\n\n1. User \
        goes\n
        """,
        "UC\($0.offset + 1).md")
    }
    let set = DocumentSet(documents)
    #expect(
      set.members.map(\.flow.fileName) == [
        "UC1-use-the-app-on-the-phone.yaml", "UC2-use-the-app-on-the-phone-to-log.yaml",
        "UC3-use-the-app-on-the-phone-to-sign.yaml",
      ])
    let files = set.members.map {
      SourceFile(path: $0.flow.fileName, bytes: Array($0.flow.yaml.utf8))
    }
    #expect(FlowLoader().load(files).diagnostics.isEmpty)
  }

  @Test("A use case that another one includes returns to it")
  func included() throws {
    let set = DocumentSet([
      document(
        "# Use Case 1 Ask\n\n## Steps\n\n1. User answers\n\n# Use Case 2 Do\n\n## Steps\n\n"
          + "1. The user is asked (includes Use Case #1).\n2. System works\n")
    ])
    let ends = set.members.map { $0.flow.loaded?.rows.last?.next?.description }
    #expect(ends == ["result done", "end"])
  }

  @Test("Results on one line are several, and a Next cell of None is empty")
  func cells() throws {
    let flow = try flow(
      """
      # Partial flow 1.1 Check

      | Aspect | Description |
      | --- | --- |
      | **Results** | Success, Cancelled |

      | # | Description | Next |
      | --- | --- | --- |
      | **1** | **Check** | |
      | **1.1** | **System shows screen 'A'** | |
      | 1.1a | User selects A -> beeps | *None* |
      | 1.1b | User selects B | Result: Success |
      | 1.1c | User selects C | Result: Cancelled |
      """)
    #expect(flow.results == ["Success", "Cancelled"])
    #expect(flow.row("1.1a")?.next?.kind == .stay && flow.row("1.1a")?.does == "beeps")
  }
}
