internal import Platform

/// Why a card program could not serve a reader.
public enum VPCDError: Error, Hashable, Sendable {
  /// Nothing listens at that address. `code` is the system's errno.
  case unreachable(host: String, port: UInt16, code: Int32)
  /// The connection broke. `code` is the system's errno.
  case broken(code: Int32)
  /// The program returned a response that no card can give: under 2 bytes or over 65,535.
  case impossibleResponse(count: Int)
}

extension VPCDError: CustomStringConvertible {
  /// The reason, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unreachable(let host, let port, let code):
      "no virtual reader listens on \(host):\(port): \(systemMessage(code))"
    case .broken(let code): "the connection to the virtual reader broke: \(systemMessage(code))"
    case .impossibleResponse(let count): "a card cannot answer with \(count) bytes"
    }
  }

  /// A way out for the user, if there is one.
  public var help: String? {
    switch self {
    case .unreachable:
      "install it with `apt-get install pcscd vsmartcard-vpcd` and restart pcscd"
    case .broken, .impossibleResponse: nil
    }
  }
}
