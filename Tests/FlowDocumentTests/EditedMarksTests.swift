import Diagnostics
import FlowDocument
import FlowEdit
import TestSupport
import Testing

/// Edits of sentences with emphasis, code, roles and links: no mark loses its other half, and no
/// link gets other words or another address than was asked for.
@Suite struct EditedMarksTests {
  private let edits = EditedDocumentsTests()

  /// A document in which a text of its flow becomes another one. Nil if that is refused.
  private func edited(
    _ file: SourceFile, _ old: String, _ new: String, key: String? = nil
  ) throws -> String? {
    let spots = try edits.spots(file)
    let found = spots.first { $0.old == old && (key ?? $0.key) == $0.key }
    let spot = try #require(found, "\(old): \(spots.map(\.old))")
    return try changed(file, spot, new)
  }

  private func changed(
    _ file: SourceFile, _ spot: EditedDocumentsTests.Spot, _ new: String
  ) throws -> String? {
    if let refusal = try edits.edit(file, spot, new) {
      #expect(edits.hasReason(refusal), "\(refusal.message)")
      return nil
    }
    let edit = try DocumentChange(file, of: spot.flow)
      .edit(.set(spot.place, key: spot.key, .text(new))) { _ in nil }
    return edit.after.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "Words change within their marks, and are added after them",
    arguments: [
      ("md", "**System says hello**.", "says hello", "says hi", "**System says hi**."),
      (
        "md", "**System says hello**.", "says hello", "says hello now", "**System says hello now**."
      ),
      (
        "md", "System says **hello**.", "says hello", "says hello now", "System says **hello** now."
      ),
      ("md", "System says *hello*", "says hello", "writes", "System writes"),
      (
        "md", "System opens [the app](x.md).", "opens the app", "opens the app now",
        "System opens [the app](x.md) now."
      ),
      (
        "md", "System opens [the app](x.md) again.", "opens the app again",
        "opens the app once again", "System opens [the app](x.md) once again."
      ),
      (
        "md", "System opens [the app](x.md).", "opens the app", "opens the page",
        "System opens [the page](x.md)."
      ),
      ("md", "System keeps `x_y`.", "keeps x_y", "keeps x_y still", "System keeps `x_y` still."),
      (
        "rst", "User takes :guilabel:`OK`.", "takes OK", "takes Cancel",
        "User takes :guilabel:`Cancel`."
      ),
      (
        "rst", "User takes :guilabel:`OK`.", "takes OK", "takes OK at once",
        "User takes :guilabel:`OK` at once."
      ),
      (
        "rst", "System opens `the app <x.html>`_.", "opens the app", "opens the app now",
        "System opens `the app <x.html>`_ now."
      ),
      (
        "rst", "System opens `the app <x.html>`_ now.", "opens the app now", "opens the page now",
        "System opens `the page <x.html>`_ now."
      ),
      (
        "rst", "System keeps ``x_y``.", "keeps x_y", "keeps x_y still",
        "System keeps ``x_y`` still."
      ),
      ("rst", "**System says hello**.", "says hello", "says hi", "**System says hi**."),
      (
        "txt", "System compares.", "compares", "compares x < y & a|b",
        "System compares x < y & a|b."
      ),
      ("adoc", "System says *hello*.", "says hello", "says hello now", "System says *hello* now."),
      (
        "adoc", "System opens xref:x.adoc[the app].", "opens the app", "opens the app now",
        "System opens xref:x.adoc[the app] now."
      ),
      (
        "adoc", "User takes btn:[OK] footnote:[or leaves].", "takes OK", "takes Cancel",
        "User takes btn:[Cancel] footnote:[or leaves]."
      ),
      (
        "adoc", "System opens <<app,the app>> (see https://x.org[X]).", "opens the app (see X)",
        "opens the app at once (see X)",
        "System opens <<app,the app>> at once (see https://x.org[X])."
      ),
    ])
  func words(ending: String, sentence: String, was: String, now: String, after: String) throws {
    let title = ["rst": "Main flow\n---------", "adoc": "== Main flow"][ending] ?? "## Main flow"
    let head = ["rst": "UC1 T\n=====", "adoc": "= UC1 T"][ending] ?? "# UC1 T"
    func text(_ sentence: String) -> String {
      "\(head)\n\n\(title)\n\n1. User goes.\n2. \(sentence)\n3. User rests.\n"
    }
    let file = document(text(sentence), "uc1.\(ending)")
    #expect(try edited(file, was, now) == text(after))
  }

  @Test("What plain text cannot say is refused, and no mark is written into it")
  func plain() throws {
    let file = document("UC1 T\n\nMain flow\n1. User goes\n2. System rests\n", "uc1.txt")
    #expect(try edited(file, "rests", "rests *now*") == nil)
    #expect(try edited(file, "rests", "rests `now`") == nil)
    #expect(try edited(file, "rests", "rests at 5 < 6")?.contains("rests at 5 < 6\n") == true)
  }

