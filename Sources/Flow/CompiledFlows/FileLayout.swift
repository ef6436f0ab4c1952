/// The description of the format, made from the fields themselves: so the page that documents it,
/// and the number by which files of another version are known, cannot be forgotten.
struct FileLayout: FieldCoder {
  /// A record and its fields, in order.
  struct Record {
    let name: String
    var fields: [(name: String, type: String)] = []
  }

  private(set) var records: [Record] = []
  /// The index of the record that is being described.
  private var current = 0

  init() {
    describe(nested: CodedFlow.self)
    records.append(Record(name: "rules", fields: [("size", "u32"), ("rules", "bytes")]))
  }

  /// A number that changes with every change of the format.
  static let fingerprint: UInt64 = {
    var sum = FileChecksum()
    for record in FileLayout().records {
      sum.add(Array(record.name.utf8))
      for field in record.fields { sum.add(Array("\(field.name) \(field.type)".utf8)) }
    }
    return sum.value
  }()

  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType) {
    records[current].fields.append((name, type().description))
  }

  mutating func describe<R: CodedRecord>(nested: R.Type) {
    guard !records.contains(where: { $0.name == R.recordName }) else { return }
    let outer = current
    current = records.count
    records.append(Record(name: R.recordName))
    var record = R.blank
    record.code(&self)
    current = outer
  }

  // Only `describe` says something here, so a record within another is described once.
  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {}
  mutating func bytes(_ value: inout [UInt8], of table: TableName) {
    describe(table.name, .bytes)
  }
  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout FileLayout) -> Void
  ) {}
  func count(of table: TableName) -> UInt32 { .max }
  mutating func require(_ count: UInt32, from start: UInt32, of table: TableName, _ name: String) {}
  mutating func require(_ holds: Bool, _ name: String) {}
}

extension FieldType {
  /// The type in the words of docs/compiled-flows.md.
  var description: String {
    switch self {
    case .number(let bits, let isSigned): isSigned ? "i\(bits)" : "u\(bits)"
    case .flag: "flag"
    case .text: "text"
    case .span: "span"
    case .choice(let words):
      "choice: \(words.enumerated().map { "\($0.offset) \($0.element)" }.joined(separator: ", "))"
    case .slice(let table): "slice of \(table.name)"
    case .index(let table, let orNone): "index in \(table.name)\(orNone ? ", or -1" : "")"
    case .optional(let record): "flag, then \(record) if it is 1"
    case .bytes: "bytes"
    case .records(let record): "records: \(record)"
    case .indices(let table): "indices in \(table.name)"
    }
  }
}
