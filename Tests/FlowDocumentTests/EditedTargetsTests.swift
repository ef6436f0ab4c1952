import Diagnostics
import FlowDocument
import FlowEdit
import FlowModel
import TestSupport
import Testing

/// Targets that are said below the alternatives that lead there, and the words for new ones: in
/// eight languages, and in all formats of documents.
@Suite struct EditedTargetsTests {
  private static let edits = EditedDocumentsTests()

  @Test("A step is changed by whose words an alternative was placed, and the alternative follows")
  func placed() throws {
    let text = """
      # UC5: Sign up

      ## Main flow
      1. The guest opens the page.
      2. The guest enters a password.
      3. The system sends a mail.

      ## Alternative flows
      - A1: Weak password: the system shows why.

      """
    func document(_ text: String) -> SourceFile {
      SourceFile(path: "UC5.md", bytes: Array(text.utf8))
    }
    let operation = EditOperation.set(
      .step("2"), key: "user", .text("enters a secret"))
    let edit = try DocumentChange(document(text), of: "UC5").edit(operation) { _ in nil }
    let changed = text.replacing("enters a password", with: "enters a secret")
    #expect(edit.after.map { String(decoding: $0, as: UTF8.self) } == changed)
    let steps = [text, changed].compactMap {
      DocumentImport(document($0)).flows.first?.yaml.firstMatch(of: /at: (\d)/)?.1
    }
    #expect(steps == ["2", "1"])
  }

  /// How the target of an alternative is written.
  enum Form: CaseIterable, Sendable { case paragraph, bullet, both, cell }

