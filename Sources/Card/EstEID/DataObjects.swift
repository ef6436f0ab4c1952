import ISO7816

extension Sequence<TLV> {
  /// The value of the first object with `tag`, at this level or nested.
  func firstNested(tag: UInt32) -> [UInt8]? {
    for object in self {
      if object.tag == tag { return object.value }
      // Bit 6 of the first tag byte marks constructed objects.
      let first = TLV.firstByte(of: object.tag)
      guard first & 0x20 != 0, let children = try? object.children() else { continue }
      if let found = children.firstNested(tag: tag) { return found }
    }
    return nil
  }
}

extension TLV {
  fileprivate static func firstByte(of tag: UInt32) -> UInt8 {
    let shifts: [UInt32] = [24, 16, 8, 0]
    return shifts.lazy.map { UInt8(truncatingIfNeeded: tag >> $0) }.first { $0 != 0 } ?? 0
  }
}
