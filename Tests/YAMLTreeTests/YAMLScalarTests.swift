import Diagnostics
import TestSupport
import Testing
import YAMLTree

@Suite struct YAMLScalarTests {
  /// The texts of all scalars of a document.
  private func read(_ yaml: String) -> [String] {
    var tree = YAMLTree()
    let file = SourceFile(path: "a", bytes: Array(yaml.utf8))
    let diagnostics = YAMLParser(vocabulary: Vocabulary([])).parse(file, into: &tree)
    #expect(diagnostics.isEmpty, "\(yaml)")
    var pool: [UInt8] = []
    tree.copyPool(to: &pool)
    var texts: [String] = []
    for node in 0..<tree.nodeCount where tree.kind(node) == .scalar {
      texts.append(String(decoding: pool[tree.range(node)], as: UTF8.self))
    }
    return texts
  }

  private static let texts = [
    "", " ", "a", " a", "a ", "a: b", "a:", ":a", "a #b", "#a", "- a", "-", "?", "? a", "a, b",
    "[a]",
    "{a}", "it's", "'", "\"a\"", "a\\b", "&a", "*a", "!a", "|", ">", "%a", "@a", "`a`", "~", "null",
    "1.10", "yes", "a\nb", "a\tb", "\u{1}", "\u{85}", "\u{2028}", "\u{FEFF}", "😀", "äöü", "---",
    "...", "a?b", "a:b", "a:,b", "x]", "}",
  ]

  @Test("A text that is written is read back as it was, in a block and in a list", arguments: texts)
  func roundTrip(text: String) {
    #expect(read("key: \(YAMLScalar.text(text))\n") == ["key", text])
    #expect(read("key: \(YAMLScalar.list([text, text]))\n") == ["key", text, text])
    #expect(read("key: \(YAMLScalar.mapping([("k", text)]))\n") == ["key", "k", text])
  }

  @Test("A text of random signs is read back as it was", arguments: 0..<50)
  func randomTexts(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let signs = Array("ab-:,[]{}#&*!|>'\"%@`?\\ \n\t~ä").map(String.init)
    for _ in 0..<40 {
      let count = Int.random(in: 0...8, using: &random)
      let text = (0..<count).map { _ in signs.randomElement(using: &random) ?? "" }.joined()
      #expect(read("key: \(YAMLScalar.text(text))\n") == ["key", text], "\(text)")
      #expect(read("[\(YAMLScalar.text(text, inline: true))]\n") == [text], "\(text)")
    }
  }

  @Test("A text is quoted only where it must be")
  func quotes() {
    #expect(YAMLScalar.text("selects Try again") == "selects Try again")
    #expect(YAMLScalar.text("a, b") == "a, b")
    #expect(YAMLScalar.text("a, b", inline: true) == "'a, b'")
    #expect(YAMLScalar.text("it's: so") == "'it''s: so'")
    #expect(YAMLScalar.text("a\nb") == "\"a\\nb\"")
    #expect(YAMLScalar.list(["a", "b c"]) == "[a, b c]")
    #expect(YAMLScalar.mapping([("a", "b")]) == "{ a: b }")
  }
}
