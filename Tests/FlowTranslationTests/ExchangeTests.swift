import Diagnostics
import FlowEdit
import FlowLoader
import FlowModel
import FlowTestSupport
import FlowTexts
import FlowTranslation
import Testing

@Suite struct ExchangeTests {
  private static let flow = """
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
  private let yaml = """
    # ours
    A:
      home:
        button 1: { of: ljcncz, text: 'Maksa' }  # checked
        screen: { of: bbbbbb, text: Algus }

    """

  private func translation(_ flow: String = Self.flow) -> Translation {
    let flows = FlowLoader().load([SourceFile("A.yaml", text: flow)]).readable
    return Translation(TextsFile(SourceFile("Flows/texts/et.yaml", text: yaml)), of: flows.flows)
  }

  private func unit(
    _ key: String, _ source: String?, _ target: String, _ state: TextUnit.State = .fits
  ) -> TextUnit {
    TextUnit(key: key, source: source, target: target, state: state)
  }

  private func text(_ made: TextImport) -> String? {
    made.file.map { String(decoding: $0.after ?? [], as: UTF8.self) }
  }

  @Test("A new text stands after those before it in the flow, and everything else stays")
  func added() throws {
    let made = try TextImport(
      [unit("A:home.button.2", "Cancel", "Loobu"), unit("A.title", "A", "A-voog")],
      into: translation(), isThere: true)
    #expect(made.added == 2)
    let a = FlowText.fingerprint(of: "A")
    #expect(
      text(made) == """
        # ours
        A:
          title: { of: \(a), text: A-voog }
          home:
            button 1: { of: ljcncz, text: 'Maksa' }  # checked
            screen: { of: bbbbbb, text: Algus }
            button 2: { of: rnrsvl, text: Loobu }

