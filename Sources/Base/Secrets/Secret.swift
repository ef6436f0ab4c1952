internal import Platform

/// Bytes that must not outlive their one use: a PIN, a CAN, a key.
///
/// The type is move-only: passing the value on empties the variable it came from, and it cannot be
/// printed, compared, encoded or copied by accident. Its memory never moves, is locked against
/// swapping and left out of core files where the system allows it, and is wiped when the value
/// ends.
///
/// Unchecked, since a pointer is not Sendable: this value is the only one that holds the pointer,
/// and it never writes to the memory after it was filled.
public struct Secret: ~Copyable, @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer

  /// A secret of `count` bytes, written in place by `fill`.
  ///
  /// `fill` gets zeroed memory and returns how many bytes of it belong to the secret.
  public init<E: Error>(
    capacity: Int, fill: (UnsafeMutableRawBufferPointer) throws(E) -> Int
  ) throws(E) {
    let buffer = SecretMemory.allocate(capacity)
    do {
      let used = try fill(buffer)
      precondition(used >= 0 && used <= capacity, "a secret cannot use more than its capacity")
      storage = buffer
      count = used
    } catch {
      SecretMemory.release(buffer)
      throw error
    }
  }

  /// A secret moved out of `bytes`, which are overwritten with zeros before this returns.
  ///
  /// Copies that the caller made before are not reached.
  public init(moving bytes: inout [UInt8]) {
    let total = bytes.count
    self.init(capacity: total) { buffer in
      bytes.withUnsafeMutableBytes { source in
        buffer.copyMemory(from: UnsafeRawBufferPointer(source))
        PrivateMemory.wipe(source)
      }
      return total
    }
    bytes.removeAll()
  }

  /// The number of bytes. For a PIN or a CAN in ASCII this is the number of digits.
  public let count: Int

  /// Lends the bytes while `body` runs. They must not be kept or copied.
  public borrowing func withBytes<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try body(UnsafeRawBufferPointer(rebasing: storage[..<count]))
  }

  deinit { SecretMemory.release(storage) }
}
