/// FNV-1a with 64 bits: small, and the same on every machine. It finds damage, not forgery.
///
/// Of two texts that differ in one byte, the sums always differ.
package struct Checksum {
  private var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ text: Substring) {
    var sum = sum
    for byte in text.utf8 { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.sum = sum
  }

  /// The sum in 16 hexadecimal digits.
  package var text: String {
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
