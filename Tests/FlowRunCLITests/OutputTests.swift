import TestSupport
import Testing

/// The built program, since a test has no standard output of its own that could be full.
@Suite struct OutputTests {
  /// Runs `flowrun` in a shell; `redirection` follows its arguments.
  private func run(
    _ arguments: String, _ redirection: String
  ) throws -> (status: Int32, output: String) {
    try OtherProgram.run(
      "bash", ["-c", "set -o pipefail; \"$0\" \(arguments) \(redirection)", builtFlowrun],
      in: projectFolder)
  }

  @Test(
    "Output that cannot be written is reported once and ends any command with status 2",
    arguments: [
      "list", "table UC2.3", "check Examples/Hotel/Flows --format json", "replay",
      "UC2.3 --by-itself", "schema",
    ])
  func fullDisk(_ arguments: String) throws {
    let (status, output) = try run(arguments, ">/dev/full")
    #expect(status == 2)
    #expect(
      output == "flowrun: `standard output` cannot be written: No space left on device\n")
  }

  @Test(
    "A reader that closes the pipe changes neither the status nor the messages",
    arguments: [
      ("list", 0), ("table UC2.3", 0), ("check Examples/Hotel/Flows --format json", 0),
      ("table none", 2),
    ])
  func closedPipe(_ arguments: String, _ expected: Int32) throws {
    let (status, output) = try run(arguments, "> >(exec 0<&-; true)")
    #expect(status == expected)
    #expect(!output.contains("cannot be written"))
  }

  @Test("An error of standard error is ignored")
  func fullStandardError() throws {
    let (status, output) = try run("table none", "2>/dev/full")
    #expect(status == 2)
    #expect(output == "")
  }
}
