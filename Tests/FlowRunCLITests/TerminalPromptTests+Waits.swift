import FlowTestSupport
import Glibc
import TestSupport
import Testing

extension TerminalPromptTests {
  @Test("While the app waits, `?` and `t` work, and say what does not")
  func keysInWaits() async throws {
    try await onOwnThread {
      let terminal = try start(["login-web", "--world", "WORLD"])
      terminal.type("a")
      try terminal.expect("s left, EID8:6")
      terminal.type("?")
      try terminal.expect("t  shows the rows taken so far")
      try terminal.expect("s left, EID8:6")
      terminal.type("t")
      try terminal.expect("EID8:1 ")
      try terminal.expect("s left, EID8:6")
      terminal.type("u")
      try terminal.expect("`u` works where you can choose; ? helps")
      stop(terminal)
    }
  }

  @Test("In 20 columns, a wait shows what is awaited, and how much time is left")
  func narrowWait() async throws {
    try await onOwnThread {
      let terminal = try start(["login-web", "--world", "WORLD"], columns: 20)
      terminal.type("a")
      let shown = try terminal.expect(" s left ")
      let words = shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("EID8:6 System"), "\(words)")
      #expect(words.contains("..."), "\(words)")
      for line in shown.split(whereSeparator: \.isNewline) {
        #expect(line.count <= 20, "\(line)")
      }
      stop(terminal)
    }
  }

  @Test("In a world, nobody can take the row of a timer")
  func timersInWorlds() async throws {
    try await onOwnThread {
      let terminal = try start(["T2", "--world", "WORLD"])
      #expect(terminal.shown.contains("Time is up  (by itself after 10 min)"))
      terminal.type("c")
      try terminal.expect("choose one of a b, or q; ? helps")
      stop(terminal)
      let free = try start()
      #expect(free.shown.contains("c  Event: Time is up  (by itself after 10 min)"))
      free.type("c")
      try free.expect("Done")
      stop(free)
    }
  }

  @Test("In 20 columns, what is removed goes away on the line above too")
  func narrowCorrection() async throws {
    try await onOwnThread {
      let terminal = try start(columns: 20)
      terminal.type("bJo\rc")
      let question = try terminal.expect("goes back): ")
      let last = try #require(question.split(whereSeparator: \.isNewline).last.map(String.init))
      try #require(last.count < 20)
      let room = 20 - last.count
      terminal.type(String(repeating: "x", count: room + 1))
      try terminal.expect(String(repeating: "x", count: room + 1))
      for left in [room, room - 1] {
        terminal.type("\u{7F}")
        #expect(try terminal.expect(last + String(repeating: "x", count: left)).hasPrefix("\r\n"))
      }
      terminal.type("\u{7F}")
      #expect(try terminal.expect("\u{8} \u{8}") == "\u{8} \u{8}")
      stop(terminal)
    }
  }

  @Test("A dumb terminal says once how much time is left, and then gets only what is typed")
  func dumb() async throws {
    try await onOwnThread {
      let terminal = try start(["T2", "--by-hand"], ["TERM": "dumb"])
      terminal.type("b")
      try terminal.expect("name (1 to 40 characters, Esc goes back):\r\n")
      try terminal.expect(" s left > ")
      terminal.type("Jx\u{7F}o\r")
      #expect(try terminal.expect("Done").hasPrefix("Jx\u{8} \u{8}o\r\n"))
      stop(terminal)
      #expect(!terminal.shown.contains("\u{1B}"))
    }
  }

  @Test("With `--trace`, a wait says what is awaited and counts down, and can be left by `q`")
  func tracedWait() async throws {
    try await onOwnThread {
      let folder = try Folder(["world.yaml": TerminalPromptTests.world])
      for (redirection, isShown) in [("", true), ("2>/dev/null", false)] {
        let terminal = try PseudoTerminal(
          "/bin/bash",
          [
            "-c", "\"$1\" login-web --world \"$2\" --trace json --flows \"$3\" \(redirection)",
            "bash", builtFlowrun, folder.path("world.yaml"), flowsFolder,
          ])
        for _ in 0..<2_000 where terminal.settings.echoes { usleep(10_000) }
        terminal.type("a")
        try terminal.expect("\"row\":\"EID8:5\"")
        if isShown {
          try terminal.expect(" s left, EID8:6  System waits for the ID card on the phone ...")
          // The line is written again when a second has passed.
          try terminal.expect("\r")
          try terminal.expect(" s left, EID8:6")
        }
        terminal.type("qy")
        #expect(terminal.end() == .status(130))
        #expect(terminal.shown.contains("stopped at EID8:6") == isShown)
        #expect(terminal.shown.contains("{\"end\":\"waiting EID8:6\",\"at\":"))
      }
    }
  }

  @Test("With `--lang`, screens and rows are in the language, and the trace is in the flow's words")
  func language() async throws {
    try await onOwnThread {
      let terminal = try PseudoTerminal(
        builtFlowrun,
        [
          "UC1", "--by-hand", "--lang", "et", "--trace", "json", "--flows",
          projectFolder + "/Examples/Hotel/Flows",
        ])
      try terminal.expect("Kes broneerib?")
      try terminal.expect("Nimi: ____")
      try terminal.expect("Kasutaja valib „Broneeri“")
      terminal.type("a")
      try terminal.expect("Nimi (")
      terminal.type("Mari\r")
      try terminal.expect("\"text\":\"User selects Book\"")
      terminal.type("qy")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("With `--trace`, standard output has the trace and nothing else")
  func prompts() async throws {
    try await onOwnThread {
      let folder = try Folder(["Flows/T2.yaml": TerminalPromptTests.flow])
      let terminal = try PseudoTerminal(
        "/bin/bash",
        [
          "-c", "\"$1\" T2 --by-hand --trace json --flows \"$2\" 2>/dev/null", "bash", builtFlowrun,
          folder.path("Flows"),
        ])
      // Keys that come before the run would be the shell's.
      for _ in 0..<2_000 where terminal.settings.echoes { usleep(10_000) }
      terminal.type("bJo\raa1234\rqy")
      #expect(terminal.end() == .status(130))
      let lines = terminal.shown.split(whereSeparator: \.isNewline)
      #expect(lines.count == 4, "\(terminal.shown)")
      for line in lines.dropLast() { #expect(line.hasPrefix("{\"row\":\"T2:"), "\(line)") }
      #expect(lines.last?.hasPrefix("{\"end\":\"waiting T2:1.2\",\"at\":") == true)
    }
  }

  @Test(
    "A crash at a terminal restores it, and ends the run without waiting for an answer",
    arguments: [["T2", "--by-hand"], ["serve", "website", "--port", "0"]])
  func crash(_ arguments: [String]) async throws {
    try await onOwnThread {
      let folder = try Folder(["Flows/T2.yaml": TerminalPromptTests.flow])
      let isRun = arguments[0] == "T2"
      let terminal = try PseudoTerminal(
        builtFlowrun, arguments + (isRun ? ["--flows", folder.path("Flows")] : []),
        environment: [
          "HOME": folder.path,
          "SWIFT_BACKTRACE": "enable=yes,symbolicate=off,threads=crashed,images=none,cache=no",
        ])
      try terminal.expect(isRun ? " s left > " : "website at")
      terminal.send(SIGSEGV)
      #expect(terminal.end() == .signal(SIGSEGV))
      // The tool that prints the backtrace counts down while it waits.
      #expect(!terminal.shown.contains("(29s)"), "\(terminal.shown)")
      #expect(terminal.shown.contains("crashed"), "\(terminal.shown)")
      #expect(terminal.settings.echoes && terminal.settings.isByLine)
    }
  }
}
