import FlowTestSupport
import TestSupport
import Testing

/// Texts that other programs write, and files that say the same twice.
@Suite struct TextsCommandTests {
  /// A flow with two rows and a name.
  static let flow = """
    flow: A
    title: A
    steps:
      - step: 1.1
        screen: Start
        name: home
        buttons: [Pay, Cancel]
        rows:
          a: { user: selects Pay, next: end }
          b: { user: selects Cancel, next: end }

    """

  private static func xliff(_ language: String, state: String = "translated") -> String {
    """
    <xliff version="1.2">
      <file original="A" source-language="en"\(language) datatype="plaintext"><body>
        <trans-unit id="A:home.screen">
          <source>Start</source><target state="\(state)">Algus</target>
        </trans-unit>
      </body></file>
    </xliff>
    """
  }

  private func folder(_ files: [String: String] = [:]) throws -> Folder {
    try Folder(["Flows/A.yaml": Self.flow].merging(files) { $1 })
  }

  private func texts(_ folder: Folder, _ language: String = "et") -> String {
    folder.text("Flows/texts/\(language).yaml")
  }

  @Test("What has to be looked at again is taken without a fingerprint, and stays due")
  func due() async throws {
    let folder = try folder(["et.xliff": Self.xliff(" target-language=\"et\"")])
    let flows = folder.path("Flows")
    _ = await flowrun("texts", "import", folder.path("et.xliff"), flows: flows)
    #expect(texts(folder).contains("screen: { of: "))
    for state in ["needs-review-translation", "needs-translation"] {
      try folder.write(Self.xliff(" target-language=\"et\"", state: state), to: "et.xliff")
      _ = await flowrun("texts", "set", "et", "A:home.screen", "Algus", flows: flows)
      let run = await flowrun("texts", "import", folder.path("et.xliff"), flows: flows)
      #expect(run.out.contains("1 to be looked at again"), "\(run.out)\(run.err)")
      #expect(texts(folder).hasSuffix("    screen: Algus\n"))
      let list = await flowrun("texts", "list", "et", flows: flows)
      #expect(list.out.contains("unsigned  A:home.screen"), "\(list.out)")
    }
  }

