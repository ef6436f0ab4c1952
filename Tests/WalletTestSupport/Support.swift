internal import Foundation
public import Secrets

/// A secret of a test: there is nothing in it to keep.
public func secret(_ text: String) -> Secret {
  var bytes = Array(text.utf8)
  return Secret(moving: &bytes)
}

/// A folder for the length of a test.
public final class Folder: Sendable {
  public let path: String

  /// Makes it.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory.appending(
        path: "flowrun-test-\(UUID().uuidString)"
      ).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of the files in it, sorted.
  public var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The bytes of a file; none when there is no such file.
  public func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: "\(path)/\(name)").map(Array.init) ?? []
  }

  /// Writes a file.
  public func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
  }

  /// Whether any file holds these bytes.
  public func holds(_ text: String) -> Bool {
    files.contains { Data(bytes($0)).range(of: Data(text.utf8)) != nil }
  }
}

/// Milliseconds that a test moves by hand.
public actor TestClock {
  /// A clock of its own.
  public init() {}

  /// The time, shared with whoever reads it.
  public nonisolated let box = Box()

  /// A time that tests set and servers read.
  public final class Box: @unchecked Sendable {
    // Unchecked: guarded by its lock.
    private let lock = NSLock()
    private var time: Int64 = 1_800_000_000_000
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var now: Int64 {
      get { lock.withLock { time } }
      set { lock.withLock { time = newValue } }
    }
  }
}
