/// The code for proving an account: `proofing:` and the account's nonce.
struct ProofingCode: Hashable, Sendable {
  let nonce: String

  /// Parses the text of a QR code.
  init(_ text: String) throws(ScanProblem) {
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
