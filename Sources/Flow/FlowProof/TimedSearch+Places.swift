internal import FlowModel
internal import FlowRuntime

// Where runs with the times of their timers are.
extension TimedSearch {
  /// An entry of the stack, with the clocks of the step that it remembers.
  struct Entry: Hashable {
    let top: Top
    let clocks: TimerClocks
  }

  /// Where a run is, apart from its times.
  struct Place: Hashable {
    let word: UInt64
    let facts: UInt64
    /// While a run goes back, the step to which its clocks belong; -1 for that of the control.
    var left: Int32
    var clocks: TimerClocks
    var stack: [Entry]
  }

  struct Node {
    let control: Control
    let place: Place
    let zone: Zone
    let distance: Int
    let from: Int32
    let deed: Deed
    let link: TimedLink
  }

  /// A way from a place to another one, or to one with all the times of that.
  struct Edge {
    let from: Int32
    let to: Int32
    let deed: Deed
    let isUsers: Bool
    /// Whether what the rule is about happens, so that it is no longer due.
    let isSubject: Bool
    let link: TimedLink
  }

  /// A timer that runs at a place.
  struct Running {
    let timer: StepTimer
    let clock: Int
    let cell: Int32
    /// The entry of the calling step; -1 for the step itself.
    let entry: Int
  }
}
