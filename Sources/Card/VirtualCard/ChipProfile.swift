internal import CryptoCore
internal import ISO7816
internal import PACE
internal import Secrets

/// The chip that a virtual card imitates.
public enum CardModel: String, Hashable, Sendable, CaseIterable {
  /// IDEMIA Cosmo 8 as issued from 2018, over the contactless interface.
  case idemia
  /// Thales MultiApp as issued from 2025, over the contactless interface.
  case thales
}

/// The interface of a card that a reader uses.
public enum CardInterface: Hashable, Sendable {
  /// Over NFC: nothing but PACE without the CAN.
  case contactless
  /// In a contact reader: no CAN, and commands in the clear.
  case contacts
}

/// One of the three secret codes that the holder knows.
enum CodeRole: String, CaseIterable, Hashable, Sendable {
  case pin1
  case pin2
  case puk
}

/// The fixed properties of a make of chip: how it is identified, addressed and laid out.
struct ChipProfile: Sendable {
  let answerToReset: [UInt8]
  /// The same in a contact reader.
  let contactAnswerToReset: [UInt8]
  let curve: Curve
  let nonceLength: Int
  /// The applications that can be selected by name, and their directories. Before PACE only the
  /// first one can be selected.
  let applications: [(identifier: [UInt8], path: [UInt16])]
  let personalData: UInt16
  let personalFileCount: Int
  let authenticationCertificate: [UInt16]
  let signatureCertificate: [UInt16]
  let codeReferences: [UInt8: CodeRole]
  let codePadding: UInt8
  /// The codes by the number of their object in GET DATA.
  let codeObjects: [UInt8: CodeRole]
  /// The most plaintext bytes in a response to READ BINARY.
  let readLimit: Int
  let authorityCurve: Curve
  /// Whether P2 = 00 in SELECT is refused, as IDEMIA does over NFC.
  let refusesControlInformation: Bool

  /// AES-256 with generic mapping, the same on all cards.
  let cipher = PACECipher.aes256
  /// The directory of PIN2 and the signature key. The code is known only there.
  static let signatureDirectory: UInt16 = 0xADF2
  static let authenticationDirectory: UInt16 = 0xADF1
  static let cardAccessFile: UInt16 = 0x011C
  static let documentNumberFile: UInt16 = 0xD003
  static let codeLength = 12
  static let tries = 3

  /// EF.CardAccess: one PACEInfo, padded with zeros to 64 bytes.
  var cardAccess: [UInt8] {
    let info = [
      TLV(0x06, cipher.objectIdentifier), TLV(0x02, [2]), TLV(0x02, [curve.rawValue]),
    ]
    let bytes = TLV(0x31, [TLV(0x30, info)]).encoded
    return bytes + [UInt8](repeating: 0, count: 64 - bytes.count)
  }

  /// A code as commands and records hold it: its digits and the padding.
  func block(_ code: borrowing Secret) -> Secret {
    code.padded(to: ChipProfile.codeLength, with: codePadding)
  }

  static func profile(of model: CardModel) -> ChipProfile {
    switch model {
    case .idemia: .idemia
    case .thales: .thales
    }
  }
}

extension ChipProfile {
  static let idemia = ChipProfile(
    answerToReset: [
      0x3B, 0x8B, 0x80, 0x01, 0x00, 0x12, 0x23, 0x3F, 0x53, 0x65, 0x49, 0x44, 0x0F, 0x90, 0x00,
      0xA0,
    ],
    contactAnswerToReset: [
      0x3B, 0xDB, 0x96, 0x00, 0x80, 0xB1, 0xFE, 0x45, 0x1F, 0x83, 0x00, 0x12, 0x23, 0x3F, 0x53,
      0x65, 0x49, 0x44, 0x0F, 0x90, 0x00, 0xF1,
    ],
    curve: .p256, nonceLength: 32,
    applications: [
      (
        [
          0xA0, 0x00, 0x00, 0x00, 0x77, 0x01, 0x08, 0x00, 0x07, 0x00, 0x00, 0xFE, 0x00, 0x00, 0x01,
          0x00,
        ], []
      ),
      (
        [0xE8, 0x28, 0xBD, 0x08, 0x0F, 0xF2, 0x50, 0x4F, 0x54, 0x20, 0x41, 0x57, 0x50],
        [authenticationDirectory]
      ),
      (Array("QSCD Application".utf8), [signatureDirectory]),
    ],
    personalData: 0x5000, personalFileCount: 15,
    authenticationCertificate: [authenticationDirectory, 0x3401],
    signatureCertificate: [signatureDirectory, 0x341F],
    codeReferences: [0x01: .pin1, 0x02: .puk, 0x85: .pin2], codePadding: 0xFF,
    codeObjects: [0x01: .pin1, 0x02: .puk, 0x05: .pin2], readLimit: 231, authorityCurve: .p521,
    refusesControlInformation: true)

  static let thales = ChipProfile(
    answerToReset: [
      0x3B, 0x8F, 0x80, 0x01, 0x80, 0x31, 0xD8, 0x53, 0x65, 0x49, 0x44, 0x64, 0xB0, 0x85, 0x05,
      0x10, 0x12, 0x23, 0x3F, 0x16,
    ],
    contactAnswerToReset: [
      0x3B, 0xFF, 0x96, 0x00, 0x00, 0x80, 0x31, 0xFE, 0x43, 0x80, 0x31, 0xB8, 0x53, 0x65, 0x49,
      0x44, 0x64, 0xB0, 0x85, 0x05, 0x10, 0x12, 0x23, 0x3F, 0x1D,
    ],
    curve: .brainpoolP384r1, nonceLength: 16,
    applications: [
      (
        [
          0xA0, 0x00, 0x00, 0x00, 0x18, 0x10, 0x02, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
          0x01,
        ], []
      ),
      ([0xA0, 0x00, 0x00, 0x00, 0x63] + Array("PKCS-15".utf8), []),
    ],
    personalData: 0xDFDD, personalFileCount: 8,
    authenticationCertificate: [authenticationDirectory, 0x3411],
    signatureCertificate: [signatureDirectory, 0x3421],
    codeReferences: [0x81: .pin1, 0x82: .pin2, 0x83: .puk], codePadding: 0x00,
    codeObjects: [0x81: .pin1, 0x82: .pin2, 0x83: .puk], readLimit: 223, authorityCurve: .p384,
    refusesControlInformation: false)
}
