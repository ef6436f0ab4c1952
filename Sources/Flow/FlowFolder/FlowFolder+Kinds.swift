internal import Files
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

  /// The documents below a folder in formats that cannot be read.
  package static func unreadDocuments(below folder: String) -> [String] {
    FileSystem.listing(
      below: folder, endingIn: DocumentText.otherEndings,
      except: FlowLoader.scriptFolders.union(["node_modules"])
    ).paths.filter { !isAside($0.dropFirst(folder.count + 1)) }
  }

  /// Whether a file is in a folder in which no flows are.
  private static func isAside(_ path: Substring) -> Bool {
    path.split(separator: "/").dropLast().contains {
      $0.hasPrefix(".") || FlowLoader.scriptFolders.contains(String($0)) || $0 == "node_modules"
    }
  }
}
