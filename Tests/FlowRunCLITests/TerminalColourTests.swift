import FlowTestSupport
import TestSupport
import Testing

/// Which of the two streams of the built program is coloured.
@Suite struct TerminalColourTests {
  @Test(
    "Each stream decides by itself whether it is coloured",
    arguments: [
      ("", true, true), ("| cat", false, true), ("2>&1 | cat", false, false),
      ("2>/dev/null", true, false),
    ])
  func colours(_ redirection: String, _ out: Bool, _ err: Bool) async throws {
    try await onOwnThread {
      let folder = try Folder(["Flows/A.yaml": "flow: A\n"])
      for (environment, isPlain) in [
        ([:], false), (["NO_COLOR": "1"], true), (["TERM": "dumb"], true),
      ] as [([String: String], Bool)] {
        // `check` prints findings to standard output, `list` the same ones to standard error.
        for (command, isColoured) in [("check", out), ("list --flows", err)] {
          let terminal = try PseudoTerminal(
            "/bin/bash",
            [
              "-c", "\"$1\" \(command) \"$2\" \(redirection)", "bash", builtFlowrun,
              folder.path("Flows"),
            ],
            environment: environment)
          _ = terminal.end()
          #expect(terminal.shown.contains("\u{1B}[") == (isColoured && !isPlain), "\(command)")
        }
      }
    }
  }
}
