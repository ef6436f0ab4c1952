import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing
import YAMLTree

/// The nodes of the same text by an independent parser: `Fixtures/describe.py`.
@Suite struct YAMLTreeTests {
  static let cases = [
    "block", "block-scalars", "comments", "flow-style", "nested", "no-line-end", "question-marks",
    "scalar", "scalars", "unicode", "windows",
  ]

  @Test("Kinds, places, lines and texts are those that PyYAML's own parser finds", arguments: cases)
  func nodes(name: String) throws {
    let (tree, diagnostics) = parsed(try fixture("\(name).yaml"))
    #expect(diagnostics.isEmpty)
    #expect(tree.description == String(decoding: try fixture("\(name).nodes"), as: UTF8.self))
  }

  @Test("Every file of the fixtures is compared")
  func allCases() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }
    #expect(names.sorted() == Self.cases.sorted())
  }

  @Test("A byte order mark moves no place")
  func byteOrderMark() throws {
    let bytes = try fixture("block.yaml")
    #expect(parsed([0xEF, 0xBB, 0xBF] + bytes).tree.description == parsed(bytes).tree.description)
  }

  @Test(
    "A file without a document has no node", arguments: ["", "\n", "# a comment\n", "\u{FEFF}"])
  func empty(text: String) {
    let (tree, diagnostics) = parsed(Array(text.utf8))
    #expect(tree.nodes == 0)
    #expect(diagnostics.isEmpty)
  }

  @Test("A tree that is used again holds nothing of the file before")
  func reused() throws {
    let parser = YAMLParser(vocabulary: Vocabulary([]))
    var kept = YAMLTree()
    for name in Self.cases + Self.cases.reversed() {
      let file = SourceFile(path: name, bytes: try fixture("\(name).yaml"))
      #expect(parser.parse(file, into: &kept).isEmpty)
      #expect(
        Listing(kept).description == String(decoding: try fixture("\(name).nodes"), as: UTF8.self))
    }
  }

  @Test("A key of the vocabulary is known by its number, a value or an unknown key is not")
  func vocabulary() {
    var tree = YAMLTree()
    let words = ["flow", "title", "a-key-of-sixteen", "a-key-that-is-too-long"]
    let text = "title: flow\nflow: 1\nother: 2\na-key-of-sixteen: 3\na-key-that-is-too-long: 4\n"
    let file = SourceFile(path: "a", bytes: Array(text.utf8))
    #expect(YAMLParser(vocabulary: Vocabulary(words)).parse(file, into: &tree).isEmpty)
    var numbers: [UInt8] = []
    for node in 1..<tree.nodeCount { numbers.append(tree.word(node)) }
    #expect(numbers == [2, 0, 1, 0, 0, 0, 3, 0, 0, 0])
  }

  @Test("A collection's head is its first scalar")
  func headSpan() {
    var tree = YAMLTree()
    let file = SourceFile(path: "a", bytes: Array("- - ab: c\n- []\n".utf8))
    #expect(YAMLParser(vocabulary: Vocabulary([])).parse(file, into: &tree).isEmpty)
    #expect(tree.headSpan(tree.root) == Span(start: 4, end: 6))
    #expect(tree.headSpan(tree.next(tree.firstChild(tree.root))) == Span(start: 12, end: 14))
  }
}
