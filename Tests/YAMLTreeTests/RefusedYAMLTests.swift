import Diagnostics
import TestSupport
import Testing
import YAMLTree

/// Parts of YAML that flow files may not have.
@Suite struct RefusedYAMLTests {
  /// The rules that a text breaks, each with the place of its span.
  private func found(_ text: String) -> [String] {
    found(Array(text.utf8))
  }

  private func found(_ bytes: [UInt8]) -> [String] {
    parsed(bytes).diagnostics.map { "\($0.rule) \($0.span.start)..<\($0.span.end)" }
  }

  @Test(
    "Anchors, aliases and tags are refused at their place, and reading goes on",
    arguments: [
      ("a: &x 1\nb: 2\n", ["anchor 3..<7"]), ("a: &x {b: 1}\n", ["anchor 3..<7"]),
      ("a: &x [1]\n", ["anchor 3..<7"]), ("a: !!str 1\n", ["tag 3..<10"]),
      ("!x {a: 1}\n", ["tag 0..<4"]), ("a: ! []\n", ["tag 3..<6"]),
      ("a: &x 1\nb: *x\nc: !t 2\n", ["anchor 3..<7", "alias 11..<13", "tag 17..<21"]),
      ("a: *nothing\n", ["alias 3..<11"]), ("a: &x !t 1\n", ["anchor 3..<10", "tag 3..<10"]),
    ])
  func decorations(text: String, found: [String]) {
    #expect(self.found(text) == found)
  }

  @Test("An alias is an empty scalar in the tree")
  func aliasNode() {
    let tree = parsed(Array("a: *x\nb: 1\n".utf8)).tree
    #expect(tree.nodes == 5)
  }

  @Test("A second document is refused where it begins")
  func secondDocument() {
    #expect(found("a: 1\n---\nb: 2\n") == ["several-documents 5..<8"])
    #expect(found("a: 1\n...\n") == [])
  }

  @Test(
    "Text that is not YAML is refused, and the place is where the parser stopped",
    arguments: [
      "a: [1, 2", "a: 'open", "a: \"\\q\"", "a:\n  - 1\n b: 2", "a: b: c", "\t- a", "{a", "@x",
    ])
  func notYAML(text: String) throws {
    let diagnostic = try #require(parsed(Array(text.utf8)).diagnostics.last)
    #expect(diagnostic.rule == .invalidYAML)
    #expect(diagnostic.span.start <= UInt32(text.unicodeScalars.count))
    #expect(diagnostic.message.hasPrefix("this is not YAML: "))
    #expect(diagnostic.help != nil)
  }

  @Test("An unclosed bracket names the line on which it begins")
  func openedElsewhere() throws {
    let diagnostic = try #require(parsed(Array("a: 1\nb: [1,\n\n2\n".utf8)).diagnostics.first)
    #expect(diagnostic.message.contains("line 2"))
  }

  @Test("The place of a byte that is not UTF-8 counts the scalars before it")
  func invalidUTF8() throws {
    let diagnostic = try #require(parsed(Array("ä: é".utf8) + [0xFF]).diagnostics.first)
    #expect(diagnostic.rule == .invalidUTF8)
    #expect(diagnostic.span.start == 4)
    #expect(diagnostic.message.contains("at byte 6"))
  }

  @Test("64 levels of nesting are read, and the 65th is refused at its place")
  func depth() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(YAMLParser.maximumDepth == 64)
    #expect(found(nested(64)) == [])
    #expect(found(nested(65)) == ["nested-too-deep 64..<65"])
    #expect(found(String(repeating: "{a: ", count: 65)) == ["nested-too-deep 256..<257"])
  }

  @Test("4 MiB are read, and one byte more is not")
  func size() {
    #expect(YAMLParser.maximumSize == 4_194_304)
    let text = [UInt8](repeating: UInt8(ascii: "\n"), count: YAMLParser.maximumSize)
    #expect(found(text) == [])
    #expect(found(text + [0x0A]) == ["file-too-large 0..<0"])
  }

  @Test("A file that is cut anywhere is read or refused, and what was read stays in order")
  func truncation() throws {
    for name in YAMLTreeTests.cases {
      let bytes = try fixture("\(name).yaml")
      for count in bytes.indices { _ = parsed(Array(bytes[..<count])) }
    }
  }
}
