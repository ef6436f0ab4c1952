internal import Secrets

/// A code of the ID card that the user enters.
package enum CardCode: String, CaseIterable, Sendable {
  /// The six digits on its face.
  case can
  /// For authentication.
  case pin1
  /// For signatures.
  case pin2

  /// The name as people write it.
  var name: String { rawValue.uppercased() }

  /// How many digits the code may have.
  package var lengths: ClosedRange<Int> {
    switch self {
    case .can: 6...6
    case .pin1: 4...12
    case .pin2: 5...12
    }
  }

  /// The name under which it is stored. Nil for PIN2, which is never stored.
  var item: Store.Item? { Store.Item(rawValue: rawValue) }

  /// Whether a code has the right form.
  func fits(_ code: borrowing Secret) -> Bool { code.isDigits(lengths) }
}

extension Secret {
  /// Whether the secret consists of digits only, as many as `lengths` allows.
  borrowing func isDigits(_ lengths: ClosedRange<Int>) -> Bool {
    guard lengths.contains(count) else { return false }
    return withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
