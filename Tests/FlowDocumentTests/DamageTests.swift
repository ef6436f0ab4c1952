import Diagnostics
import FlowDocument
import Foundation
import TestSupport
import Testing

@Suite struct DamageTests {
  /// Whatever the input, the worst result is a diagnostic inside of the document.
  private func survives(_ bytes: [UInt8], _ path: String = "d") {
    let file = SourceFile(path: path, bytes: bytes)
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
    let step = sampleSize("DAMAGES", or: 3_000) >= 100_000 ? 3 : 151
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

  @Test("A team's document that is cut, or whose lines are lost, swapped or doubled, does no harm")
  func lines() throws {
    let teams = try TeamDocument.twelfths(3)
    for team in teams {
      let text = String(decoding: team.bytes, as: UTF8.self)
      let whole = text.split(separator: "\n", omittingEmptySubsequences: false)
      var random = SplitMix(seed: team.seed)
      for turn in turns(1, of: 4, from: Int(team.seed % 4)) {
        var lines = whole
        switch turn {
        case 0: lines.removeLast(random.next(lines.count))
        case 1: for _ in 0..<3 where lines.count > 1 { lines.remove(at: random.next(lines.count)) }
        case 2: lines.swapAt(random.next(lines.count), random.next(lines.count))
        default:
          let place = random.next(lines.count)
          lines.insert(contentsOf: lines[place...].prefix(1 + random.next(8)), at: place)
        }
        survives(Array(lines.joined(separator: "\n").utf8), team.name)
      }
    }
    #expect(teams.count > 30)
  }

  @Test("A document of a team whose rows lack cells, or have them in another order, does no harm")
  func rows() throws {
    var count = 0
    for team in try TeamDocument.twelfths(4) {
      let text = String(decoding: team.bytes, as: UTF8.self)
      guard text.contains("|---") || text.contains("| ---") else { continue }
      for turn in turns(2, of: 4, from: Int(team.seed % 2)) {
        var random = SplitMix(seed: team.seed &+ UInt64(turn))
        count += 1
        let first = random.next(4) - 1
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          guard line.hasPrefix("|"), !line.hasPrefix("|---"), !line.hasPrefix("| ---") else {
            return String(line)
          }
          var cells = line.split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().map(String.init)
          // The same order for all rows, and then some cells less.
          if first >= 0, cells.count > first + 1 { cells.append(cells.remove(at: first)) }
          for _ in 0..<random.next(3) where cells.count > 1 {
            cells.remove(at: random.next(cells.count))
          }
          return "|" + cells.joined(separator: "|")
        }
        survives(Array(lines.joined(separator: "\n").utf8), team.name)
      }
    }
    #expect(count > 10)
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

  private static let scraps: [String] = [
    "x", "User ", "<", "<<", "</", "<b>", "<!--", "-->", "<table>", "<tr><td>", "<pre>", "[", "[[",
    "](", "]", "(", "*", "**", "_", "`", "``", "\n```\n", "\n~~~ a\n", "\\", "\"", "&", "|", "\t",
    "->", "1. ", "\n1. ", "\n1a. ", "\n1-9a. ", "\n*a. ", "\n- ", "\n. ", "\n* ", "\n# ", "\n",
    "\n\n", "\n    ",
    "\n|===\n", "\n---\n", "\n===\n", "\n.. note::\n", "\n+--+\n", "\nUC2: B\n", "UC1 ",
    "go to 1", "if ", ", ", ": ", "; ", "btn:[", "http://a[", "\nMain flow\n", "\nExtensions\n",
    "\nA1: x\n", "\nGiven a", "\n@t ", "\n\"\"\"\n", "::\n\n  ", "é", "{", "”",
  ]

  private static let heads = [
    "UC1.md": "# UC1: Open\n\n## Main scenario\n\n1. User opens ",
    "UC2.md": "# UC2: Open\n\n| Step | Actor | Action |\n|---|---|---|\n| 1 | User | Opens ",
    "UC3.adoc": "= UC3: Open\n\n== Main scenario\n\n. User opens ",
    "UC4.rst": "UC4: Open\n=========\n\nMain scenario\n-------------\n\n1. User opens ",
    "UC5.txt": "UC5: Open\n\nMain scenario\n\n1. User opens ",
    "UC6.html": "<h1>UC6: Open</h1><h2>Main scenario</h2><ol><li>User opens ",
    "UC7.csv": "Step,Actor,Action\n1,User,User opens ",
    "UC8.feature": "Feature: UC8\n\n  Scenario: A\n    Given the user opens ",
  ]

  // What is looked for to the end of a document, wherever it may begin, takes minutes.
  @Test(
    "A document in which a few scraps come again and again is read or refused",
    .timeLimit(.minutes(5)), arguments: heads.keys.sorted())
  func repeated(path: String) throws {
    let count = sampleSize("DAMAGES", or: 3_000) / 1_000
    var random = SplitMix(seed: UInt64(path.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
    for _ in 0..<count {
      let words = (0...random.next(4)).map { _ in Self.scraps[random.next(Self.scraps.count)] }
      let scrap = words.joined()
      let head = try #require(Self.heads[path])
      let text = head + String(repeating: scrap, count: 16_000 / scrap.utf8.count)
      survives(Array(text.utf8), path)
    }
  }

  @Test("Bytes that are not UTF-8 are refused at their place")
  func invalidUTF8() {
    let result = DocumentImport(SourceFile(path: "d", bytes: Array("# é\n".utf8) + [0xC3, 0x28]))
    #expect(result.flows.isEmpty)
    #expect(result.diagnostics.map(\.span.start) == [4])
  }
}
