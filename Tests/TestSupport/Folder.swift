internal import Foundation

/// A temporary folder that is removed with its last reference.
public final class Folder: Sendable {
  public let path: String

  /// Makes the folder, with these files in it.
  public init(_ files: [String: String] = [:]) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "flowrun-test-\(UUID())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (name, text) in files { try write(Array(text.utf8), to: name) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it, whether it exists or not.
  public func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files in it, sorted.
  public var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The bytes of a file; none if it does not exist.
  public func bytes(_ name: String) -> [UInt8] {
    FileManager.default.contents(atPath: path(name)).map(Array.init) ?? []
  }

  /// The text of a file; empty if it does not exist.
  public func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }

  /// Writes a file, and makes the folders that its name goes through.
  public func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Writes a file of text.
  public func write(_ text: String, to name: String) throws {
    try write(Array(text.utf8), to: name)
  }

  /// Whether any file holds this text.
  public func holds(_ text: String) -> Bool {
    files.contains { Data(bytes($0)).range(of: Data(text.utf8)) != nil }
  }
}
