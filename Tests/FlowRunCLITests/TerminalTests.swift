import FlowTestSupport
import Foundation
import Glibc
import TestSupport
import Testing

/// The built program at a terminal of its own, at every kind of moment.
@Suite struct TerminalTests {
  /// A kind of moment of a run, and how to get there.
  enum Moment: String, CaseIterable, Sendable {
    case choice, secret, line, timedLine, countdown, waiting

    var arguments: [String] {
      switch self {
      case .choice, .secret, .line, .timedLine, .countdown: ["T1", "--by-hand"]
      case .waiting: ["login-web"]
      }
    }

    /// Types and waits until the run is at the moment.
    func reach(_ terminal: PseudoTerminal) throws {
      switch self {
      case .choice: try terminal.expect("Welcome")
      case .secret:
        try terminal.expect("Welcome")
        terminal.type("a")
      case .line:
        try terminal.expect("Welcome")
        terminal.type("b")
      case .timedLine:
        try terminal.expect("Welcome")
        terminal.type("cc")
      case .countdown:
        try terminal.expect("Welcome")
        terminal.type("c")
      case .waiting:
        try terminal.expect("User selects the app")
        terminal.type("a")
      }
      try terminal.expect(prompt)
    }

    /// What is shown at the moment at last.
    var prompt: String {
      switch self {
      case .choice: "> "
      case .secret: "pin (4 digits): "
      case .line: "name (1 to 20 characters, Esc goes back): "
      case .timedLine: "name (1 to 20 characters, Esc goes back):\r\n"
      case .countdown: " s left > "
      case .waiting: "s left, EID8:6"
      }
    }
  }

  private static let flow = """
    flow: T1
    title: A flow for tests
    summary: What this flow is about
    sections:
      - section: 1
        title: First
        steps:
          - step: 1.1
            screen: Welcome
            message: 日本語の画面で言葉を折り返す、その後 e\u{301}te\u{301} ✅ 🇪🇪 ❤️ 👍🏽
            input: { pin: { secret: yes, digits: 4 }, name: { length: 1..20 } }
            rows:
              a: { user: enters a PIN, enters: pin, next: 1.2 }
              b: { user: enters a name, enters: name, next: 1.2 }
              c: { user: goes on, next: 1.3 }
          - step: 1.2
            screen: Done
            rows:
              a: { user: goes back to the beginning, next: 1.1 }
          - step: 1.3
            screen: Hurry
            input: { name: { length: 1..20 } }
            rows:
              a: { user: is quick, next: 1.2 }
              b: { event: Time is up, after: 600 s, next: 1.2 }
              c: { user: enters a name, enters: name, next: 1.2 }
    """
  private static let world = """
    saved: { can: 123456, pin1: 1234 }
    card: { can: 123456, pin1: 1234, touches: 600 s }
    """

  /// The program at a moment, and the folder in which it may make temporary ones.
  private func start(
    _ moment: Moment, _ environment: [String: String] = [:], through shell: String? = nil
  ) throws -> (PseudoTerminal, Folder) {
    let folder = try Folder([
      "Flows/T1.yaml": TerminalTests.flow, "world.yaml": TerminalTests.world, "tmp/kept": "",
    ])
    let place =
      moment == .waiting
      ? ["--flows", flowsFolder, "--world", folder.path("world.yaml")]
      : ["--flows", folder.path("Flows")]
    let command = shell.map { ["-c", $0, "bash", builtFlowrun] } ?? []
    let terminal = try PseudoTerminal(
      shell == nil ? builtFlowrun : "/bin/bash", command + moment.arguments + place,
      environment: [
        "TMPDIR": folder.path("tmp"), "HOME": folder.path, "SWIFT_BACKTRACE": "enable=no",
      ].merging(environment) { $1 })
    try moment.reach(terminal)
    return (terminal, folder)
  }

