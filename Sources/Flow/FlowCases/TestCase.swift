package import FlowModel
package import FlowRuntime

/// A path as a case for a tester: what is arranged, what is done, and what the app must show then.
///
/// The path is run on the engine once; everything here is read from that run.
package struct TestCase: Sendable {
  /// The flow in which the run starts.
  package let flow: Flow
  /// The script.
  package let script: Script
  /// The taken rows, in order.
  package let entries: [TraceEntry]
  /// What is shown at the beginning. Nil if nothing is.
  package let opening: Screen?
  /// The acts, in order.
  package let acts: [Act]
  /// How the run ended, in the words of the last line of a trace.
  package let ending: String

  /// The name of the test in every tool: `UC1 booked`.
  package var name: String { TestCase.name(of: script.name, in: flow) }

  /// The id of the flow stands before the name of the path, unless the path has it already.
  package static func name(of path: String, in flow: Flow) -> String {
    path.isEmpty ? flow.id : path.hasPrefix(flow.id + " ") ? path : "\(flow.id) \(path)"
  }

  /// What somebody does or what happens, and all that follows by itself.
  package struct Act: Sendable {
    /// The rows: the act itself, then those that the system takes, in order.
    package var moves: [Move]
    /// What the app must show after the last of them.
    package var expected: Expectation = .nothing

    /// The rows that the system decides and that have to be arranged before the act.
    package var arranged: [Move] { moves.filter { $0.deed == .decided } }
    /// The row that somebody takes. Nil at the beginning of a flow that the system begins, and
    /// where the app is only suspended.
    package var done: Move? { moves.first { $0.deed.isAct } }
    /// What happens to the app first.
    var suspensions: [Suspension] { moves.first?.suspensions ?? [] }
    /// The sentence with which it begins. Nil at the beginning of a flow that the system begins.
    var opening: String? { suspensions.first?.sentence ?? done?.sentence }
    /// What an assertion after the act says of it: `after UC1:1.1a, UC1:1.2b`.
    package var after: String {
      "after " + moves.map(\.row.qualified).joined(separator: ", ")
    }
    /// What an assertion before the act says of it: `before UC1:2.1c`.
    package var before: String { "before " + (done?.row.qualified ?? "the first row") }
  }

  /// A taken row, as a tester sees it.
  package struct Move: Sendable {
    /// The row.
    package let row: Row
    /// The step at which it was taken.
    package let step: Step
    /// What a test has to do.
    package let deed: Deed
    /// The fields that are filled in.
    package let inputs: [Input]
    /// The milliseconds that pass before it is taken, after what is before it.
    package internal(set) var elapsed: Int64
    /// What happens to the app before it.
    let suspensions: [Suspension]

    /// The sentence of the row, the same in every file: `UC1:1.1a User selects Book`.
    package var sentence: String { TestCase.sentence(of: row) }
  }

  /// The app is suspended, and another flow starts on top of it.
  struct Suspension: Hashable, Sendable {
    /// The first step of the other flow.
    let place: String
    /// The milliseconds that pass before.
    let elapsed: Int64

    var sentence: String { "the app is suspended and comes to \(place)" }
  }

  /// The sentence of a row: its id and its words.
  package static func sentence(of row: Row) -> String {
    "\(row.qualified) \(ShownText.read(row.text))".filter { !$0.isNewline }
  }

  /// What a test does for a row.
  package enum Deed: Hashable, Sendable {
    /// Presses the button with this text.
    case press(String)
    /// Does what the words of the row say: a hook.
    case told
    /// Makes something happen while the app waits: a hook.
    case happens
    /// Lets time pass until a timer runs out.
    case waits
    /// Arranges what the system will decide: a hook.
    case decided
    /// Nothing: it follows from what was before.
    case follows

    /// Whether a test does something at that moment.
    package var isAct: Bool {
      switch self {
      case .press, .told, .happens, .waits: true
      case .decided, .follows: false
      }
    }

    /// Whether somebody has to write by hand how it is done.
    package var isHook: Bool {
      switch self {
      case .told, .happens, .decided: true
      case .press, .waits, .follows: false
      }
    }
  }

  /// A step that is shown.
  package struct Screen: Hashable, Sendable {
    /// The step.
    package let step: Step
    /// Its title.
    package var title: String { step.subject }
  }

  /// What the app must show.
  package enum Expectation: Hashable, Sendable {
    /// This screen, with the message of the last row if it has one.
    case screen(Screen, tells: String?)
    /// The run is over, so none of these screens is shown: those of the path, the last one first,
    /// and those to which its last step could have led.
    case left([Screen])
    /// Nothing that could be seen.
    case nothing
  }
}
