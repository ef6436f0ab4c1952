import FlowTestSupport
import Glibc
import TestSupport
import Testing

/// What the built program shows and accepts at a terminal while it asks or waits.
@Suite struct TerminalPromptTests {
  static let flow = """
    flow: T2
    title: A flow with time
    summary: What this flow is about
    sections:
      - section: 1
        title: First
        steps:
          - step: 1.1
            screen: Enter
            input: { pin: { secret: yes, digits: 4 }, name: { length: 1..40 } }
            rows:
              a: { user: enters a PIN, enters: pin, next: 1.2 }
              b: { user: enters a name, enters: name, next: 1.2 }
              c: { event: Time is up, after: 600 s, next: 1.2 }
          - step: 1.2
            screen: Done
            input: { name: { length: 1..40 } }
            rows:
              a: { user: goes back, next: 1.1 }
              b: { user: hurries, next: 1.3 }
              c: { user: says a name, enters: name, next: 1.1 }
          - step: 1.3
            screen: Hurry
            input: { pin: { secret: yes, digits: 4 } }
            rows:
              a: { user: enters a PIN, enters: pin, next: 1.2 }
              b: { event: It is over, after: 2 s, next: 1.4 }
          - step: 1.4
            screen: Over
            rows:
              a: { user: tries again, next: 1.3 }
    """
  static let world = """
    saved: { can: 123456, pin1: 1234 }
    card: { can: 123456, pin1: 1234, touches: 600 s }
    """

  private static let pause = "account: { pin: 918273, failures: 3 }\n"

  func start(
    _ arguments: [String] = ["T2", "--by-hand"], _ environment: [String: String] = [:],
    columns: UInt16 = 80
  ) throws -> PseudoTerminal {
    let folder = try Folder([
      "Flows/T2.yaml": TerminalPromptTests.flow, "world.yaml": TerminalPromptTests.world,
      "pause.yaml": TerminalPromptTests.pause,
    ])
    let flows = arguments[0] == "T2" ? folder.path("Flows") : flowsFolder
    let worlds = ["WORLD": folder.path("world.yaml"), "PAUSE": folder.path("pause.yaml")]
    let place = arguments.map { worlds[$0] ?? $0 }
    let terminal = try PseudoTerminal(
      builtFlowrun, place + ["--flows", flows],
      environment: ["HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"].merging(environment) {
        $1
      },
      columns: columns)
    // The files are read before the first screen.
    try terminal.expect(">")
    return terminal
  }

  func stop(_ terminal: PseudoTerminal) {
    terminal.type("\u{3}")
    #expect(terminal.end() == .status(130))
  }

  @Test("A prompt counts down while a timer runs, and keeps what is typed")
  func countdownInPrompt() async throws {
    try await onOwnThread {
      let terminal = try start()
      terminal.type("a")
      try terminal.expect("pin (4 digits):\r\n")
      terminal.type("73")
      try terminal.expect(" s left > ••\u{1B}[K")
      // The line is written again when a second has passed.
      try terminal.expect("\r")
      #expect(try terminal.expect("\u{1B}[K").hasSuffix(" s left > ••\u{1B}[K"))
      terminal.type("\u{7F}\u{7F}1234\r")
      try terminal.expect("Done")
      stop(terminal)
      #expect(!terminal.shown.contains("73") && !terminal.shown.contains("1234"))
    }
  }

  @Test("A question counts down while a timer runs, and is answered")
  func countdownInQuestion() async throws {
    try await onOwnThread {
      let terminal = try start()
      terminal.type("bJo\ra")
      try terminal.expect("Done")
      try terminal.expect("Enter")
      try terminal.expect(" s left > ")
      terminal.type("q")
      try terminal.expect("Leave? You cannot continue this run later. (y or n)\r\n")
      try terminal.expect(" s left > ")
      try terminal.expect("\r")
      try terminal.expect(" s left > ")
      terminal.type("n")
      try terminal.expect(" s left > no")
      try terminal.expect("Enter")
      stop(terminal)
    }
  }

  @Test("A prompt ends when the time of its step is over")
  func timeOver() async throws {
    try await onOwnThread {
      let terminal = try start()
      terminal.type("bJo\rb")
      for _ in 0..<20 {
        try terminal.expect("Hurry")
        terminal.type("a")
        // On a busy machine the time may be over before the prompt is there.
        let shown = try terminal.expect(anyOf: ["pin (4 digits):", "Over"])
        if shown.hasSuffix("digits):") {
          terminal.type("12")
          try terminal.expect("T2:1.3b  System shows screen 'Hurry': Event: It is over -> 1.4")
          try terminal.expect("Over")
          try terminal.expect("The app went on while you typed. Press Enter to type again\r\n> ")
          // Who types on, also letters, does not choose here.
          terminal.type("34a\r")
          #expect(try !terminal.expect("> ").contains("Hurry"))
          terminal.type("\r")
          try terminal.expect("Hurry")
          return stop(terminal)
        }
        terminal.type("a")
      }
      Issue.record("the prompt never came in time")
    }
  }

