import CryptoCore
import ISO7816
import PACE
import Secrets

/// A session with an Estonian ID card over a channel: over the air under secure messaging from the
/// first command behind PACE, on the contacts in the clear.
///
/// One operation at a time: a second one, begun while the first waits for the card, throws `busy`.
/// A lost card or a violation of secure messaging ends the session; its keys are wiped then, and
/// every further operation throws. Nothing is repeated by itself.
public actor EstEIDCard {
  /// What a session is told apart from its card.
  public struct Options: Sendable {
    /// Where the card is asked for a file by its path, one exchange less. A card that refuses is
    /// asked the longer way, one exchange more.
    public var pathSelection: PathSelection
    /// The time certificates are checked against, in seconds since 1970-01-01T00:00:00Z.
    public var now: @Sendable () -> Int64
    /// Remembers rejected PINs; share one among all sessions of the process.
    public var memory: PINMemory

    public init(
      memory: PINMemory, pathSelection: PathSelection = .proven,
      now: @escaping @Sendable () -> Int64 = systemTime
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

    public static let authenticationCertificate = PathSelection(rawValue: 1)
    public static let signingCertificate = PathSelection(rawValue: 2)
    public static let personalData = PathSelection(rawValue: 4)
    /// What a real card was seen to take.
    public static let proven: PathSelection = .authenticationCertificate
    public static let all: PathSelection = [
      .authenticationCertificate, .signingCertificate, .personalData,
    ]
  }

  /// The current directory of the card, as far as it is known.
  enum Location: Hashable {
    case root
    case personal
    /// `surely` is false after a select by path: that it changes the directory is the standard's
    /// word (IAS-ECC 1.0.1, p. 144), not yet seen on a card.
    case application(CertificateKind, surely: Bool)
    case elsewhere
  }

  public nonisolated let profile: CardProfile
  nonisolated let options: Options
  nonisolated let channel: any CardChannel
  /// The card's name in the memory of PINs.
  nonisolated let cardName: [UInt8]
  private var protection: Protection
  private var isBusy = false
  var location: Location
  /// Tries left as the card last told them in this session.
  var knownTries: [PINReference: Int] = [:]
  /// Whether PINs may be used yet, as far as the card told in this session.
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

  /// Whether operations are still possible.
  public var isOpen: Bool { protection.isOpen }

  /// Ends the session and wipes its keys. The card notices at its next command.
  public func close() {
    protection.close()
    certificates = [:]
  }

  /// Runs one operation, alone.
  func exclusively<R: Sendable>(
    _ operation: () async throws(EstEIDError) -> R
  ) async throws(EstEIDError) -> R {
    try begin()
    defer { end() }
    return try await operation()
  }

  /// For operations that consume a secret, which a closure cannot.
  func begin() throws(EstEIDError) {
    guard !isBusy else { throw .busy }
    isBusy = true
  }

  func end() { isBusy = false }

  /// One command, under secure messaging where there is some.
  func transmit(_ command: CommandAPDU) async throws(EstEIDError) -> ResponseAPDU {
    var bytes: [UInt8]
    do throws(SecureMessagingError) {
      bytes = try protection.protect(command)
    } catch { throw .secureMessaging(error) }
    return try await exchange(&bytes)
  }

  /// One command whose data nobody may see. What was sent is wiped; on the contacts it was the
  /// data in the clear.
  func transmit(
    _ header: CommandHeader, secret: borrowing Secret
  ) async throws(EstEIDError) -> ResponseAPDU {
    var bytes: [UInt8]
    do throws(SecureMessagingError) {
      bytes = try protection.protect(header, secret: secret)
    } catch { throw .secureMessaging(error) }
    // Lent, never handed on: wiping an array that has a second owner wipes a copy of it.
    defer { wipe(&bytes) }
    return try await exchange(&bytes)
  }

  /// A command that has to succeed.
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
        // On the contacts some cards want the length of a READ exactly; nothing was done yet.
        bytes[4] = UInt8(truncatingIfNeeded: exact)
        guard let again = ResponseAPDU(parsing: try await channel.transmit(bytes)) else {
          throw .cardLost
        }
        parsed = again
      }
      // A response too long for one APDU is fetched in parts, outside the protection, which is
      // over the whole.
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
