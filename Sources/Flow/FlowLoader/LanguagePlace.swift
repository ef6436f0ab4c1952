internal import FlowModel

/// The keys and values that the language allows at a place of a flow file, for editors. It is made
/// from the loader's own table.
package enum LanguagePlace: Sendable {
  /// A key of a mapping: its word, and what it is for in one line.
  package struct Word: Sendable, Hashable {
    package let word: String
    package let about: String
  }

  /// A mapping with these keys.
  case keys([Word])
  /// A mapping whose keys are names of the author: letters of rows, facts, inputs.
  case names
  /// The value of a key. Empty unless it is one of a few words.
  case value([String])

  /// The place inside the values of these keys, from the top of the file: `["sections", "steps"]`.
  ///
  /// - Returns: nil if the language has no such place.
  package init?(below path: some Sequence<String>) {
    self.init(
      below: path, from: FlowReader.flow.mapping.kind, in: FlowReader.mappings)
  }

  private init?(
    below path: some Sequence<String>, from first: MappingKind, in mappings: [Mapping]
  ) {
    func keys(_ kind: MappingKind) -> [Key] { mappings.first { $0.kind == kind }?.keys ?? [] }
    /// The mapping that names lead to. Nil for names with a plain value.
    var named: MappingKind?
    var kind: MappingKind? = first
    var isName = false
    var words: [String] = []
    for word in path {
      if isName {
        (kind, named, isName) = (named, nil, false)
        continue
      }
      guard let mapping = kind, let key = keys(mapping).first(where: { $0.word == word }) else {
        return nil
      }
      (kind, words) = (nil, [])
      switch key.shape {
      case .mapping(let inner), .list(let inner, _): kind = inner
      case .named(let inner, _): (named, isName) = (inner, true)
      case .words, .values: isName = true
      case .choice(let choices): words = choices
      case .flag: words = ["yes", "no"]
      case .text, .pattern, .texts, .textOrTexts, .events, .settings: break
      }
    }
    if isName {
      self = .names
    } else if let kind {
      self = .keys(keys(kind).map { Word(word: $0.word, about: $0.about) })
    } else {
      self = .value(words)
    }
  }
}