  @Test("In a prompt for digits, the keys `?`, `t` and `q` work; Escape goes back to the choice")
  func keysInPrompts() async throws {
    try await onOwnThread {
      let terminal = try start()
      terminal.type("a12?")
      try terminal.expect("about: What this flow is about")
      try terminal.expect("B  puts the app into the background")
      try terminal.expect("pin (4 digits):\r\n")
      try terminal.expect(" s left > ••\u{1B}[K")
      terminal.type("t")
      try terminal.expect("nothing was taken yet")
      try terminal.expect("pin (4 digits):\r\n")
      terminal.type("3\r")
      try terminal.expect("that is not 4 digits\r\npin (4 digits):\r\n")
      terminal.type("12t34\r")
      try terminal.expect("Done")
      terminal.type("c")
      try terminal.expect("name (1 to 40 characters, Esc goes back): ")
      terminal.type("?tq")
      try terminal.expect("?tq")
      terminal.type("\u{1B}")
      try terminal.expect("Done")
      try terminal.expect("> ")
      terminal.type("t")
      try terminal.expect("T2:1.1a  User enters a PIN -> 1.2")
      terminal.type("a")
      try terminal.expect("Enter")
      terminal.type("a\u{1B}")
      try terminal.expect("pin (4 digits):")
      try terminal.expect("Enter")
      try terminal.expect(" s left > ")
      terminal.type("aq")
      try terminal.expect("Leave? You cannot continue this run later. (y or n)")
      terminal.type("y")
      try terminal.expect("stopped at T2:1.1")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("After a timer was taken before its time, the next one has all of its time left")
  func countdownAfterChosenTimer() async throws {
    try await onOwnThread {
      let terminal = try start(["EID5", "--by-hand", "--fact", "can=saved"])
      try terminal.expect("90 s left > ")
      terminal.type("b")
      try terminal.expect("EID5:3.a")
      let next = try terminal.expect(" s left > ")
      #expect(next.hasSuffix("90 s left > ") || next.hasSuffix("89 s left > "), "\(next)")
      terminal.type("qy")
      try terminal.expect("stopped at EID5:3")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("What a step without a screen says to the user is shown, also while nobody can choose")
  func messageOfWait() async throws {
    try await onOwnThread {
      let terminal = try start(["open-card", "--by-hand"])
      // The step is shown again after the help.
      terminal.type("?")
      try terminal.expect("open-card:1.1  System waits for the ID card on the reader")
      try terminal.expect("  Put your ID card on the reader")
      terminal.type("qy")
      try terminal.expect("stopped at open-card:1.1")
      #expect(terminal.end() == .status(130))
    }
  }

  @Test("Where an action may end the wait earlier, the time that is left is a limit")
  func limit() async throws {
    try await onOwnThread {
      let terminal = try start(["UC2.3", "--as-meant", "--world", "PAUSE"])
      terminal.type("a")
      try terminal.expect("pin (6 digits")
      terminal.type("111222\r")
      try terminal.expect("Try again in 60 s")
      try terminal.expect("at most 3600 s left > ")
      stop(terminal)
    }
  }

  @Test("The app returns with a flow that the run cannot come to, and goes on where it was")
  func otherFlowOnTop() async throws {
    try await onOwnThread {
      let terminal = try start(["EID5", "--by-hand", "--fact", "can=saved"])
      try terminal.expect(" s left > ")
      terminal.type("B")
      try terminal.expect("Enter for\r\n  UC1.2, Esc goes back)")
      terminal.type("\r")
      try terminal.expect("UC1.2:1.1  System determines app startup state")
      try terminal.expect("> ")
      terminal.type("b")
      try terminal.expect("UC1.2:3.1  System determines whether remote PIN is set up")
      try terminal.expect("> ")
      terminal.type("b")
      try terminal.expect("-> resume")
      try terminal.expect("EID5:3  System waits for the ID card on the phone")
      try terminal.expect(" s left > ")
      // The rows from before are still known.
      terminal.type("t")
      try terminal.expect("EID5:2  System asks")
      try terminal.expect("UC1.2:3.1b ")
      try terminal.expect(" s left > ")
      terminal.type("BUC7.1\r")
      try terminal.expect("`UC7.1` is an outline: it is not yet written")
      try terminal.expect("EID5:3 ")
      stop(terminal)
    }
  }

  @Test("`web-eid -c` shows nothing that is typed while somebody else decides")
  func webEID() async throws {
    try await onOwnThread {
      let folder = try Folder(["world.yaml": "person: { agrees: never }\n"])
      let question =
        "{\"challengeNonce\":\"12345678123456781234567812345678912356789123\",\"origin\":\"https://ria.ee\"}"
      let terminal = try PseudoTerminal(
        builtFlowrun,
        [
          "web-eid", "-c", "authenticate", question, "--virtual", "--world",
          folder.path("world.yaml"), "--flows", flowsFolder,
        ], environment: ["HOME": folder.path])
      for _ in 0..<600 where terminal.settings.echoes { usleep(50_000) }
      #expect(!terminal.settings.echoes)
      terminal.type("1234\u{3}")
      #expect(terminal.end() == .signal(SIGINT))
      #expect(!terminal.shown.contains("1234"))
      #expect(terminal.settings.echoes)
    }
  }

  @Test("Screens that go to a file have no characters that control a terminal")
  func promptsInFile() async throws {
    try await onOwnThread {
      let folder = try Folder()
      let command = "\"$0\" EID5 --by-hand --fact can=saved --flows \"$1\" >\"$2\""
      let terminal = try PseudoTerminal(
        "/bin/bash", ["-c", command, builtFlowrun, flowsFolder, folder.path("out")],
        environment: ["HOME": folder.path])
      for _ in 0..<600 where !folder.text("out").contains("90 s left > ") {
        usleep(100_000)
      }
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
      #expect(terminal.shown.hasPrefix("flowrun: note: standard output has the screens"))
      let text = folder.text("out")
      #expect(text.contains("90 s left > ") && !text.utf8.contains { $0 == 0x1B || $0 == 0x0D })
    }
  }
}
