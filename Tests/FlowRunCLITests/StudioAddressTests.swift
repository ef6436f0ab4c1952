import Foundation
import TestSupport
import Testing

/// The file in which the studio leaves its address, for runs that report to it.
@Suite(.timeLimit(.minutes(2))) struct StudioAddressTests {
  private let folder: Folder

  /// The program, installed with something in place of the engine, which tests do not build.
  init() throws {
    folder = try Folder(["share/flowrun/engine/flow.wasm.gz": "module"])
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    // Copied by another program: a file that this one has written cannot be started while a process
    // that another test starts at the same time still has it open.
    let copy = try OtherProgram.run("cp", [builtFlowrun, folder.path("bin/flowrun")])
    #expect(copy.status == 0, "\(copy.output)")
  }

  private var file: String { folder.path("flowrun/studio") }
  private var isThere: Bool { FileManager.default.fileExists(atPath: file) }

  /// A studio that has said its address.
  private func studio() async throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: folder.path("bin/flowrun"))
    process.arguments = ["studio", "--no-open", "--port", "0", "--flows", flowsFolder]
    process.environment = [
      "HOME": folder.path, "XDG_STATE_HOME": folder.path, "PATH": "/usr/bin:/bin",
    ]
    let output = Pipe()
    process.standardOutput = output
    // Threads of tasks block signals, and a child would inherit that.
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    let start = Result { try process.run() }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    try start.get()
    let line = try await onOwnThread {
      String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    }
    #expect(line.hasPrefix("studio at http://"))
    return process
  }

  private func end(_ process: Process) async throws {
    kill(process.processIdentifier, SIGTERM)
    try await onOwnThread { process.waitUntilExit() }
  }

  @Test("It is gone when a signal has ended the studio")
  func gone() async throws {
    let process = try await studio()
    #expect(isThere)
    try await end(process)
    #expect(!isThere)
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
  }

  @Test("A studio that ends leaves the address of a later one")
  func later() async throws {
    let first = try await studio()
    let second = try await studio()
    let address = folder.bytes("flowrun/studio")
    try await end(first)
    #expect(isThere && folder.bytes("flowrun/studio") == address)
    try await end(second)
    #expect(!isThere)
  }
}
