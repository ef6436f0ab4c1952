import CryptoCore
import Secrets
import TestSupport
import Testing

@Suite struct CertificateTests {
  @Test("Every field of a real authentication certificate is read")
  func authenticationCertificate() throws {
    let certificate = try Certificate(der: fixture("ee-real-test-card-auth-cert.der"))
    #expect(
      certificate.subject
        == DistinguishedName(
          country: "EE", commonName: "JÕEORG,JAAK-KRISTJAN,38001085718", surname: "JÕEORG",
          givenName: "JAAK-KRISTJAN", serialNumber: "PNOEE-38001085718"))
    #expect(
      certificate.issuer
        == DistinguishedName(
          country: "EE", organization: "SK ID Solutions AS", commonName: "TEST of ESTEID2018"))
    #expect(hexString(certificate.serialNumber) == "5942527e400d2cda60fa9d5f3bcafdfc")
    // 2021-07-23T10:43:43Z and 2026-07-22T21:59:59Z.
    #expect(certificate.notBefore == 1_627_037_023)
    #expect(certificate.notAfter == 1_784_757_599)
    #expect(certificate.keyUsage == [.digitalSignature, .keyAgreement])
    #expect(certificate.extendedKeyUsages == [.clientAuthentication, .emailProtection])
    #expect(
      certificate.policies.map(\.rawValue) == ["1.3.6.1.4.1.51361.1.2.2", "0.4.0.2042.1.2"])
    #expect(
      certificate.subjectKeyIdentifier.map(hexString) == "2377cb49db633376c2d00ea39227871da51157a7")
    #expect(
      certificate.authorityKeyIdentifier.map(hexString)
        == "c0849929c44e9f3b0234f699e10a560008293e7b")
    #expect(certificate.publicKey?.curve == .p384)
    #expect(!certificate.isAuthority)
  }

  @Test("A real signing certificate has one key usage and no extended one")
  func signingCertificate() throws {
    let certificate = try Certificate(der: fixture("esteid2018-test-sign-cert.der"))
    #expect(certificate.keyUsage == .nonRepudiation)
    #expect(certificate.extendedKeyUsages.isEmpty)
  }

  @Test("A certificate is valid from its first second to its last, both included")
  func validity() throws {
    let certificate = try Certificate(der: fixture("ee-real-test-card-auth-cert.der"))
    #expect(!certificate.isValid(at: certificate.notBefore - 1))
    #expect(certificate.isValid(at: certificate.notBefore))
    #expect(certificate.isValid(at: certificate.notAfter))
    #expect(!certificate.isValid(at: certificate.notAfter + 1))
  }

  @Test("A certificate that is cut anywhere, or has a byte too many, is refused")
  func truncation() throws {
    let der = try fixture("ee-real-test-card-auth-cert.der")
    for length in der.indices {
      #expect(throws: CryptoError.malformed) { _ = try Certificate(der: Array(der[..<length])) }
    }
    #expect(throws: CryptoError.malformed) { _ = try Certificate(der: der + [0]) }
  }

  @Test("No inverted byte of a certificate crashes the reader")
  func changedBytes() throws {
    let der = try fixture("ee-real-test-card-auth-cert.der")
    var read = 0
    for index in der.indices {
      var changed = der
      changed[index] = ~changed[index]
      if (try? Certificate(der: changed)) != nil { read += 1 }
    }
    // Changes inside values leave a certificate, changes of tags and lengths do not.
    #expect(0 < read && read < der.count)
  }
}
