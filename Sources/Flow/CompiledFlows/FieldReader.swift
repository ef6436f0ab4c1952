/// Reads the fields of flows. What is read after a problem is not used.
///
/// Sizes and places are compared before they are added: the file may have any numbers, and an `Int`
/// may have 32 bits.
struct FieldReader: FieldCoder {
  private let bytes: [UInt8]
  private var place: Int
  private var sizes = [UInt32](repeating: 0, count: TableName.allCases.count)
  /// How much the ranges of all records may still have together.
  private var allowance: UInt64
  /// The first part of the file that is not as it must be.
  private(set) var problem: String?

  init(_ bytes: [UInt8], from place: Int) {
    self.bytes = bytes
    self.place = place
    // Each text, with 16 bytes in the file, has 1,024 bytes on average, and a list 32 entries: so a
    // file cannot ask for more memory than some times its own size.
    allowance = min(64 * UInt64(bytes.count), FieldReader.largest)
  }

  /// Indices of changes have 27 bits in a program.
  private static let largest = FieldReader.entry << 27
  /// What an entry of a list counts as, in bytes.
  private static let entry: UInt64 = 16

  /// Whether everything was read.
  var isAtEnd: Bool { place == bytes.count }

  mutating func flow() -> CodedFlow {
    var flow = CodedFlow()
    // Every entry takes at least a byte.
    var total: UInt64 = 0
    for table in sizes.indices {
      var size: UInt32 = 0
      raw(&size)
      sizes[table] = size
      total += UInt64(size)
    }
    require(total <= UInt64(bytes.count - place), "the size of a table")
    if problem == nil { flow.code(&self) }
    return flow
  }

  /// Bytes after their number.
  mutating func rest() -> [UInt8] {
    var size: UInt32 = 0
    raw(&size)
    return taken(size)
  }

  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {
    value = N(truncatingIfNeeded: number(N.bitWidth / 8))
  }

  /// The next number of so many bytes; 0 after the end. One function for all, since the module for
  /// pages would have one for every field.
  @inline(never)
  private mutating func number(_ size: Int) -> UInt64 {
    guard size <= bytes.count - place else {
      stop()
      return 0
    }
    defer { place += size }
    return bytes.number(at: place, size)
  }

  @inline(never)
  private mutating func stop() {
    require(false, "the length")
    place = bytes.count
  }

  mutating func bytes(_ value: inout [UInt8], of table: TableName) {
    value = taken(count(of: table))
  }

  /// The next bytes.
  private mutating func taken(_ count: UInt32) -> [UInt8] {
    guard problem == nil, UInt64(count) <= UInt64(bytes.count - place) else {
      stop()
      return []
    }
    defer { place += Int(count) }
    return Array(bytes[place..<place + Int(count)])
  }

  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout FieldReader) -> Void
  ) {
    let start = place
    for index in 0..<count(of: table) {
      var entry = blank
      each(&entry, &self)
      guard problem == nil else { return }
      // Memory for as many entries as there can be, if all take as many bytes as the first one.
      if index == 0 {
        let most = UInt32(truncatingIfNeeded: (bytes.count - start) / (place - start))
        entries.reserveCapacity(Int(min(count(of: table), most)))
      }
      entries.append(entry)
    }
  }

  func count(of table: TableName) -> UInt32 { sizes[table.rawValue] }

  @inline(never)
  mutating func require(_ count: UInt32, from start: UInt32, of table: TableName, _ name: String) {
    let size = self.count(of: table)
    let cost = table == .pool ? UInt64(count) : UInt64(count) * FieldReader.entry
    guard start <= size, count <= size - start, cost <= allowance else { return refuse(name) }
    allowance -= cost
  }

  @inline(__always)
  mutating func require(_ holds: Bool, _ name: String) {
    if !holds { refuse(name) }
  }

  @inline(never)
  private mutating func refuse(_ name: String) {
    if problem == nil { problem = name }
  }

  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType) {}
  mutating func describe<R: CodedRecord>(nested: R.Type) {}
}
