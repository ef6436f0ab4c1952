internal import Secrets

/// What the store holds while it is open: names and secrets, in one piece of guarded memory.
///
/// Each record is the length of its name, the name, the length of the value in two bytes, the value.
struct Records: ~Copyable {
  let bytes: Secret

  init() { bytes = Secret(capacity: 0) { _ in 0 } }

  /// Nil when the bytes are not records.
  init?(_ bytes: consuming Secret) {
    let isWhole = bytes.withBytes { Records.places(in: $0) != nil }
    guard isWhole else { return nil }
    self.bytes = bytes
  }

  /// A copy of a value.
  borrowing func value(_ name: String) -> Secret? {
    bytes.withBytes { bytes in
      guard let place = Records.places(in: bytes)?.first(where: { $0.name == name }) else {
        return nil
      }
      return Secret(capacity: place.value.count) { buffer in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[place.value]))
        return place.value.count
      }
    }
  }

  borrowing func names() -> [String] {
    bytes.withBytes { (Records.places(in: $0) ?? []).map(\.name).sorted() }
  }

  /// The records without one name, or with another value for it. At most 65,535 bytes a value.
  borrowing func setting(_ name: String, _ value: borrowing Secret?) -> Records {
    let added =
      switch value {
      case .some(let value): 3 + name.utf8.count + value.count
      case .none: 0
      }
    let whole = bytes.withBytes { old in
      Secret(capacity: old.count + added) { buffer in
        var end = 0
        for place in Records.places(in: old) ?? [] where place.name != name {
          UnsafeMutableRawBufferPointer(rebasing: buffer[end...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: old[place.whole]))
          end += place.whole.count
        }
        switch value {
        case .some(let value):
          buffer[end] = UInt8(name.utf8.count)
          end += 1
          for byte in name.utf8 {
            buffer[end] = byte
            end += 1
          }
          buffer[end] = UInt8(value.count >> 8)
          buffer[end + 1] = UInt8(value.count & 0xFF)
          end += 2
          value.withBytes {
            UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyMemory(from: $0)
          }
          end += value.count
        case .none: break
        }
        return end
      }
    }
    return Records(unchecked: whole)
  }

  private init(unchecked bytes: consuming Secret) { self.bytes = bytes }

  private struct Place {
    let name: String
    let value: Range<Int>
    let whole: Range<Int>
  }

  private static func places(in bytes: UnsafeRawBufferPointer) -> [Place]? {
    var places: [Place] = []
    var start = 0
    while start < bytes.count {
      let nameEnd = start + 1 + Int(bytes[start])
      guard nameEnd + 2 <= bytes.count else { return nil }
      let count = Int(bytes[nameEnd]) << 8 | Int(bytes[nameEnd + 1])
      let end = nameEnd + 2 + count
      guard end <= bytes.count else { return nil }
      places.append(
        Place(
          name: String(decoding: bytes[(start + 1)..<nameEnd], as: UTF8.self),
          value: (nameEnd + 2)..<end, whole: start..<end))
      start = end
    }
    return places
  }
}
