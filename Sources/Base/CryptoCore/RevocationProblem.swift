internal import COpenSSL

/// Why a certificate is not known to be good.
public enum RevocationProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// It was revoked, at a time in seconds since 1970-01-01T00:00:00Z.
  case revoked(since: Int64?)
  /// The responder does not know it.
  case unknown
  /// The responder gave no answer, for a reason in words.
  case unreachable(String)
  /// The responder declines to answer; the number is the status of RFC 6960 §4.2.1.
  case declined(Int32)
  /// Not an answer of this protocol.
  case malformed
  /// The answer is signed by neither the issuer nor a responder that may sign for it.
  case wrongSigner
  /// The certificate of the responder is not trusted.
  case untrustedResponder(TrustError)
  /// The signature of the answer is wrong.
  case wrongSignature
  /// The hash of the signature is too weak, or unknown.
  case tooWeak
  /// The answer belongs to another question.
  case wrongNonce
  /// The answer is about another certificate.
  case otherCertificate
  /// The answer is too old, or from the future.
  case notFresh
  /// Our own cryptography failed; nothing was judged.
  case cryptography(CryptoError)

  /// Whether nothing was learned because nobody answered, so that asking again later may help.
  public var isSilence: Bool {
    switch self {
    case .unreachable: true
    case .declined(let status):
      status == OCSP_RESPONSE_STATUS_TRYLATER || status == OCSP_RESPONSE_STATUS_INTERNALERROR
    case .revoked, .unknown, .malformed, .wrongSigner, .untrustedResponder, .wrongSignature,
      .tooWeak, .wrongNonce, .otherCertificate, .notFresh, .cryptography:
      false
    }
  }

  /// Whether the authority itself says that the certificate is not good.
  public var isVerdict: Bool {
    switch self {
    case .revoked, .unknown: true
    case .unreachable, .declined, .malformed, .wrongSigner, .untrustedResponder, .wrongSignature,
      .tooWeak, .wrongNonce, .otherCertificate, .notFresh, .cryptography:
      false
    }
  }

  /// The reason, as a sentence about `responder` without a full stop.
  public func words(_ responder: String) -> String {
    switch self {
    case .revoked: "it was revoked, as \(responder) says"
    case .unknown: "\(responder) does not know it"
    case .unreachable(let reason): "\(responder) could not be reached: \(reason)"
    case .declined(let status):
      "\(responder) does not answer: "
        + (RevocationProblem.statuses[status] ?? "it has an unknown reason (\(status))")
    case .malformed: "what \(responder) says is not an answer"
    case .wrongSigner: "the answer of \(responder) is not signed by who may sign it"
    case .untrustedResponder(let error):
      "the answer of \(responder) is not signed by who may sign it: of its certificate, "
        + error.description
    case .wrongSignature: "the signature of what \(responder) says is wrong"
    case .tooWeak: "the signature of what \(responder) says is too weak"
    case .wrongNonce: "\(responder) answers another question"
    case .otherCertificate: "\(responder) answers for another certificate"
    case .notFresh: "the answer of \(responder) is too old, or from the future"
    case .cryptography(let error): "it could not be judged: \(error)"
    }
  }

  /// The reason, as a sentence without a full stop.
  public var description: String { words("the responder") }

  private static let statuses: [Int32: String] = [
    OCSP_RESPONSE_STATUS_MALFORMEDREQUEST: "it does not understand the question",
    OCSP_RESPONSE_STATUS_INTERNALERROR: "it has an error of its own",
    OCSP_RESPONSE_STATUS_TRYLATER: "it is to be asked later",
    OCSP_RESPONSE_STATUS_SIGREQUIRED: "it wants questions to be signed",
    OCSP_RESPONSE_STATUS_UNAUTHORIZED: "it does not answer for this authority, or not to us",
  ]
}
