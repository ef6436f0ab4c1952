internal import CryptoCore
internal import Secrets

/// A code in the chip's memory: its salted hash and the tries left.
///
/// The hash keeps the digits out of memory and files. Four digits can still be found by trying them
/// all, so this is for test cards only.
struct CodeRecord: Hashable, Sendable {
  var salt: [UInt8]
  var hash: [UInt8]
  var triesLeft = ChipProfile.tries
  /// Whether the code differs from the one the card was made with.
  var isChanged = false

  /// The record of a code. `block` holds its digits, padded to 12 bytes.
  init(block: borrowing Secret) throws(CryptoError) {
    salt = try Random.bytes(16)
    hash = CodeRecord.hash(block, salt)
  }

  init(salt: [UInt8], hash: [UInt8], triesLeft: Int, isChanged: Bool) {
    self.salt = salt
    self.hash = hash
    self.triesLeft = triesLeft
    self.isChanged = isChanged
  }

  func matches(_ block: borrowing Secret) -> Bool {
    constantTimeEqual(CodeRecord.hash(block, salt), hash)
  }

  /// Sets another code, with all its tries.
  mutating func replace(by block: borrowing Secret) throws(CryptoError) {
    salt = try Random.bytes(16)
    hash = CodeRecord.hash(block, salt)
    triesLeft = ChipProfile.tries
    isChanged = true
  }

  private static func hash(_ block: borrowing Secret, _ salt: [UInt8]) -> [UInt8] {
    var salt = salt
    let salted = Secret(moving: &salt).appending(block)
    return Hash.sha256.digest(of: salted).withBytes { Array($0) }
  }

  /// Whether `block` consists of a valid number of digits followed by padding only.
  static func isWellFormed(_ block: borrowing Secret, _ role: CodeRole, padding: UInt8) -> Bool {
    block.withBytes { block in
      let digits = block.prefix { (0x30...0x39).contains($0) }.count
      return block.count == ChipProfile.codeLength && digits >= role.minimumLength
        && block.dropFirst(digits).allSatisfy { $0 == padding }
    }
  }
}

extension CodeRole {
  var minimumLength: Int {
    switch self {
    case .pin1: 4
    case .pin2: 5
    case .puk: 8
    }
  }
}
