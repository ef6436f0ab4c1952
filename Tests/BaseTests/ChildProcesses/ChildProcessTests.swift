import ChildProcesses
import Testing

@Suite struct ChildProcessTests {
  private func output(
    _ name: String, _ arguments: [String], input: [UInt8] = []
  ) async throws -> [UInt8] {
    try await ChildProcess(name, arguments, input: input).output()
  }

  @Test("A program gets its arguments unchanged and its input whole, however much it answers")
  func exchanges() async throws {
    let word = "a b'\"$HOME*;\n☃"
    #expect(try await output("printf", ["%s", word]) == Array(word.utf8))
    // Far more than a pipe holds, both ways at once.
    let input = [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await output("cat", [], input: input) == input)
    #expect(try await output("cat", []) == [])
  }

  @Test("A program that reads only some of its input is reported in its own words")
  func readsLittle() async throws {
    let input = [UInt8](repeating: 7, count: 3_000_000)
    #expect(try await output("echo", ["enough"], input: input) == Array("enough\n".utf8))
    await #expect(throws: ChildProcess.Failure.failed("no")) {
      try await output("sh", ["-c", "echo no >&2; exit 1"], input: input)
    }
  }

  @Test(
    "A program that fails is reported by the first line of its standard error, or by how it ended",
    arguments: [
      ("echo out; echo one >&2; echo two >&2; exit 3", "one"),
      ("exit 3", "`sh` ended with status 3"), ("kill -9 $$", "`sh` was ended by signal 9"),
    ])
  func failures(_ script: String, _ reason: String) async throws {
    await #expect(throws: ChildProcess.Failure.failed(reason)) {
      try await output("sh", ["-c", script])
    }
  }

  @Test("A program that does not exist, or is no program, is reported as such")
  func missing() async throws {
    await #expect(throws: ChildProcess.Failure.notFound) {
      try await output("no-such-program-here", [])
    }
    await #expect(
      throws: ChildProcess.Failure.failed("`/etc/passwd` cannot be started: Permission denied")
    ) {
      try await output("/etc/passwd", [])
    }
  }

  @Test("A program that does not end is killed at the deadline, even if it ignores other signals")
  func endless() async throws {
    for script in ["exec sleep 1000", "trap '' TERM INT HUP; while :; do :; done"] {
      let child = ChildProcess("sh", ["-c", script], deadline: .milliseconds(10))
      await #expect(throws: ChildProcess.Failure.failed("`sh` took longer than 0.01 seconds")) {
        try await child.run()
      }
      #expect(throws: ChildProcess.Failure.failed("`sh` took longer than 0.01 seconds")) {
        try child.runBlocking()
      }
    }
  }

  @Test("A program is killed when the task is cancelled, before or after its start")
  func cancelled() async throws {
    let task = Task { try await ChildProcess("sleep", ["1000"]).run() }
    task.cancel()
    await #expect(throws: ChildProcess.Failure.failed("`sleep` was cancelled")) {
      try await task.value
    }
    let fifo = Task { try await ChildProcess("yes", deadline: .seconds(600)).run() }
    await Task.yield()
    fifo.cancel()
    await #expect(throws: ChildProcess.Failure.failed("`yes` was cancelled")) {
      try await fifo.value
    }
  }

  @Test("A child that a program leaves behind does not hold up its result")
  func leftBehind() async throws {
    let result = try await ChildProcess("sh", ["-c", "sleep 1000 & echo $!"]).run()
    #expect(result.status == .exited(0))
    let process = String(decoding: result.output.dropLast(), as: UTF8.self)
    let kill = try await ChildProcess("kill", [process]).run()
    #expect(kill.status == .exited(0))
  }

  @Test("Many programs at once each give their own output")
  func many() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<40 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: 100_000)
          let printed = try await output("cat", [], input: bytes)
          #expect(printed == bytes)
        }
      }
      try await group.waitForAll()
    }
  }
}
