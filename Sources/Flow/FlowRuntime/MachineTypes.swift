/// The number of a row in a program, for traces and coverage.
public struct RowNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// An outcome of an action or a result of a flow, as a program knows it.
public struct Outcome: Hashable, Sendable {
  package let symbol: Int32

  package init(symbol: Int32) {
    self.symbol = symbol
  }
}

/// Why a machine did not step. It is unchanged.
public enum MachineError: Error, Hashable, Sendable {
  /// The step has no row at that position.
  case noSuchRow
  /// The run has ended.
  case ended
  /// The step calls no flow.
  case noCall
  /// Calls are nested deeper than ``Machine/maximumDepth``.
  case callTooDeep
  /// The flow is not of this program, or is an outline.
  case noSuchFlow
}

/// How a run ended.
public enum End: Hashable, Sendable, CustomStringConvertible {
  case end
  /// Back, with no screen behind.
  case back
  /// Resume, with nothing suspended.
  case resume
  /// A result, with no caller.
  case result(String)
  /// At a flow that is named but not yet written.
  case outline(String)

  package enum Kind: UInt8, Sendable {
    case none, end, back, resume, result, outline
  }

  public var description: String {
    switch self {
    case .end: "end"
    case .back: "back"
    case .resume: "resume"
    case .result(let name): "result \(name)"
    case .outline(let flow): "outline \(flow)"
    }
  }
}
