package import CryptoCore

extension CertificateProblem {
  /// The reason not to use a certificate at `time`; nil if there is none.
  ///
  /// The issuer is not checked: that is up to those who rely on the signature.
  package init?(_ certificate: Certificate, _ kind: CertificateKind, at time: Int64) {
    let usage: KeyUsage = kind == .authentication ? .digitalSignature : .nonRepudiation
    if time < certificate.notBefore {
      self = .notYetValid
    } else if time > certificate.notAfter {
      self = .expired
    } else if certificate.keyUsage?.contains(usage) != true {
      self = .wrongKeyUsage
    } else if kind == .authentication,
      !certificate.extendedKeyUsages.contains(.clientAuthentication)
    {
      self = .wrongExtendedKeyUsage
    } else if certificate.publicKey == nil {
      self = .unknownKey
    } else {
      return nil
    }
  }
}
