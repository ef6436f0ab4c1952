/// The number of a row in a program, for traces and coverage.
public struct RowNumber: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32

  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// An outcome of an action, or a result of a flow, as a number in a program.
public struct Outcome: Hashable, Sendable {
  package let symbol: Int32

  package init(symbol: Int32) {
    self.symbol = symbol
  }
}

/// Why a machine could not take a step. The machine is unchanged.
public enum MachineError: Error, Hashable, Sendable {
  /// The step has no row at that position.
  case noSuchRow
  /// The run has ended.
  case ended
  /// The step does not call a flow.
  case noCall
  /// Calls would be nested deeper than ``Machine/maximumDepth``.
  case callTooDeep
  /// The flow is an outline, or does not belong to this program.
  case noSuchFlow
}

/// How a run ended.
public enum End: Hashable, Sendable, CustomStringConvertible {
  /// At a target `end`.
  case end
  /// At a `back` without a previous screen.
  case back
  /// At a `resume` without a suspension.
  case resume
  /// At a result without a caller.
  case result(String)
  /// At a flow that is not written yet.
  case outline(String)
  /// At a step or a flow that does not exist, or whose file could not be read.
  case missing(String)

  package enum Kind: UInt8, Sendable {
    case none, end, back, resume, result, outline, missing
  }

  /// The end in the words of the last line of a trace.
  public var description: String {
    switch self {
    case .end: "end"
    case .back: "back"
    case .resume: "resume"
    case .result(let name): "result \(name)"
    case .outline(let flow): "outline \(flow)"
    case .missing(let target): "missing \(target)"
    }
  }
}
