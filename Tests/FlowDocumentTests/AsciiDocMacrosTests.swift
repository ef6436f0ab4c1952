import Diagnostics
import FlowDocument
import FlowModel
import TestSupport
import Testing

/// Links, buttons, keys and footnotes in sentences of AsciiDoc.
@Suite struct AsciiDocMacrosTests {
  private func flow(_ sentence: String) throws -> Flow {
    let text = "= UC1 T\n\n== Main flow\n\n. User goes.\n. System \(sentence).\n. User rests.\n"
    let file = DocumentText.file(document(text, "uc1.adoc"))
    return try loaded(try #require(DocumentImport(file).flows.first, "\(text)"))
  }

  @Test(
    "A sentence has the words of its macros",
    arguments: [
      ("opens xref:app.adoc#main[the app]", "opens the app"),
      ("opens <<main,the app>> and <<other>>", "opens the app and other"),
      ("opens link:https://example.org/a_b[the page^]", "opens the page"),
      ("opens https://example.org[the page,role=wide]", "opens the page"),
      ("opens link:/a[the page, which is long]", "opens the page, which is long"),
      ("opens (https://example.org/a[A])", "opens (A)"),
      ("offers btn:[OK] and kbd:[Ctrl+\\]]", "offers OK and Ctrl+]"),
      ("offers menu:File[Save > As] there", "offers File > Save > As there"),
      ("writes footnote:[or mails it] a letter", "writes a letter"),
      ("shows image:x.png[a cross,20] again", "shows a cross again"),
      ("reads a[0], x < y and a << b", "reads a[0], x < y and a << b"),
      ("opens link:https://example.org", "opens link:https://example.org"),
      ("offers btn:[OK", "offers btn:[OK"),
    ])
  func words(sentence: String, words: String) throws {
    let steps = try flow(sentence).steps
    #expect(steps.count == 3 && steps[1].text == "System \(words)", "\(steps[1].text)")
  }

  @Test("Damaged macros lose no step")
  func damaged() throws {
    let whole =
      "opens xref:a.adoc[the app], <<b,it>>, btn:[OK], https://x.org[y] and footnote:[z\\] z] ends"
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      var letters = Array(whole)
      for _ in 0...random.next(3) {
        let place = 6 + random.next(letters.count - 6)
        if random.next(2) == 0 {
          letters.remove(at: place)
        } else {
          letters.insert(random.pick(Array("[]<>,:\\^#(")), at: place)
        }
      }
      let sentence = String(letters)
      let steps = try flow(sentence).steps
      #expect(steps.count == 3 && steps[1].text.hasPrefix("System opens"), "\(sentence)")
    }
  }
}
