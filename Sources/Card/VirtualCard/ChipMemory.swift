internal import CryptoCore
internal import ISO7816
internal import PACE
internal import Secrets

/// The chip's permanent memory.
struct ChipMemory: ~Copyable, Sendable {
  let model: CardModel
  /// The key that PACE derives from the CAN. The CAN itself is not kept.
  let passwordKey: Secret
  let authenticationKey: CurvePrivateKey
  let signatureKey: CurvePrivateKey
  /// The authority's certificate, needed to verify the card's.
  let authority: [UInt8]
  /// The elementary files, by their path from the master file.
  let files: [[UInt16]: [UInt8]]
  var codes: [CodeRole: CodeRecord]

  /// A new card. Its keys are generated, and certified by a new authority.
  init(_ new: consuming Personalization) throws(CryptoError) {
    let profile = ChipProfile.profile(of: new.model)
    let authenticationKey = try CurvePrivateKey(randomOn: .p384)
    let signatureKey = try CurvePrivateKey(randomOn: .p384)
    let authority = try TestAuthority(curve: profile.authorityCurve)
    var files: [[UInt16]: [UInt8]] = [
      [ChipProfile.cardAccessFile]: profile.cardAccess,
      [ChipProfile.documentNumberFile]: TLV(0x04, Array(new.holder.documentNumber.utf8)).encoded,
    ]
    files[profile.authenticationCertificate] = try authority.certificate(
      for: authenticationKey.publicKey(), .authentication, of: new.holder, validity: new.validity)
    files[profile.signatureCertificate] = try authority.certificate(
      for: signatureKey.publicKey(), .signature, of: new.holder, validity: new.validity)
    for (index, content) in new.holder.files(count: profile.personalFileCount).enumerated() {
      files[[profile.personalData, 0x5001 + UInt16(index)]] = content
    }
    var codes: [CodeRole: CodeRecord] = [
      .pin1: try CodeRecord(block: profile.block(new.pin1)),
      .pin2: try CodeRecord(block: profile.block(new.pin2)),
      .puk: try CodeRecord(block: profile.block(new.puk)),
    ]
    for role in CodeRole.allCases { codes[role]?.isChanged = new.hasChangedCodes }
    codes[.pin1]?.triesLeft = new.pin1Tries
    codes[.pin2]?.triesLeft = new.pin2Tries
    codes[.puk]?.triesLeft = new.pukTries
    self.init(
      model: new.model, passwordKey: profile.cipher.derivedKey(from: new.can, for: .password),
      authenticationKey: authenticationKey, signatureKey: signatureKey,
      authority: authority.certificate.der, files: files, codes: codes)
  }

  /// A stored card.
  init(
    model: CardModel, passwordKey: consuming Secret, authenticationKey: consuming CurvePrivateKey,
    signatureKey: consuming CurvePrivateKey, authority: [UInt8], files: [[UInt16]: [UInt8]],
    codes: [CodeRole: CodeRecord]
  ) {
    self.model = model
    self.passwordKey = passwordKey
    self.authenticationKey = authenticationKey
    self.signatureKey = signatureKey
    self.authority = authority
    self.files = files
    self.codes = codes
  }
}
