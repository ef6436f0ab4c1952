/// A response APDU: data and a status word (ISO/IEC 7816-4 §5.1).
public struct ResponseAPDU: Hashable, Sendable {
  /// The response data, without the status word.
  public var data: [UInt8]
  /// SW1-SW2.
  public var status: StatusWord

  /// A response with this data and status word.
  public init(data: [UInt8] = [], status: StatusWord) {
    self.data = data
    self.status = status
  }

  /// The response that `bytes` encode, or nil for fewer than two bytes.
  public init?(parsing bytes: [UInt8]) {
    guard bytes.count >= 2 else { return nil }
    data = Array(bytes.dropLast(2))
    status = StatusWord(bytes[bytes.count - 2], bytes[bytes.count - 1])
  }

  /// The data followed by the status word.
  public var encoded: [UInt8] { data + status.bytes }
}
