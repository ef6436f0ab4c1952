import Diagnostics
import FlowDocument
import TestSupport
import Testing

@Suite struct DamageTests {
  /// Whatever the input, the worst result is a diagnostic inside of the document.
  private func survives(_ bytes: [UInt8]) {
    let file = SourceFile(path: "d", bytes: bytes)
    let result = DocumentImport(file)
    let count = UInt32(bytes.count { $0 & 0xC0 != 0x80 })
    #expect(result.diagnostics.allSatisfy { $0.span.start <= count && $0.span.end <= count + 1 })
    #expect(result.flows.count + result.diagnostics.count > 0)
  }

  @Test(
    "Every prefix of a document is imported or refused",
    arguments: [Seed.open, .pin, .unlock, .proofing])
  func truncation(seed: Seed) throws {
    let bytes = try seed.file.bytes
    let step = sampleSize("DAMAGES", or: 3_000) >= 100_000 ? 3 : 23
    for count in stride(from: 0, through: bytes.count, by: step) {
      survives(Array(bytes[..<count]))
    }
  }

  @Test("A damaged document is imported or refused", arguments: Seed.allCases, 0..<12)
  func damage(seed: Seed, turn: Int) throws {
    var bytes = try seed.file.bytes
    var random = SplitMix(seed: UInt64(turn))
    for _ in 0..<(1 + turn * 3) {
      let place = random.next(bytes.count)
      switch random.next(5) {
      case 0: bytes.remove(at: place)
      case 1: bytes.insert(Array("|#*[]()<>&\\-:\n\r.1a".utf8)[random.next(18)], at: place)
      case 2: bytes[place] = UInt8(random.next(256))
      case 3:
        bytes.insert(
          contentsOf: bytes[place..<min(bytes.count, place + random.next(60))],
          at: random.next(bytes.count))
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.next(40)))
      }
    }
    survives(bytes)
  }

  @Test(
    "A scrap of a document is imported or refused",
    arguments: [
      "|", "||", "| --- |", "|---|---|---|", "# Use Case 1.1", "# Use Case #", "#",
      "Use Case 1.1 T\n#\nDescription\nNext",
      "Use Case 1.1 T\n#\nDescription\nNext\n1\n1\n1",
      "# Use Case 1.1 T | # | Description | Next | | --- | --- | --- |",
      "\u{FEFF}# Use Case 1.1 T", "<", "&", "[", "![", "[^", "\\", "<sup>", "<!--", "&#99999999;",
      "&#x110000;",
      "# Use Case 1.1 T\n\n| # | Description |\n|---|---|\n| 1.1 | |\n| 1.1a | |\n", "1. a",
      "Extensions:\na. b\n",
    ])
  func scraps(text: String) {
    survives(Array(text.utf8))
    survives(Array(text.utf8) + [0xFF])
  }

  @Test(
    "A document of 2,000 equal scraps is imported",
    arguments: [
      "\n", "<a", "1. a\n", "# Use Case 1.1\n", "| 1.1a | User a | 1 |\n", "[", "&", "|", "#\n",
      "a. b\n",
    ])
  func manyScraps(scrap: String) {
    let head =
      "# Use Case 1.1 T\n\n| # | Description | Next |\n|---|---|---|\n| 1 | A | |\n| 1.1 | B | |\n"
    let text = head + String(repeating: scrap, count: 2_000)
    #expect(DocumentImport(document(text)).flows.count > 0)
    let scenario =
      "# Use Case 1.1 T\n\n## Main scenario\n\n" + String(repeating: scrap, count: 2_000)
    #expect(DocumentImport(document(scenario)).flows.count > 0)
  }

  @Test("Bytes that are not UTF-8 are refused at their place")
  func invalidUTF8() {
    let result = DocumentImport(SourceFile(path: "d", bytes: Array("# é\n".utf8) + [0xC3, 0x28]))
    #expect(result.flows.isEmpty)
    #expect(result.diagnostics.map(\.span.start) == [4])
  }
}