  @Test("A file in another language than `--lang` says is refused with its place")
  func otherLanguage() async throws {
    let catalog = """
      {"sourceLanguage": "en", "version": "1.0", "strings": {"A:home.screen": {"localizations": {
      "et": {"stringUnit": {"state": "translated", "value": "Algus"}}}}}}
      """
    let strings = "<resources><string name=\"A__home_screen\">Algus</string></resources>"
    let folder = try folder([
      "et.xliff": Self.xliff(" target-language=\"et\""), "none.xliff": Self.xliff(""),
      "et.xcstrings": catalog, "values-et/flows.xml": strings, "values/flows.xml": strings,
    ])
    let flows = folder.path("Flows")
    for (file, place) in [
      ("et.xliff", "line 2"), ("et.xcstrings", "`A:home.screen`"),
      ("values-et/flows.xml", "values-et"),
    ] {
      let path = folder.path(file)
      let run = await flowrun("texts", "import", path, "--lang", "de", flows: flows)
      #expect(run.status == 2)
      #expect(
        run.err.contains("`\(path)`, \(place): this is in `et`, and `--lang` says `de`"),
        "\(run.err)")
      let same = await flowrun("texts", "import", path, "--lang", "et", flows: flows)
      #expect(same.status == 0, "\(same.err)")
    }
    let path = folder.path("none.xliff")
    let none = await flowrun("texts", "import", path, flows: flows)
    #expect(none.err.contains("`\(path)` does not say its language"), "\(none.err)")
    let named = await flowrun("texts", "import", path, "--lang", "fr", flows: flows)
    #expect(named.out.hasPrefix("fr: 1 new"), "\(named.out)\(named.err)")
  }

  @Test(
    "A file whose translations are newer or unknown is not written over without `--replace`",
    arguments: [
      ("xliff", "et.xliff"), ("xcstrings", "Flows.xcstrings"), ("android", "values-et/flows.xml"),
    ])
  func kept(format: String, name: String) async throws {
    let folder = try folder([
      "Flows/texts/et.yaml": "A:\n  home:\n    screen: { of: bcdfgh, text: Algus }\n"
    ])
    let (flows, out) = (folder.path("Flows"), folder.path("out"))
    let export = ["texts", "export", "--format", format, "-o", out]
    _ = await flowrun("texts", "set", "et", "A:home.screen", "Algus", flows: flows)
    #expect(await flowrun(export, flows: flows).status == 0)
    // As it was written, it is written again.
    #expect(await flowrun(export, flows: flows).status == 0)
    let path = folder.path("out/\(name)")
    try folder.write(
      folder.text("out/\(name)").replacing("Algus", with: "Avaleht"), to: "out/\(name)")
    let refused = await flowrun(export, flows: flows)
    #expect(refused.status == 2)
    #expect(
      refused.err.contains(
        "`\(path)` says a text otherwise than `\(flows)/texts`: `A:home.screen`"),
      "\(refused.err)")
    #expect(folder.text("out/\(name)").contains("Avaleht"))
    #expect(await flowrun(export + ["--replace"], flows: flows).status == 0)
    #expect(folder.text("out/\(name)").contains("Algus"))
    // A text of a row that is gone, which only this file has.
    _ = await flowrun("texts", "set", "et", "A:home.button.1", "Maksa", flows: flows)
    #expect(await flowrun(export, flows: flows).status == 0)
    try folder.write(
      "A:\n  home:\n    screen: { of: bcdfgh, text: Algus }\n", to: "Flows/texts/et.yaml")
    _ = await flowrun("texts", "set", "et", "A:home.screen", "Algus", flows: flows)
    try folder.write(
      Self.flow.replacing("[Pay, Cancel]", with: "[Cancel]")
        .replacing("      a: { user: selects Pay, next: end }\n", with: ""), to: "Flows/A.yaml")
    let unknown = await flowrun(export, flows: flows)
    #expect(unknown.status == 2, "\(unknown.out)")
  }

  @Test("Two files of one language, and one of the flows' own language, are found")
  func files() async throws {
    let text = "A:\n  home:\n    screen: x\n"
    let folder = try folder([
      "Flows/texts/et.yaml": text, "Flows/texts/et.yml": text, "Flows/texts/en.yaml": text,
      "Flows/texts/pt-BR.yaml": text, "Flows/texts/pt-br.yaml": text, "Flows/texts/DE.yaml": text,
    ])
    let flows = folder.path("Flows")
    let found = await flowrun("check", flows, flows: nil).out
    for (path, what) in [
      ("et.yml", "error: `\(flows)/texts/et.yaml` has the texts of the same language"),
      ("pt-br.yaml", "error: `\(flows)/texts/pt-BR.yaml` has the texts of the same language"),
      ("en.yaml", "warning: the flows themselves are in `en`"),
      ("DE.yaml", "error: `DE` is not the tag of a language"),
    ] {
      #expect(found.contains("\(flows)/texts/\(path):1:1: \(what)"), "\(found)")
    }
    try folder.write("language: et\n", to: "Flows/flowrun.yaml")
    let own = await flowrun("check", flows, flows: nil).out
    #expect(!own.contains("are in `en`"))
    #expect(own.contains("\(flows)/texts/et.yaml:1:1: warning: the flows themselves are in `et`"))
    _ = await flowrun(
      "texts", "export", "--format", "xliff", "--lang", "fr", "-o", folder.path("out"),
      flows: flows)
    #expect(folder.text("out/fr.xliff").contains("source-language=\"et\""))
    try folder.write("language: Estonian\n", to: "Flows/flowrun.yaml")
    let wrong = await flowrun("check", flows, flows: nil).out
    #expect(wrong.contains("`Estonian` is not the tag of a language [wrong-value]"), "\(wrong)")
  }

  @Test("Plural forms and lists are named and left out")
  func plurals() async throws {
    let strings = """
      <resources>
        <plurals name="rooms"><item quantity="one">tuba</item></plurals>
        <string-array name="days"><item>E</item></string-array>
        <string name="A__home_screen">Algus</string>
      </resources>
      """
    let words = "<resources><string name=\"A__home_screen\">Start</string></resources>"
    let folder = try folder(["values-et/flows.xml": strings, "values/flows.xml": words])
    let run = await flowrun(
      "texts", "import", folder.path("values-et/flows.xml"), flows: folder.path("Flows"))
    #expect(run.status == 1)
    #expect(
      run.out == """
        et: 1 new, 0 changed, 0 said to fit, 0 as they were
        `rooms` has plural forms, which flows do not have; it was left out
        `days` is a list, which flows do not have; it was left out

        """)
  }

  private func unit(_ id: String, _ source: String, _ target: String) -> String {
    "<trans-unit id=\"\(id)\"><source>\(source)</source>\(target)</trans-unit>"
  }

  private func xliff(_ language: String, _ units: [String]) -> String {
    """
    <xliff version="1.2"><file original="A" source-language="en" target-language="\(language)"
      datatype="plaintext"><body>\(units.joined())</body></file></xliff>
    """
  }

  @Test("What nobody has translated is counted, and blanks and repetitions are told and left out")
  func passedOver() async throws {
    let folder = try folder()
    let units = [
      unit("A:home.screen", "Start", "<target/>"),
      unit("A:home.button.1", "Pay", "<target state=\"new\">Pay</target>"),
      unit("A:home.button.2", "Cancel", "<target>  </target>"),
      unit("A.title", "A", "<target>B</target>"), unit("A.title", "A", "<target>C</target>"),
    ]
    // A file in which somebody else has translated nothing yet takes nothing away.
    try folder.write(xliff("et", [unit("A.title", "A", "<target/>")]), to: "other.xliff")
    try folder.write(xliff("et", units), to: "et.xliff")
    let run = await flowrun(
      "texts", "import", folder.path("other.xliff"), folder.path("et.xliff"),
      flows: folder.path("Flows"))
    #expect(run.status == 1)
    #expect(run.out.contains("et: 1 new, 0 changed, 0 said to fit, 0 as they were, 2 not transl"))
    #expect(run.out.contains("A:home.button.2: its translation has only blanks; it was left out\n"))
    #expect(run.out.contains("A.title: it is there again and says something else; the first one"))
    #expect(texts(folder).contains("text: B") && !texts(folder).contains("button"))
  }

  @Test("A file in `et-EE` is not taken beside texts in `et`, unless `--lang` says where to")
  func region() async throws {
    let file = xliff("et-EE", [unit("A:home.screen", "Start", "<target>Algus</target>")])
    let folder = try folder(["et.xliff": file, "Flows/texts/et.yaml": "A:\n  title: A\n"])
    let flows = folder.path("Flows")
    let run = await flowrun("texts", "import", folder.path("et.xliff"), flows: flows)
    #expect(run.status == 2)
    #expect(run.err.contains("there are no texts in `et-EE`, and there are some in `et`"))
    #expect(run.err.contains("help: `--lang et` takes them there, and `--lang et-EE` begins a"))
    let taken = await flowrun(
      "texts", "import", folder.path("et.xliff"), "--lang", "et", flows: flows)
    #expect(taken.status == 0, "\(taken.err)")
    #expect(texts(folder).contains("Algus"))
    #expect(texts(folder, "et-EE").isEmpty)
    let begun = await flowrun(
      "texts", "import", folder.path("et.xliff"), "--lang", "et-EE", flows: flows)
    #expect(begun.status == 0 && texts(folder, "et-EE").contains("Algus"))
  }

  @Test(
    "A text may begin with a hyphen", arguments: ["- dash", "-dash", "--dash", "-5"])
  func hyphen(text: String) async throws {
    let folder = try folder()
    let run = await flowrun(
      ["texts", "set", "et", "A:home.screen", text, "--flows", folder.path("Flows")], flows: nil)
    #expect(run.status == 0, "\(run.err)")
    #expect(texts(folder).contains(text), "\(texts(folder))")
    let blank = await flowrun(
      "texts", "set", "et", "A:home.screen", "  ", flows: folder.path("Flows"))
    #expect(blank.status == 2 && blank.err.contains("a text needs a letter"))
  }
}
