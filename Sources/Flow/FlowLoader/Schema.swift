internal import YAMLTree

/// A key of the language: its word, the shape of its value, and a description.
struct Key: Sendable {
  enum Role: Sendable {
    case optional, required
    /// Exactly one of these keys is in a mapping.
    case choice
    /// For a step: a key of its own row, which excludes `rows`. For a script: a key that excludes
    /// `paths`.
    case own
  }

  let word: String
  let shape: Shape
  let role: Role
  /// A description in one line, for the documentation and for editors.
  let about: String
}

/// A key of a mapping, and the function that stores its value in the record of the mapping.
///
/// Every key has storage, so a value that validates is never lost.
struct Entry<Reader: ~Copyable, Record>: Sendable {
  typealias Store = @Sendable (inout Reader, YAMLTree.Node, inout Record) -> Void

  let key: Key
  let store: Store

  init(
    _ word: String, _ shape: Shape, role: Key.Role = .optional, _ about: String,
    store: @escaping Store
  ) {
    self.init(Key(word: word, shape: shape, role: role, about: about), store: store)
  }

  init(_ key: Key, store: @escaping Store) {
    self.key = key
    self.store = store
  }
}

/// The keys of one kind of mapping, in the order in which their values are stored.
struct Mapping: Sendable {
  /// The largest number of keys, since they are the bits of a `UInt64`.
  static let room = 64

  let kind: MappingKind
  let keys: [Key]
  /// Sets of keys, one bit each.
  private(set) var required: UInt64 = 0
  private(set) var own: UInt64 = 0
  /// For the number of each word in the vocabulary, the index of its key and the accepted kinds of
  /// nodes. No kinds if the mapping does not have the word.
  private var places = [(key: UInt8, accepted: UInt8)](repeating: (0, 0), count: 256)

  init(_ kind: MappingKind, _ keys: [Key], _ vocabulary: Vocabulary) {
    self.kind = kind
    self.keys = keys
    for (place, key) in keys.prefix(Mapping.room).enumerated() {
      let number = Int(vocabulary.number(of: key.word))
      places[number] = (UInt8(place), key.shape.accepted)
      if key.role == .required { required |= 1 << UInt64(place) }
      if key.role == .own { own |= 1 << UInt64(place) }
    }
    // 0 is not a word.
    places[0] = (0, 0)
  }

  /// The index of the key with this number in the vocabulary, if it accepts nodes of this kind.
  @inline(__always)
  func place(of number: UInt8, accepting kind: YAMLTree.Kind) -> Int? {
    let (key, accepted) = places[Int(number)]
    return accepted & kind.rawValue != 0 ? Int(key) : nil
  }

  /// The keys of which a mapping has exactly one.
  var choices: [String] { keys.filter { $0.role == .choice }.map(\.word) }

  /// Where the values of its keys begin among the slots of a reader.
  var firstSlot: Int { Int(kind.rawValue) * Mapping.room }
}

/// The keys of one kind of mapping, with their storage. The reader checks and stores with this
/// table, the JSON Schema is printed from it, and docs/language.md is compared with it.
struct Schema<Reader: ~Copyable, Record>: Sendable {
  let mapping: Mapping
  fileprivate let stores: [Entry<Reader, Record>.Store]

  init(_ kind: MappingKind, _ entries: [Entry<Reader, Record>], _ vocabulary: Vocabulary) {
    mapping = Mapping(kind, entries.map(\.key), vocabulary)
    stores = entries.map(\.store)
  }
}

/// Reads mappings by their schemas.
protocol SchemaReader: ~Copyable {
  /// The keys of a mapping that are present and have the right shape. Nil if the node is not a
  /// mapping.
  mutating func keys(of node: YAMLTree.Node, _ mapping: Mapping) -> UInt64?
  /// The value of a key in the last mapping of its kind.
  func value(of key: Int, in mapping: Mapping) -> YAMLTree.Node
}

extension SchemaReader where Self: ~Copyable {
  /// Stores the values of a mapping in a record, in the order of the schema.
  ///
  /// A mapping never contains another one of its kind, so the slots of its values stay valid.
  ///
  /// - Returns: the stored keys, as a bit set. Nil if the node is not a mapping.
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
