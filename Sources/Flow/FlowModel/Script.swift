public import Diagnostics

/// A run in writing: the rows to take, where to start, and how the run must end.
public struct Script: Sendable {
  /// One entry of `rows`.
  public enum Move: Hashable, Sendable {
    /// Takes the row: `1.4b`, or with its flow `PF2.8:1.1a`.
    case row(String)
    /// Puts the app into the background. This flow starts when the app returns.
    case suspend(String)
    /// Time passes where the run waits, in milliseconds.
    case wait(Int64)

    /// The entry as it is written.
    public var text: String {
      switch self {
      case .row(let row): row
      case .suspend(let flow): "suspend \(flow)"
      case .wait(let time): time % 1_000 == 0 ? "wait \(time / 1_000) s" : "wait \(time) ms"
      }
    }
  }

  /// An entry of `steps` in a script with a world: something that happens outside the app.
  public struct Event: Sendable {
    /// The kind of an event.
    public enum Kind: Sendable {
      /// The user, or a timer, takes this row, given by its id or its words. The inputs are given
      /// by name.
      case row(String, inputs: [(name: String, value: String)])
      /// Puts the app into the background. This flow starts when the app returns.
      case suspend(String)
      /// Time passes, in milliseconds.
      case wait(Int64)
      /// The world changes.
      case world(WorldSettings)
    }

    /// The kind of the event.
    public let kind: Kind
    /// The place of the entry in the file.
    public let span: SourceSpan

    /// An event at a place in the file.
    public init(_ kind: Kind, span: SourceSpan) {
      self.kind = kind
      self.span = span
    }
  }

  /// An expected text with its place in the file.
  public struct Expected: Sendable {
    /// The text.
    public let text: String
    /// The place in the file.
    public let span: SourceSpan

    /// An expected text at a place in the file.
    public init(_ text: String, span: SourceSpan) {
      self.text = text
      self.span = span
    }
  }

  /// The id or alias of the flow.
  public var flow: String
  /// The name of the script.
  public var name: String
  /// The purpose of the script.
  public var about: String?
  /// The reading.
  public var reading: Reading
  /// The id of the step at which to enter. Nil for the first step.
  public var from: String?
  /// Whether the run stops when it leaves the flow.
  public var only: Bool
  /// The first values of facts.
  public var facts: [(name: String, value: String)]
  /// The rows to take, and suspensions, in order.
  public var moves: [Move]
  /// The values of inputs, by name.
  public var inputs: [(name: String, value: String)] = []
  /// The time at the start, in milliseconds.
  public var clock: Int64 = 0
  /// The expected end, in the words of the last line of a trace. Nil if none is expected.
  public var end: String?
  /// The world, in which real handlers run. Nil for a script that gives the rows.
  public var world: WorldSettings?
  /// The events, in a script with a world.
  public var events: [Event] = []
  /// The rows that must be taken. Nil if any may be.
  public var expectedRows: [Expected]?
  /// The items that must be stored at the end: `yes` or `no` by name.
  public var stored: [(name: String, value: Expected)] = []
  /// The values that the caller must have received, by name.
  public var received: [(name: String, value: Expected)] = []
  /// Rows that no world can bring about, each with the reason.
  public var exceptions: [(name: String, value: Expected)] = []
  /// The path of the file.
  public var path: String
  /// The place of the script's name in the file.
  public var span = SourceSpan.top
  /// The places of the moves in the file.
  public var moveSpans: [SourceSpan] = []

  /// A script with these values.
  public init(
    flow: String, name: String = "", reading: Reading = .written, from: String? = nil,
    only: Bool = false, facts: [(name: String, value: String)] = [], moves: [Move] = [],
    path: String = ""
  ) {
    (self.flow, self.name, self.reading, self.from) = (flow, name, reading, from)
    (self.only, self.facts, self.moves, self.path) = (only, facts, moves, path)
  }
}
