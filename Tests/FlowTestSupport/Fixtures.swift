public import Diagnostics
internal import FlowFiles
internal import FlowLoader
public import FlowModel
internal import TestSupport

extension SourceFile {
  /// A file that is written in a test.
  public init(_ path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// The flows of a folder. Throws their diagnostics as text.
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
