internal import CryptoCore
internal import Secrets
internal import WalletApp

/// The authority that says which devices are sound: in place of a maker of phones.
///
/// It signs the public key that a device wants to register, so that a statement serves for this key
/// only. This one is for tests: its key is made of a published text, so anybody with this program
/// can make its statements.
struct DeviceAuthority: Sendable {
  private static let name = "flowrun test authority for devices"

  private func key() throws(CryptoError) -> CurvePrivateKey {
    var seed = Hash.sha512.digest(of: Array(DeviceAuthority.name.utf8))
    return try CurvePrivateKey(derivedFrom: Secret(moving: &seed), on: .p256)
  }

  private func digest(_ publicKey: [UInt8]) -> [UInt8] {
    Hash.sha256.digest(of: Array("flowrun device statement 1".utf8) + [0] + publicKey)
  }

  /// The statement that a key is kept by a sound device. Nil if it cannot be made.
  func statement(on publicKey: [UInt8]) -> [UInt8]? {
    try? key().signature(ofDigest: digest(publicKey))
  }

  /// Whether the registration has this authority's statement.
  func attests(_ registration: Registration) -> Bool {
    guard let statement = registration.attestation, let known = try? key().publicKey() else {
      return false
    }
    return known.isValidSignature(statement, ofDigest: digest(registration.publicKey))
  }
}
