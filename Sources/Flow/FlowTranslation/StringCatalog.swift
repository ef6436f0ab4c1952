internal import FlowTexts
internal import JSON

/// Texts as a String Catalog of Xcode, `.xcstrings`: all languages in one file, written as Xcode
/// writes it.
package enum StringCatalog {
  /// The file of all languages.
  ///
  /// - Parameter source: the tag of the language of the flows.
  package static func text(_ translations: [Translation], source: String) -> String {
    var strings: [String: JSONValue] = [:]
    var languages: [String: [(String, JSONValue)]] = [:]
    for translation in translations {
      for unit in translation.units {
        guard let target = unit.target else { continue }
        let state = unit.state == .fits ? "translated" : "needs_review"
        languages[unit.key, default: []].append(
          (translation.file.language, self.unit(state, target)))
      }
    }
    for item in translations.first?.items ?? [] {
      let own = (source, unit("translated", item.text.text))
      let all = ([own] + (languages[item.text.key] ?? [])).sorted { $0.0 < $1.0 }
      let remark = item.text.isShown ? nil : "not shown by the app: for readers of the table"
      strings[item.text.key] = .object([
        "comment": remark.map { .string($0) }, "extractionState": .string("manual"),
        "localizations": .object(members: all),
      ])
    }
    let sorted = strings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    let value = JSONValue.object([
      "sourceLanguage": .string(source), "strings": .object(members: sorted),
      "version": .string("1.0"),
    ])
    return indented(value) + "\n"
  }

  private static func unit(_ state: String, _ value: String) -> JSONValue {
    .object(["stringUnit": .object(["state": .string(state), "value": .string(value)])])
  }

  /// JSON as Xcode indents it.
  private static func indented(_ value: JSONValue, _ margin: String = "") -> String {
    guard let members = value.members, !members.isEmpty else {
      return value.string.map { JSONValue.quoted($0) { $0.value < 0x20 } } ?? value.text
    }
    let inner = margin + "  "
    let lines = members.map { member in
      "\(inner)\(JSONValue.quoted(member.key) { $0.value < 0x20 }) : "
        + indented(member.value, inner)
    }
    return "{\n\(lines.joined(separator: ",\n"))\n\(margin)}"
  }

  // MARK: Reading

  /// The texts of a file, of every language but that of the flows.
  package static func read(_ bytes: [UInt8]) throws(TextsRefusal) -> [TextUnits] {
    let value: JSONValue
    do throws(JSONReader.Failure) { value = try JSONReader.read(bytes) } catch {
      throw TextsRefusal("this is no JSON: \(error.description)")
    }
    guard let source = value["sourceLanguage"]?.string, let strings = value["strings"]?.members
    else { throw TextsRefusal("this is no String Catalog") }
    var units: [String: [TextUnit]] = [:]
    var leftOut: [String: [String]] = [:]
    var places: [String: String] = [:]
    for string in strings {
      let all = string.value["localizations"]?.members ?? []
      let own = all.first { $0.key == source }?.value["stringUnit"]?["value"]?.string
      for localization in all where localization.key != source {
        if places[localization.key] == nil { places[localization.key] = "`\(string.key)`" }
        guard let unit = localization.value["stringUnit"], let text = unit["value"]?.string else {
          leftOut[localization.key, default: []].append(
            "`\(string.key)` has variations, which flows do not have")
          continue
        }
        let state: TextUnit.State =
          switch unit["state"]?.string {
          case "translated": .fits
          case "new": .untranslated
          default: .due
          }
        units[localization.key, default: []].append(
          TextUnit(
            key: string.key, source: own, target: text.isEmpty ? nil : text, state: state))
      }
    }
    return Set(units.keys).union(leftOut.keys).sorted().map { language in
      TextUnits(
        language: language, units: units[language] ?? [], leftOut: leftOut[language] ?? [],
        place: places[language])
    }
  }
}
