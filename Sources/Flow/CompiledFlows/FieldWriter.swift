/// Writes the fields of flows. A flow begins with the sizes of its tables.
struct FieldWriter: FieldCoder {
  private(set) var bytes: [UInt8] = []

  mutating func write(_ flow: CodedFlow) {
    var flow = flow
    var sizes = TableSizes()
    flow.code(&sizes)
    for var size in sizes.sizes { raw(&size) }
    flow.code(&self)
  }

  /// Writes bytes after their number.
  mutating func writeRest(_ rest: [UInt8]) {
    var size = UInt32(truncatingIfNeeded: rest.count)
    raw(&size)
    bytes += rest
  }

  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {
    for byte in 0..<N.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: value >> N(truncatingIfNeeded: 8 * byte)))
    }
  }

  mutating func bytes(_ value: inout [UInt8], of table: TableName) { bytes += value }

  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout FieldWriter) -> Void
  ) {
    for var entry in entries { each(&entry, &self) }
  }

  func count(of table: TableName) -> UInt32 { .max }
  mutating func require(_ count: UInt32, from start: UInt32, of table: TableName, _ name: String) {}
  mutating func require(_ holds: Bool, _ name: String) {}
  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType) {}
  mutating func describe<R: CodedRecord>(nested: R.Type) {}
}

/// The sizes of the tables of a flow, in the order of ``TableName``.
private struct TableSizes: FieldCoder {
  var sizes = [UInt32](repeating: 0, count: TableName.allCases.count)

  mutating func bytes(_ value: inout [UInt8], of table: TableName) {
    sizes[table.rawValue] = UInt32(truncatingIfNeeded: value.count)
  }

  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout TableSizes) -> Void
  ) {
    sizes[table.rawValue] = UInt32(truncatingIfNeeded: entries.count)
  }

  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {}
  func count(of table: TableName) -> UInt32 { .max }
  mutating func require(_ count: UInt32, from start: UInt32, of table: TableName, _ name: String) {}
  mutating func require(_ holds: Bool, _ name: String) {}
  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType) {}
  mutating func describe<R: CodedRecord>(nested: R.Type) {}
}
