/// One of the card's secrets that its holder knows.
public enum PINReference: Hashable, Sendable, CaseIterable {
  /// For authentication; 4 to 12 digits.
  case pin1
  /// For signatures; 5 to 12 digits.
  case pin2
  /// Unblocks the others; 8 to 12 digits.
  case puk

  /// How many digits it may have.
  public var digits: ClosedRange<Int> {
    switch self {
    case .pin1: 4...12
    case .pin2: 5...12
    case .puk: 8...12
    }
  }
}

/// The two key pairs of the card, and their certificates.
public enum CertificateKind: Hashable, Sendable, CaseIterable {
  case authentication
  case signing

  /// The PIN that opens the key.
  public var pin: PINReference {
    switch self {
    case .authentication: .pin1
    case .signing: .pin2
    }
  }
}

/// The state of one PIN, read without using a try.
public struct PINStatus: Hashable, Sendable {
  public let triesLeft: Int
  /// False where the holder has to change it before the card lets it be used.
  public let isActivated: Bool

  public init(triesLeft: Int, isActivated: Bool = true) {
    self.triesLeft = triesLeft
    self.isActivated = isActivated
  }

  public var isBlocked: Bool { triesLeft == 0 }
}
