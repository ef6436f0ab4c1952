internal import FlowKit

/// The secrets of a run between two requests, as one text of bytes: for each the name that it has
/// now, the name with which it was entered, and its bytes, each with its length before it.
enum KeptSecrets {
  /// The length is filled up to a multiple of this.
  private static let step = 256

  /// The secrets that no action of the run has taken. Nil if there are none.
  static func all(of run: isolated Runner) -> Secret? {
    var size = 0
    run.lendSecrets { name, secret in
      size += 12 + name.now.utf8.count + name.entered.utf8.count + secret.count
    }
    guard size > 0 else { return nil }
    let capacity = (size + 4 + step - 1) / step * step
    return Secret(capacity: capacity) { target in
      var place = 0
      func add(number: Int) {
        for shift in [24, 16, 8, 0] {
          target[place] = UInt8(truncatingIfNeeded: number >> shift)
          place += 1
        }
      }
      func add(_ bytes: UnsafeRawBufferPointer) {
        add(number: bytes.count)
        UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
        place += bytes.count
      }
      add(number: size)
      run.lendSecrets { name, secret in
        Array(name.now.utf8).withUnsafeBytes { add($0) }
        Array(name.entered.utf8).withUnsafeBytes { add($0) }
        secret.withBytes { add($0) }
      }
      return capacity
    }
  }

  /// Gives them back to a restored run.
  static func keep(_ content: borrowing Secret, in run: isolated Runner) {
    content.withBytes { bytes in
      var place = 0
      func number() -> Int? {
        guard place + 4 <= bytes.count else { return nil }
        defer { place += 4 }
        return bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      }
      func part() -> Slice<UnsafeRawBufferPointer>? {
        guard let count = number(), count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
      }
      guard let size = number(), size <= bytes.count - 4 else { return }
      while place < size + 4 {
        guard let now = part(), let entered = part(), let secret = part() else { return }
        let name = KeptSecret.Name(
          now: String(decoding: now, as: UTF8.self),
          entered: String(decoding: entered, as: UTF8.self))
        let own = Secret(capacity: secret.count) { target in
          target.copyMemory(from: UnsafeRawBufferPointer(rebasing: secret))
          return secret.count
        }
        run.keep(KeptSecret(own, as: name))
      }
    }
  }
}
