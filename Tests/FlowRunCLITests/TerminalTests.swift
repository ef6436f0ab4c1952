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

  static let flow = """
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
  func start(
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
    "A signal at any moment restores the terminal, removes the temporary folder, and ends the run",
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
}

extension String {
  /// How often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}
