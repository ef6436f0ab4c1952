import CryptoCore
public import ISO7816
package import PACE
public import Secrets

extension EstEIDCard {
  /// Opens a session. Over NFC it runs PACE, in six exchanges with a known card and more with an
  /// unknown one. By contacts it does the same as ``open(onContactsOf:options:)``.
  ///
  /// - Parameter can: the six digits on the card's face, in ASCII; not used by contacts.
  public static func open(
    over channel: any CardChannel, can: borrowing Secret, options: Options
  ) async throws(EstEIDError) -> EstEIDCard {
    try await open(over: channel, can: can, options: options) { curve, _ throws(CryptoError) in
      try CurvePrivateKey(randomOn: curve)
    }
  }

  /// Takes PACE's private keys from `drawKey`, for recorded sessions.
  package static func open(
    over channel: any CardChannel, can: borrowing Secret, options: Options,
    drawKey: @escaping PACETerminal.KeySource
  ) async throws(EstEIDError) -> EstEIDCard {
    if !needsCAN(answerToReset: channel.answerToReset) {
      return try await open(onContactsOf: channel, options: options)
    }
    let cardName = try options.memory.name(ofCardWith: channel.answerToReset, number: can)
    let (profile, parameters) = try await approach(channel)
    let terminal = PACETerminal(parameters: parameters, secret: can, drawKey: drawKey)
    let messaging: SecureMessaging
    do throws(PACEError) {
      messaging = try await terminal.run(over: channel)
    } catch {
      throw EstEIDError(error)
    }
    let card = EstEIDCard(
      channel: channel, profile: profile, options: options, cardName: cardName,
      protection: Protection(messaging))
    if let select = profile.afterPACE { try await card.require(select, .selectApplication) }
    return card
  }

  /// Identifies the card and selects what PACE is run in.
  private static func approach(
    _ channel: any CardChannel
  ) async throws(EstEIDError) -> (CardProfile, PACEParameters) {
    if let profile = CardProfile(answerToReset: channel.answerToReset) {
      let response = try await exchange(profile.beforePACE, channel)
      guard response.status.isSuccess else {
        throw .unexpectedStatus(response.status, .selectApplication)
      }
      return (profile, profile.pace)
    }
    // An unknown card: PACE as the card describes it, files as in the first profile whose
    // application it selects, or else as in the last.
    guard var profile = CardProfile.all.last else { throw .unsupportedCard }
    for candidate in CardProfile.all.dropLast() {
      guard try await exchange(candidate.beforePACE, channel).status.isSuccess else { continue }
      profile = candidate
      break
    }
    guard try await exchange(.selectFile([0x01, 0x1C]), channel).status.isSuccess else {
      throw .unsupportedCard
    }
    let file = try await exchange(CommandAPDU(0x00, 0xB0, 0, 0, expectedLength: 256), channel)
    guard file.status.isSuccess || file.status == .endOfFile,
      var parameters = (try? CardAccess(parsing: file.data))?.parameters
    else { throw .unsupportedCard }
    parameters.asksForResponse = profile.pace.asksForResponse
    return (profile, parameters)
  }

  static func exchange(
    _ command: CommandAPDU, _ channel: any CardChannel
  ) async throws(EstEIDError) -> ResponseAPDU {
    do throws(CardChannelError) {
      return try await channel.exchange(command)
    } catch { throw .channel(error) }
  }
}

extension EstEIDError {
  init(_ error: PACEError) {
    self =
      switch error {
      case .wrongPassword: .wrongCAN
      case .chipNotAuthentic: .chipNotAuthentic
      case .channel(let error): .channel(error)
      case .cryptography(let error): .cryptography(error)
      default: .pace(error)
      }
  }
}
