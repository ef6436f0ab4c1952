internal import Secrets

/// The content of the open store: names and secrets, in one piece of guarded memory.
///
/// Each record is the length of its name, the name, the length of the value in two bytes, the
/// value.
struct Records: ~Copyable {
  let bytes: Secret

  init() { bytes = Secret() }

  /// Nil if the bytes are not valid records.
  init?(_ bytes: consuming Secret) {
    let isWhole = bytes.withBytes { Records.list(in: $0) != nil }
    guard isWhole else { return nil }
    self.bytes = bytes
  }

  /// A copy of a value.
  borrowing func value(_ name: String) -> Secret? {
    let range = bytes.withBytes { bytes in
      Records.list(in: bytes)?.first { $0.name == name }?.value
    }
    guard let range else { return nil }
    return bytes.copy(of: range)
  }

  borrowing func names() -> [String] {
    bytes.withBytes { (Records.list(in: $0) ?? []).map(\.name).sorted() }
  }

  /// The records without this name, or with a new value for it. A value has at most 65,535 bytes.
  borrowing func setting(_ name: String, _ value: borrowing Secret?) -> Records {
    var whole = Secret()
    for record in bytes.withBytes({ Records.list(in: $0) ?? [] }) where record.name != name {
      whole = whole.appending(bytes.copy(of: record.whole))
    }
    switch value {
    case .some(let value):
      var head =
        [UInt8(name.utf8.count)] + name.utf8 + [UInt8(value.count >> 8), UInt8(value.count & 0xFF)]
      whole = whole.appending(Secret(moving: &head)).appending(value)
    case .none: break
    }
    return Records(unchecked: whole)
  }

  private init(unchecked bytes: consuming Secret) { self.bytes = bytes }

  private struct Record {
    let name: String
    let value: Range<Int>
    let whole: Range<Int>
  }

  private static func list(in bytes: UnsafeRawBufferPointer) -> [Record]? {
    var records: [Record] = []
    var start = 0
    while start < bytes.count {
      let nameEnd = start + 1 + Int(bytes[start])
      guard nameEnd + 2 <= bytes.count else { return nil }
      let count = Int(bytes[nameEnd]) << 8 | Int(bytes[nameEnd + 1])
      let end = nameEnd + 2 + count
      guard end <= bytes.count else { return nil }
      records.append(
        Record(
          name: String(decoding: bytes[(start + 1)..<nameEnd], as: UTF8.self),
          value: (nameEnd + 2)..<end, whole: start..<end))
      start = end
    }
    return records
  }
}
