/// One of the secret codes that the holder of the card knows.
public enum PINReference: Hashable, Sendable, CaseIterable {
  /// For authentication; 4 to 12 digits.
  case pin1
  /// For signatures; 5 to 12 digits.
  case pin2
  /// Unblocks the others; 8 to 12 digits.
  case puk

  /// The name on the holder's papers.
  public var label: String {
    switch self {
    case .pin1: "PIN1"
    case .pin2: "PIN2"
    case .puk: "PUK"
    }
  }

  /// How many digits the code may have.
  public var digits: ClosedRange<Int> {
    switch self {
    case .pin1: 4...12
    case .pin2: 5...12
    case .puk: 8...12
    }
  }
}

/// One of the two key pairs of the card, with its certificate.
public enum CertificateKind: Hashable, Sendable, CaseIterable {
  /// For logging in; unlocked by PIN1.
  case authentication
  /// For signing documents; unlocked by PIN2.
  case signing

  /// The PIN that unlocks the key.
  public var pin: PINReference {
    switch self {
    case .authentication: .pin1
    case .signing: .pin2
    }
  }
}

/// The state of one PIN, read without using a try.
public struct PINStatus: Hashable, Sendable {
  /// How many more wrong PINs the card accepts before it blocks the PIN.
  public let triesLeft: Int
  /// False if the holder has to change the PIN before the first use.
  public let isActivated: Bool

  /// A state with these values.
  public init(triesLeft: Int, isActivated: Bool = true) {
    self.triesLeft = triesLeft
    self.isActivated = isActivated
  }

  /// Whether the PIN is blocked.
  public var isBlocked: Bool { triesLeft == 0 }
}
