package import Diagnostics
package import Files
internal import FlowLoader
internal import YAMLTree

extension FileSystem {
  /// The files below a folder whose names end in `.yaml` or `.yml`, sorted by path. The paths begin
  /// with `folder`. Hidden folders and those named in `except` are left out.
  package static func yamlFiles(
    below folder: String, except: Set<String> = []
  ) throws(FileError) -> [String] {
    try files(below: folder, endingIn: yamlSuffixes, except: except)
  }

  /// Like ``yamlFiles(below:except:)``, with the folders that could not be read.
  ///
  /// - Parameter isOptional: whether a `folder` that does not exist has no files.
  package static func yamlListing(
    below folder: String, except: Set<String> = [], isOptional: Bool = false
  ) -> Listing {
    var listing = listing(below: folder, endingIn: yamlSuffixes, except: except)
    if isOptional, !isFolder(folder) { listing.refused = [] }
    return listing
  }

  private static var yamlSuffixes: [String] { [".yaml", ".yml"] }
}

extension SourceFile {
  /// The whole of the file with this path.
  package init(readingFrom path: String) throws(FileError) {
    self.init(path: path, bytes: try FileSystem.read(path))
  }

  /// Reads a flow file. Of a file that is too large it reads just enough for the loader to notice.
  init(flowAt path: String) throws(FileError) {
    self.init(
      path: path, bytes: try FileSystem.read(upTo: YAMLParser.maximumSize + 1, of: path))
  }
}

extension Diagnostic {
  /// A diagnostic about a file that cannot be read.
  package init(_ error: FileError) {
    self.init(
      .unreadableFile, path: error.path, span: .top,
      "cannot be \(error.attempt.rawValue): \(error.reason)")
  }
}
