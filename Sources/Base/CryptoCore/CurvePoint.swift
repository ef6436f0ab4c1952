import COpenSSL
public import Secrets

/// A point of a curve, checked to lie on it and not to be the point at infinity.
///
/// All six curves have cofactor 1, so every such point has the order of the group. Public keys are
/// points of this kind.
public struct CurvePoint: Hashable, Sendable {
  /// The curve of the point.
  public let curve: Curve
  /// `04`, x and y, each coordinate at full length (TR-03111 §3.2.1).
  public let encoded: [UInt8]

  /// The point with this encoding. Only the uncompressed form is accepted.
  public init(_ encoded: [UInt8], on curve: Curve) throws(CryptoError) {
    guard encoded.count == curve.pointLength, encoded[0] == 0x04 else { throw .invalidPoint }
    let group = try Groups.group(of: curve)
    // Decoding checks the curve's equation.
    _ = try CurvePoint.decoded(encoded, group)
    self.curve = curve
    self.encoded = encoded
  }

  private init(_ point: borrowing OwnedPoint, on curve: Curve) throws(CryptoError) {
    let group = try Groups.group(of: curve)
    guard EC_POINT_is_at_infinity(group, point.pointer) == 0 else { throw .invalidPoint }
    var bytes = [UInt8](repeating: 0, count: curve.pointLength)
    let written = EC_POINT_point2oct(
      group, point.pointer, POINT_CONVERSION_UNCOMPRESSED, &bytes, bytes.count, nil)
    guard written == bytes.count else { throw .libraryFailure }
    self.curve = curve
    encoded = bytes
  }

  /// The base point times `scalar`.
  public init(baseTimes scalar: borrowing Secret, on curve: Curve) throws(CryptoError) {
    let group = try Groups.group(of: curve)
    let number = try BigNumber(scalar)
    let result = try OwnedPoint(on: group)
    let scratch = try Scratch()
    guard EC_POINT_mul(group, result.pointer, number.pointer, nil, nil, scratch.pointer) == 1 else {
      throw .libraryFailure
    }
    try self.init(result, on: curve)
  }

  /// The x coordinate at full length.
  public var x: [UInt8] { Array(encoded[1..<1 + curve.length]) }

  /// This point times `scalar`, by libcrypto's constant-time ladder.
  public func multiplied(by scalar: borrowing Secret) throws(CryptoError) -> CurvePoint {
    try CurvePoint(try product(with: scalar), on: curve)
  }

  func product(with scalar: borrowing Secret) throws(CryptoError) -> OwnedPoint {
    let group = try Groups.group(of: curve)
    let point = try CurvePoint.decoded(encoded, group)
    let number = try BigNumber(scalar)
    let result = try OwnedPoint(on: group)
    let scratch = try Scratch()
    let done = EC_POINT_mul(
      group, result.pointer, nil, point.pointer, number.pointer, scratch.pointer)
    guard done == 1 else { throw .libraryFailure }
    return result
  }

  /// The sum of two points of the same curve. Throws `invalidPoint` if it is at infinity.
  public func adding(_ other: CurvePoint) throws(CryptoError) -> CurvePoint {
    guard curve == other.curve else { throw .invalidPoint }
    let group = try Groups.group(of: curve)
    let left = try CurvePoint.decoded(encoded, group)
    let right = try CurvePoint.decoded(other.encoded, group)
    let result = try OwnedPoint(on: group)
    guard EC_POINT_add(group, result.pointer, left.pointer, right.pointer, nil) == 1 else {
      throw .libraryFailure
    }
    return try CurvePoint(result, on: curve)
  }

  private static func decoded(
    _ encoded: [UInt8], _ group: OpaquePointer
  ) throws(CryptoError) -> OwnedPoint {
    let point = try OwnedPoint(on: group)
    guard EC_POINT_oct2point(group, point.pointer, encoded, encoded.count, nil) == 1 else {
      ERR_clear_error()
      throw .invalidPoint
    }
    return point
  }
}