  /// A use case with an alternative of step 2, which leads to a step or ends.
  private func page(
    _ tongue: LanguagesTests.Tongue, _ form: Form, _ target: String
  ) -> String {
    let steps = [
      "\(tongue.user) \(tongue.deeds[0]).", "\(tongue.system) \(tongue.works[0]).",
      "\(tongue.user) \(tongue.deeds[1]).", "\(tongue.system) \(tongue.works[1]).",
    ]
    var lines = ["<h1>\(tongue.heading) UC4: Test</h1>", "<h2>\(tongue.main)</h2>", "<ol>"]
    lines += steps.map { "<li>\($0)</li>" } + ["</ol>", "<h2>\(tongue.extensions)</h2>"]
    let deed = "\(tongue.system) \(tongue.works[2])"
    switch form {
    case .paragraph, .both:
      let end = form == .both ? ". \(target)" : ""
      lines += ["<h3>2a. \(tongue.cases[0])</h3>", "<p>\(deed)\(end).</p>", "<p>\(target).</p>"]
    case .bullet:
      lines += [
        "<h3>2a. \(tongue.cases[0])</h3>", "<ol>", "<li>\(deed).</li>", "</ol>",
        "<p>\(target).</p>",
      ]
    case .cell:
      lines += [
        "<table>", "<tr><td>Nr.</td><td>Case</td><td>Action</td></tr>",
        "<tr><td>2a</td><td>\(tongue.cases[0])</td><td>\(deed). \(target).</td></tr>",
        "</table>",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The page as Markdown.
  private func markdown(_ page: String, _ form: Form) -> String {
    var (number, text, isItem) = (0, "", false)
    for line in page.split(separator: "\n").map(String.init) {
      let words =
        line.split(separator: ">").dropFirst()
        .first?.split(separator: "<").first.map(String.init) ?? ""
      switch line.dropFirst().prefix(2) {
      case "h1": text += "# \(words)\n"
      case "h2": text += "\n## \(words)\n\n"
      case "h3": text += "\n### \(words)\n\n"
      case "ol": number = 0
      case "li":
        number += 1
        text += "\(number). \(words)\n"
      case "p>":
        text += form == .bullet ? "- \(words)\n" : "\(isItem ? "" : "\n")\(words)\n"
      case "tr" where line.contains("Nr."): text += "| Nr. | Case | Action |\n|---|---|---|\n"
      case "tr":
        let cells = line.replacing("<tr><td>", with: "").replacing("</td></tr>", with: "")
          .replacing("</td><td>", with: " | ")
        text += "| \(cells) |\n"
      default: break
      }
      isItem = line.hasPrefix("<h3")
    }
    return text
  }

  private func files(
    _ tongue: LanguagesTests.Tongue, _ form: Form, _ target: String, _ random: inout SplitMix
  ) throws -> [SourceFile] {
    let page = page(tongue, form, target)
    let tagged = try TaggedFile.allCases.map { try $0.document(page, &random) }
    return [document(markdown(page, form), "uc4.md"), random.pick(tagged)]
  }

  /// What a document says, as it is read.
  private func words(_ file: SourceFile) -> String {
    String(decoding: DocumentText.file(file).bytes, as: UTF8.self)
  }

  @Test(
    "A target below its alternative changes where it is said, and nothing says the old one then",
    arguments: Form.allCases)
  func below(form: Form) throws {
    var random = SplitMix(seed: 3)
    for tongue in LanguagesTests.Tongue.all {
      let (old, new) = random.pick([("1", "3"), ("1", "end"), ("end", "3")])
      func words(_ target: String) -> String {
        target == "end" ? tongue.ends : tongue.resumes.replacing("%", with: target)
      }
      for file in try files(tongue, form, words(old), &random) {
        let told = "\(tongue.name) \(file.path) \(old) => \(new)\n\(self.words(file))"
        let spots = try Self.edits.spots(file)
        let spot = try #require(
          spots.last { $0.key == "next" && $0.old == old && "\($0.place)".contains("2a") },
          "\(told)\n\(spots)")
        let refusal = try Self.edits.edit(file, spot, new)
        #expect(refusal == nil, "\(refusal?.message ?? "") \(told)")
        guard refusal == nil else { continue }
        let edit = try DocumentChange(file, of: spot.flow).edit(
          .set(spot.place, key: "next", .text(new))
        ) { _ in nil }
        let after = self.words(SourceFile(path: file.path, bytes: try #require(edit.after)))
        #expect(!after.contains(words(old)), "\(told)\n\(after)")
        // In its own words.
        #expect(old == "end" || new == "end" || after.contains(words("3")), "\(told)\n\(after)")
        let english = ["Resumes at", "The use case ends"]
        #expect(
          tongue.name == "English" || !english.contains(where: after.contains),
          "\(told)\n\(after)")
      }
    }
  }

  @Test("A target that is said twice is changed at both places, or not at all")
  func twice() throws {
    let text = """
      # UC1 T

      ## Main flow
      1. User goes.
      2. System works.
      3. User rests.

      ## Extensions

      ### 2a. It rains

      System says so. Resumes at step 1.

      %
      """
    let place = EditPlace.step("2a.1")
    func edited(_ last: String) throws -> String {
      let file = document(text.replacing("%", with: last))
      let edit = try DocumentChange(file, of: "UC1").edit(.set(place, key: "next", "3")) { _ in nil
      }
      return String(decoding: edit.after ?? [], as: UTF8.self)
    }
    #expect(
      try edited("Resumes at step 1.")
        == text.replacing("at step 1", with: "at step 3").replacing(
          "%", with: "Resumes at step 3."))
    // Also without a number.
    let plain = text.replacing(" Resumes at step 1.", with: "")
    let file = document(plain.replacing("%", with: "Go back to the beginning."))
    let edit = try DocumentChange(file, of: "UC1").edit(.set(place, key: "next", "3")) { _ in nil }
    let after = String(decoding: edit.after ?? [], as: UTF8.self)
    #expect(after == plain.replacing("%", with: "Resumes at step 3."))
    let told = try #require(throws: EditRefusal.self) { try edited("Go back to the beginning.") }
    #expect(told.message.contains("document.md:"), "\(told.message)")
  }

  // MARK: New alternatives

  /// A use case in a table of its fields, with its alternatives in two cells.
  private func fields(_ tongue: LanguagesTests.Tongue, resumes: String?) -> String {
    let steps = [tongue.deeds[0], tongue.deeds[1], tongue.deeds[2]].enumerated().map {
      "<p>\($0 + 1). \(tongue.user) \($1).</p>"
    }.joined()
    let deed = "\(tongue.system) \(tongue.works[2])"
    let end = resumes.map { ". \($0)" } ?? ". \(tongue.ends)"
    let rows = [
      (tongue.heading, "UC4"), (tongue.main, steps),
      (
        tongue.extensions,
        "<p>2a. \(tongue.cases[0]): \(deed)\(end).</p><p>3a. \(tongue.cases[1]): "
          + "\(deed). \(tongue.ends).</p>"
      ),
    ]
    return "<h1>\(tongue.heading) UC4: Test</h1>\n<table>\n"
      + rows.map { "<tr><td>\($0)</td><td>\($1)</td></tr>\n" }.joined() + "</table>\n"
  }

  private func added(
    _ file: SourceFile, _ step: String, _ letter: String, _ next: String
  ) throws -> String {
    let row = EditValue.mapping([
      .init("case", .text("Abc def")), .init("next", .text(next)),
    ])
    let edit = try DocumentChange(file, of: "UC4").edit(
      .add(.pair(letter, row), to: "rows", of: .step(step), before: nil)
    ) { _ in nil }
    #expect(edit.inverse.after == file.bytes)
    return String(decoding: edit.after ?? [], as: UTF8.self)
  }

  @Test("An alternative is added to the cell that has others, in the words of the document")
  func cells() throws {
    for tongue in LanguagesTests.Tongue.all {
      let own = tongue.resumes.replacing("%", with: "1")
      for resumes in [own, nil] {
        let page = fields(tongue, resumes: resumes)
        let text = page.replacing("</td><td>", with: " | ").replacing("<tr><td>", with: "| ")
          .replacing("</td></tr>", with: " |").replacing("</p><p>", with: "<br>")
          .replacing("<p>", with: "").replacing("</p>", with: "")
          .replacing("<table>", with: "\n| x | y |\n|---|---|").replacing("</table>", with: "")
          .replacing("<h1>", with: "# ").replacing("</h1>", with: "")
        for file in [document(page, "uc4.html"), document(text, "uc4.md")] {
          let told = "\(tongue.name) \(file.path)\n\(String(decoding: file.bytes, as: UTF8.self))"
          for (step, letter) in [("2", "b"), ("3", "b"), ("1", "a")] {
            let after = try added(file, step, letter, step == "1" ? "end" : "1")
            #expect(
              after.ranges(of: tongue.extensions).count == 1, "\(told)\n\(after)")
            #expect(after.contains("\(step)\(letter). Abc def: "), "\(told)\n\(after)")
            let english = ["Resumes at", "The use case ends"]
            #expect(
              tongue.name == "English" || !english.contains(where: after.contains),
              "\(told)\n\(after)")
            let said = step == "1" ? tongue.ends : own
            #expect(resumes == nil || after.contains("def: \(said)."), "\(told)\n\(after)")
          }
        }
      }
    }
  }

  // MARK: Who acts

  @Test("A note that the reader makes of who acts changes the name where it stands")
  func actors() throws {
    let text = """
      # UC1 Order

      **Primary actor:** Guest

      ## Main flow

      | Nr. | Actor | Action |
      |---|---|---|
      | 1 | Guest | asks for a key |
      | 2 | Clerk | makes a key |
      """
    let file = document(text)
    let edit = try DocumentChange(file, of: "UC1").edit(
      .set(.step("2"), key: "note", .text("Actor: Porter"))
    ) { _ in nil }
    #expect(
      String(decoding: edit.after ?? [], as: UTF8.self) == text.replacing("Clerk", with: "Porter"))
  }
}
