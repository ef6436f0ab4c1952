public import Diagnostics

/// A run that is written down: which rows to take, from where, and how it must end.
public struct Script: Sendable {
  /// One entry of `rows`.
  public enum Move: Hashable, Sendable {
    /// Take the row: `1.4b`, or with its flow `PF2.8:1.1a`.
    case row(String)
    /// Put the app into the background; when it returns, this flow starts.
    case suspend(String)
  }

  /// One entry of `steps`, in a script with a world: what happens from outside.
  public struct Event: Sendable {
    public enum Kind: Sendable {
      /// The user, or a timer, takes this row: its id or its words. What is filled in, by name.
      case row(String, inputs: [(name: String, value: String)])
      case suspend(String)
      /// So many milliseconds pass.
      case wait(Int64)
      /// The world becomes another.
      case world(Settings)
    }

    public let kind: Kind
    public let span: Span

    public init(_ kind: Kind, span: Span) {
      self.kind = kind
      self.span = span
    }
  }

  /// One row of `expect`, and where it stands.
  public struct Expected: Sendable {
    public let text: String
    public let span: Span

    public init(_ text: String, span: Span) {
      self.text = text
      self.span = span
    }
  }

  /// The flow's id or alias.
  public var flow: String
  public var name: String
  public var about: String?
  public var reading: Reading
  /// The id of the step to enter at, in place of the first.
  public var from: String?
  /// Stops at the flow's border.
  public var only: Bool
  /// First values of facts.
  public var facts: [(name: String, value: String)]
  public var moves: [Move]
  /// What the user fills in, by the input's name.
  public var inputs: [(name: String, value: String)]
  /// Milliseconds of the clock at the start.
  public var clock: Int64
  /// How the run must end, in the words of a trace's last line. Nil when nothing is expected.
  public var end: String?
  /// The world it runs in, with real handlers; nil for a run that is dictated.
  public var world: Settings?
  /// What happens from outside, in a script with a world.
  public var events: [Event] = []
  /// The rows that must be taken; nil when they may be any.
  public var expectedRows: [Expected]?
  /// What must be kept at the end (`yes` or `no`), and what the caller must have received.
  public var stored: [(name: String, value: Expected)] = []
  public var received: [(name: String, value: Expected)] = []
  /// Rows that no world can bring about, each with the reason.
  public var exceptions: [(name: String, value: Expected)] = []
  /// Where the script stands: its file, its name, and every move.
  public var path: String
  public var span: Span
  public var moveSpans: [Span]

  public init(
    flow: String, name: String = "", about: String? = nil, reading: Reading = .written,
    from: String? = nil, only: Bool = false, facts: [(name: String, value: String)] = [],
    moves: [Move], inputs: [(name: String, value: String)] = [], clock: Int64 = 0,
    end: String? = nil, path: String = "", span: Span = .top, moveSpans: [Span] = []
  ) {
    self.flow = flow
    self.name = name
    self.about = about
    self.reading = reading
    self.from = from
    self.only = only
    self.facts = facts
    self.moves = moves
    self.inputs = inputs
    self.clock = clock
    self.end = end
    self.path = path
    self.span = span
    self.moveSpans = moveSpans
  }
}
