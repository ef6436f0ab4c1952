/// The folder of the sources that this program was built from. It may not exist on another machine.
enum SourceTree {
  /// The path of a file or folder in it.
  static func path(_ name: String) -> String { "\(root)/\(name)" }

  private static let root: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    // Sources/Tool/FlowRunCLI/Support/SourceTree.swift
    parts.removeLast(5)
    return parts.joined(separator: "/")
  }()
}
