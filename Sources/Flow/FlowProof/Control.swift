/// Where a run is, as far as its rows depend on it, other than its stack: the block, what the
/// machine is doing there, the facts that matter, and the state of the monitor.
struct Control {
  /// What the machine is doing.
  enum Kind: Int32 {
    /// At a step, whose rows can be taken.
    case at
    /// Entering a step, whose screen is then on the stack.
    case entering
    /// At a calling step, with a result.
    case returned
    /// Removing entries from the stack: for a result, for Back, for Back from a screen that is
    /// itself on top, for Resume.
    case givingBack, goingBack, goingBackFromTop, resuming
    /// At the end.
    case ended
    /// Removing entries from the stack for the timer of a calling step.
    case timingOut
    /// At a calling step, for one of its timers. The argument is 1 if it has called, 0 if it has
    /// failed.
    case timedOut
  }

  var block: Int32
  /// Bits 0-3 the kind, bit 4 whether a call is open, bits 5-12 the monitor, from bit 13 the
  /// argument.
  private var packed: Int32
  var facts: UInt64

  init(
    _ kind: Kind, _ block: Int32, argument: Int32 = 0, isInCall: Bool, monitor: UInt8,
    facts: UInt64
  ) {
    self.block = block
    self.facts = facts
    packed = argument << 13 | Int32(monitor) << 5 | (isInCall ? 16 : 0) | kind.rawValue
  }

  /// Block, kind, call, monitor and argument as one word.
  var word: UInt64 {
    UInt64(UInt32(bitPattern: block)) << 32 | UInt64(UInt32(bitPattern: packed))
  }

  var kind: Kind { Kind(rawValue: packed & 15) ?? .ended }
  var isInCall: Bool { packed & 16 != 0 }
  var monitor: UInt8 { UInt8(truncatingIfNeeded: packed >> 5) }
  /// The result that is returned.
  var argument: Int32 { packed >> 13 }
  var isBroken: Bool { monitor == Monitor.broken }

  /// The same place, going back from no matter which screen.
  var goingBack: Control {
    Control(
      .goingBack, 0, argument: 0, isInCall: isInCall, monitor: monitor, facts: facts)
  }

  /// The same place, with a call open or not.
  func inCall(_ isInCall: Bool) -> Control {
    Control(
      kind, block, argument: argument, isInCall: isInCall, monitor: monitor, facts: facts)
  }

  /// The same place after an entry was removed that remembers whether a call was open before.
  func removing(_ top: Top) -> Control {
    Control(
      kind == .goingBackFromTop ? .goingBack : kind, block, argument: argument,
      isInCall: top.kind == .screen ? isInCall : top.isInCall, monitor: monitor, facts: facts)
  }
}

/// The newest entry of the stack for Back, calls and Resume.
struct Top: Hashable {
  enum Kind: Int32 {
    case bottom, screen, call, failure, departure, suspension
  }

  let kind: Kind
  let block: Int32
  /// Whether a call was open when the entry was made.
  let isInCall: Bool

  /// All of it as one word.
  var word: UInt64 {
    UInt64(UInt32(bitPattern: block)) << 8 | UInt64(UInt32(bitPattern: kind.rawValue)) << 1
      | (isInCall ? 1 : 0)
  }

  static let bottom = Top(kind: .bottom, block: 0, isInCall: false)

  /// What decides what may happen before the entry is removed. Where it leads then is known only to
  /// who put it there.
  var withoutReturn: Top {
    kind == .screen ? self : Top(kind: kind, block: 0, isInCall: false)
  }
}

/// What can happen next at a place.
struct Way {
  enum Kind {
    /// The stack stays as it is.
    case goes
    /// An entry is put on the stack.
    case pushes
    /// The newest entry is removed.
    case leaves
  }

  var kind: Kind
  var control: Control
  /// The entry that is pushed.
  var top = Top.bottom
  /// What is done: a row of the program, or nothing that a script names.
  var deed = Deed.none
  /// What happens on the way, in the sentence of the rule.
  var seen: Monitor.Letter = []
  /// Whether only the user does it.
  var isUsers = false
}

/// What a run does: it takes a row, is suspended, or goes on by itself.
struct Deed: Hashable {
  private let number: Int32

  static let none = Deed(number: -1)
  static let suspension = Deed(number: -2)

  private init(number: Int32) { self.number = number }

  /// Takes the row in this cell. `isPassedOver` if its step is skipped.
  init(cell: Int32, isPassedOver: Bool) { number = cell << 1 | (isPassedOver ? 1 : 0) }

  /// The cell of the row. Nil if no row is taken.
  var cell: Int32? { number < 0 ? nil : number >> 1 }
  var isPassedOver: Bool { number >= 0 && number & 1 == 1 }
  /// How many entries of a script it is.
  var weight: Int32 { self == .none ? 0 : 1 }
}
