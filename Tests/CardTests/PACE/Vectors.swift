import CryptoCore
import Foundation
import ISO7816
import PACE
import Secrets
import TestSupport

/// The published and the recorded PACE runs (Fixtures/pace.json).
struct PACEVectors: Decodable {
  let icao: ICAO
  let idemia: IDEMIA

  enum CodingKeys: String, CodingKey {
    case icao = "icao9303_11_G1_ECDH_GM_AES128_brainpoolP256r1"
    case idemia = "real_EE_IDEMIA_card_ECDH_GM_AES256_P256"
  }

  struct ICAO: Decodable {
    let passwordSeedK: String
    let skMapT: String
    let skMapC: String
    let skT: String
    let apdus: [String]
    let computed: Computed
  }

  struct IDEMIA: Decodable {
    let can: String
    let cardAccess: String
    let sk1: String
    let sk2: String
    let chipMap: String
    let chipEph: String
    let computed: Computed
  }

  struct Computed: Decodable {
    let kpi: String
    let s: String
    let pk1: String
    let sharedPoint: String
    let generator: String
    let ksenc: String
    let ksmac: String

    enum CodingKeys: String, CodingKey {
      case kpi, s, pk1, ksenc, ksmac
      case sharedPoint = "H"
      case generator = "Gm"
    }
  }

  static let shared = try? JSONDecoder().decode(PACEVectors.self, from: Data(fixture("pace.json")))
}

/// The protected pairs under the keys of the recorded session (Fixtures/secure-messaging.json).
struct SecureMessagingVectors: Decodable {
  let ksEnc: String
  let ksMac: String
  let steps: [Step]

  struct Step: Decodable {
    let step: String
    let plainCommand: String
    let protectedCommand: String
    let plainResponse: String
    let protectedResponse: String
  }

  static let shared = try? JSONDecoder().decode(
    SecureMessagingVectors.self, from: Data(fixture("secure-messaging.json")))
}

func script(_ name: String) throws -> String {
  String(decoding: try fixture(name), as: UTF8.self)
}

/// A terminal whose two private keys are given.
func terminal(
  _ parameters: PACEParameters, password: PACEPassword = .cardAccessNumber,
  _ passwordBytes: borrowing Secret, mapping: String, agreement: String
) -> PACETerminal {
  PACETerminal(parameters: parameters, password: password, secret: passwordBytes) {
    curve, step throws(CryptoError) in
    try CurvePrivateKey(scalar: secret(hex: step == .mapping ? mapping : agreement), on: curve)
  }
}
