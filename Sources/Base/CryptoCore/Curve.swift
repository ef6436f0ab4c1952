import COpenSSL

/// An elliptic curve, identified by its number among the standardised domain parameters.
///
/// The raw value is the parameterId of PACE (TR-03110-3 A.2.1.1, ICAO 9303-11 §9.5.1).
public enum Curve: UInt8, Hashable, Sendable, CaseIterable {
  /// NIST P-256, also called secp256r1.
  case p256 = 0x0C
  /// brainpoolP256r1 (RFC 5639 §3.4).
  case brainpoolP256r1 = 0x0D
  /// NIST P-384, also called secp384r1.
  case p384 = 0x0F
  /// brainpoolP384r1 (RFC 5639 §3.6).
  case brainpoolP384r1 = 0x10
  /// brainpoolP512r1 (RFC 5639 §3.7).
  case brainpoolP512r1 = 0x11
  /// NIST P-521, also called secp521r1.
  case p521 = 0x12

  /// The length of a coordinate, and of a private scalar, in bytes.
  public var length: Int {
    switch self {
    case .p256, .brainpoolP256r1: 32
    case .p384, .brainpoolP384r1: 48
    case .brainpoolP512r1: 64
    case .p521: 66
    }
  }

  /// The length of an uncompressed point in bytes.
  public var pointLength: Int { 1 + 2 * length }

  var nid: Int32 {
    switch self {
    case .p256: NID_X9_62_prime256v1
    case .brainpoolP256r1: NID_brainpoolP256r1
    case .p384: NID_secp384r1
    case .brainpoolP384r1: NID_brainpoolP384r1
    case .brainpoolP512r1: NID_brainpoolP512r1
    case .p521: NID_secp521r1
    }
  }

  init?(nid: Int32) {
    guard let curve = Curve.allCases.first(where: { $0.nid == nid }) else { return nil }
    self = curve
  }
}

/// libcrypto's groups, made once per process and never freed.
///
/// Unchecked: once made, an EC_GROUP is only read, which libcrypto allows from any thread.
struct Groups: @unchecked Sendable {
  private let groups: [Curve: OpaquePointer]

  static let shared = Groups()

  private init() {
    groups = Curve.allCases.reduce(into: [:]) { groups, curve in
      groups[curve] = EC_GROUP_new_by_curve_name(curve.nid)
    }
  }

  static func group(of curve: Curve) throws(CryptoError) -> OpaquePointer {
    guard let group = shared.groups[curve] else { throw .libraryFailure }
    return group
  }
}
