import FlowModel
import FlowTestSupport
import Testing

@testable import FlowCheck

@Suite struct ButtonRowsTests {
  /// The rows that the buttons of a screen take.
  private func rows(_ buttons: String, _ rows: String) throws -> [String?] {
    let catalogue = try catalogue(
      """
      flow: A
      title: A
      sections:
        - section: 1
          title: A
          steps:
            - step: 1.1
              screen: Pay
              input: { card: { secret: yes, digits: 16 } }
              buttons: [\(buttons)]
              \(rows.replacing("\n", with: "\n        "))
      """)
    let step = try #require(catalogue.flows.first?.steps.first)
    return ButtonRows.of(step, among: step.rows(.written)).map { $0?.reference }
  }

  @Test("A row that enters something and selects a button is the row of this button")
  func entering() throws {
    let found = try rows(
      "Pay, Cancel",
      """
      rows:
        a: { user: enters the card and selects Pay, enters: card, next: end }
        b: { user: selects Cancel, next: end }
      """)
    #expect(found == ["1.1a", "1.1b"])
  }

  @Test("The row that selects exactly the button wins over rows that only say its name")
  func exact() throws {
    let found = try rows(
      "Cancel, Cancel all, Help",
      """
      rows:
        a: { user: selects Cancel all, next: end }
        b: { user: does not select Cancel in time, next: end }
        c: { user: selects cancel (or swipes), next: end }
      """)
    #expect(found == ["1.1c", "1.1a", nil])
  }

  @Test("A name that is a part of a word is not said")
  func partOfWord() throws {
    #expect(try rows("Pay", "rows: { a: { user: enters the payment, next: end } }") == [nil])
  }

  @Test("The only button of a step with its own row leads on")
  func own() throws {
    #expect(try rows("Next", "next: end") == ["1.1"])
  }
}
