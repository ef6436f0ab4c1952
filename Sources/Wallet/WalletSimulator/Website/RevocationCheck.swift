package import CryptoCore
package import LoopbackHTTP

/// Asks the authorities of a path whether its certificates were revoked (OCSP, RFC 6960).
package struct RevocationCheck: Sendable {
  /// What happens if nobody answers.
  package enum Policy: String, CaseIterable, Sendable {
    /// The certificate is refused.
    case required
    /// The certificate is accepted, and the statement says so.
    case ifReachable = "if-reachable"
    /// Nobody is asked.
    case off
  }

  /// What was learned. Refusals are thrown.
  package enum Finding: Hashable, Sendable {
    /// These responders say that the certificates of the path are good.
    case good([String])
    /// Not known, for a reason in words.
    case unchecked(String)
  }

  /// Why a certificate is refused.
  package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
    package let problem: RevocationProblem
    /// The responder that was asked.
    package let responder: String

    /// A sentence part about the certificate.
    package var description: String { problem.words("the responder \(responder)") }
  }

  package let policy: Policy
  /// A responder for the person's certificate, in place of the one that the certificate names.
  package let responder: HTTPAddress?

  /// How long a responder may take, in milliseconds.
  private let patience: Int64

  package init(
    _ policy: Policy = .required, responder: HTTPAddress? = nil, patience: Int64 = 5_000
  ) {
    self.policy = policy
    self.responder = responder
    self.patience = patience
  }

  /// Asks for each certificate of the path, from the bottom up.
  ///
  /// A certificate without a responder is not asked about, whatever the policy: that is its
  /// authority's choice, and cannot be taken out of a certificate. Addresses come from certificates
  /// of a verified path only.
  package func finding(
    about path: TrustPath, at time: Int64
  ) async throws(Refusal) -> Finding {
    guard policy != .off else { return .unchecked("the setting `revocation` is `off`") }
    var asked: [String] = []
    for (certificate, issuer) in path.links {
      let isPerson = certificate == path.certificate
      let named = isPerson ? responder.map { [$0.description] } : nil
      let addresses = named ?? certificate.responders
      guard let first = addresses.first else {
        let whose = isPerson ? "it" : "that of \(certificate.subject.label)"
        return .unchecked("\(whose) names no responder")
      }
      let address = addresses.lazy.compactMap(HTTPAddress.init).first
      do throws(RevocationProblem) {
        guard let address else { throw .unreachable("only `http://` can be asked") }
        try await ask(address, certificate, issuer, at: time)
      } catch {
        let refusal = Refusal(problem: error, responder: address?.description ?? first)
        guard policy == .ifReachable, error.isSilence else { throw refusal }
        return .unchecked("\(refusal)")
      }
      asked.append(address?.description ?? first)
    }
    return .good(asked)
  }

  private func ask(
    _ address: HTTPAddress, _ certificate: Certificate, _ issuer: TrustAnchor, at time: Int64
  ) async throws(RevocationProblem) {
    let request: RevocationRequest
    do throws(CryptoError) {
      request = try RevocationRequest(certificate, issuer: issuer)
    } catch { throw .cryptography(error) }
    let response: HTTPResponse
    do throws(HTTPFailure) {
      response = try await HTTPClient(patience: patience).send(
        HTTPRequest(
          "POST", address.target,
          headers: [
            "content-type": "application/ocsp-request", "accept": "application/ocsp-response",
          ], body: request.der), to: address.host)
    } catch { throw .unreachable("\(error)") }
    guard response.status == 200 else {
      throw .unreachable("it answers with status \(response.status)")
    }
    try request.check(response.body, at: time)
  }
}

extension RevocationCheck.Finding {
  /// Whether the certificates are known to be good.
  package var isGood: Bool {
    switch self {
    case .good: true
    case .unchecked: false
    }
  }

  /// What was learned, as the value of a field.
  package var short: String {
    switch self {
    case .good(let responders): "no, says \(responders.joined(separator: ", "))"
    case .unchecked(let reason): "not checked, since \(reason)"
    }
  }

  /// A line for people.
  package var statement: String {
    switch self {
    case .good(let responders):
      "checked: that the certificate is not revoked, with \(responders.joined(separator: ", "))"
    case .unchecked(let reason):
      "not checked: whether the certificate was revoked, since \(reason)"
    }
  }
}
