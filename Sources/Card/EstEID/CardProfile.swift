public import ISO7816
public import PACE

/// One make of the Estonian ID card, as data: the commands it needs.
public struct CardProfile: Hashable, Sendable {
  /// The name of the make, for people.
  public var name: String
  /// The historical bytes in the answer to reset (ISO/IEC 7816-4 §8.1.1); several where they vary.
  public var historicalBytes: [[UInt8]]

  /// How to run PACE with a card whose answer to reset is known.
  public var pace: PACEParameters
  /// Selects the application or file in which PACE is run. Sent before PACE.
  public var beforePACE: CommandAPDU
  /// Selects the application after PACE. Nil if PACE is run in the same one.
  public var afterPACE: CommandAPDU?

  /// Selects the root directory, from anywhere.
  public var root: CommandAPDU
  /// Selects the directory of the holder's data, from the root.
  public var personalDirectory: CommandAPDU
  /// The path of one field from the root, for cards that may accept it.
  public var personalPath: [UInt8]?

  /// The card's PINs.
  public var pins: [PINReference: PIN]
  /// The byte that pads a PIN to 12 bytes.
  public var padding: UInt8
  /// Whether the counters of PINs that belong to no application are read at the root.
  public var countersNeedRoot: Bool
  /// Whether unblocking verifies the PUK first. If false, the PUK is sent together with the new
  /// PIN.
  public var unblocksAfterPUK: Bool
  /// The card's key pairs.
  public var keys: [CertificateKind: Key]

  /// A PIN on this card.
  public struct PIN: Hashable, Sendable {
    /// P2 of VERIFY.
    public var reference: UInt8
    /// Reads the PIN's counter without using a try.
    public var counter: CommandAPDU
    /// The tag of the tries left in the response; its first byte is the number.
    public var triesTag: UInt32
    /// The tag that says whether the holder has changed the PIN. Nil where that does not matter.
    public var activationTag: UInt32?
    /// The application that the PIN belongs to, which must be selected to use it. Nil for a global
    /// PIN.
    public var application: CertificateKind?
  }

  /// A key pair on this card, with its certificate.
  public struct Key: Hashable, Sendable {
    /// Selects the key's application, from anywhere. Nil where the key needs none.
    public var application: CommandAPDU?
    /// The identifier of the certificate's file within the application.
    public var file: [UInt8]
    /// Selects the certificate's file by its path.
    public var path: CommandAPDU
    /// Whether that path starts at the root, so that the root must be the current directory.
    public var pathNeedsRoot: Bool
    /// How the card signs with this key.
    public var signing: SigningCommands
  }
}

/// The commands by which a card signs a digest.
public enum SigningCommands: Hashable, Sendable {
  /// MSE, then one command with the digest, made 48 bytes long: zeros in front, or cut at the end.
  case direct(environment: CommandAPDU, compute: CommandHeader)
  /// MSE with the digest's algorithm, then the digest under tag 90, then the signature.
  case hashFirst(keyReference: UInt8)
}
