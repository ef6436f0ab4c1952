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
  }

  /// The kinds of mapping.
  enum Kind: UInt8, Sendable, CaseIterable {
    case flow, section, step, line, `extension`, row, input, scripts, path, expectation

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
  /// What stands under every key, by its number; nil where the kind lacks the key.
  let shapes: [Shape?]
  let required: KeySet

  init(_ kind: Kind, _ fields: [Field]) {
    self.kind = kind
    self.fields = fields
    var shapes = [Shape?](repeating: nil, count: 256)
    for field in fields { shapes[Int(field.key.rawValue)] = field.shape }
    self.shapes = shapes
    required = KeySet(fields.filter(\.isRequired).map(\.key))
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
