import CryptoCore
import ISO7816
import PACE

extension CardProfile {
  /// The cards of 2025, made by Thales.
  public static let thales = CardProfile(
    name: "Thales",
    historicalBytes: [
      [
        0x80, 0x31, 0xD8, 0x53, 0x65, 0x49, 0x44, 0x64, 0xB0, 0x85, 0x05, 0x10, 0x12, 0x23, 0x3F,
      ],
      // By contacts.
      [
        0x80, 0x31, 0xB8, 0x53, 0x65, 0x49, 0x44, 0x64, 0xB0, 0x85, 0x05, 0x10, 0x12, 0x23, 0x3F,
      ],
    ],
    pace: PACEParameters(
      cipher: .aes256, curve: .brainpoolP384r1, namesCurve: false, asksForResponse: true),
    beforePACE: .selectFile([0x01, 0x1C]),
    afterPACE: .selectApplication(pkcs15Application),
    root: .selectApplication(pkcs15Application),
    personalDirectory: CommandAPDU(0x00, 0xA4, 0x08, 0x0C, data: [0xDF, 0xDD]),
    pins: [
      .pin1: pin(0x81),
      // A new card does not sign before its holder has changed PIN2.
      .pin2: pin(0x82, activationTag: 0xDF2F),
      .puk: pin(0x83),
    ],
    padding: 0x00,
    countersNeedRoot: false,
    unblocksAfterPUK: false,
    keys: [
      .authentication: key(file: [0xAD, 0xF1, 0x34, 0x11], reference: 0x01),
      .signing: key(file: [0xAD, 0xF2, 0x34, 0x21], reference: 0x05),
    ])

  private static let pkcs15Application: [UInt8] = [0xA0, 0x00, 0x00, 0x00, 0x63] + "PKCS-15".utf8

  private static func pin(_ reference: UInt8, activationTag: UInt32? = nil) -> PIN {
    PIN(
      reference: reference,
      counter: CommandAPDU(
        0x00, 0xCB, 0x00, 0xFF, data: TLV(0xA0, [TLV(0x83, [reference])]).encoded,
        expectedLength: 256),
      triesTag: 0xDF21, activationTag: activationTag)
  }

  private static func key(file path: [UInt8], reference: UInt8) -> Key {
    Key(
      file: Array(path.suffix(2)), path: CommandAPDU(0x00, 0xA4, 0x08, 0x0C, data: path),
      pathNeedsRoot: false, signing: .hashFirst(keyReference: reference))
  }
}
