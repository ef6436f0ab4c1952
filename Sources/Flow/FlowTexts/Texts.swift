package import FlowModel
internal import JSON

/// The texts of flows in one language, as `flowrun compile` writes them for an app:
/// `Hotel.et.texts`.
///
/// Each says which words it translates. One that is older than the words of the flows is not used,
/// nor is one that shows other values; the flow's own words are shown then.
public struct Texts: Sendable {
  /// A text, and the fingerprint of what it translates.
  package struct Text: Hashable, Sendable {
    package let of: String
    package let text: String

    package init(of: String, text: String) { (self.of, self.text) = (of, text) }
  }

  /// The tag of the language: `et`.
  public let language: String
  /// The texts, by their keys.
  package let texts: [String: Text]
  package let words: TableWords

  package init(language: String, texts: [String: Text], words: TableWords = TableWords()) {
    (self.language, self.texts, self.words) = (language, texts, words)
  }

  /// Reads a file of texts.
  public init(_ bytes: [UInt8]) throws(TextsError) {
    let value: JSONValue
    do throws(JSONReader.Failure) { value = try JSONReader.read(bytes) } catch {
      throw TextsError(reason: error.description)
    }
    guard let language = value["language"]?.string, let texts = value["texts"]?.members else {
      throw TextsError(reason: "there is no `language`, or there are no `texts`")
    }
    var found: [String: Text] = [:]
    for member in texts {
      guard let of = member.value["of"]?.string, let text = member.value["text"]?.string else {
        throw TextsError(reason: "`\(member.key)` has no `of` or no `text`")
      }
      found[member.key] = Text(of: of, text: text)
    }
    let words = (value["words"]?.members ?? []).compactMap { word in
      word.value.string.map { (word.key, $0) }
    }
    self.init(
      language: language, texts: found,
      words: TableWords(Dictionary(words, uniquingKeysWith: { $1 })))
  }

  /// The file, in the order of the flows.
  package func file(of catalogue: Catalogue) -> [UInt8] {
    let members = catalogue.flows.flatMap(\.texts).compactMap { text in
      texts[text.key].map { found in
        (text.key, JSONValue.object(["of": .string(found.of), "text": .string(found.text)]))
      }
    }
    let words = TableWords.keys.compactMap { key in
      self.words.patterns[key].map { (key, JSONValue.string($0)) }
    }
    let value = JSONValue.object([
      "language": .string(language), "words": .object(members: words),
      "texts": .object(members: members),
    ])
    return Array((value.text + "\n").utf8)
  }

  /// What the language says for a text of the flows. Nil if it says nothing, if that is older than
  /// the words, or if it shows other values.
  public subscript(text: FlowText) -> String? {
    guard let found = texts[text.key], found.of == text.fingerprint,
      text.admits(found.text)
    else { return nil }
    return found.text
  }
}

/// A file of texts that cannot be read.
public struct TextsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why, in lower case.
  public let reason: String
  public var description: String { "this is not a file of texts: \(reason)" }
}

extension FlowText {
  /// Whether a translation shows the same values.
  package func admits(_ translation: String) -> Bool {
    guard showsValues else { return true }
    return ShownText.isWellFormed(Array(translation.utf8))
      && Set(FlowText.values(in: text)) == Set(FlowText.values(in: translation))
  }
}
