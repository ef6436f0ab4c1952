internal import Diagnostics
import FlowFiles
internal import FlowLoader
public import FlowModel

/// Why a fixture could not be used.
public struct FixtureFailure: Error, CustomStringConvertible {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}

/// The flows of a folder; what is wrong with them is the error's text.
public func catalogue(in folder: String) throws -> Catalogue {
  try catalogue(of: FlowLoader().load(folder: folder))
}

/// Flows that are written in a test: the first line of each must be `flow: ID`.
public func catalogue(_ texts: String...) throws -> Catalogue {
  try catalogue(of: texts)
}

/// The same for any number of flows.
public func catalogue(of texts: [String]) throws -> Catalogue {
  let files = texts.map { text in
    let id = text.split(separator: "\n").first?.split(separator: " ").dropFirst().joined(
      separator: " ")
    return SourceFile(path: "\(id ?? "").yaml", bytes: Array(text.utf8))
  }
  return try catalogue(of: FlowLoader().load(files))
}

private func catalogue(of result: FlowLoader.Result) throws -> Catalogue {
  guard let catalogue = result.catalogue else {
    throw FixtureFailure(DiagnosticRenderer(files: result.files).render(result.diagnostics))
  }
  return catalogue
}

/// The project's folder.
public let projectFolder: String = {
  var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  parts.removeLast(3)
  return parts.joined(separator: "/")
}()

/// What is there, or the failure of a test that needs it.
public func need<T>(_ value: T?, _ what: String = "value") throws -> T {
  guard let value else { throw FixtureFailure("there is no \(what)") }
  return value
}
