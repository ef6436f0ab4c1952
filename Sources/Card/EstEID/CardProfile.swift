public import ISO7816
public import PACE

/// One make of the Estonian ID card, as data: what to send for what.
public struct CardProfile: Hashable, Sendable {
  public var name: String
  /// What the answer to reset holds as historical bytes (ISO/IEC 7816-4 §8.1.1).
  public var historicalBytes: [[UInt8]]

  /// How PACE is run where the answer to reset is known.
  public var pace: PACEParameters
  /// Selects what PACE runs in, before it.
  public var beforePACE: CommandAPDU
  /// Selects the application after PACE, where that is another.
  public var afterPACE: CommandAPDU?

  /// Selects the root of the files, from anywhere.
  public var root: CommandAPDU
  /// Selects the directory of the holder's data, from the root.
  public var personalDirectory: CommandAPDU
  /// Selects one field of it by a path from the root, where the card may take that.
  public var personalPath: [UInt8]?

  public var pins: [PINReference: PIN]
  /// The byte that fills a PIN up to 12.
  public var padding: UInt8
  /// Whether counters of PINs that are local to no application are read at the root.
  public var countersNeedRoot: Bool
  /// Whether unblocking verifies the PUK first, or sends it along with the new PIN.
  public var unblocksAfterPUK: Bool
  public var keys: [CertificateKind: Key]

  /// A PIN on this card.
  public struct PIN: Hashable, Sendable {
    /// P2 of VERIFY.
    public var reference: UInt8
    /// Reads its counter without using a try.
    public var counter: CommandAPDU
    /// The tag of the tries left in the answer; the first byte counts.
    public var triesTag: UInt32
    /// The tag that tells whether the holder has changed it, where that matters.
    public var activationTag: UInt32?
    /// The application it is local to, and has to be selected for it.
    public var application: CertificateKind?
  }

  /// A key pair on this card, with its certificate.
  public struct Key: Hashable, Sendable {
    /// Selects the key's application from anywhere; nil where the key needs none.
    public var application: CommandAPDU?
    /// The certificate's file within the application.
    public var file: [UInt8]
    /// Selects the certificate by its path.
    public var path: CommandAPDU
    /// Whether the path starts at the root, and so needs it to be the current directory.
    public var pathNeedsRoot: Bool
    public var signing: SigningCommands
  }
}

/// How a card signs a digest.
public enum SigningCommands: Hashable, Sendable {
  /// MSE, then one command with the digest, made 48 bytes long: zeros in front, or cut.
  case direct(environment: CommandAPDU, compute: CommandHeader)
  /// MSE with the algorithm of the digest, the digest under tag 90, then the signature.
  case hashFirst(keyReference: UInt8)
}
