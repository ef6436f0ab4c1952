internal import Diagnostics
internal import FlowModel

/// Goes through the fields of a record, in the order of the format. A writer, a reader and the
/// description of the format are coders, so that each record lists its fields once.
///
/// A field that refers to a table names it; a reader then checks the reference.
protocol FieldCoder {
  /// Reads or writes a number, little-endian.
  mutating func raw<N: FixedWidthInteger>(_ value: inout N)
  /// Reads or writes the bytes of a table.
  mutating func bytes(_ value: inout [UInt8], of table: TableName)
  /// Reads or writes the entries of a table.
  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout Self) -> Void)
  /// The number of entries that references to a table may use.
  func count(of table: TableName) -> UInt32
  /// Refuses the file unless these entries are in a table. Every range is checked by this, so a
  /// reader can also limit how much all of them have together.
  mutating func require(_ count: UInt32, from start: UInt32, of table: TableName, _ name: String)
  /// Refuses the file if a value is not what it must be.
  mutating func require(_ holds: Bool, _ name: String)
  /// Describes the next field of the record.
  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType)
  /// Describes a record that is part of another one.
  mutating func describe<R: CodedRecord>(nested: R.Type)
}

/// A record of a flow's tables, with the list of its fields.
protocol CodedRecord {
  /// The name in the description of the format.
  static var recordName: String { get }
  /// A record to read into.
  static var blank: Self { get }
  /// Gives every field to a coder.
  mutating func code<C: FieldCoder>(_ coder: inout C)
}

/// An enumeration whose cases are written as their position in a list. Their words are part of the
/// description of the format.
protocol CodedChoice: Equatable {
  static var choices: [Self] { get }
  var word: String { get }
}

/// A type of a field, as the description of the format names it.
enum FieldType {
  case number(bits: Int, isSigned: Bool)
  case flag, text, span
  case choice([String])
  case slice(TableName)
  case index(TableName, orNone: Bool)
  case optional(String)
  case bytes
  case records(String)
  case indices(TableName)
}

extension FieldCoder {
  // MARK: Tables

  mutating func records<R: CodedRecord>(_ records: inout [R], of table: TableName) {
    describe(table.name, .records(R.recordName))
    describe(nested: R.self)
    entries(&records, of: table, blank: R.blank) { $0.code(&$1) }
  }

  /// A table of indices in another table.
  mutating func indices(_ indices: inout [Int32], to other: TableName, of table: TableName) {
    describe(table.name, .indices(other))
    entries(&indices, of: table, blank: 0) { index, coder in
      coder.raw(&index)
      coder.require(index >= 0 && UInt32(bitPattern: index) < coder.count(of: other), table.name)
    }
  }

  // MARK: Fields

  mutating func number<N: FixedWidthInteger>(_ value: inout N, _ name: String) {
    describe(name, .number(bits: N.bitWidth, isSigned: N.isSigned))
    raw(&value)
  }

  /// The number of a line.
  mutating func line(_ value: inout UInt32) {
    number(&value, "line")
    require(value <= UInt32(Int32.max), "line")
  }

  mutating func flag(_ value: inout Bool, _ name: String) {
    describe(name, .flag)
    rawFlag(&value, name)
  }

  private mutating func rawFlag(_ value: inout Bool, _ name: String) {
    var byte: UInt8 = value ? 1 : 0
    raw(&byte)
    require(byte < 2, name)
    value = byte == 1
  }

  mutating func choice<E: CodedChoice>(_ value: inout E, _ name: String) {
    describe(name, .choice(E.choices.map { $0.word }))
    let choices = E.choices
    var byte = UInt8(truncatingIfNeeded: choices.firstIndex(of: value) ?? 0)
    raw(&byte)
    require(Int(byte) < choices.count, name)
    if Int(byte) < choices.count { value = choices[Int(byte)] }
  }

  /// A text in the pool, with its place in the file.
  mutating func text(_ value: inout PooledText, _ name: String) {
    describe(name, .text)
    raw(&value.offset)
    raw(&value.count)
    rawSpan(&value.span, name)
    require(value.count, from: value.offset, of: .pool, name)
  }

  mutating func span(_ value: inout SourceSpan, _ name: String) {
    describe(name, .span)
    rawSpan(&value, name)
  }

  private mutating func rawSpan(_ value: inout SourceSpan, _ name: String) {
    var (start, end) = (value.start, value.end)
    raw(&start)
    raw(&end)
    require(start <= end, name)
    value = SourceSpan(start: start, end: end)
  }

  mutating func slice(_ value: inout TableRange, _ name: String, of table: TableName) {
    describe(name, .slice(table))
    raw(&value.start)
    raw(&value.count)
    require(value.count, from: value.start, of: table, name)
  }

  /// An index in a table; below 0 for none, if that is allowed.
  mutating func index(
    _ value: inout Int32, _ name: String, of table: TableName, orNone: Bool = false
  ) {
    describe(name, .index(table, orNone: orNone))
    raw(&value)
    require(value < 0 ? orNone && value == -1 : UInt32(bitPattern: value) < count(of: table), name)
  }

  /// A flag, and the record if there is one.
  mutating func optional<R: CodedRecord>(_ value: inout R?, _ name: String) {
    describe(name, .optional(R.recordName))
    describe(nested: R.self)
    var isThere = value != nil
    rawFlag(&isThere, name)
    guard isThere else {
      value = nil
      return
    }
    var record = value ?? R.blank
    record.code(&self)
    value = record
  }
}
