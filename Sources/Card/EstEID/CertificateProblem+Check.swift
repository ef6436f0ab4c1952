import CryptoCore

extension CertificateProblem {
  /// What speaks against using a certificate at `time`; nil if nothing does.
  ///
  /// Who issued it is for the one who relies on the signature to check.
  init?(_ certificate: Certificate, _ kind: CertificateKind, at time: Int64) {
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
