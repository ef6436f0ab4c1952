internal import Secrets

/// A code of the ID card that a person enters.
package enum CardCode: String, CaseIterable, Sendable {
  /// The six digits on its face.
  case can
  /// For authentication.
  case pin1
  /// For signatures.
  case pin2

  /// As people write it.
  var name: String { rawValue.uppercased() }

  /// How many digits it may have.
  package var lengths: ClosedRange<Int> {
    switch self {
    case .can: 6...6
    case .pin1: 4...12
    case .pin2: 5...12
    }
  }

  /// Where it is stored; nil for PIN2, which never is.
  var item: Store.Item? { Store.Item(rawValue: rawValue) }

  /// Whether a code has the right form.
  func fits(_ code: borrowing Secret) -> Bool { code.isDigits(lengths) }
}

extension Secret {
  /// Whether it has only digits, and as many of them.
  borrowing func isDigits(_ lengths: ClosedRange<Int>) -> Bool {
    guard lengths.contains(count) else { return false }
    return withBytes { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}
