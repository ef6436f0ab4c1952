import TestSupport
import Testing

/// Runs of flows whose actions are those of another app.
@Suite struct StrangeActionTests {
  @Test("A run by hand starts though an action is called nearly like one of the wallet's")
  func alike() throws {
    let folder = try Folder([
      "docs/order.md": """
      # UC1 Order

      **Primary actor:** Guest

      ## Main success scenario
      1. Guest orders.
      2. System creates the order.

      ## Extensions
      2a. It is sold out
      2a1. Use case ends.
      """,
      "docs/UC1.bind.yaml": """
      flow: UC1
      rows:
        '2': { says: System creates the order, action: tokens.create, on: done }
        2a: { says: It is sold out, on: sold-out }
      """,
    ])
    let terminal = try PseudoTerminal(
      builtFlowrun, ["UC1", "--flows", folder.path("docs")],
      environment: ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"], columns: 80)
    try terminal.expect("User orders")
    terminal.type("a")
    try terminal.expect("It is sold out")
    terminal.type("\u{3}")
    #expect(terminal.end() == .status(130))
  }
}
