import CryptoCore
public import Dates
import ISO7816
import PACE
import Secrets

/// A session with an Estonian ID card over a channel. Over NFC, every command after PACE is sent
/// under secure messaging; by contacts, commands are sent in the clear.
///
/// One operation runs at a time: starting a second one while the first waits for the card throws
/// `busy`. A lost card or a violation of secure messaging ends the session: its keys are wiped, and
/// every further operation throws. Nothing is retried automatically.
public actor EstEIDCard {
  /// The settings of a session.
  public struct Options: Sendable {
    /// The files that are selected by their path, which saves an exchange. If the card refuses a
    /// path, the longer way is taken, which costs one exchange more.
    public var pathSelection: PathSelection
    /// The time at which certificates are checked, in seconds since 1970-01-01T00:00:00Z.
    public var now: @Sendable () -> Int64
    /// Remembers rejected PINs. All sessions of the process should share one.
    public var memory: PINMemory

    /// Settings with these values.
    public init(
      memory: PINMemory, pathSelection: PathSelection = .proven,
      now: @escaping @Sendable () -> Int64 = SystemTime.seconds
    ) {
      self.memory = memory
      self.pathSelection = pathSelection
      self.now = now
    }
  }

  /// The files that may be selected by their path.
  public struct PathSelection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The file of the authentication certificate.
    public static let authenticationCertificate = PathSelection(rawValue: 1)
    /// The file of the signing certificate.
    public static let signingCertificate = PathSelection(rawValue: 2)
    /// The files of the holder's data.
    public static let personalData = PathSelection(rawValue: 4)
    /// Selections that were seen to work with real cards.
    public static let proven: PathSelection = .authenticationCertificate
    /// Every file that can be selected by path.
    public static let all: PathSelection = [
      .authenticationCertificate, .signingCertificate, .personalData,
    ]
  }

  /// The card's current directory, if it is known.
  enum Location: Hashable {
    case root
    case personal
    /// `surely` is false after a selection by path: the standard says that it changes the directory
    /// (IAS-ECC 1.0.1, p. 144), but it was not yet seen on a card.
    case application(CertificateKind, surely: Bool)
    case elsewhere
  }

  /// The make of this card.
  public nonisolated let profile: CardProfile
  nonisolated let options: Options
  nonisolated let channel: any CardChannel
  /// The card's name in ``PINMemory``.
  nonisolated let cardName: [UInt8]
  private var protection: Protection
  private var isBusy = false
  var location: Location
  /// The tries left that the card last reported in this session.
  var knownTries: [PINReference: Int] = [:]
  /// Whether PINs may be used already, as the card reported in this session.
  var activation: [PINReference: Bool] = [:]
  var certificates: [CertificateKind: Certificate] = [:]

  init(
    channel: any CardChannel, profile: CardProfile, options: Options, cardName: [UInt8],
    protection: consuming Protection, location: Location = .root
  ) {
    self.channel = channel
    self.profile = profile
    self.options = options
    self.cardName = cardName
    self.protection = protection
    self.location = location
  }

  /// Whether the session can still be used.
  public var isOpen: Bool { protection.isOpen }

  /// Ends the session and wipes its keys. The card notices with its next command.
  public func close() {
    protection.close()
    certificates = [:]
  }

  /// Runs one operation while no other one runs.
  func exclusively<R: Sendable>(
    _ operation: () async throws(EstEIDError) -> R
  ) async throws(EstEIDError) -> R {
    try begin()
    defer { end() }
    return try await operation()
  }

  /// For operations that consume a secret, which cannot be captured by a closure.
  func begin() throws(EstEIDError) {
    guard !isBusy else { throw .busy }
    isBusy = true
  }

  func end() { isBusy = false }

  /// Sends one command, under secure messaging if the session has it.
  func transmit(_ command: CommandAPDU) async throws(EstEIDError) -> ResponseAPDU {
    var bytes: [UInt8]
    do throws(SecureMessagingError) {
      bytes = try protection.protect(command)
    } catch { throw .secureMessaging(error) }
    return try await exchange(&bytes)
  }

  /// Sends one command whose data is secret. The sent bytes are wiped afterwards; by contacts they
  /// hold the data in the clear.
  func transmit(
    _ header: CommandHeader, secret: borrowing Secret
  ) async throws(EstEIDError) -> ResponseAPDU {
    var bytes: [UInt8]
    do throws(SecureMessagingError) {
      bytes = try protection.protect(header, secret: secret)
    } catch { throw .secureMessaging(error) }
    // Lent, not passed on: wiping an array that has a second owner would wipe a copy.
    defer { wipe(&bytes) }
    return try await exchange(&bytes)
  }

  /// Sends a command and throws if it fails.
  func require(_ command: CommandAPDU, _ step: CardStep) async throws(EstEIDError) {
    let response = try await transmit(command)
    guard response.status.isSuccess else { throw .unexpectedStatus(response.status, step) }
  }

  private func exchange(_ bytes: inout [UInt8]) async throws(EstEIDError) -> ResponseAPDU {
    let response: [UInt8]
    do throws(CardChannelError) {
      guard var parsed = ResponseAPDU(parsing: try await channel.transmit(bytes)) else {
        throw .cardLost
      }
      if let exact = parsed.status.exactLength, protection.isPlain, bytes.count == 5 {
        // By contacts, some cards demand the exact length in READ. The command was not executed, so
        // it may be sent again.
        bytes[4] = UInt8(truncatingIfNeeded: exact)
        guard let again = ResponseAPDU(parsing: try await channel.transmit(bytes)) else {
          throw .cardLost
        }
        parsed = again
      }
      // A response too long for one APDU comes in parts. They are fetched without protection, since
      // the protection covers the whole response.
      response = try await channel.collecting(parsed).encoded
    } catch {
      protection.close()
      throw .channel(error)
    }
    do throws(SecureMessagingError) {
      return try protection.unprotect(response)
    } catch { throw .secureMessaging(error) }
  }
}
