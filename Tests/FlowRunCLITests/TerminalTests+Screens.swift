import FlowTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

extension TerminalTests {
  @Test("The screen is drawn again for a terminal of another width")
  func resizing() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice)
      terminal.resize(columns: 20)
      let screen = try terminal.expect("> ")
      #expect(screen.components(of: "┌─────── T1:1.1 ─┐") + screen.components(of: "T1:1.1 ┐") > 0)
      for line in screen.split(whereSeparator: \.isNewline) {
        let columns = Self.columns(line)
        #expect(columns <= 20, "\(line)")
        // Every line of a frame ends in the same column.
        if line.hasPrefix("│") { #expect(columns == 20, "\(line)") }
      }
      #expect(screen.contains("日本語") && screen.contains("🇪🇪"))
      terminal.type("q")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("A prompt is written again for a terminal of another width")
  func resizingPrompt() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.line)
      terminal.type("Jo")
      try terminal.expect("Jo")
      terminal.resize(columns: 20)
      let prompt = try terminal.expect("Jo")
      #expect(prompt == "\r\nname (1 to 20\r\n  characters, Esc\r\n  goes back): Jo")
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
    }
  }

  /// The columns of a line: this test's characters of East Asia and pictures are two wide.
  private static func columns(_ line: Substring) -> Int {
    line.reduce(0) { $0 + ($1.unicodeScalars.contains { $0.value >= 0x2700 } ? 2 : 1) }
  }

  @Test("`q` at the offer to set up a PIN leaves, and starts nothing")
  func leavingAtOffer() async throws {
    try await onOwnThread {
      let folder = try Folder()
      let terminal = try PseudoTerminal(
        builtFlowrun, ["UC2.3", "--flows", flowsFolder, "--state", folder.path("state")])
      try terminal.expect("No PIN is set up")
      try terminal.expect("n) ")
      terminal.type("q")
      #expect(terminal.end() == .status(130))
      #expect(!terminal.shown.contains("UC2.3 Unlock the app  (q leaves"))
    }
  }

  @Test("`UC2.3` offers to set up a PIN if there is none, and says which rows are known slips")
  func missingPIN() async throws {
    try await onOwnThread {
      let folder = try Folder()
      let terminal = try PseudoTerminal(
        builtFlowrun, ["UC2.3", "--flows", flowsFolder, "--state", folder.path("state")])
      // In 80 columns, the question takes two lines, broken between words.
      try terminal.expect(
        "No PIN is set up; run UC2.1 Setup a remote PIN and biometric unlock first?")
      #expect(try terminal.expect("n) ").contains("\r\n  "))
      terminal.type("y")
      try terminal.expect("UC2.1 Setup a remote PIN")
      try terminal.expect("> ")
      terminal.type("a")
      try terminal.expect("pin (6 digits): ")
      terminal.type("135790\r")
      try terminal.expect("> ")
      terminal.type("a")
      try terminal.expect("repeated (6 digits): ")
      terminal.type("135790\r")
      try terminal.expect("Configure Biometrics")
      try terminal.expect("> ")
      terminal.type("b")
      try terminal.expect("Your wallet is secured")
      try terminal.expect("> ")
      terminal.type("a")
      try terminal.expect("UC2.3 Unlock the app  (q leaves, ? helps)")
      try terminal.expect("known slip, 1.3 was meant: without biometrics")
      try terminal.expect("> ")
      // Nothing was chosen in this flow yet, so nothing would be lost.
      terminal.type("q")
      try terminal.expect("stopped at UC2.3:1.2")
      #expect(terminal.end() == .status(130))
      #expect(!terminal.shown.contains("135790"))
    }
  }

  @Test("Ctrl-C at a question ends the run, and does not answer it")
  func stoppingAtQuestions() async throws {
    try await onOwnThread {
      let folder = try Folder()
      let offered = try PseudoTerminal(
        builtFlowrun, ["UC2.3", "--flows", flowsFolder, "--state", folder.path("state")])
      try offered.expect("first?")
      offered.type("\u{3}")
      #expect(offered.end() == .status(130))
      #expect(!offered.shown.contains("UC2.3:1.1b"))
      let (left, _) = try start(.choice)
      left.type("c")
      try left.expect("> ")
      left.type("q")
      try left.expect("(y or n)")
      left.type("\u{3}")
      #expect(left.end() == .status(130))
    }
  }

  @Test("A dumb terminal gets lines and no control sequences")
  func dumb() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.waiting, ["TERM": "dumb"])
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
      #expect(!terminal.shown.contains("\u{1B}"))
    }
  }
}
