import Diagnostics
import Testing

@Suite struct ColumnsTests {
  @Test(
    "A scalar is as wide as in a terminal: combining marks have no column, pictures two",
    arguments: [
      ("a", 1), ("\u{301}", 0), ("日", 2), ("ｱ", 1), ("！", 2), ("한", 2), ("👍", 2), ("✅", 2),
      ("⌚", 2),
      // The parts of a Korean syllable, and a vowel of Hindi beside its consonant.
      ("\u{1100}", 2), ("\u{1161}", 0), ("\u{11A8}", 0), ("\u{93E}", 1),
      // Pictures only with a sign behind them, and the letters of a flag.
      ("🌡", 1), ("❤", 1), ("\u{1F1EA}", 1),
    ] as [(Unicode.Scalar, Int)])
  func columns(scalar: Unicode.Scalar, columns: Int) { #expect(scalar.columns == columns) }
}
