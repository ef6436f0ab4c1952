/// Reads the fields of flows. What is read after a problem is not used.
struct FieldReader: FieldCoder {
  private let bytes: [UInt8]
  private var place: Int
  private var sizes = [Int](repeating: 0, count: TableName.allCases.count)
  /// The first part of the file that is not as it must be.
  private(set) var problem: String?

  init(_ bytes: [UInt8], from place: Int) {
    self.bytes = bytes
    self.place = place
  }

  /// Whether everything was read.
  var isAtEnd: Bool { place == bytes.count }

  mutating func flow() -> CodedFlow {
    var flow = CodedFlow()
    var total = 0
    for table in sizes.indices {
      var size: UInt32 = 0
      raw(&size)
      sizes[table] = Int(size)
      total += Int(size)
    }
    // Every entry takes at least a byte, so a wrong size cannot ask for too much memory.
    require(total <= bytes.count - place, "the size of a table")
    if problem == nil { flow.code(&self) }
    return flow
  }

  /// Bytes after their number.
  mutating func rest() -> [UInt8] {
    var size: UInt32 = 0
    raw(&size)
    guard problem == nil, Int(size) <= bytes.count - place else {
      stop()
      return []
    }
    defer { place += Int(size) }
    return Array(bytes[place..<place + Int(size)])
  }

  @inline(__always)
  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {
    let size = N.bitWidth / 8
    guard size <= bytes.count - place else { return stop() }
    value = bytes.number(at: place, size)
    place += size
  }

  @inline(never)
  private mutating func stop() {
    require(false, "the length")
    place = bytes.count
  }

  mutating func bytes(_ value: inout [UInt8], of table: TableName) {
    let size = sizes[table.rawValue]
    guard size <= bytes.count - place else { return stop() }
    value = Array(bytes[place..<place + size])
    place += size
  }

  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E, each: (inout E, inout FieldReader) -> Void
  ) {
    let size = sizes[table.rawValue]
    entries.reserveCapacity(size)
    for _ in 0..<size {
      var entry = blank
      each(&entry, &self)
      guard problem == nil else { return }
      entries.append(entry)
    }
  }

  func count(of table: TableName) -> Int { sizes[table.rawValue] }

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
