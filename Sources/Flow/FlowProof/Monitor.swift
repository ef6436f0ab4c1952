public import FlowModel

/// The automaton of a sentence: it reads a run moment by moment and knows when the rule is broken.
///
/// A moment is a step that is entered, a row that is taken, or the end. Each is a letter that says
/// which parts of the sentence it is.
public struct Monitor: Hashable, Sendable {
  /// What a moment is, as a bit set.
  public struct Letter: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// What the sentence is about.
    public static let subject = Letter(rawValue: 1)
    /// What comes before, after or with it.
    public static let other = Letter(rawValue: 2)
    /// What ends the time after `other`.
    public static let until = Letter(rawValue: 4)
    /// A step is entered, or the run ends. The row that is taken there belongs to it.
    public static let visit = Letter(rawValue: 8)
  }

  /// The state in which the rule is broken.
  public static let broken: UInt8 = 255

  let form: HouseRule.Form
  let count: UInt8
  /// Whether a sentence that may have `after` or `between` has it.
  let isScoped: Bool

  /// The automaton of a form.
  ///
  /// - Parameters:
  ///   - count: for `atMost`, how often the subject may happen, at most 100.
  ///   - isScoped: whether `exactlyOnce` has `after`, or `atMost` has `between`.
  public init(_ form: HouseRule.Form, count: Int = 0, isScoped: Bool = false) {
    self.form = form
    self.count = UInt8(clamping: count)
    self.isScoped = isScoped
  }

  /// One more than the highest state other than ``broken``.
  var stateCount: Int {
    switch form {
    case .never: 1
    case .neverBefore, .neverAfter, .onlyBetween, .eventually, .alwaysPossible: 2
    case .exactlyOnce, .neverBoth: 3
    case .justBefore, .justAfter: 4
    case .atMost: Int(count) + 2
    }
  }

  /// The state in which a run begins.
  public var start: UInt8 {
    switch form {
    case .exactlyOnce, .atMost: isScoped ? 0 : 1
    case .never, .neverBefore, .neverAfter, .onlyBetween, .eventually, .justBefore, .justAfter,
      .alwaysPossible, .neverBoth:
      0
    }
  }

  /// The state after a moment.
  public func next(_ state: UInt8, _ letter: Letter) -> UInt8 {
    guard state != Monitor.broken else { return state }
    let (x, y, z) = (
      letter.contains(.subject), letter.contains(.other), letter.contains(.until)
    )
    switch form {
    case .never: return x ? Monitor.broken : 0
    case .neverBefore: return state == 1 || y ? 1 : x ? Monitor.broken : 0
    case .neverAfter:
      let isOpen = state == 1 && !z
      return isOpen && x ? Monitor.broken : isOpen || y ? 1 : 0
    case .onlyBetween:
      let isOpen = state == 1 || y
      return x && !isOpen ? Monitor.broken : y || isOpen && !z ? 1 : 0
    case .eventually: return x ? 0 : y ? 1 : state
    case .exactlyOnce: return exactlyOnce(state, x, y)
    case .justBefore: return justBefore(state, x, y, letter.contains(.visit))
    case .justAfter: return justAfter(state, x, y, letter.contains(.visit))
    case .atMost: return atMost(state, x, y, z)
    // 1: the subject has just happened. An arrival belongs to the row before it.
    case .alwaysPossible: return x ? 1 : letter.contains(.visit) ? state : 0
    case .neverBoth:
      let both = state | (x ? 1 : 0) | (y ? 2 : 0)
      return both == 3 ? Monitor.broken : both
    }
  }

  /// 0: not begun. 1: due. 2: it has happened.
  private func exactlyOnce(_ state: UInt8, _ x: Bool, _ y: Bool) -> UInt8 {
    let state = state == 0 && y ? 1 : state
    guard state > 0, x else { return state }
    return state == 1 ? 2 : Monitor.broken
  }

  /// Bit 0: the visit before this one was `other`. Bit 1: this one is.
  private func justBefore(_ state: UInt8, _ x: Bool, _ y: Bool, _ isVisit: Bool) -> UInt8 {
    let before = isVisit ? state >> 1 : state
    if x, before & 1 == 0 { return Monitor.broken }
    return before & 1 | (isVisit ? 0 : state & 2) | (y ? 2 : 0)
  }

  /// Bit 0: the visit before this one was the subject, and this one is not `other` so far. Bit 1:
  /// this one is the subject.
  private func justAfter(_ state: UInt8, _ x: Bool, _ y: Bool, _ isVisit: Bool) -> UInt8 {
    if isVisit, state & 1 == 1 { return Monitor.broken }
    let due = isVisit ? state >> 1 & 1 : state & 1
    return (y ? 0 : due) | (isVisit ? 0 : state & 2) | (x ? 2 : 0)
  }

  /// 0: closed. Otherwise one more than the times so far. Another `other` does not begin anew:
  /// there are at least as many times since the first one.
  private func atMost(_ state: UInt8, _ x: Bool, _ y: Bool, _ z: Bool) -> UInt8 {
    var state = isScoped && y && state == 0 ? 1 : state
    if state > 0, x { state += 1 }
    if state > count + 1 { return Monitor.broken }
    guard isScoped, z else { return state }
    // The moment that closes the time belongs to it, and to the next one if it opens that too.
    return y ? (x ? 2 : 1) : 0
  }

  /// Whether the rule is broken if a run ends in this state.
  public func isBroken(atEndIn state: UInt8) -> Bool { isDue(state) || state == Monitor.broken }

  /// Whether something must still happen.
  func isDue(_ state: UInt8) -> Bool {
    switch form {
    case .eventually, .exactlyOnce: state == 1
    case .justAfter: state != 0
    case .never, .neverBefore, .neverAfter, .onlyBetween, .justBefore, .atMost, .alwaysPossible,
      .neverBoth:
      false
    }
  }

  /// Whether what must always be possible has just happened.
  package func hasHappened(_ state: UInt8) -> Bool { form == .alwaysPossible && state == 1 }

  /// Whether a run that goes round for ever may break the rule.
  var isAboutEver: Bool { form == .eventually || form == .exactlyOnce }

  /// What has to happen in every run that breaks the rule. Nil if nothing has to.
  var needed: Letter? {
    switch form {
    case .never, .neverBefore, .neverAfter, .onlyBetween, .justBefore, .justAfter, .atMost,
      .neverBoth:
      .subject
    case .eventually: .other
    case .exactlyOnce: isScoped ? .other : nil
    case .alwaysPossible: nil
    }
  }

  /// What has to happen in some run so that the rule says anything.
  var trigger: [Letter] {
    switch form {
    case .never, .alwaysPossible: []
    case .neverBefore, .onlyBetween, .justBefore, .justAfter, .atMost: [.subject]
    case .neverAfter, .eventually: [.other]
    case .exactlyOnce: isScoped ? [.other] : []
    case .neverBoth: [.subject, .other]
    }
  }
}
