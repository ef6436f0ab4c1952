import FlowTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

extension TerminalTests {
  @Test("Keys that are typed before the first prompt are not shown, and count")
  func typeAhead() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice)
      terminal.type("caqy")
      try terminal.expect("stopped at T1:1.2")
      #expect(terminal.end() == .status(130))
      #expect(!terminal.shown.contains("caq"))
    }
  }

  @Test("An arrow, a function key and a character of several bytes are one key each")
  func longKeys() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice)
      let keys = [
        "\u{1B}[A", "\u{1B}OP", "\u{1B}[15~", "\u{1B}[[B", "ä", "日", "😀",
        // A click, and what a terminal answers to a question about its colour, name or version.
        "\u{1B}[Mabc", "\u{1B}]11;rgb:abcd/abcd/abcd\u{7}", "\u{1B}]11;cab\u{1B}\\",
        "\u{1B}P>|abc(1)\u{1B}\\", "\u{1B}é",
      ]
      for key in keys {
        terminal.type(key)
        try terminal.expect("choose one of a b c, or q; ? helps\r\n> ")
      }
      terminal.type("q")
      _ = terminal.end()
      #expect(terminal.shown.components(of: "choose one of") == keys.count)
    }
  }

  @Test(
    "A key that was not whole takes no other with it: Ctrl-C after it ends the run",
    arguments: [
      [0xC3], [0xF0], [0xE6, 0x97], [0x1B], [0x1B, 0x5B], [0x1B, 0x5B, 0x31], [0x1B, 0x5D, 0x31],
    ] as [[UInt8]])
  func partsOfKeys(_ part: [UInt8]) async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice)
      terminal.type(part + [3])
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("Each key counts at once, whatever the terminal was set to before")
  func keysOneByOne() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice, through: "stty -icanon min 10 time 0; exec \"$@\"")
      terminal.type("q")
      #expect(terminal.end() == .status(130))
      #expect(!terminal.settings.isByLine)
    }
  }

  @Test("A text is corrected by whole characters, and its limit counts bytes")
  func editing() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.line)
      terminal.type("日本\u{7F}x")
      try terminal.expect("日本\u{8} \u{8}\u{8} \u{8}x")
      terminal.type("\r")
      try terminal.expect("Done")
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("The keys u, t, b and ? go back, show the trace, suspend, and explain")
  func commands() async throws {
    try await onOwnThread {
      let (terminal, _) = try start(.choice)
      terminal.type("?")
      try terminal.expect("about: What this flow is about")
      try terminal.expect("B  puts the app into the background")
      terminal.type("u")
      try terminal.expect("there is nothing that could be taken back")
      terminal.type("ct")
      try terminal.expect("T1:1.1c  User goes on -> 1.3")
      terminal.type("uca")
      try terminal.expect("Done")
      terminal.type("u")
      try terminal.expect("there is nothing that could be taken back")
      terminal.type("b")
      try terminal.expect("which flow starts when it returns?")
      terminal.type("T1\r")
      try terminal.expect("Welcome")
      terminal.type("q")
      try terminal.expect("Leave? You cannot continue this run later. (y or n) ")
      terminal.type("n")
      try terminal.expect("Welcome")
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
    }
  }
}
