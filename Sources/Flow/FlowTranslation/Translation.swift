internal import Diagnostics
package import FlowModel
package import FlowTexts

/// The flows in a language: each of their texts with its translation, as far as there is one.
package struct Translation: Sendable {
  /// What is known about a text.
  package struct Item: Sendable {
    /// The text.
    package let text: FlowText
    /// What the language says. Nil if it says nothing.
    package let entry: TextsFile.Entry?
    /// Whether that is older than the words, or may be.
    package var isOlder: Bool { entry.map { $0.of != text.fingerprint } ?? false }
    /// Whether it does not say yet which words it translates.
    package var isNew: Bool { entry != nil && entry?.of == nil }
    /// Whether it shows the same values.
    package var admits: Bool { entry.map { text.admits($0.text) } ?? true }
    /// Whether it is used: a new one is.
    package var isUsed: Bool { entry != nil && (!isOlder || isNew) && admits }
  }

  /// The file of the language.
  package let file: TextsFile
  /// The texts of all flows, in their order.
  package let items: [Item]
  /// Translations of nothing.
  package let unused: [TextsFile.Entry]
  /// Translations of a text that another one, before it, translates too.
  package let repeated: [TextsFile.Entry]
  let flows: [Flow]
  let unread: Set<String>

  /// Flows in the language of a file.
  ///
  /// - Parameter unread: the names of flows that cannot be read.
  package init(_ file: TextsFile, of flows: [Flow], besides unread: Set<String> = []) {
    (self.file, self.flows, self.unread) = (file, flows, unread)
    let texts = flows.flatMap(\.source.texts)
    let match = EntryMatch(texts, file.entries)
    let found = match.found
    items = texts.indices.map { place in
      Item(text: texts[place], entry: found[place].map { file.entries[$0] })
    }
    unused = match.unused.map { file.entries[$0] }
    repeated = match.repeated.map { file.entries[$0] }
  }

  /// The texts as an app gets them: those that are used.
  package var texts: Texts {
    var texts: [String: Texts.Text] = [:]
    for item in items where item.isUsed {
      guard let entry = item.entry else { continue }
      texts[item.text.key] = Texts.Text(of: item.text.fingerprint, text: entry.text)
    }
    let words = Dictionary(file.words.map { ($0.key, $0.text) }) { first, _ in first }
    return Texts(language: file.language, texts: texts, words: TableWords(words))
  }
}
