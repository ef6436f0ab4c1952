internal import CZlib

/// The format of zlib (RFC 1950), which a browser unpacks with `DecompressionStream("deflate")`.
enum Zlib {
  /// The bytes, compressed as far as zlib can. Traps if there is no memory for it, as an array
  /// does.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      let status = compress2(
        buffer.baseAddress, &count, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
      precondition(status == Z_OK, "zlib: status \(status)")
      written = Int(count)
    }
  }
}