  private func expectRestored(_ terminal: PseudoTerminal, _ folder: Folder) {
    let settings = terminal.settings
    #expect(settings.echoes && settings.isByLine && settings.signals)
    #expect(
      (try? FileManager.default.contentsOfDirectory(atPath: folder.path("tmp"))) == ["kept"],
      "a temporary folder is left")
  }

  @Test(
    "A signal restores the terminal and removes the temporary folder at any moment, and ends the run as usual",
    arguments: zip(Moment.allCases, Moment.allCases.map { _ in SIGTERM })
      + [SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGSYS].map { (.waiting, $0) })
  func signals(_ moment: Moment, _ signal: Int32) async throws {
    try await onOwnThread {
      let (terminal, folder) = try start(moment)
      #expect(!terminal.settings.echoes)
      terminal.send(signal)
      #expect(terminal.end() == .signal(signal))
      expectRestored(terminal, folder)
    }
  }

  @Test("Ctrl-C and q leave at any moment, and restore the terminal", arguments: Moment.allCases)
  func leaving(_ moment: Moment) async throws {
    try await onOwnThread {
      for key in ["\u{3}", "\u{4}", "q"] {
        // Where a text is entered, `q` belongs to the text.
        if key == "q", moment == .line || moment == .timedLine { continue }
        let (terminal, folder) = try start(moment)
        terminal.type(key)
        if key == "q", moment != .choice, moment != .secret {
          try terminal.expect("Leave? You cannot continue this run later. (y or n)")
          terminal.type("y")
        }
        try terminal.expect("stopped at ")
        #expect(terminal.end() == .status(130))
        expectRestored(terminal, folder)
      }
    }
  }

  @Test("Nothing typed is echoed, except in a prompt for a text", arguments: Moment.allCases)
  func echo(_ moment: Moment) async throws {
    try await onOwnThread {
      let (terminal, folder) = try start(moment)
      terminal.type("73917")
      let isText = moment == .line || moment == .timedLine
      if moment == .secret || isText { terminal.type("\r") }
      if moment != .waiting, moment != .countdown {
        try terminal.expect(moment == .choice ? "choose one of" : "Done")
      }
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
      #expect(terminal.shown.contains("73917") == isText)
      #expect(terminal.shown.contains("••••") == (moment == .secret))
      expectRestored(terminal, folder)
    }
  }

  @Test(
    "Ctrl-Z gives the terminal back to the shell; the run goes on with its prompt",
    arguments: Moment.allCases)
  func stopping(_ moment: Moment) async throws {
    try await onOwnThread {
      // A shell that waits for a line while the run is stopped.
      let (terminal, folder) = try start(
        moment, through: "set -m; \"$@\"; echo \"stopped by $?\"; read -r; fg >/dev/null")
      terminal.type("\u{1A}")
      try terminal.expect("stopped by 148")
      let settings = terminal.settings
      #expect(settings.echoes && settings.isByLine && settings.signals)
      terminal.type("\n")
      try terminal.expect(moment.prompt)
      #expect(!terminal.settings.echoes)
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
      expectRestored(terminal, folder)
    }
  }

  @Test(
    "A run that went on in the background takes the terminal again in the foreground",
    arguments: Moment.allCases)
  func background(_ moment: Moment) async throws {
    try await onOwnThread {
      let (terminal, folder) = try start(
        moment,
        through:
          "set -m; \"$@\"; echo \"stopped by $?\"; bg >/dev/null; read -r; echo here; fg >/dev/null"
      )
      terminal.type("\u{1A}")
      try terminal.expect("stopped by 148")
      terminal.type("\n")
      try terminal.expect("here")
      // The prompt may have been drawn in the background already.
      for _ in 0..<2_000 where terminal.settings.echoes { usleep(10_000) }
      #expect(!terminal.settings.echoes && !terminal.settings.isByLine)
      terminal.type("\u{3}")
      #expect(terminal.end() == .status(130))
      expectRestored(terminal, folder)
    }
  }

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

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
