internal import CryptoCore
internal import ISO7816

extension Chip {
  /// MSE:SET of a key (ISO/IEC 7816-4 §11.5.11): 41A4 for authentication, 41B6 for signatures.
  mutating func setEnvironment(_ header: CommandHeader, _ data: [UInt8]) throws(Refusal) {
    environment = nil
    guard header.p1 == 0x41 else { throw Refusal(.incorrectParameters) }
    guard let objects = try? TLV.parse(data) else { throw Refusal(.wrongData) }
    let algorithm = objects.first(tag: 0x80)
    let key = objects.first(tag: 0x84)
    switch header.p2 {
    case 0xA4 where profile.refusesControlInformation:
      guard [[0xFF, 0x20, 0x08, 0x00], [0x04]].contains(algorithm) else {
        throw Refusal(.wrongData)
      }
      guard key == [0x81], selection.directory == [ChipProfile.authenticationDirectory] else {
        throw Refusal(.referenceDataNotFound)
      }
      environment = .authentication
    case 0xB6 where profile.refusesControlInformation:
      guard [[0xFF, 0x15, 0x08, 0x00], [0x54]].contains(algorithm) else {
        throw Refusal(.wrongData)
      }
      guard key == [0x9F], selection.directory == [ChipProfile.signatureDirectory] else {
        throw Refusal(.referenceDataNotFound)
      }
      environment = .signature
    case 0xB6:
      // ECDSA with SHA-256, SHA-384 or SHA-512.
      guard let algorithm, [[0x44], [0x54], [0x64]].contains(algorithm) else {
        throw Refusal(.wrongData)
      }
      let length = Int(algorithm[0]) - 0x24
      switch key {
      case [0x01]: environment = .key(.pin1, digestLength: length)
      case [0x05]: environment = .key(.pin2, digestLength: length)
      default: throw Refusal(.referenceDataNotFound)
      }
    default: throw Refusal(.incorrectParameters)
    }
  }

  /// INTERNAL AUTHENTICATE (§11.5.2): signs a hash of 48 bytes with PIN1's key.
  mutating func authenticate(_ header: CommandHeader, _ data: [UInt8]) throws(Refusal) -> [UInt8] {
    guard profile.refusesControlInformation else { throw Refusal(.instructionNotSupported) }
    guard header.p1 == 0, header.p2 == 0 else { throw Refusal(.incorrectParameters) }
    guard environment == .authentication else { throw Refusal(.conditionsNotSatisfied) }
    return try signature(ofBlock: data, as: .pin1)
  }

  /// PSO: takes a hash, or signs (ISO/IEC 7816-8 §11.1). Thales wants the hash first.
  mutating func sign(_ header: CommandHeader, _ data: [UInt8]) throws(Refusal) -> [UInt8] {
    switch (header.p1, header.p2) {
    case (0x9E, 0x9A) where profile.refusesControlInformation:
      guard environment == .signature else { throw Refusal(.conditionsNotSatisfied) }
      return try signature(ofBlock: data, as: .pin2)
    case (0x90, 0xA0) where !profile.refusesControlInformation:
      guard case .key(let role, let length) = environment else {
        throw Refusal(.conditionsNotSatisfied)
      }
      guard data.count == length + 2, data.starts(with: [0x90, UInt8(length)]) else {
        throw Refusal(.wrongData)
      }
      environment = .hash(Array(data.dropFirst(2)), for: role)
      return []
    case (0x9E, 0x9A):
      guard case .hash(let hash, let role) = environment else {
        throw Refusal(.conditionsNotSatisfied)
      }
      guard data.isEmpty else { throw Refusal(.wrongLength) }
      environment = .key(role, digestLength: hash.count)
      guard role != .pin2 || memory.codes[.pin2]?.isChanged == true else {
        throw Refusal(.conditionsNotSatisfied)
      }
      return try signature(of: hash, as: role)
    default: throw Refusal(.incorrectParameters)
    }
  }

  /// Signs a block; IDEMIA accepts exactly the 48 bytes that its curve uses.
  private func signature(ofBlock block: [UInt8], as role: CodeRole) throws(Refusal) -> [UInt8] {
    guard verified.contains(role) else { throw Refusal(.securityStatusNotSatisfied) }
    guard block.count == 48 else { throw Refusal(.wrongLength) }
    return try signature(of: block, as: role)
  }

  /// The signature as R and S in 48 bytes each.
  private func signature(of hash: [UInt8], as role: CodeRole) throws(Refusal) -> [UInt8] {
    guard verified.contains(role) else { throw Refusal(.securityStatusNotSatisfied) }
    return try refusing { () throws(CryptoError) in
      role == .pin1
        ? try memory.authenticationKey.signature(ofDigest: hash)
        : try memory.signatureKey.signature(ofDigest: hash)
    }
  }
}
