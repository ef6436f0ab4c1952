internal import YAMLTree

/// The shape of the flow language: which keys a mapping may have and what stands under each.
///
/// One table; the reader checks files with it and the JSON Schema is printed from it.
struct Schema: Sendable {
  /// What stands under a key.
  enum Shape: Sendable {
    /// One scalar, not empty.
    case text
    /// A list of scalars.
    case texts
    /// A scalar or a list of scalars.
    case textOrTexts
    /// `yes` or `no`.
    case flag
    /// A mapping of that kind.
    case mapping
    /// A list of mappings of that kind.
    case list(Kind)
    /// A mapping with free keys, each a scalar.
    case words
    /// A mapping with free keys; what stands under each is `Kind`.
    case named(Kind)
    /// A mapping with free keys, each a scalar or a list of scalars.
    case values

    /// The kinds of nodes it may be, one bit each.
    fileprivate var accepted: UInt8 {
      switch self {
      case .text, .flag: YAMLTree.Kind.scalar.rawValue
      case .textOrTexts: YAMLTree.Kind.scalar.rawValue | YAMLTree.Kind.sequence.rawValue
      case .texts, .list: YAMLTree.Kind.sequence.rawValue
      case .mapping, .words, .values, .named: YAMLTree.Kind.mapping.rawValue
      }
    }
  }

  /// The kinds of mapping.
  enum Kind: UInt8, Sendable, CaseIterable {
    case flow, section, step, line, `extension`, row, input, scripts, path, expectation

    /// Where its keys' slots begin in the reader.
    var firstSlot: Int { Int(rawValue) * Key.room }

    /// With its article, for messages.
    var name: String {
      switch self {
      case .flow: "a flow"
      case .section: "a section"
      case .step: "a step"
      case .line: "a line"
      case .extension: "an extension"
      case .row: "a row"
      case .input: "an input"
      case .scripts: "a script"
      case .path: "a path"
      case .expectation: "an expectation"
      }
    }
  }

  struct Field: Sendable {
    let key: Key
    let shape: Shape
    let isRequired: Bool
    /// One line for the page and for editors.
    let about: String

    init(_ key: Key, _ shape: Shape, required: Bool = false, _ about: String) {
      self.key = key
      self.shape = shape
      self.isRequired = required
      self.about = about
    }
  }

  let kind: Kind
  let fields: [Field]
  /// What may stand under every key, by its number: `YAMLTree.Kind`s; 0 where the kind lacks the key.
  private let accepted: [UInt8]
  let required: KeySet

  init(_ kind: Kind, _ fields: [Field]) {
    self.kind = kind
    self.fields = fields
    var accepted = [UInt8](repeating: 0, count: Int(UInt8.max) + 1)
    for field in fields { accepted[Int(field.key.rawValue)] = field.shape.accepted }
    self.accepted = accepted
    required = KeySet(fields.filter(\.isRequired).map(\.key))
  }

  /// Whether a value of that kind may stand under the key with that number; 0 is no key.
  func accepts(_ kind: YAMLTree.Kind, under number: UInt8) -> Bool {
    accepted[Int(number)] & kind.rawValue != 0
  }

  static func of(_ kind: Kind) -> Schema {
    switch kind {
    case .flow: flow
    case .section: section
    case .step: step
    case .line: line
    case .extension: `extension`
    case .row: row
    case .input: input
    case .scripts: scripts
    case .path: path
    case .expectation: expectation
    }
  }
}
