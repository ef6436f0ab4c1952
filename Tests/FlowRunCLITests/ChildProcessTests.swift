import Testing

@testable import FlowRunCLI

@Suite struct ChildProcessTests {
  @Test("A program gets its arguments unchanged and its input whole, however much it answers")
  func exchanges() async throws {
    let word = "a b'\"$HOME*;\n☃"
    #expect(try await ChildProcess.run("printf", ["%s", word]) == Array(word.utf8))
    // Far more than a pipe holds, both ways at once.
    let input = [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await ChildProcess.run("cat", [], input: input) == input)
    #expect(try await ChildProcess.run("cat", []) == [])
  }

  @Test(
    "A program that fails is reported by the first line of its standard error, or by how it ended",
    arguments: [
      ("echo out; echo one >&2; echo two >&2; exit 3", "one"),
      ("exit 3", "`sh` ended with status 3"), ("kill -9 $$", "`sh` was ended by signal 9"),
    ])
  func failures(_ script: String, _ reason: String) async throws {
    await #expect(throws: ChildProcess.Failure.failed(reason)) {
      try await ChildProcess.run("sh", ["-c", script])
    }
  }

  @Test("A program that does not exist is reported as such")
  func missing() async throws {
    await #expect(throws: ChildProcess.Failure.notFound) {
      try await ChildProcess.run("no-such-program-here", [])
    }
  }

  @Test("A program that does not end is killed at the deadline, or when the task is cancelled")
  func endless() async throws {
    await #expect(throws: ChildProcess.Failure.failed("`sleep` took longer than 0.01 seconds")) {
      try await ChildProcess.run("sleep", ["1000"], deadline: .milliseconds(10))
    }
    let task = Task { try await ChildProcess.run("sleep", ["1000"]) }
    task.cancel()
    await #expect(throws: ChildProcess.Failure.self) { try await task.value }
  }
}
