/// CLA, INS, P1 and P2 (ISO/IEC 7816-4 §5.1).
public struct CommandHeader: Hashable, Sendable {
  /// The class byte: secure messaging, chaining, logical channel.
  public var cla: UInt8
  /// The instruction byte.
  public var ins: UInt8
  /// The first parameter byte.
  public var p1: UInt8
  /// The second parameter byte.
  public var p2: UInt8

  /// A header of these four bytes.
  public init(_ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8) {
    self.cla = cla
    self.ins = ins
    self.p1 = p1
    self.p2 = p2
  }

  /// The four bytes in the order they are sent.
  public var bytes: [UInt8] { [cla, ins, p1, p2] }

  /// Whether the instruction is odd, so that its data is BER-TLV (ISO/IEC 7816-4 §5.1.2). Secure
  /// messaging uses other tags for it.
  public var hasOddInstruction: Bool { ins & 1 == 1 }
}
