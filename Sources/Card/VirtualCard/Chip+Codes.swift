internal import CryptoCore
internal import ISO7816
internal import Secrets

extension Chip {
  /// VERIFY (ISO/IEC 7816-4 §11.5.6). Without data it returns the tries left.
  mutating func verify(
    _ header: CommandHeader, _ data: borrowing Secret
  ) throws(Refusal) {
    let role = try role(of: header)
    guard header.p1 == 0x00 else { throw Refusal(.incorrectParameters) }
    guard data.count > 0 else {
      guard !verified.contains(role) else { return }
      throw try Refusal(remaining(of: role))
    }
    guard data.count == ChipProfile.codeLength else { throw Refusal(.wrongLength) }
    try compare(data, with: role)
    verified.insert(role)
  }

  /// CHANGE REFERENCE DATA (§11.5.7), with the current code and the new one.
  mutating func changeCode(
    _ header: CommandHeader, _ data: borrowing Secret
  ) throws(Refusal) {
    let role = try role(of: header)
    guard header.p1 == 0x00 else { throw Refusal(.incorrectParameters) }
    guard data.count == 2 * ChipProfile.codeLength else { throw Refusal(.wrongLength) }
    let old = part(0, of: data)
    let new = part(1, of: data)
    guard CodeRecord.isWellFormed(new, role, padding: profile.codePadding) else {
      throw Refusal(.wrongData)
    }
    try compare(old, with: role)
    try replace(role, by: new)
  }

  /// RESET RETRY COUNTER (§11.5.10), with the new code after a verified PUK, or with PUK and new
  /// code.
  mutating func unblockCode(
    _ header: CommandHeader, _ data: borrowing Secret
  ) throws(Refusal) {
    let role = try role(of: header)
    guard role != .puk else { throw Refusal(.referenceDataNotFound) }
    switch header.p1 {
    case 0x02:
      guard data.count == ChipProfile.codeLength else { throw Refusal(.wrongLength) }
      guard verified.contains(.puk) else { throw Refusal(.securityStatusNotSatisfied) }
      guard CodeRecord.isWellFormed(data, role, padding: profile.codePadding) else {
        throw Refusal(.wrongData)
      }
      try replace(role, by: data)
    case 0x00:
      guard data.count == 2 * ChipProfile.codeLength else { throw Refusal(.wrongLength) }
      let new = part(1, of: data)
      guard CodeRecord.isWellFormed(new, role, padding: profile.codePadding) else {
        throw Refusal(.wrongData)
      }
      try compare(part(0, of: data), with: .puk)
      try replace(role, by: new)
    default: throw Refusal(.incorrectParameters)
    }
  }

  /// GET DATA of a code: the tries left, and whether the code was changed.
  mutating func codeObject(
    _ header: CommandHeader, _ data: [UInt8]
  ) throws(Refusal) -> [UInt8] {
    switch (header.p1, header.p2) {
    case (0x3F, 0xFF) where profile.refusesControlInformation:
      // 4D { 70 { BF81xx { A0, any length } } }
      guard data.count == 10, data.starts(with: [0x4D, 0x08, 0x70, 0x06, 0xBF, 0x81]),
        data[7...].elementsEqual([0x02, 0xA0, 0x80]), let role = profile.codeObjects[data[6]]
      else { throw Refusal(.wrongData) }
      let record = try record(of: role)
      let counters =
        TLV(0x9A, [UInt8(ChipProfile.tries)]).encoded + TLV(0x9B, [UInt8(record.triesLeft)]).encoded
        // The content of the rest is private to the real card; only its length is kept.
        + TLV(0x9C, [UInt8](repeating: 0, count: 16)).encoded
      return TLV(0x70, [TLV(0xBF8100 | UInt32(data[6]), TLV(0xA0, counters).encoded)]).encoded
    case (0x00, 0xFF) where !profile.refusesControlInformation:
      guard data.count == 5, data.starts(with: [0xA0, 0x03, 0x83, 0x01]),
        let role = profile.codeObjects[data[4]]
      else { throw Refusal(.wrongData) }
      let record = try record(of: role)
      return TLV(
        0xA0,
        [
          TLV(0x83, [data[4]]), TLV(0xDF21, [UInt8(record.triesLeft)]),
          TLV(0xDF2F, [record.isChanged ? 1 : 0]),
        ]
      ).encoded
    default: throw Refusal(.referenceDataNotFound)
    }
  }

  /// The code that P2 refers to. IDEMIA's PIN2 is known only in its own directory.
  private func role(of header: CommandHeader) throws(Refusal) -> CodeRole {
    guard let role = profile.codeReferences[header.p2] else {
      throw Refusal(.referenceDataNotFound)
    }
    try requireReach(of: role)
    return role
  }

  private func record(of role: CodeRole) throws(Refusal) -> CodeRecord {
    try requireReach(of: role)
    guard let record = memory.codes[role] else { throw Refusal(.referenceDataNotFound) }
    return record
  }

  private func requireReach(of role: CodeRole) throws(Refusal) {
    guard
      !profile.refusesControlInformation || role != .pin2
        || selection.directory.first == ChipProfile.signatureDirectory
    else { throw Refusal(.referenceDataNotFound) }
  }

  private func remaining(of role: CodeRole) throws(Refusal) -> StatusWord {
    guard let record = memory.codes[role] else { throw Refusal(.referenceDataNotFound) }
    return record.triesLeft == 0
      ? .authenticationMethodBlocked : .triesLeft(UInt8(record.triesLeft))
  }

  /// Uses up the try before it compares the code, and gives it back if the code was right. Whoever
  /// removes the card in between has used the try.
  private mutating func compare(
    _ block: borrowing Secret, with role: CodeRole
  ) throws(Refusal) {
    guard var record = memory.codes[role] else { throw Refusal(.referenceDataNotFound) }
    guard record.triesLeft > 0 else { throw Refusal(.authenticationMethodBlocked) }
    verified.remove(role)
    record.triesLeft -= 1
    try keep(record, as: role)
    guard record.matches(block) else { throw try Refusal(remaining(of: role)) }
    record.triesLeft = ChipProfile.tries
    try keep(record, as: role)
  }

  private mutating func replace(
    _ role: CodeRole, by block: borrowing Secret
  ) throws(Refusal) {
    guard var record = memory.codes[role] else { throw Refusal(.referenceDataNotFound) }
    do throws(CryptoError) { try record.replace(by: block) } catch { throw .noDiagnosis }
    verified.remove(role)
    try keep(record, as: role)
  }

  private mutating func keep(_ record: CodeRecord, as role: CodeRole) throws(Refusal) {
    memory.codes[role] = record
    guard persist(memory) else { throw .memoryFailure }
  }

  /// One of the two codes in a command.
  private func part(_ index: Int, of data: borrowing Secret) -> Secret {
    let start = index * ChipProfile.codeLength
    return data.copy(of: start..<start + ChipProfile.codeLength)
  }
}
