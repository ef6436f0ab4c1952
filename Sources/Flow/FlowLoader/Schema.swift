internal import YAMLTree

/// A key of the language: its word, what stands under it, and what it is about.
struct Key: Sendable {
  enum Role: Sendable {
    case optional, required
    /// Exactly one of these keys is in a mapping.
    case choice
    /// For a step: a key of its own row, so not beside `rows`. For a script: not beside `paths`.
    case own
  }

  let word: String
  let shape: Shape
  let role: Role
  /// One line for the page and for editors.
  let about: String
}

/// A key of a mapping, and how the value is stored in the record that is made of the mapping.
///
/// There is no key without storage, so what validates is kept.
struct Entry<Reader: ~Copyable, Record>: Sendable {
  typealias Store = @Sendable (inout Reader, YAMLTree.Node, inout Record) -> Void

  let key: Key
  let store: Store

  init(
    _ word: String, _ shape: Shape, role: Key.Role = .optional, _ about: String,
    store: @escaping Store
  ) {
    key = Key(word: word, shape: shape, role: role, about: about)
    self.store = store
  }

  init(_ key: Key, store: @escaping Store) {
    self.key = key
    self.store = store
  }
}

/// The keys of one kind of mapping, in the order in which their values are stored.
struct Mapping: Sendable {
  /// The most keys that a mapping may have: they are the bits of a `UInt64`.
  static let room = 64

  let kind: MappingKind
  let keys: [Key]
  /// Sets of keys, one bit each.
  private(set) var required: UInt64 = 0
  private(set) var own: UInt64 = 0
  /// By the number of a word in the vocabulary: the place of its key, and the kinds of nodes that it
  /// accepts, none for a word that the mapping lacks.
  private var places = [(key: UInt8, accepted: UInt8)](repeating: (0, 0), count: 256)

  init(_ kind: MappingKind, _ keys: [Key]) {
    self.kind = kind
    self.keys = keys
    for (place, key) in keys.prefix(Mapping.room).enumerated() {
      let number = Int(TreeReader.vocabulary.number(of: key.word))
      places[number] = (UInt8(place), key.shape.accepted)
      if key.role == .required { required |= 1 << UInt64(place) }
      if key.role == .own { own |= 1 << UInt64(place) }
    }
    // 0 is no word.
    places[0] = (0, 0)
  }

  /// The place of the key with that number in the vocabulary, if that kind of node may stand under it.
  @inline(__always)
  func place(of number: UInt8, accepting kind: YAMLTree.Kind) -> Int? {
    let (key, accepted) = places[Int(number)]
    return accepted & kind.rawValue != 0 ? Int(key) : nil
  }

  /// The keys of which exactly one is in a mapping.
  var choices: [String] { keys.filter { $0.role == .choice }.map(\.word) }

  /// Where the values of its keys begin in the slots of a reader.
  var firstSlot: Int { Int(kind.rawValue) * Mapping.room }
}

/// One table for a kind of mapping: the reader checks and stores with it, the JSON Schema is printed
/// from it, and docs/language.md is compared with it.
struct Schema<Reader: ~Copyable, Record>: Sendable {
  let mapping: Mapping
  fileprivate let stores: [Entry<Reader, Record>.Store]

  init(_ kind: MappingKind, _ entries: [Entry<Reader, Record>]) {
    mapping = Mapping(kind, entries.map(\.key))
    stores = entries.map(\.store)
  }
}

/// Reads mappings by their schemas.
protocol SchemaReader: ~Copyable {
  /// The keys of a mapping that are there and of the right shape; nil when it is no mapping.
  mutating func keys(of node: YAMLTree.Node, _ mapping: Mapping) -> UInt64?
  /// What stands under a key of the last mapping of its kind.
  func value(of key: Int, in mapping: Mapping) -> YAMLTree.Node
}

extension SchemaReader where Self: ~Copyable {
  /// Stores the values of a mapping in a record, in the order of the schema.
  ///
  /// No mapping holds another of its kind, so the places of the values are good to the end.
  ///
  /// - Returns: the keys that were stored, one bit each; nil when the node is no mapping.
  @discardableResult
  mutating func read<Record>(
    _ node: YAMLTree.Node, _ schema: Schema<Self, Record>, into record: inout Record
  ) -> UInt64? {
    guard let keys = keys(of: node, schema.mapping) else { return nil }
    var rest = keys
    while rest != 0 {
      let key = rest.trailingZeroBitCount
      rest &= rest - 1
      schema.stores[key](&self, value(of: key, in: schema.mapping), &record)
    }
    return keys
  }
}