        """)
  }

  @Test("Words that are gone do not take the place of a translation that fits")
  func gone() throws {
    let yaml = "A:\n  home:\n    button 2: { of: rnrsvl, text: Loobu }\n"
    let flow = Self.flow.replacing("[Pay, Cancel]", with: "[Cancel]")
      .replacing("      a: { user: selects Pay, next: end }\n", with: "")
    let flows = FlowLoader().load([SourceFile("A.yaml", text: flow)]).readable
    let made = try TextImport(
      [unit("A:home.button.1", "Pay", "Maksa"), unit("A:home.button.2", "Cancel", "Loobu")],
      into: Translation(TextsFile(SourceFile("et.yaml", text: yaml)), of: flows.flows),
      isThere: true)
    #expect(made.file == nil)
    #expect(made.unknown.first == "A:home.button.1")
  }

  @Test("What other translations a unit has, and what nobody has translated, is not taken")
  func aside() throws {
    func read(_ inner: String) throws -> TextUnit? {
      let text =
        "<xliff version='1.2'><file target-language='fr'><body><trans-unit id='A.title'>"
        + "<source>A</source>\(inner)</trans-unit></body></file></xliff>"
      return try XLIFF.read(Array(text.utf8)).first?.units.first
    }
    let other = "<alt-trans><source>B</source><target>Autre</target></alt-trans>"
    #expect(try read("<target>Un</target>\(other)")?.target == "Un")
    #expect(try read("<target>Un</target>\(other)")?.source == "A")
    #expect(try read("<target state='new'>A</target>")?.state == .untranslated)
  }

  @Test("A file that was cut off anywhere, or is not well-formed, is refused with its line")
  func damaged() throws {
    let unit = "<trans-unit id='A.title'><source>A</source>\n<target>Un</target></trans-unit>"
    let text = "<xliff version='1.2'><file target-language='fr'><body>\(unit)</body></file></xliff>"
    for count in 0..<text.utf8.count {
      #expect(throws: TextsRefusal.self) { try XLIFF.read(Array(text.utf8.prefix(count))) }
    }
    for wrong in ["Un & deux", "a < b", "Qui&nbsp;?"] {
      let reason = try #require(
        #expect(throws: TextsRefusal.self) {
          try XLIFF.read(Array(text.replacing("Un", with: wrong).utf8))
        }?.reason)
      #expect(reason.hasPrefix("line 2 is no well-formed XML: "), "\(reason)")
    }
    let strings = "<resources><string name=\"a\">Algus</string></resources>"
    #expect(throws: TextsRefusal.self) {
      try AndroidStrings.read(
        Array(strings.utf8.dropLast(15)), of: "et", translated: Array(strings.utf8), keys: [])
    }
  }

  @Test("An empty string of Android says nothing, and the same one does not say that it fits")
  func emptyString() throws {
    func resources(_ text: String) -> [UInt8] {
      Array("<resources><string name=\"A_home_screen\">\(text)</string></resources>".utf8)
    }
    func read(_ text: String) throws -> TextUnits {
      try AndroidStrings.read(
        resources(text), of: "et", translated: resources("Start"), keys: ["A:home.screen"])
    }
    #expect(try read("").units.first?.target == nil)
    let key = try #require(try read("Algus").units.first)
    #expect(key.target == "Algus" && key.state == .unsaid)
    let made = try TextImport(
      [unit("A:home.screen", "Start", "Algus", .unsaid)], into: translation(), isThere: true)
    #expect(made.signed == 0 && made.same == 1)
  }

  @Test("A translation that comes back as fitting gets the fingerprint of its words, another not")
  func signed() throws {
    let start = FlowText.fingerprint(of: "Start")
    let made = try TextImport(
      [unit("A:home.screen", "Start", "Algus")], into: translation(), isThere: true)
    #expect(made.signed == 1)
    #expect(text(made)?.contains("screen: { of: \(start), text: Algus }") == true)
    let other = try TextImport(
      [unit("A:home.screen", "Start", "Algus", .due)], into: translation(),
      isThere: true)
    #expect(other.file == nil && other.same == 1)
  }

  @Test("A translation that somebody has to look at loses the fingerprint of its words")
  func due() throws {
    let fits = yaml.replacing("bbbbbb", with: FlowText.fingerprint(of: "Start"))
    let flows = FlowLoader().load([SourceFile("A.yaml", text: Self.flow)]).readable
    let found = Translation(
      TextsFile(SourceFile("Flows/texts/et.yaml", text: fits)), of: flows.flows)
    for (target, state) in [("Algus", TextUnit.State.due), ("Alg", .due), ("Algus", .untranslated)]
    {
      let made = try TextImport(
        [unit("A:home.screen", "Start", target, state)], into: found, isThere: true)
      #expect(made.due == 1 && made.signed == 0)
      #expect(text(made)?.hasSuffix("    screen: \(target)\n") == true)
    }
    // What nobody has translated is not taken, and of other words it is nothing new.
    for unit in [
      unit("A:home.screen", "Start", "Start", .untranslated),
      unit("A:home.screen", "Begin", "Algus", .due),
    ] {
      let made = try TextImport([unit], into: found, isThere: true)
      #expect(made.file == nil && made.due == 0)
    }
  }

  @Test("A translation whose words have changed meanwhile is written as one of the old words")
  func outdated() throws {
    let made = try TextImport(
      [unit("A:home.screen", "Begin", "Alusta"), unit("A:gone.screen", "x", "y")],
      into: translation(), isThere: true)
    #expect(made.outdated == ["A:home.screen"])
    #expect(made.unknown == ["A:gone.screen"])
    let begin = FlowText.fingerprint(of: "Begin")
    #expect(text(made)?.contains("screen: { of: \(begin), text: Alusta }") == true)
  }

  @Test("A button that has changed places gets the translation of its words")
  func moved() throws {
    let swapped = Self.flow.replacing("[Pay, Cancel]", with: "[Help, Cancel, Pay]")
    let made = try TextImport(
      [
        unit("A:home.button.1", "Pay", "Tasu"), unit("A:home.button.2", "Cancel", "Loobu"),
        unit("A:home.button.1", "Help", "Abi"),
      ], into: translation(swapped), isThere: true)
    #expect(made.outdated.isEmpty)
    let after = try #require(text(made))
    #expect(after.contains("button 1: { of: ljcncz, text: 'Tasu' }  # checked"), "\(after)")
    #expect(after.contains("button 2: { of: rnrsvl, text: Loobu }"), "\(after)")
    #expect(after.contains("text: Abi"), "\(after)")
  }

  @Test("Folders and resources of Android have the names that Android gives them")
  func android() {
    for (tag, folder) in [
      ("et", "values-et"), ("pt-BR", "values-pt-rBR"), ("sr-Latn", "values-b+sr+Latn"),
      ("zh-Hant-TW", "values-b+zh+Hant+TW"),
    ] {
      #expect(AndroidStrings.folder(tag) == folder)
      #expect(AndroidStrings.language(ofFolder: folder) == tag)
    }
    #expect(AndroidStrings.name(of: "UC1:bookRoom.button.1") == "UC1__bookRoom_button_1")
    #expect(AndroidStrings.name(of: "UC-1:*a.user") != AndroidStrings.name(of: "UC 1:*a.user"))
    #expect(AndroidStrings.name(of: "1:x.y") == "t_1__x_y")
  }

  @Test("What is no file of the format is refused")
  func refused() {
    #expect(throws: TextsRefusal.self) { try XLIFF.read(Array("<a/>".utf8)) }
    #expect(throws: TextsRefusal.self) { try XLIFF.read(Array("<xliff version='2.0'/>".utf8)) }
    #expect(throws: TextsRefusal.self) { try StringCatalog.read(Array("{}".utf8)) }
    #expect(throws: TextsRefusal.self) { try StringCatalog.read(Array("{".utf8)) }
    #expect(throws: TextsRefusal.self) {
      try AndroidStrings.read(Array("<a/>".utf8), of: "et", translated: [], keys: [])
    }
  }

  @Test("A text with variations is named and left out")
  func variations() throws {
    let text = """
      {"sourceLanguage":"en","strings":{"A.title":{"localizations":{"et":{"variations":{}}}}}}
      """
    let units = try StringCatalog.read(Array(text.utf8))
    #expect(units.map(\.leftOut) == [["`A.title` has variations, which flows do not have"]])
  }

  @Test("Markup in a translation is named, and its words are taken")
  func markup() throws {
    let xliff = """
      <xliff version="1.2"><file original="A" source-language="en" target-language="et"><body>
      <trans-unit id="A.title"><source>Go <x id="1"/> on</source>
      <target>Mine <g id="1">edasi</g> <mrk mtype="seg">kohe</mrk></target></trans-unit>
      <trans-unit id="A.other"><source>Stop</source><target>Peatu</target></trans-unit>
      </body></file></xliff>
      """
    let units = try XLIFF.read(Array(xliff.utf8))
    #expect(units.map(\.leftOut) == [["the markup `<g>` of `A.title`"]])
    #expect(units.first?.units.map(\.target) == ["Mine edasi kohe", "Peatu"])
    let android = """
      <resources><string name="A_title">Mine <b>edasi</b> <xliff:g id="n">1</xliff:g></string>
      <string name="A_other">Peatu</string></resources>
      """
    let strings = try AndroidStrings.read(
      Array(android.utf8), of: "et", translated: Array("<resources></resources>".utf8),
      keys: ["A.title"])
    #expect(strings.leftOut == ["the markup `<b>` of `A_title`"])
    #expect(strings.units.map(\.target) == ["Mine edasi 1", "Peatu"])
  }

  /// A flow with many steps.
  private static func long(_ count: Int) -> String {
    "flow: A\ntitle: A\nsteps:\n"
      + (1...count).map { number in
        """
          - step: 1.\(number)
            screen: Screen \(number)
            name: s\(number)
            buttons: [Go on]
            rows:
              a: { user: selects Go on, next: \(number == count ? "end" : "1.\(number + 1)") }

        """
      }.joined()
  }

  @Test("Thousands of texts are taken at once", .timeLimit(.minutes(1)))
  func many() throws {
    let flows = FlowLoader().load([SourceFile("A.yaml", text: Self.long(1_000))]).readable
    let path = "Flows/texts/et.yaml"
    func taken(_ words: String, _ file: TextsFile) throws -> TextsFile {
      let translation = Translation(file, of: flows.flows)
      let units = translation.units.map { unit in
        self.unit(unit.key, unit.source, words + (unit.source ?? ""))
      }
      let made = try TextImport(units, into: translation, isThere: !file.entries.isEmpty)
      #expect(made.added + made.changed + made.same == 3_001)
      return TextsFile(SourceFile(path: path, bytes: try #require(made.file?.after)))
    }
    let first = try taken("a ", TextsFile(beginning: path))
    // All of them once more, in a file that has them, and half of them in one that lacks the rest.
    let second = try taken("b ", first)
    #expect(second.entries.count == 3_001)
    let half =
      String(decoding: second.source.bytes, as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("screen") }.joined(separator: "\n") + "\n"
    let third = try taken("b ", TextsFile(SourceFile(path, text: half)))
    #expect(third.source.bytes == second.source.bytes)
  }
}
