import FlowKit
import FlowStore
import Hummingbird
import NIOCore

/// What a form has sent: plain fields, and secrets, which never are a `String`.
struct Form {
  private(set) var values: [String: String] = [:]
  private(set) var entries = Entries()

  /// Reads `a=1&b=2`.
  ///
  /// - Parameter secrets: the names of fields that are secret.
  init(_ buffer: ByteBuffer, secrets: Set<String>) {
    for field in buffer.readableBytesView.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      let name = String(decoding: Form.decoded(parts[0]), as: UTF8.self)
      var bytes = Form.decoded(parts[1])
      if secrets.contains(name) {
        entries.enter(secret: Secret(moving: &bytes), as: name)
      } else {
        values[name] = String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// What the user has entered for a row: the fields that the step asks for.
  func entered(for situation: Situation) -> Entries {
    var entries = entries
    for input in situation.inputs where !input.isSecret {
      if let value = values[input.name] { entries.values[input.name] = value }
    }
    return entries
  }

  private static func decoded(_ text: ByteBufferView) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var place = text.startIndex
    while place < text.endIndex {
      let byte = text[place]
      place += 1
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard place + 1 < text.endIndex, let high = digit(text[place]),
          let low = digit(text[place + 1])
        else { continue }
        bytes.append(high << 4 | low)
        place += 2
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
