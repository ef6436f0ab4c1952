/// CLA, INS, P1 and P2 (ISO/IEC 7816-4 §5.1).
public struct CommandHeader: Hashable, Sendable {
  public var cla: UInt8
  public var ins: UInt8
  public var p1: UInt8
  public var p2: UInt8

  public init(_ cla: UInt8, _ ins: UInt8, _ p1: UInt8, _ p2: UInt8) {
    self.cla = cla
    self.ins = ins
    self.p1 = p1
    self.p2 = p2
  }

  public var bytes: [UInt8] { [cla, ins, p1, p2] }

  /// Odd instructions carry BER-TLV data (ISO/IEC 7816-4 §5.1.2); secure messaging tells them apart.
  public var hasOddInstruction: Bool { ins & 1 == 1 }
}
