internal import CSecret
package import Secrets

/// The keyring of the user's session: the Secret Service on D-Bus.
package enum Keyring {
  /// Why the keyring cannot be used, in the words of the system.
  package struct Failure: Error, Hashable, Sendable {
    package let reason: String
  }

  /// Stores a secret text, without a zero byte, for a folder.
  package static func store(
    _ text: borrowing Secret, for folder: String
  ) throws(Failure) {
    let ended = text.padded(to: text.count + 1, with: 0)
    try ended.withBytes { bytes throws(Failure) in
      _ = try call {
        flowrun_keyring_store(folder, bytes.assumingMemoryBound(to: CChar.self).baseAddress, $0, $1)
      }
    }
  }

  /// The text of a folder, of at most `limit` bytes. Nil if there is none.
  package static func text(for folder: String, limit: Int) throws(Failure) -> Secret? {
    var isThere = false
    // One byte more than the limit and the final zero, to notice a text that is too long.
    let text = try Secret(capacity: limit + 2) { buffer throws(Failure) in
      let start = buffer.assumingMemoryBound(to: CChar.self).baseAddress
      isThere = try call { flowrun_keyring_lookup(folder, start, buffer.count, $0, $1) }
      return buffer.firstIndex(of: 0) ?? buffer.count
    }
    guard isThere else { return nil }
    return text
  }

  /// Removes the text of a folder, if there is one.
  package static func remove(for folder: String) throws(Failure) {
    _ = try call { flowrun_keyring_clear(folder, $0, $1) }
  }

  /// Whether there was something.
  private static func call(
    _ function: (UnsafeMutablePointer<CChar>?, Int) -> Int32
  ) throws(Failure) -> Bool {
    var reason = [CChar](repeating: 0, count: 512)
    let result = reason.withUnsafeMutableBufferPointer { function($0.baseAddress, $0.count) }
    guard result != Int32(FLOWRUN_KEYRING_FAILED.rawValue) else {
      let text = reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
      throw Failure(reason: String(decoding: text, as: UTF8.self))
    }
    return result == Int32(FLOWRUN_KEYRING_DONE.rawValue)
  }
}
