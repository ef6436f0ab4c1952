import Diagnostics
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct TextDocumentTests {
  private typealias Place = TextDocument.Place

  private static let pieces = ["a", "é", "🏨", "\n", "\r\n", "\r", "x: y", "\u{FEFF}", "", "ß"]

  private func text(_ random: inout SplitMix, _ count: Int) -> String {
    (0..<count).map { _ in random.pick(Self.pieces) }.joined()
  }

  /// The lines of a text as the protocol has them, each with its line break.
  private func lines(_ text: String) -> [[Unicode.Scalar]] {
    var lines: [[Unicode.Scalar]] = [[]]
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      lines[lines.count - 1].append(scalar)
      let isPair = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalar == "\n" || scalar == "\r" && !isPair { lines.append([]) }
    }
    return lines
  }

  @Test("Places are lines and units of UTF-16, and lead back to the same scalar")
  func places() {
    var random = SplitMix(seed: 1)
    for _ in 0..<300 {
      // A mark at the very beginning does not count.
      let text = "-" + text(&random, 20)
      let document = TextDocument(Array(text.utf8))
      var scalar = 0
      for (number, line) in lines(text).enumerated() {
        var unit = 0
        for next in line {
          if next != "\n", next != "\r" {
            let place = Place(line: number, unit: unit)
            #expect(document.place(of: scalar) == place)
            #expect(document.scalar(at: place) == scalar)
            if UTF16.width(next) == 2 {
              #expect(document.scalar(at: Place(line: number, unit: unit + 1)) == scalar)
            }
          }
          unit += UTF16.width(next)
          scalar += 1
        }
      }
      #expect(document.lineCount == lines(text).count)
    }
  }

  @Test("A change replaces what is between two places, wherever they are")
  func changes() {
    var random = SplitMix(seed: 2)
    for _ in 0..<2_000 {
      let text = text(&random, 12)
      var document = TextDocument(Array(text.utf8))
      let places = (0..<2).map { _ in Place(line: random.next(8), unit: random.next(8)) }.sorted()
      let new = self.text(&random, 3)
      /// The number of scalars before a place, found by walking.
      func count(_ place: Place) -> Int {
        let start = text.hasPrefix("\u{FEFF}") ? 1 : 0
        let all = lines(text)
        guard place.line < all.count else { return text.unicodeScalars.count }
        var (count, unit) = (all[..<place.line].reduce(0) { $0 + $1.count }, 0)
        for (index, scalar) in all[place.line].enumerated() {
          if place.line == 0, index < start {
            count += 1
            continue
          }
          if scalar == "\n" || scalar == "\r" || unit + UTF16.width(scalar) > place.unit { break }
          unit += UTF16.width(scalar)
          count += 1
        }
        return count
      }
      let scalars = Array(text.unicodeScalars)
      let (first, last) = (count(places[0]), count(places[1]))
      var expected = String.UnicodeScalarView()
      expected.append(contentsOf: scalars[..<first])
      expected.append(contentsOf: new.unicodeScalars)
      expected.append(contentsOf: scalars[max(first, last)...])
      document.replace(from: places[0], to: places[1], with: new)
      #expect(Array(document.bytes) == Array(String(expected).utf8), "\(text.debugDescription)")
    }
  }

  @Test("Places beyond the text mean its end, and turned ranges insert")
  func beyond() {
    var document = TextDocument(Array("ab\ncd".utf8))
    document.replace(
      from: Place(line: 9, unit: 9), to: Place(line: 9, unit: 9), with: "!")
    #expect(String(decoding: document.bytes, as: UTF8.self) == "ab\ncd!")
    document.replace(from: Place(line: 1, unit: 1), to: Place(line: 0, unit: 0), with: "?")
    #expect(String(decoding: document.bytes, as: UTF8.self) == "ab\nc?d!")
    #expect(document.line(7) == "")
    #expect(document.place(of: 1_000) == Place(line: 1, unit: 4))
  }

  @Test("Bytes that are not UTF-8 do no harm")
  func notText() {
    var document = TextDocument([0xFF, 0x0A, 0xC3, 0x28, 0x80])
    _ = document.place(of: 3)
    document.replace(from: Place(line: 1, unit: 1), to: Place(line: 1, unit: 2), with: "x")
    #expect(document.lineCount == 2)
  }
}
