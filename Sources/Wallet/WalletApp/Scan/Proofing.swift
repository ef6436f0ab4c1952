/// The code by which an account is proven: `proofing:` and the account's nonce.
public struct ProofingCode: Hashable, Sendable {
  public let nonce: String

  public enum Problem: Error, Hashable, Sendable {
    /// Nothing was read, or half of it: another scan may help.
    case unreadable
    /// The code of something else.
    case unknownKind
  }

  /// Takes the text of a QR code apart.
  public init(_ text: String) throws(Problem) {
    guard !text.isEmpty, text != "unreadable" else { throw .unreadable }
    guard text.hasPrefix("proofing:") else { throw .unknownKind }
    let nonce = text.dropFirst(9)
    guard nonce.utf8.count >= 22 else { throw .unreadable }
    guard nonce.utf8.count <= 128,
      nonce.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    else { throw .unknownKind }
    self.nonce = String(nonce)
  }
}

/// Vets who stands behind an account: knows the nonces it gave out and the names of their accounts.
public struct ProofingBackend: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable {
    case proven
    /// Something can be mended: scan again.
    case recoverable
    case irrecoverable
  }

  /// Family names by nonce; a nonce is gone once it has served.
  private var accounts: [String: String]

  public init(accounts: [String: String]) {
    self.accounts = accounts
  }

  public func knows(_ nonce: String) -> Bool { accounts[nonce] != nil }

  /// Compares a licence with the account. One of another name proves nothing and uses the nonce up.
  public mutating func vet(_ nonce: String, _ licence: Licence, on day: String) -> Verdict {
    guard let name = accounts[nonce] else { return .irrecoverable }
    // It may have expired since it was scanned, or not carry the whole name: another may.
    guard !licence.isExpired(on: day), !licence.isNameTruncated else { return .recoverable }
    accounts[nonce] = nil
    return licence.familyName == name ? .proven : .irrecoverable
  }
}
