import Foundation
import Secrets

@testable import WalletActions

func secret(_ text: String) -> Secret {
  var bytes = Array(text.utf8)
  return Secret(moving: &bytes)
}

/// A folder for the length of a test.
final class Folder: Sendable {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(
        path: "flowrun-test-\(UUID().uuidString)"
      ).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) ?? []
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// Whether any file holds these bytes.
  func holds(_ text: String) -> Bool {
    files.contains { Data(bytes($0)).range(of: Data(text.utf8)) != nil }
  }
}

/// Milliseconds that a test moves by hand.
actor TestClock {
  nonisolated let box = Box()

  final class Box: @unchecked Sendable {
    // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var time: Int64 = 1_800_000_000_000
    var now: Int64 {
      get { lock.withLock { time } }
      set { lock.withLock { time = newValue } }
    }
  }
}
