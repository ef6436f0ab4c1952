/// FNV-1a with 64 bits: small, and the same on every machine. It finds damage, not forgery.
///
/// Of two texts that differ in one byte, the sums always differ.
package struct Checksum {
  package private(set) var sum: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func add(_ text: Substring) { add(bytes: text.utf8) }

  package mutating func add(bytes: some Sequence<UInt8>) {
    var sum = sum
    for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3 }
    self.sum = sum
  }

  /// Adds a number of up to 64 bits.
  package mutating func add(number: some BinaryInteger) {
    sum = (sum ^ UInt64(truncatingIfNeeded: number)) &* 0x100_0000_01b3
    sum = (sum ^ sum >> 32) &* 0x100_0000_01b3
  }

  /// The sum in 16 hexadecimal digits.
  package var text: String { Checksum.hexadecimal(sum, digits: 16) }

  package static func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
