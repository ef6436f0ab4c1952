package import Diagnostics
package import Files
internal import FlowLoader
internal import YAMLTree

extension FileSystem {
  /// The files below a folder whose name ends in `.yaml` or `.yml`, sorted by path, as paths that
  /// begin with `folder`. Folders named in `except` and hidden ones are left out.
  package static func yamlFiles(
    below folder: String, except: Set<String> = []
  ) throws(FileError) -> [String] {
    try files(below: folder, endingIn: [".yaml", ".yml"], except: except)
  }
}

extension SourceFile {
  /// The whole of the file with this path.
  package init(readingFrom path: String) throws(FileError) {
    self.init(path: path, bytes: try FileSystem.read(path))
  }

  /// A flow file, read as far as shows that it is too large: the loader has a diagnostic for that.
  init(flowAt path: String) throws(FileError) {
    self.init(
      path: path, bytes: try FileSystem.read(upTo: YAMLParser.maximumSize + 1, of: path))
  }
}

extension Diagnostic {
  /// Tells the author of flows about a file that cannot be read.
  package init(_ error: FileError) {
    self.init(
      .unreadableFile, path: error.path, span: .top,
      "cannot be \(error.attempt.rawValue): \(error.reason)")
  }
}
