internal import FlowModel
internal import FlowTexts
internal import Markup
internal import MarkupEvents

/// Texts as XLIFF 1.2, which translation offices and Xcode read: a `file` for each flow.
package enum XLIFF {
  /// The state of a translation that has to be looked at again.
  private static let unsure = "needs-review-translation"

  /// The file of a language.
  ///
  /// - Parameter source: the tag of the language of the flows.
  package static func text(
    _ translation: Translation, source: String
  ) throws(TextsRefusal) -> String {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">

      """
    let units = Dictionary(
      grouping: zip(translation.items, translation.units), by: \.0.text.flow)
    for flow in translation.flows {
      guard let units = units[flow.id] else { continue }
      text += """
          <file original="\(XML.escaped(flow.id))" source-language="\(source)" \
        target-language="\(translation.file.language)" datatype="plaintext">
            <body>

        """
      for (item, unit) in units { text += try lines(of: unit, isShown: item.text.isShown) }
      text += "    </body>\n  </file>\n"
    }
    return text + "</xliff>\n"
  }

  private static func lines(
    of unit: TextUnit, isShown: Bool
  ) throws(TextsRefusal) -> String {
    var text =
      "      <trans-unit id=\"\(try written(unit.key))\" xml:space=\"preserve\">\n"
      + "        <source>\(try written(unit.source ?? ""))</source>\n"
    if let target = unit.target {
      let state = unit.state == .fits ? "translated" : unsure
      text += "        <target state=\"\(state)\">\(try written(target))</target>\n"
    }
    if !isShown { text += "        <note>not shown by the app: for readers of the table</note>\n" }
    return text + "      </trans-unit>\n"
  }

  /// A text in XML, if XML can hold it.
  static func written(_ text: String) throws(TextsRefusal) -> String {
    let written = XML.escaped(text)
    guard written.contains("\u{FFFD}") == text.contains("\u{FFFD}") else {
      throw TextsRefusal("XML cannot hold a control character of “\(text)”")
    }
    return written
  }

  // MARK: Reading

  /// The texts of a file, of every language that it has.
  package static func read(_ bytes: [UInt8]) throws(TextsRefusal) -> [TextUnits] {
    var reader = try TextsRefusal.reader(bytes)
    var parse = Parse()
    while let event = reader.next() {
      switch event {
      case .start(let name):
        parse.begin(
          name.split(separator: ":").last.map(String.init) ?? name,
          id: reader.attribute("id"), state: reader.attribute("state"),
          language: reader.attribute("target-language"), version: reader.attribute("version"))
        if parse.lines.count < parse.languages.count { parse.lines.append(reader.line) }
      case .end(let name): parse.end(name.split(separator: ":").last.map(String.init) ?? name)
      case .text(let text): parse.text += text
      }
    }
    guard parse.version == "1.2" else {
      throw TextsRefusal(
        parse.version.map { "this is XLIFF \($0), and 1.2 is read" } ?? "this is no XLIFF")
    }
    return zip(parse.languages, parse.lines).map { language, line in
      TextUnits(
        language: language, units: parse.units[language] ?? [],
        leftOut: parse.leftOut[language] ?? [],
        place: language.isEmpty ? nil : "line \(line)")
    }
  }

  private struct Parse {
    var version: String?
    /// The languages, in the order of the file, and the lines of their first elements.
    var languages: [String] = []
    var lines: [Int] = []
    var units: [String: [TextUnit]] = [:]
    var text = ""
    /// The markup in translations, of which only the words are taken.
    var leftOut: [String: [String]] = [:]
    private var language = ""
    private var unit: TextUnit?
    private var isInTarget = false
    /// How many elements are open that have what other translations are, not this one.
    private var aside = 0
    /// The states of a target that nobody has translated yet.
    private static let unwritten: Set = ["new", "needs-translation", "needs-l10n"]

    mutating func begin(
      _ name: String, id: String?, state: String?, language: String?, version: String?
    ) {
      switch name {
      case "alt-trans": aside += 1
      case _ where aside > 0: break
      case "xliff": self.version = version
      case "file":
        self.language = language ?? ""
        if !languages.contains(self.language) { languages.append(self.language) }
      case "trans-unit": unit = TextUnit(key: id ?? "", source: nil, target: nil)
      case "source", "target":
        text = ""
        isInTarget = name == "target"
        if isInTarget {
          let isSure = state.map { ["translated", "signed-off", "final"].contains($0) } ?? true
          let isUnwritten = state.map(Parse.unwritten.contains) ?? false
          unit?.state = isUnwritten ? .untranslated : isSure ? .fits : .due
        }
      // `mrk` only marks words, for notes of a translator.
      case _ where isInTarget && name != "mrk":
        leftOut[self.language, default: []].append("the markup `<\(name)>` of `\(unit?.key ?? "")`")
      default: break
      }
    }

    mutating func end(_ name: String) {
      switch name {
      case "alt-trans": aside -= 1
      case _ where aside > 0: break
      case "source": unit?.source = text
      case "target":
        unit?.target = text.isEmpty ? nil : text
        isInTarget = false
      case "trans-unit":
        if let unit { units[language, default: []].append(unit) }
        unit = nil
      default: break
      }
    }
  }
}
