import CardTestSupport
import CryptoCore
import EstEID
import ISO7816
import PACE
import Secrets
import TestSupport

/// The recorded PACE of a real card, with everything needed to go on as that card.
struct RecordedSession: Sendable {
  let answerToReset: [UInt8]
  let can: String
  let curve: Curve
  let mapping: String
  let agreement: String
  let exchanges: [ScriptedChannel.Exchange]

  static let idemia = RecordedSession(
    answerToReset: hex("3B8B80010012233F536549440F9000A0"), can: "571500", curve: .p256,
    mapping: "dbc4f477eb1dc90734459e686a0f2b8d99f3e9ffaad8d9ce883c254570ccc407",
    agreement: "6e4c5a8364475940472bbd109fdbd72f0684f63ca7093d489a49ceeef895fac9",
    exchanges: script("../../PACE/Fixtures/idemia-session.apdu"))

  static let thales = RecordedSession(
    answerToReset: hex("3B8F80018031D85365494464B085051012233F16"), can: "654924",
    curve: .brainpoolP384r1,
    mapping: """
      1785aaafb5f4199bd06dd0997245c503371ed6f167e95fdaa66b9c38479ee786\
      009f0846f1fd02b09d2750dcea44465e
      """,
    agreement: """
      6b4dde51623a7698fd501a9b74e1267858a50d706f6ad2a6154d076d41df5f7b\
      e62dced77735103a3f5ee13039b48ca9
      """,
    exchanges: script("../../PACE/Fixtures/thales-session.apdu"))

  /// The chip's half of the session: its keys follow from ours and its last point.
  func chip() throws -> ChipSecureMessaging {
    let answer = try exchanges[exchanges.count - 2].response.get()
    let point = try CurvePoint(Array(answer[4..<4 + curve.pointLength]), on: curve)
    let shared = try CurvePrivateKey(scalar: secret(hex: agreement), on: curve)
      .sharedSecret(with: point)
    return ChipSecureMessaging(
      encryptionKey: PACECipher.aes256.derivedKey(from: shared, for: .encryption),
      authenticationKey: PACECipher.aes256.derivedKey(from: shared, for: .authentication))
  }

  /// A session of ours with that card.
  func open(
    over channel: any CardChannel, options: EstEIDCard.Options
  ) async throws -> EstEIDCard {
    let (mapping, agreement) = (mapping, agreement)
    return try await EstEIDCard.open(over: channel, can: secret(can), options: options) {
      curve, step throws(CryptoError) in
      try CurvePrivateKey(scalar: secret(hex: step == .mapping ? mapping : agreement), on: curve)
    }
  }
}

func script(_ name: String) -> [ScriptedChannel.Exchange] {
  let text = (try? fixture(name)).map { String(decoding: $0, as: UTF8.self) }
  return ScriptedChannel.exchanges(of: text ?? "")
}
