package import WalletApp

/// The versions of the app that the server allows.
package struct VersionPolicy: Hashable, Sendable {
  /// The oldest version that may be used.
  package var oldest: Version
  /// The newest version.
  package var newest: Version

  package init(oldest: Version = Version([1]), newest: Version = Version([1])) {
    self.oldest = oldest
    self.newest = newest
  }

  package func verdict(on version: Version) -> VersionVerdict {
    if version >= oldest { return .allowed }
    return newest >= oldest ? .update : .blocked
  }

  /// Numbers separated by dots; `1.10` is newer than `1.9`.
  package struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    private let numbers: [Int]

    /// Trailing zeros are ignored: `1` and `1.0` are equal.
    package init(_ numbers: [Int]) {
      var numbers = numbers
      while numbers.last == 0 { numbers.removeLast() }
      self.numbers = numbers
    }

    /// Nil unless the text is one to four numbers.
    package init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { part in
        part.utf8.count <= 6 && part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
      }
      guard numbers.count == parts.count, (1...4).contains(numbers.count) else { return nil }
      self.init(numbers)
    }

    package var description: String {
      numbers.isEmpty ? "0" : numbers.map(String.init).joined(separator: ".")
    }

    package static func < (left: Version, right: Version) -> Bool {
      left.numbers.lexicographicallyPrecedes(right.numbers)
    }
  }
}
