/// Why bytes are not a command APDU.
public enum CommandAPDUError: Error, Hashable, Sendable {
  /// Fewer than the four bytes of the header.
  case headerTruncated
  /// Lc does not match the number of bytes present.
  case lengthMismatch
}

/// The header and the length fields of a command, and where its data is.
public struct CommandLayout: Hashable, Sendable {
  /// CLA, INS, P1 and P2.
  public let header: CommandHeader
  /// The offsets of the data; empty without an Lc field.
  public let data: Range<Int>
  /// Ne, 1...65,536. Nil means no Le field.
  public let expectedLength: Int?

  /// Reads the length fields of `bytes` without copying anything (ISO/IEC 7816-4 §5.1).
  ///
  /// Any input is safe. An Lc of zero before an Le is refused; the standard does not have it.
  public init(parsing bytes: UnsafeRawBufferPointer) throws(CommandAPDUError) {
    guard bytes.count >= 4 else { throw .headerTruncated }
    header = CommandHeader(bytes[0], bytes[1], bytes[2], bytes[3])
    switch bytes.count {
    case 4:
      (data, expectedLength) = (4..<4, nil)
    case 5:
      (data, expectedLength) = (4..<4, Self.shortLength(bytes[4]))
    case _ where bytes[4] != 0:
      let end = 5 + Int(bytes[4])
      switch bytes.count {
      case end: (data, expectedLength) = (5..<end, nil)
      case end + 1: (data, expectedLength) = (5..<end, Self.shortLength(bytes[end]))
      default: throw .lengthMismatch
      }
    case 7:
      (data, expectedLength) = (4..<4, Self.extendedLength(bytes[5], bytes[6]))
    case 8...:
      let count = Int(bytes[5]) << 8 | Int(bytes[6])
      let end = 7 + count
      guard count > 0 else { throw .lengthMismatch }
      switch bytes.count {
      case end: (data, expectedLength) = (7..<end, nil)
      case end + 2:
        (data, expectedLength) = (7..<end, Self.extendedLength(bytes[end], bytes[end + 1]))
      default: throw .lengthMismatch
      }
    default:
      throw .lengthMismatch
    }
  }

  private static func shortLength(_ le: UInt8) -> Int { le == 0 ? 0x100 : Int(le) }

  private static func extendedLength(_ high: UInt8, _ low: UInt8) -> Int {
    let length = Int(high) << 8 | Int(low)
    return length == 0 ? 0x10000 : length
  }
}

extension CommandAPDU {
  /// The command that `bytes` encode, in the short or the extended form. Any input is safe.
  public init(parsing bytes: [UInt8]) throws(CommandAPDUError) {
    let layout = try bytes.withUnsafeBufferPointer { buffer throws(CommandAPDUError) in
      try CommandLayout(parsing: UnsafeRawBufferPointer(buffer))
    }
    self.init(
      layout.header, data: Array(bytes[layout.data]), expectedLength: layout.expectedLength)
  }
}
