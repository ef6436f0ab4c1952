internal import CZlib

/// The format of zlib (RFC 1950), which a browser unpacks with `DecompressionStream("deflate")`.
public enum Zlib {
  /// The bytes, compressed as far as zlib can. Traps if there is no memory for it, as an array
  /// does.
  public static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var count = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(count)) { buffer, written in
      let status = compress2(
        buffer.baseAddress, &count, bytes, uLong(bytes.count), Z_BEST_COMPRESSION)
      precondition(status == Z_OK, "zlib: status \(status)")
      written = Int(count)
    }
  }

  /// The bytes as a compressed part of an archive (RFC 1951). Nil if there is no memory for it.
  static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
    // A block that does not get smaller has up to five bytes more for 16,383 of it.
    let capacity = bytes.count + bytes.count / 1_000 + 64
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
      var stream = z_stream()
      let size = Int32(MemoryLayout<z_stream>.size)
      let status = deflateInit2_(
        &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, size)
      guard status == Z_OK else { return }
      defer { _ = deflateEnd(&stream) }
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(capacity)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      written = isWhole ? capacity - Int(stream.avail_out) : 0
    }
    return isWhole ? result : nil
  }

  /// The checksum that an archive has for a file (CRC-32 of ISO 3309).
  static func checksum(_ bytes: [UInt8]) -> Int { Int(crc32(0, bytes, uInt(bytes.count))) }

  /// The bytes of a compressed part of an archive (RFC 1951). Nil if they are damaged or are not as
  /// many as `count`.
  static func inflated(_ bytes: ArraySlice<UInt8>, count: Int) -> [UInt8]? {
    var isWhole = false
    let result = [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
      var stream = z_stream()
      let size = Int32(MemoryLayout<z_stream>.size)
      guard inflateInit2_(&stream, -MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { return }
      defer { _ = inflateEnd(&stream) }
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = uInt(count)
        isWhole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_out == 0
      }
      written = isWhole ? count : 0
    }
    return isWhole ? result : nil
  }
}
