internal import FlowTexts
internal import MarkupEvents

/// A text as translators and apps exchange it with us: its words, and what a language says for
/// them.
package struct TextUnit: Hashable, Sendable {
  /// The stable key of the text.
  package let key: String
  /// The words that were translated. Nil if the file does not say them.
  package var source: String?
  /// What the language says. Nil if it says nothing.
  package var target: String?
  /// What the file says of the translation.
  package var state: State

  package enum State: Hashable, Sendable {
    /// It fits the words.
    case fits
    /// It is there, and somebody has to look at it.
    case due
    /// Nobody has translated yet, whatever stands there.
    case untranslated
    /// The file has no word for it. A translation that we lack fits; one that we have is as it was.
    case unsaid
  }

  /// Whether somebody has translated it.
  var isTranslated: Bool { target != nil && state != .untranslated }

  package init(key: String, source: String?, target: String?, state: State = .fits) {
    (self.key, self.source, self.target, self.state) = (key, source, target, state)
  }
}

/// The texts of a language as a file of another program has them.
package struct TextUnits: Sendable {
  /// The tag of the language.
  package let language: String
  /// The texts, in the order of the file.
  package let units: [TextUnit]
  /// What could not be read as a text, in words.
  package let leftOut: [String]
  /// Where the file says the language: `line 3`. Nil if it does not.
  package let place: String?

  package init(
    language: String, units: [TextUnit], leftOut: [String] = [], place: String? = nil
  ) {
    (self.language, self.units, self.leftOut, self.place) = (language, units, leftOut, place)
  }
}

/// A file of texts of another program that cannot be read or written.
package struct TextsRefusal: Error, Hashable, Sendable {
  /// Why, in lower case.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  /// A file of XML, which has to be whole: a text that is cut off would be a translation.
  static func reader(_ bytes: [UInt8]) throws(TextsRefusal) -> MarkupReader {
    do throws(MarkupReader.Damage) { return try MarkupReader(whole: bytes) } catch {
      throw TextsRefusal("\(error)")
    }
  }
}

extension Translation {
  /// The keys of all texts, and those that texts of named parts had before.
  package var keys: [String] { items.map(\.text.key) + items.compactMap(\.text.idKey) }

  /// The texts for another program, in the order of the flows.
  package var units: [TextUnit] {
    items.map { item in
      TextUnit(
        key: item.text.key, source: item.text.text, target: item.entry?.text,
        state: item.isOlder ? .due : .fits)
    }
  }
}
