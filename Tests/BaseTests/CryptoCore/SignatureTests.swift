import CryptoCore
import Secrets
import TestSupport
import Testing

@Suite struct SignatureTests {
  static let cardDigest = """
    592339CEF290ADA30EAC71D4CBB0420B479C1A0936FE0225A0FBC6DC2E51FF58\
    CFD5ADD29772DE4368EB1B024F1CBC8A
    """
  static let cardSignature = """
    0445217652DB2401F64EA2222A21F8CFC8D05757E580C118A57D2C66318DD5B3\
    5A6F360B3917EC58B57883997FB92C03CA449BFE95D674DDCDC7514800C618CF\
    0D7E9E31AE4A430468043C5D857EFAB721B3354B4B7B7C85CA1D700A369FDF03
    """

  @Test("A signature made by a real card is valid under its certificate")
  func realSignature() throws {
    let certificate = try Certificate(der: fixture("ee-real-test-card-auth-cert.der"))
    let key = try #require(certificate.publicKey)
    #expect(key.curve == .p384)
    #expect(key.isValidSignature(hex(Self.cardSignature), ofDigest: hex(Self.cardDigest)))
  }

  @Test("A signature with a changed byte, digest or length is not valid")
  func changedSignature() throws {
    let certificate = try Certificate(der: fixture("ee-real-test-card-auth-cert.der"))
    let key = try #require(certificate.publicKey)
    let signature = hex(Self.cardSignature)
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 0x10
      #expect(!key.isValidSignature(changed, ofDigest: hex(Self.cardDigest)))
    }
    var digest = hex(Self.cardDigest)
    digest[47] ^= 1
    #expect(!key.isValidSignature(signature, ofDigest: digest))
    for length in [0, 1, 95, 97] {
      let other = Array((signature + [0, 0])[..<length])
      #expect(!key.isValidSignature(other, ofDigest: hex(Self.cardDigest)))
    }
  }

  @Test("A signature is valid under its own key only", arguments: Curve.allCases)
  func ownKeyOnly(curve: Curve) throws {
    let key = try CurvePrivateKey(randomOn: curve)
    let digest = Hash.sha384.digest(of: Array("Hello world!".utf8))
    let signature = try key.signature(ofDigest: digest)
    #expect(signature.count == 2 * curve.length)
    let own = try key.publicKey()
    let other = try CurvePrivateKey(randomOn: curve).publicKey()
    #expect(own.isValidSignature(signature, ofDigest: digest))
    #expect(!other.isValidSignature(signature, ofDigest: digest))
  }

  @Test("DER drops the leading zeros of R and S, and the raw form keeps them")
  func leadingZeros() throws {
    var raw = [UInt8](repeating: 0, count: 96)
    raw[47] = 0x01
    raw[49] = 0x80
    let der = try ECDSASignature.der(fromRaw: raw)
    // R is one byte; S has its top bit set and gets a zero in front.
    #expect(hexString(der) == "3035020101023000" + "80" + String(repeating: "00", count: 46))
    #expect(try ECDSASignature.raw(fromDER: der, curve: .p384) == raw)
  }

  @Test("Bytes that are not the DER of a signature on the curve are refused")
  func malformedDER() throws {
    let der = try ECDSASignature.der(fromRaw: hex(Self.cardSignature))
    for length in der.indices {
      #expect(throws: CryptoError.malformed) {
        _ = try ECDSASignature.raw(fromDER: Array(der[..<length]), curve: .p384)
      }
    }
    #expect(throws: CryptoError.malformed) {
      _ = try ECDSASignature.raw(fromDER: der + [0], curve: .p384)
    }
    // A P-384 signature does not fit a smaller curve.
    #expect(throws: CryptoError.malformed) {
      _ = try ECDSASignature.raw(fromDER: der, curve: .p256)
    }
  }
}
