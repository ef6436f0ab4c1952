/// Why a script could not be run to its end.
public struct ScriptError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why the run could not go on.
  public let kind: WalkError
  /// The index of the script's move. Nil if the error is not about a move.
  public let move: Int?

  /// An error at a move.
  public init(_ kind: WalkError, move: Int?) {
    self.kind = kind
    self.move = move
  }

  /// What happened, in lower case and without a full stop.
  public var description: String { kind.description }
}
