internal import Crypto
public import FlowKit

/// The flows of one release, with a name that is the same in all processes that have them.
public struct Release: Sendable {
  /// The name: the beginning of the SHA-256 sum of the compiled flows, or what the app says.
  public let name: String
  /// The flows.
  public let program: Program

  /// The release of a file that `flowrun compile` has written. Its bytes have the paths of the
  /// flows too, so keep the file: the same flows that are compiled in another folder have another
  /// name.
  public init(
    compiled bytes: [UInt8], reading: Reading = .written
  ) throws(CompiledFlowsError) {
    let catalogue = try Catalogue(compiled: bytes)
    let sum = SHA256.hash(data: bytes).prefix(8).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    self.init(sum.joined(), catalogue.compiled(as: reading))
  }

  /// A release with a name of the app's.
  public init(_ name: String, _ program: Program) {
    self.name = name
    self.program = program
  }
}
