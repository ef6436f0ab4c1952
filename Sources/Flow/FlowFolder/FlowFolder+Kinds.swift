package import Files
internal import FlowDocument
internal import FlowFiles
internal import FlowLoader

// What the files of a folder are, by their names.
extension FlowFolder {
  /// Whether a file of a folder is one of its flow files, or may be one of its documents.
  ///
  /// - Parameter path: from that folder.
  package static func isSource(_ path: Substring) -> Bool {
    FlowLoader.isFlowFile(path) || isDocument(path) || isBinding(String(path)) && !isAside(path)
  }

  /// Whether a file says what a document cannot say, as its name tells.
  package static func isBinding(_ path: String) -> Bool {
    path.hasSuffix(FlowLoader.bindingEnding)
  }

  /// Whether a file of a folder may be one of its documents.
  ///
  /// - Parameter path: from that folder.
  static func isDocument(_ path: Substring) -> Bool {
    DocumentText.isDocument(String(path)) && !isAside(path)
  }

  /// The documents below a folder, whose endings say so or whose beginnings do.
  ///
  /// - Parameter except: the names of folders that are left out.
  package static func documents(
    below folder: String, except names: Set<String> = []
  ) -> FileSystem.Listing {
    var found = FileSystem.listing(
      below: folder, endingIn: DocumentText.endings + DocumentText.sharedEndings, except: names)
    found.paths.removeAll { !isDocumentFile($0) }
    return found
  }

  /// Whether a file is a document, as its ending says or, where that says nothing, its beginning.
  package static func isDocumentFile(_ path: String) -> Bool {
    guard DocumentText.isShared(path) else { return DocumentText.isDocument(path) }
    return (try? FileSystem.read(upTo: 8_192, of: path)).map(DocumentText.isPage) ?? false
  }

  /// The documents below a folder in formats that cannot be read.
  package static func unreadDocuments(below folder: String) -> [String] {
    FileSystem.listing(
      below: folder, endingIn: DocumentText.otherEndings + DocumentText.sharedEndings,
      except: foldersAside
    ).paths.filter {
      !isAside($0.dropFirst(folder.count + 1)) && !isDocumentFile($0)
    }
  }

  /// The names of folders in which no flows and no documents are.
  static let foldersAside = FlowLoader.scriptFolders.union(["node_modules"])

  /// Whether a file is in a folder in which no flows are.
  private static func isAside(_ path: Substring) -> Bool {
    path.split(separator: "/").dropLast().contains {
      $0.hasPrefix(".") || foldersAside.contains(String($0))
    }
  }
}
