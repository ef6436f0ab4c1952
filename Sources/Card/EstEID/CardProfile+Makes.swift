import CryptoCore
import ISO7816
import PACE

extension CardProfile {
  /// The known makes of card.
  public static let all = [idemia, thales]

  /// The profile whose historical bytes the answer to reset contains, on either interface.
  public init?(answerToReset: [UInt8]) {
    let found = Self.all.first { profile in
      profile.historicalBytes.contains { historical in
        // After the interface bytes, before the check byte.
        answerToReset.dropLast().suffix(historical.count).elementsEqual(historical)
      }
    }
    guard let found else { return nil }
    self = found
  }
}

// MARK: IDEMIA

extension CardProfile {
  /// The cards of 2018 and 2021, made by IDEMIA (TD-ID1-Chip-App; IAS-ECC 1.0.1).
  public static let idemia = CardProfile(
    name: "IDEMIA",
    historicalBytes: [
      [0x00, 0x12, 0x23, 0x3F, 0x53, 0x65, 0x49, 0x44, 0x0F, 0x90, 0x00],
      [0x00, 0x12, 0x23, 0x3F, 0x54, 0x65, 0x49, 0x44, 0x32, 0x0F, 0x90, 0x00],
    ],
    pace: PACEParameters(cipher: .aes256, curve: .p256, asksForResponse: true),
    beforePACE: .selectApplication(mainApplication),
    root: .selectApplication(mainApplication),
    personalDirectory: CommandAPDU(0x00, 0xA4, 0x01, 0x0C, data: [0x50, 0x00]),
    personalPath: [0x50, 0x00],
    pins: [
      .pin1: PIN(reference: 0x01, counter: counter(of: 0x01), triesTag: 0x9B),
      .pin2: PIN(
        reference: 0x85, counter: counter(of: 0x05), triesTag: 0x9B, application: .signing),
      .puk: PIN(reference: 0x02, counter: counter(of: 0x02), triesTag: 0x9B),
    ],
    padding: 0xFF,
    countersNeedRoot: true,
    unblocksAfterPUK: true,
    keys: [
      .authentication: Key(
        application: .selectApplication(awpApplication),
        file: [0x34, 0x01],
        path: CommandAPDU(0x00, 0xA4, 0x09, 0x0C, data: [0xAD, 0xF1, 0x34, 0x01]),
        pathNeedsRoot: true,
        signing: .direct(
          environment: environment(0xA4, algorithm: [0xFF, 0x20, 0x08, 0x00], key: 0x81),
          compute: CommandHeader(0x00, 0x88, 0x00, 0x00))),
      .signing: Key(
        application: .selectApplication(Array("QSCD Application".utf8)),
        file: [0x34, 0x1F],
        path: CommandAPDU(0x00, 0xA4, 0x09, 0x0C, data: [0xAD, 0xF2, 0x34, 0x1F]),
        pathNeedsRoot: true,
        signing: .direct(
          environment: environment(0xB6, algorithm: [0xFF, 0x15, 0x08, 0x00], key: 0x9F),
          compute: CommandHeader(0x00, 0x2A, 0x9E, 0x9A))),
    ])

  private static let mainApplication: [UInt8] = [
    0xA0, 0x00, 0x00, 0x00, 0x77, 0x01, 0x08, 0x00, 0x07, 0x00, 0x00, 0xFE, 0x00, 0x00, 0x01, 0x00,
  ]
  private static let awpApplication: [UInt8] = [
    0xE8, 0x28, 0xBD, 0x08, 0x0F, 0xF2, 0x50, 0x4F, 0x54, 0x20, 0x41, 0x57, 0x50,
  ]

  /// GET DATA of the PIN's object, asking for the counters only.
  private static func counter(of reference: UInt8) -> CommandAPDU {
    let object = TLV(0x70, [TLV(0xBF8100 | UInt32(reference), [0xA0, 0x80])])
    return CommandAPDU(
      0x00, 0xCB, 0x3F, 0xFF, data: TLV(0x4D, [object]).encoded, expectedLength: 256)
  }

  /// MSE:SET of an authentication (A4) or signature (B6) template.
  private static func environment(
    _ template: UInt8, algorithm: [UInt8], key: UInt8
  ) -> CommandAPDU {
    CommandAPDU(
      0x00, 0x22, 0x41, template, data: TLV(0x80, algorithm).encoded + TLV(0x84, [key]).encoded)
  }
}

// MARK: Thales

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

// MARK: Commands of both

extension CommandAPDU {
  /// SELECT by name without response data. Over NFC, only this form works.
  static func selectApplication(_ name: [UInt8]) -> CommandAPDU {
    CommandAPDU(0x00, 0xA4, 0x04, 0x0C, data: name)
  }

  /// SELECT of a file in the current directory.
  static func selectFile(_ identifier: [UInt8]) -> CommandAPDU {
    CommandAPDU(0x00, 0xA4, 0x02, 0x0C, data: identifier)
  }
}
