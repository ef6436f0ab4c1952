public import ISO7816
import Secrets

extension EstEIDCard {
  /// Whether a card with this answer to reset has to be opened with its CAN. True over NFC, and for
  /// every unknown card.
  ///
  /// For a contactless card the reader makes up the answer to reset: `3B 8n 80 01` and the
  /// historical bytes (PC/SC part 3, §3.1.3.2.3).
  public static func needsCAN(answerToReset: [UInt8]) -> Bool {
    let isContactless =
      answerToReset.count >= 4 && answerToReset[0] == 0x3B && answerToReset[1] & 0xF0 == 0x80
      && answerToReset[2] == 0x80 && answerToReset[3] == 0x01
    return isContactless || CardProfile(answerToReset: answerToReset) == nil
  }

  /// Opens a session with a card in a contact reader. There is neither PACE nor secure messaging
  /// there, so PINs go to the reader in the clear.
  ///
  /// Reads the document number, by which ``PINMemory`` identifies the card. Throws
  /// `unsupportedCard` for a card that ``needsCAN(answerToReset:)``.
  public static func open(
    onContactsOf channel: any CardChannel, options: Options
  ) async throws(EstEIDError) -> EstEIDCard {
    guard !needsCAN(answerToReset: channel.answerToReset),
      let profile = CardProfile(answerToReset: channel.answerToReset)
    else { throw .unsupportedCard }
    let response = try await exchange(profile.root, channel)
    guard response.status.isSuccess else {
      throw .unexpectedStatus(response.status, .selectApplication)
    }
    let stranger = EstEIDCard(
      channel: channel, profile: profile, options: options, cardName: [], protection: .none())
    let number = try await stranger.personalData([.documentNumber]).documentNumber ?? ""
    var bytes = Array(number.utf8)
    let cardName = try options.memory.name(
      ofCardWith: channel.answerToReset, number: Secret(moving: &bytes))
    return EstEIDCard(
      channel: channel, profile: profile, options: options, cardName: cardName,
      protection: .none(), location: .personal)
  }
}
