extension [UInt8] {
  /// Lends the bytes while `body` runs. As the `span` of an array, which needs newer systems of
  /// Apple than the rest.
  func lent<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { bytes throws(E) in try body(UnsafeRawBufferPointer(bytes)) }
  }
}
