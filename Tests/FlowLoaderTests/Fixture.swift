import Diagnostics
import Files
import FlowFiles
import FlowLoader
import TestSupport

/// A text with several files: each begins after a line `#> NAME`.
struct Fixture: CustomStringConvertible {
  let name: String
  let files: [SourceFile]
  var description: String { name }
  static let folder = projectFolder + "/Tests/FlowLoaderTests/Fixtures"

  init(_ path: String) throws {
    name = path.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
    let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
    var files: [(name: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#> ") {
        files.append((String(line.dropFirst(3)), ""))
      } else if !files.isEmpty {
        files[files.count - 1].text += line + "\n"
      }
    }
    self.files = files.map { name, text in
      // The last line break is the next heading's.
      SourceFile(path: name, bytes: Array(text.utf8.dropLast()))
    }
  }

  static func all(in kind: String) throws -> [String] {
    try FileSystem.yamlFiles(below: "\(folder)/\(kind)", except: [])
  }

  /// The diagnostics of loading, as a terminal shows them.
  var output: String {
    let result = FlowLoader().load(files)
    return DiagnosticRenderer(files: files).render(result.diagnostics)
  }
}
