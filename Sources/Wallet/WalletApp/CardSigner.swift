package import CryptoCore
package import EstEID
package import Secrets
internal import WebToken

/// Signs one token with a card and its PIN.
package struct CardSigner: DigestSigner {
  private let card: EstEIDCard
  private let kind: CertificateKind
  package let certificate: Certificate
  private let pin: SecretSlot
  private let policy: PINPolicy

  package init(
    card: EstEIDCard, kind: CertificateKind, certificate: Certificate, pin: consuming Secret,
    policy: PINPolicy
  ) {
    self.card = card
    self.kind = kind
    self.certificate = certificate
    self.pin = SecretSlot(pin)
    self.policy = policy
  }

  package func signature(ofDigest digest: [UInt8]) async throws -> [UInt8] {
    guard let pin = pin.take() else { throw WalletProblem("a PIN serves for one signature") }
    switch kind {
    case .authentication:
      return try await card.authenticate(
        digest, pin: pin, certificate: certificate, policy: policy
      ).rawSignature
    case .signing:
      return try await card.sign(digest, pin: pin, certificate: certificate, policy: policy)
        .rawSignature
    }
  }
}
