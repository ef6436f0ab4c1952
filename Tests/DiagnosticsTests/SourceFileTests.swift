import Diagnostics
import TestSupport
import Testing

@Suite struct SourceFileTests {
  private func file(_ text: String) -> SourceFile {
    SourceFile(path: "a", bytes: Array(text.utf8))
  }

  private func place(_ scalar: UInt32, in text: String) -> String {
    let position = file(text).position(of: scalar)
    return "\(position.line):\(position.column)"
  }

  @Test(
    "A line ends with LF, CR LF or a single CR",
    arguments: [
      ("ab\ncd", 3, "2:1"), ("ab\r\ncd", 4, "2:1"), ("ab\rcd", 3, "2:1"), ("\r\n\r\nx", 4, "3:1"),
      ("\n\n", 2, "3:1"), ("\n\r", 2, "3:1"),
    ])
  func lineEnds(text: String, scalar: UInt32, place: String) {
    #expect(self.place(scalar, in: text) == place)
  }

  @Test("The CR of a CR LF still belongs to the line that it ends")
  func carriageReturn() {
    #expect(place(2, in: "ab\r\ncd") == "1:3")
    #expect(place(3, in: "ab\r\ncd") == "1:4")
  }

  @Test("Columns count Unicode scalars, not bytes and not characters")
  func columns() {
    #expect(place(1, in: "äx") == "1:2")
    #expect(place(1, in: "😀x") == "1:2")
    // An e and a combining acute accent are two scalars.
    #expect(place(2, in: "e\u{301}x") == "1:3")
  }

  @Test("A place beyond the end of the file is its end")
  func beyondTheEnd() {
    #expect(place(99, in: "ab\ncd") == "2:3")
    #expect(place(99, in: "ab\n") == "2:1")
    #expect(place(0, in: "") == "1:1")
    #expect(place(99, in: "") == "1:1")
  }

  @Test("A byte order mark is not part of the text")
  func byteOrderMark() {
    let file = SourceFile(path: "a", bytes: [0xEF, 0xBB, 0xBF] + Array("ab\ncd".utf8))
    #expect(file.position(of: 0).column == 1)
    #expect(file.position(of: 4).line == 2)
    #expect(file.position(of: 4).column == 2)
  }

  @Test("Positions come in the order in which they were asked for")
  func manyPositions() {
    let positions = file("a\nb\nc").positions(of: [4, 0, 2, 2, 99])
    #expect(positions.map(\.line) == [3, 1, 2, 2, 3])
    #expect(positions.map(\.column) == [1, 1, 1, 1, 2])
  }

  @Test("The text of a line lacks its end", arguments: ["\n", "\r\n", "\r"])
  func line(end: String) {
    let file = file("one" + end + "two" + end + end)
    #expect(file.line(at: file.position(of: 1)) == "one")
    #expect(file.line(at: file.position(of: UInt32(3 + end.unicodeScalars.count))) == "two")
    #expect(file.line(at: file.position(of: 99)) == "")
  }

  @Test("Every position is the one that counting the scalars one by one gives", arguments: 0..<40)
  func againstCounting(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = ["a", "ä", "😀", "\n", "\r\n", "\r", "\t", "e\u{301}"]
    let text = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    let scalars = Array(text.unicodeScalars)
    var (line, column) = (1, 1)
    for (index, scalar) in scalars.enumerated() {
      #expect(place(UInt32(index), in: text) == "\(line):\(column)")
      let endsInCRLF = scalar == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalar == "\n" || scalar == "\r" && !endsInCRLF {
        (line, column) = (line + 1, 1)
      } else {
        column += 1
      }
    }
    #expect(place(UInt32(scalars.count), in: text) == "\(line):\(column)")
  }
}