  @Test("A link leads to a new target as well, or is a link no more")
  func targets() throws {
    let text = """
      # UC1 T

      ## Main flow
      1. User goes.
      2. System works.
      3. User rests.

      ## Extensions
      2a. It rains
      2a1. Resumes at [step 2](#step-2).
      """
    let plain = try edited(document(text), "2", "1", key: "next") ?? ""
    #expect(plain.contains("2a1. Resumes at step 1."), "\(plain)")
    let anchored = "<a id=\"step-1\"></a>\n\n" + text
    #expect(
      try edited(document(anchored), "2", "1", key: "next")?
        .contains("Resumes at [step 1](#step-1).") == true)
  }

  @Test("The lines below and above a title of reStructuredText grow with it")
  func titles() throws {
    let text =
      "=======\nUC1 Pay\n=======\n\nMain flow\n---------\n\n1. User goes.\n2. System rests.\n"
    let file = document(text, "uc1.rst")
    let edit = try DocumentChange(file, of: "UC1")
      .edit(.set(.file, key: "title", "Pay for everything")) { _ in nil }
    let line = String(repeating: "=", count: 22)
    #expect(
      String(decoding: edit.after ?? [], as: UTF8.self)
        == text.replacing(
          "=======\nUC1 Pay\n=======", with: "\(line)\nUC1 Pay for everything\n\(line)"))
    #expect(edit.inverse.after == file.bytes)
  }

  @Test("A refusal names the row that would say something else")
  func reasons() throws {
    let file = document("# UC1 T\n\n## Main flow\n1. User goes\n2. System rests\n3. User runs\n")
    let change = try DocumentChange(file, of: "UC1")
    func refusal(_ operation: EditOperation) throws -> String {
      let refusal = try #require(throws: EditRefusal.self) {
        try change.edit(operation) { _ in nil }
      }
      #expect(edits.hasReason(refusal), "\(refusal.message)")
      return refusal.message
    }
    for (operation, message) in [
      (EditOperation.set(.step("2"), key: "system", "resumes at step 1"), "`2` would "),
      (.set(.step("2"), key: "note", "x"), "nothing in the document says its `note`"),
    ] {
      let told = try refusal(operation)
      #expect(told.hasPrefix(message), "\(told)")
    }
  }

  // MARK: Generated marks

  private struct Marks {
    let open: String
    let close: String
  }

  private func marks(_ style: PlanStyle) -> [Marks] {
    func all(_ pairs: (String, String)...) -> [Marks] { pairs.map { Marks(open: $0, close: $1) } }
    return switch style.ending {
    case "md": all(("**", "**"), ("*", "*"), ("_", "_"), ("`", "`"), ("[", "](x_y.md)"))
    case "txt": all(("*", "*"), ("_", "_"))
    case "adoc":
      all(
        ("*", "*"), ("_", "_"), ("`", "`"), ("xref:x_y.adoc[", "]"), ("btn:[", "]"),
        ("https://x.org/y[", "]"), ("<<x_y,", ">>"))
    case "rst":
      all(("**", "**"), ("*", "*"), ("``", "``"), (":guilabel:`", "`"), ("`", " <x.html>`_"))
    default: all(("<b>", "</b>"), ("<em>", "</em>"), ("<a href=\"x.html\">", "</a>"))
    }
  }

  /// A document with marks around one word of each sentence, or around all of it.
  private func decorated(
    _ text: String, _ style: PlanStyle, _ tongue: LanguagesTests.Tongue, _ random: inout SplitMix
  ) -> String {
    var text = text
    for phrase in tongue.deeds + tongue.works where phrase.contains(" ") {
      let mark = random.pick(marks(style))
      var words = phrase.split(separator: " ").map(String.init)
      let place = random.next(2) == 0 ? words.count - 1 : 1 + random.next(words.count - 1)
      words[place] = mark.open + words[place] + mark.close
      text = text.replacing(phrase, with: words.joined(separator: " "))
    }
    return text
  }

  @Test(
    "Words are added to and changed in sentences with marks, in every style and language",
    arguments: PlanStyle.allCases.filter { $0 != .structuredTable })
  func generated(style: PlanStyle) throws {
    var (done, all) = (0, 0)
    for (number, tongue) in LanguagesTests.Tongue.all.enumerated() {
      var random = SplitMix(seed: UInt64(number))
      let plain = Plan(seed: UInt64(number)).document(style, in: tongue)
      let file = document(decorated(plain, style, tongue, &random), "uc4.\(style.ending)")
      let spots = try edits.spots(file).filter { spot in
        spot.key != "next" && !edits.isTarget(spot.old, tongue) && spot.old.contains(" ")
      }
      try #require(!spots.isEmpty, "\(plain)")
      for turn in turns(1, of: 4, from: number) {
        let spot = random.pick(spots)
        var words = spot.old.split(separator: " ").map(String.init)
        switch turn {
        case 0: words.append("xyz")
        case 1: words[words.count - 1] = "xyz"
        case 2: words.insert("xyz", at: 1 + random.next(words.count - 1))
        default: words[1 + random.next(words.count - 1)] = "xyz"
        }
        let new = words.joined(separator: " ")
        let told = "\(tongue.name) \(spot.old) => \(new)"
        all += 1
        guard let after = try changed(file, spot, new) else { continue }
        done += 1
        let before = String(decoding: file.bytes, as: UTF8.self)
        #expect(counts(after) == counts(before), "\(told)\n\(before)\n---\n\(after)")
        guard turn == 0 || turn == 2 else { continue }
        // No link and no code has got a word more.
        for mark in marks(style) where mark.open.last != "*" && mark.open.last != "_" {
          for form in ["\(mark.open)xyz", "xyz\(mark.close)"]
          where mark.close != "`" || form.hasSuffix("`") {
            #expect(!after.contains(form), "\(told)\n\(after)")
          }
        }
      }
    }
    #expect(done * 100 >= all * 90, "\(done) of \(all)")
  }

  /// How often each mark and address stands in a text.
  private func counts(_ text: String) -> [String: Int] {
    let marks = [
      "*", "_", "`", "[", "]", "(x_y.md)", "xref:x_y.adoc[", "btn:[", "<<x_y,", ">>", "<x.html>",
      "<b>", "</b>", "<em>", "</em>", "</a>",
      "href=\"x.html\"", ":guilabel:",
    ]
    return Dictionary(uniqueKeysWithValues: marks.map { ($0, text.ranges(of: $0).count) })
  }
}
