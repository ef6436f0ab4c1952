internal import Foundation

/// Why a test has not what it needs.
public struct FixtureFailure: Error, CustomStringConvertible {
  public let description: String

  /// A failure with these words.
  public init(_ description: String) {
    self.description = description
  }
}

/// The project's folder.
public let projectFolder: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(3)
  return parts.joined(separator: "/")
}()

/// The folder of the project's flows.
public let flowsFolder = projectFolder + "/Flows"

/// The bytes of a file in the folder `Fixtures` beside the calling file.
public func fixture(_ name: String, beside file: String = #filePath) throws -> [UInt8] {
  let path = URL(filePath: file).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
  return Array(try Data(contentsOf: path))
}

/// The value, or the failure of a test that needs it.
public func need<T>(_ value: T?, _ what: String = "value") throws -> T {
  guard let value else { throw FixtureFailure("there is no \(what)") }
  return value
}
