import Diagnostics
import Testing

@Suite struct DidYouMeanTests {
  @Test(
    "A word with an edit for each three letters is recognised",
    arguments: [
      // Insert, delete, replace, swap of neighbours, and letter case.
      ("scren", "screen"), ("screeen", "screen"), ("scrEEn", "screen"), ("scraen", "screen"),
      ("srceen", "screen"), ("titel", "title"), ("a", "b"), ("", "x"), ("srcene", "screen"),
    ])
  func near(word: String, candidate: String) {
    #expect(DidYouMean.nearest(to: word, in: [candidate]) == candidate)
  }

  @Test(
    "A word that is further away is not",
    arguments: [("abc", "xyz"), ("scr", "screen"), ("colour", "title"), ("", "xy"), ("ab", "cd")])
  func far(word: String, candidate: String) {
    #expect(DidYouMean.nearest(to: word, in: [candidate]) == nil)
  }

  @Test("The nearest candidate wins, and the first of equally near ones")
  func choice() {
    #expect(DidYouMean.nearest(to: "rows", in: ["flows", "row", "rowz"]) == "row")
    #expect(DidYouMean.nearest(to: "rowx", in: ["rows", "rowz"]) == "rows")
    #expect(DidYouMean.nearest(to: "rows", in: ["rowz", "rows"]) == "rows")
    #expect(DidYouMean.nearest(to: "rows", in: [String]()) == nil)
  }

  @Test("After 200,000 candidates no more are looked at, and each look is at all of its candidates")
  func patience() {
    var suggestions = Suggestions()
    let many = Array(repeating: "far away", count: 199_999) + ["title"]
    #expect(suggestions.question(for: "titel", in: many) == "did you mean `title`?")
    #expect(suggestions.isOver)
    #expect(suggestions.question(for: "titel", in: ["title"]) == nil)
    suggestions = Suggestions()
    #expect(suggestions.question(for: "titel", in: Array(many.dropFirst())) != nil)
    #expect(!suggestions.isOver)
  }

  @Test("A swap of neighbours is one edit")
  func swap() {
    // Three letters allow one edit: a swap is near, two replaced letters are not.
    #expect(DidYouMean.nearest(to: "acb", in: ["abc"]) == "abc")
    #expect(DidYouMean.nearest(to: "axy", in: ["abc"]) == nil)
  }

  @Test("The question names the candidate in backticks")
  func question() {
    #expect(DidYouMean.question(for: "titel", in: ["title"]) == "did you mean `title`?")
    #expect(DidYouMean.question(for: "titel", in: ["screen"]) == nil)
  }

  @Test("Words of any length are compared by their first 64 scalars")
  func longWords() {
    let long = String(repeating: "x", count: 100_000)
    #expect(DidYouMean.nearest(to: long, in: [long + "y", "z"]) == long + "y")
    #expect(DidYouMean.nearest(to: long, in: ["screen"]) == nil)
  }
}
