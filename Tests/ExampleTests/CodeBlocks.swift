import Files
import FlowTestSupport
import Foundation
import TestSupport

/// A block of Swift in a page or in a doc comment.
struct CodeBlock {
  /// The file with the line of the block, such as `docs/app.md:9`.
  let place: String
  let text: String

  /// Whether it is a part of a manifest: dependencies and targets.
  var isManifest: Bool { text.contains(".package(") || text.contains(".executableTarget(") }

  /// Whether it has declarations, and not what stands in a function.
  var hasDeclarations: Bool {
    text.split(separator: "\n").contains { line in
      ["import ", "struct ", "actor ", "enum ", "func "].contains { line.hasPrefix($0) }
    }
  }

  /// All blocks of the project's pages, of the catalogue for DocC, and of doc comments.
  static func all() throws -> [CodeBlock] {
    var paths = ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"]
    for (folder, suffix) in [("docs", ".md"), ("Sources", ".md"), ("Sources", ".swift")] {
      let found = try FileSystem.files(below: "\(projectFolder)/\(folder)", endingIn: [suffix])
      paths += found.map { String($0.dropFirst(projectFolder.count + 1)) }
    }
    return try paths.flatMap { path in
      let text = String(decoding: try FileSystem.read("\(projectFolder)/\(path)"), as: UTF8.self)
      return text.contains("```swift") ? blocks(text, in: path) : []
    }
  }

  private static func blocks(_ text: String, in path: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var open: (line: Int, text: String)?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      let isComment = path.hasSuffix(".swift") && line.drop { $0 == " " }.hasPrefix("///")
      let content = isComment ? String(line.drop { $0 == " " }.dropFirst(3)) : line
      if let block = open {
        if content.contains("```") {
          blocks.append(CodeBlock(place: "\(path):\(block.line)", text: block.text))
          open = nil
        } else {
          open = (block.line, block.text + content + "\n")
        }
      } else if content.hasSuffix("```swift") {
        open = (index + 1, "")
      }
    }
    return blocks
  }
}
