import ISO7816

extension Sequence<TLV> {
  /// The value of the first object with `tag`, at this level or nested.
  func firstNested(tag: UInt32) -> [UInt8]? {
    for object in self {
      if object.tag == tag { return object.value }
      guard object.isConstructed, let children = try? object.children() else { continue }
      if let found = children.firstNested(tag: tag) { return found }
    }
    return nil
  }
}
