/// A command APDU in one of its four cases (ISO/IEC 7816-4 §5.1, table 1).
///
/// Not for commands that carry a PIN in the clear, since arrays are copied and cannot be wiped:
/// pass the PIN to secure messaging as a `Secret` instead.
public struct CommandAPDU: Hashable, Sendable {
  /// CLA, INS, P1 and P2.
  public var header: CommandHeader
  /// 0...65,535 bytes; an empty array means no Lc field.
  public let data: [UInt8]
  /// Ne: how many response bytes are expected at most, 1...65,536. Nil means no Le field.
  public let expectedLength: Int?

  /// A command with `data`, expecting at most `expectedLength` bytes in the response.
  ///
  /// - Precondition: `data` has at most 65,535 bytes and `expectedLength` is in 1...65,536.
  public init(_ header: CommandHeader, data: [UInt8] = [], expectedLength: Int? = nil) {
    precondition(data.count <= 0xFFFF, "a command APDU carries at most 65,535 bytes")
    precondition(expectedLength.map { 1...0x10000 ~= $0 } ?? true, "Ne is in 1...65,536")
    self.header = header
    self.data = data
    self.expectedLength = expectedLength
  }

  /// A command with the four header bytes given one by one. The preconditions are the same.
  public init(
    _ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8,
    data: [UInt8] = [], expectedLength: Int? = nil
  ) {
    self.init(CommandHeader(cla, ins, p1, p2), data: data, expectedLength: expectedLength)
  }

  /// Whether the command fits the short form: at most 255 bytes of data, 256 expected.
  public var fitsShortForm: Bool {
    data.count <= 0xFF && (expectedLength ?? 0) <= 0x100
  }

  /// The bytes for the card, in the short form where the command fits it.
  public var encoded: [UInt8] {
    fitsShortForm ? shortEncoding : extendedEncoding
  }

  private var shortEncoding: [UInt8] {
    var bytes = header.bytes
    if !data.isEmpty {
      bytes.append(UInt8(data.count))
      bytes += data
    }
    // 256 is written 00.
    if let expectedLength { bytes.append(UInt8(truncatingIfNeeded: expectedLength)) }
    return bytes
  }

  private var extendedEncoding: [UInt8] {
    var bytes = header.bytes
    if !data.isEmpty {
      bytes += [0, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
      bytes += data
    }
    if let expectedLength {
      // The leading 00 that marks the extended form is written once only.
      if data.isEmpty { bytes.append(0) }
      bytes += [UInt8(expectedLength >> 8 & 0xFF), UInt8(expectedLength & 0xFF)]
    }
    return bytes
  }
}
