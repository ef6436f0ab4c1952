internal import EstEID
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
    case .pin1: PINReference.pin1.digits
    case .pin2: PINReference.pin2.digits
    }
  }

  /// The name under which it is stored. Nil for PIN2, which is never stored.
  var item: Store.Item? { Store.Item(rawValue: rawValue) }

  /// Whether a code has the right form.
  func fits(_ code: borrowing Secret) -> Bool { code.isDigits(lengths) }
}
