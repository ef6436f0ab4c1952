internal import Glibc

/// Why a card program could not be served to a reader.
public enum VPCDError: Error, Hashable, Sendable {
  /// Nothing listens there.
  case unreachable(host: String, port: UInt16, code: Int32)
  /// The connection broke, with the system's number for it.
  case broken(code: Int32)
  /// The program gave a response that no card can give: under 2 bytes or over 65,535.
  case impossibleResponse(count: Int)
}

extension VPCDError: CustomStringConvertible {
  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unreachable(let host, let port, let code):
      "no virtual reader listens on \(host):\(port): \(VPCDError.text(code))"
    case .broken(let code): "the connection to the virtual reader broke: \(VPCDError.text(code))"
    case .impossibleResponse(let count): "a card cannot answer with \(count) bytes"
    }
  }

  /// What to do about it; nil where there is nothing to say.
  public var help: String? {
    switch self {
    case .unreachable:
      "install it with `apt-get install pcscd vsmartcard-vpcd` and restart pcscd"
    case .broken, .impossibleResponse: nil
    }
  }

  private static func text(_ code: Int32) -> String {
    strerror(code).map { String(cString: $0) } ?? "error \(code)"
  }
}
