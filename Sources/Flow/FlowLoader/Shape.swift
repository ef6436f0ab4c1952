internal import YAMLTree

/// The shape of the value of a key.
enum Shape: Sendable {
  /// One scalar, not empty.
  case text
  /// One of these words.
  case choice([String])
  /// A scalar that matches the pattern. With `isNumber`, editors may take it for a number.
  case pattern(String, isNumber: Bool)
  /// `yes` or `no`.
  case flag
  /// A list of scalars.
  case texts
  /// A scalar or a list of scalars. `isNeverEmpty` is used by editors.
  case textOrTexts(isNeverEmpty: Bool = false)
  /// A list of events in a world: scalars, and mappings with one key.
  case events
  /// A mapping of this kind.
  case mapping(MappingKind)
  /// A list of mappings of this kind. `isNeverEmpty` is used by editors.
  case list(MappingKind, isNeverEmpty: Bool = true)
  /// A mapping with free keys, each a scalar.
  case words
  /// A mapping with free keys, each a scalar or a list of scalars.
  case values
  /// A mapping with free keys, each value a mapping of this kind. `isNeverEmpty` is used by
  /// editors.
  case named(MappingKind, isNeverEmpty: Bool = false)
  /// A mapping that the wallet checks (docs/wallet.md).
  case settings

  /// The accepted kinds of nodes, as a bit set.
  var accepted: UInt8 {
    switch self {
    case .text, .choice, .pattern, .flag: YAMLTree.Kind.scalar.rawValue
    case .textOrTexts: YAMLTree.Kind.scalar.rawValue | YAMLTree.Kind.sequence.rawValue
    case .texts, .events, .list: YAMLTree.Kind.sequence.rawValue
    case .mapping, .words, .values, .named, .settings: YAMLTree.Kind.mapping.rawValue
    }
  }

  /// A description of the right form, for messages.
  var wanted: String {
    switch self {
    case .text, .choice, .pattern, .flag: "one text"
    case .textOrTexts: "a text or a list of texts"
    case .texts, .events: "a list: `[one, two]`"
    case .list(let kind, _): "a list; each entry is \(kind.name)"
    case .mapping, .words, .values, .named, .settings: "a mapping: `{ name: value }`"
    }
  }
}

/// The kinds of mapping in flow files and scripts.
enum MappingKind: UInt8, Sendable, CaseIterable {
  case flow, section, step, line, `extension`, row, input, scripts, path, expectation
  case rules, rule, contract

  /// Its name in the JSON Schema.
  var word: String { "\(self)" }

  /// The name with an article, for messages.
  var name: String {
    switch self {
    case .flow, .section, .step, .line, .row, .path, .rule, .contract: "a \(word)"
    case .extension, .input, .expectation: "an \(word)"
    case .scripts: "a script"
    case .rules: "a file of rules"
    }
  }
}
