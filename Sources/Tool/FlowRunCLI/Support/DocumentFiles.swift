internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader

/// The documents named on the command line.
struct DocumentFiles {
  /// The documents, as text.
  private(set) var files: [SourceFile] = []
  /// What cannot be read.
  private(set) var unread: [Diagnostic] = []
  /// Those that are text in another encoding, for the places in them.
  private(set) var damaged: [SourceFile] = []
  /// The binding files beside the documents, by their paths.
  private(set) var bindings: [SourceFile] = []
  /// The ids that git gives to the documents and the binding files, by their paths.
  private(set) var fingerprints: [String: String] = [:]

  private static let limit = 16 << 20

  /// Reads files, and all documents in folders, sorted by path. What cannot be read in a folder
  /// keeps nothing else from being read, and is reported. A file that was named has to be there.
  static func read(_ names: [String]) throws -> DocumentFiles {
    var read = DocumentFiles()
    for name in names {
      guard name != "-", FileSystem.isFolder(name) else {
        let document = try SourceFile(argument: name, limit: limit)
        let file = DocumentText.file(document)
        if let problem = DocumentText.problem(file) {
          throw Refusal([problem], in: places(problem, file), "`\(name)` cannot be read")
        }
        if name != "-" { read.fingerprints[name] = ImportedFlows.fingerprint(of: document.bytes) }
        read.files.append(file)
        continue
      }
      let found = FlowFolder.documents(below: name)
      guard !found.paths.isEmpty || !found.refused.isEmpty else {
        let endings = DocumentText.endings.joined(separator: ", ")
        throw Refusal("there are no documents (\(endings)) in `\(name)`")
      }
      read.unread += found.refused.map { Diagnostic($0) }
      for path in found.paths {
        do throws(FileError) {
          let bytes = try FileSystem.read(path, limit: limit)
          let file = DocumentText.file(SourceFile(path: path, bytes: bytes))
          if let problem = DocumentText.problem(file) {
            read.unread.append(problem)
            read.damaged += places(problem, file)
          } else {
            read.files.append(file)
            read.fingerprints[path] = ImportedFlows.fingerprint(of: bytes)
          }
        } catch {
          read.unread.append(Diagnostic(error))
        }
      }
    }
    guard !read.files.isEmpty else {
      throw Refusal(read.unread, in: read.damaged, "there is no document that can be read")
    }
    for folder in Set(read.files.map(\.path).filter { $0 != "-" }.map(FlowsFolder.parent)).sorted()
    {
      try read.readBindings(in: folder)
    }
    return read
  }

  /// The file of a problem, if the problem has a place in it.
  private static func places(_ problem: Diagnostic, _ file: SourceFile) -> [SourceFile] {
    problem.span == .top ? [] : [file]
  }

  /// Whether a file is one of the binding files.
  func isBinding(_ path: String) -> Bool { bindings.contains { $0.path == path } }

  private mutating func readBindings(in folder: String) throws {
    let found = FileSystem.listing(below: folder, endingIn: [FlowLoader.bindingEnding])
    for path in found.paths where !isBinding(path) && FlowsFolder.parent(of: path) == folder {
      let file = try SourceFile(argument: path, limit: DocumentFiles.limit)
      bindings.append(file)
      fingerprints[path] = ImportedFlows.fingerprint(of: file.bytes)
    }
  }
}
