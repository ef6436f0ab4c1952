import CryptoCore
import Foundation
import Secrets
import TestSupport
import Testing

@Suite struct CurveTests {
  /// Computed with plain integer arithmetic in Python (Fixtures/curves.json).
  struct Vector: Decodable, Sendable, CustomTestStringConvertible {
    let curve: String
    let parameterId: UInt8
    let order: String
    let scalar: String
    let point: String
    let otherPoint: String
    let product: String
    let sum: String
    let seed: String
    let derivedPoint: String
    var testDescription: String { curve }
  }

  static let vectors =
    (try? JSONDecoder().decode([Vector].self, from: Data(fixture("curves.json")))) ?? []

  @Test("There is a vector for every curve")
  func vectorsForAllCurves() {
    #expect(Set(Self.vectors.map(\.parameterId)) == Set(Curve.allCases.map(\.rawValue)))
  }

  @Test(
    "Points, products, sums and derived keys equal those of plain integer arithmetic",
    arguments: vectors)
  func arithmetic(vector: Vector) throws {
    let curve = try #require(Curve(rawValue: vector.parameterId))
    let key = try CurvePrivateKey(scalar: secret(hex: vector.scalar), on: curve)
    let point = try key.publicKey()
    let other = try CurvePoint(hex(vector.otherPoint), on: curve)
    #expect(hexString(point.encoded) == vector.point)
    #expect(hexString(try key.multiplying(other).encoded) == vector.product)
    #expect(hexString(try point.adding(other).encoded) == vector.sum)
    let shared = bytes(of: try key.sharedSecret(with: other))
    #expect(shared == Array(hex(vector.product)[1...curve.length]))
    let derived = try CurvePrivateKey(derivedFrom: secret(hex: vector.seed), on: curve)
    #expect(hexString(try derived.publicKey().encoded) == vector.derivedPoint)
  }

  @Test("A private key is a number from 1 to the curve's order less one", arguments: vectors)
  func scalarRange(vector: Vector) throws {
    let curve = try #require(Curve(rawValue: vector.parameterId))
    let zero = String(repeating: "00", count: curve.length)
    for outside in [zero, vector.order] {
      #expect(throws: CryptoError.invalidScalar) {
        _ = try CurvePrivateKey(scalar: secret(hex: outside), on: curve)
      }
    }
    var last = hex(vector.order)
    last[last.count - 1] &-= 1
    _ = try CurvePrivateKey(scalar: secret(hex: hexString(last)), on: curve)
  }

  @Test("Only uncompressed points on the curve are accepted", arguments: vectors)
  func pointEncoding(vector: Vector) throws {
    let curve = try #require(Curve(rawValue: vector.parameterId))
    let good = hex(vector.point)
    var offCurve = good
    offCurve[good.count - 1] ^= 1
    var compressed = Array(good[...curve.length])
    compressed[0] = 2 + (good.last ?? 0) % 2
    let hybrid = [6 + (good.last ?? 0) % 2] + good.dropFirst()
    let infinity: [UInt8] = [0]
    let tooLarge = [4] + [UInt8](repeating: 0xFF, count: good.count - 1)
    for bad in [offCurve, compressed, hybrid, infinity, tooLarge, good + [0], []] {
      #expect(throws: CryptoError.invalidPoint) { _ = try CurvePoint(bad, on: curve) }
    }
  }

  @Test("A sum or a product at infinity is refused")
  func infinity() throws {
    let one = try CurvePrivateKey(scalar: secret(hex: "01"), on: .p256).publicKey()
    var order = hex(Self.vectors[0].order)
    order[order.count - 1] &-= 1
    let minusOne = try CurvePrivateKey(scalar: secret(hex: hexString(order)), on: .p256).publicKey()
    #expect(throws: CryptoError.invalidPoint) { _ = try one.adding(minusOne) }
    #expect(throws: CryptoError.invalidPoint) {
      _ = try one.multiplied(by: secret(hex: Self.vectors[0].order))
    }
  }

  @Test("A key takes no point of another curve")
  func mixedCurves() throws {
    let left = try CurvePrivateKey(randomOn: .p256)
    let right = try CurvePrivateKey(randomOn: .brainpoolP256r1).publicKey()
    let own = try left.publicKey()
    #expect(throws: CryptoError.invalidPoint) { _ = try left.multiplying(right) }
    #expect(throws: CryptoError.invalidPoint) { _ = try own.adding(right) }
  }

  @Test("Two random keys differ and agree on one shared secret", arguments: Curve.allCases)
  func randomKeys(curve: Curve) throws {
    let left = try CurvePrivateKey(randomOn: curve)
    let right = try CurvePrivateKey(randomOn: curve)
    let ours = bytes(of: try left.sharedSecret(with: try right.publicKey()))
    let theirs = bytes(of: try right.sharedSecret(with: try left.publicKey()))
    #expect(ours == theirs)
    #expect(ours.count == curve.length)
    #expect(try left.publicKey() != right.publicKey())
  }
}
