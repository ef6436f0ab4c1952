import Markup
import Testing

@Suite struct TerminalTextTests {
  @Test(
    "Ordinary text of any script stays as it is",
    arguments: [
      "", "I agree.", "JÕEORG", "Ł•✔ ─┐", "日本語", "שלום", "می‌خواهم", "👩‍👧",
    ])
  func ordinary(_ text: String) {
    #expect(TerminalText.line(text) == text)
    #expect(TerminalText.lines(text) == text)
  }

  @Test(
    "What a terminal would obey is shown instead",
    arguments: [
      ("\u{1B}[2J\u{1B}]0;x\u{7}", #"\u{1B}[2J\u{1B}]0;x\u{7}"#), ("\u{9B}31m", #"\u{9B}31m"#),
      ("a\u{8}b\u{7F}", #"a\u{8}b\u{7F}"#), ("pay 1\u{202E}0001", #"pay 1\u{202E}0001"#),
      ("\u{2066}x\u{2069}\u{200F}\u{61C}", #"\u{2066}x\u{2069}\u{200F}\u{61C}"#),
      ("a\u{200B}b\u{FEFF}\u{AD}", #"a\u{200B}b\u{FEFF}\u{AD}"#), ("\u{E0041}", #"\u{E0041}"#),
      ("\u{2028}\u{2029}\u{85}\u{0}", #"\u{2028}\u{2029}\u{85}\u{0}"#),
    ])
  func obeyed(_ text: String, _ shown: String) {
    #expect(TerminalText.line(text) == shown)
    #expect(TerminalText.lines(text) == shown)
  }

  @Test("Line breaks and tabs are shown in a line, and stay in a report")
  func breaks() {
    #expect(TerminalText.line("a\nb\tc\r\n") == #"a\nb\tc\r\n"#)
    #expect(TerminalText.lines("a\nb\tc") == "a\nb\tc")
    #expect(TerminalText.lines("a\rb\r\n") == "a\\rb\\r\n")
  }
}
