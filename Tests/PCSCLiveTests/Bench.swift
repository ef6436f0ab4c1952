import Foundation
import ISO7816
import PCSC
import Testing
import VirtualCard

/// The private pcscd that `tools/benches/card-bench` has started, from the environment.
enum Bench {
  static let port = ProcessInfo.processInfo.environment["FLOWRUN_BENCH_PORT"].flatMap(UInt16.init)
  static let pcscd = ProcessInfo.processInfo.environment["FLOWRUN_BENCH_PCSCD"].flatMap(pid_t.init)
  static var isRunning: Bool { port != nil }
  static let isMissing: Comment = "needs a private pcscd; `tools/benches/card-bench` starts one"

  /// Serves `card` in the first slot for the length of `body`, and waits until it is gone again.
  static func serving<R: Sendable>(
    _ card: some CardProgram,
    _ body: (_ reader: CardReader, _ slot: VPCDSlot) async throws -> R
  ) async throws -> R {
    let service = PCSCService()
    let before = try await service.readers()
    let slot = try VPCDSlot(port: #require(port))
    let task = Task { try await slot.serve(card) }
    let result: Result<R, any Error>
    do {
      let reader = try await service.waitForCard(within: .seconds(10))
      result = .success(try await body(reader, slot))
    } catch {
      result = .failure(error)
    }
    slot.remove()
    try await task.value
    try await waitUntilEmpty(since: before)
    return try result.get()
  }

  /// Waits until the service itself has seen the card go. A failing reset makes a reader empty as
  /// well, and a card that is put on it before the service looks again is never noticed.
  static func waitUntilEmpty(since before: [CardReader]) async throws {
    for try await readers in PCSCService().changes() {
      let isOver = zip(before, readers).allSatisfy { before, now in
        now.answerToReset == nil && (now.eventCount - before.eventCount) % 2 == 0
      }
      if isOver && readers.map(\.eventCount) != before.map(\.eventCount) { break }
    }
  }

  /// Kills the private pcscd, which belongs to root.
  static func killService() async throws {
    let pcscd = try #require(pcscd)
    guard kill(pcscd, SIGKILL) != 0 else { return }
    let (output, code) = try await run("/usr/bin/sudo", "-n", "kill", "-KILL", "\(pcscd)")
    #expect(code == 0, "\(output)")
  }

  /// Runs another program in the bench. Returns its output and its exit code.
  static func run(_ program: String, _ arguments: String...) async throws -> (String, Int32) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        let text = String(
          decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        continuation.resume(returning: (text, process.terminationStatus))
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}

/// A card that answers every command with the same command and 9000, and can be told to misbehave
/// by the instruction byte.
actor EchoCard: CardProgram {
  static let atr: [UInt8] = [
    0x3B, 0x8B, 0x80, 0x01, 0x00, 0x12, 0x23, 0x3F, 0x53, 0x65, 0x49, 0x44, 0x0F, 0x90, 0x00, 0xA0,
  ]
  static let silence: UInt8 = 0xFE
  static let removal: UInt8 = 0xFD

  let answerToReset = EchoCard.atr
  private(set) var resets = 0
  private let (commands, continuation) = AsyncStream.makeStream(of: [UInt8].self)

  func reset() { resets += 1 }
  func react(to command: [UInt8]) -> CardReaction {
    continuation.yield(command)
    guard command.count >= 4 else { return .response([0x67, 0x00]) }
    return switch command[1] {
    case EchoCard.silence: .silence
    case EchoCard.removal: .removal
    default: .response(command + [0x90, 0])
    }
  }

  /// Waits until a command with this instruction has come.
  func waitForCommand(_ instruction: UInt8) async {
    for await command in commands where command.count > 1 && command[1] == instruction { return }
  }
}
