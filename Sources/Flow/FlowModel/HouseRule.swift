public import Diagnostics

/// A sentence about all runs of the flows, as its author wrote it (docs/house-rules.md).
public struct HouseRule: Equatable, Sendable {
  /// The forms of a sentence.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// Something never happens.
    case never
    /// Something never happens before something else has.
    case neverBefore
    /// Something never happens after something else, or not until a third thing.
    case neverAfter
    /// Something happens only between two others.
    case onlyBetween
    /// After something, something else happens sooner or later.
    case eventually
    /// Something happens once, no more and no less.
    case exactlyOnce
    /// Just before something, something else is always the case.
    case justBefore
    /// Just after something, something else always is the case.
    case justAfter
    /// Something happens at most so many times.
    case atMost
    /// Something can still happen, wherever the run is.
    case alwaysPossible
    /// Of two things, no run has both.
    case neverBoth
  }

  /// A text with its place in the file.
  public struct Phrase: Equatable, Sendable {
    /// The text.
    public let text: String
    /// The place in the file.
    public let span: SourceSpan

    /// A text at a place.
    public init(_ text: String, span: SourceSpan) {
      self.text = text
      self.span = span
    }
  }

  /// A fact with some of its values.
  public struct Values: Equatable, Sendable {
    /// The name of the fact.
    public let fact: Phrase
    /// The values.
    public let values: [Phrase]

    /// A fact with these values.
    public init(fact: Phrase, values: [Phrase]) {
      self.fact = fact
      self.values = values
    }
  }

  /// The name.
  public var name = Phrase("", span: .top)
  /// The form of the sentence.
  public var form = Form.never
  /// The subject of the sentence.
  public var subject: [Phrase] = []
  /// The event before it, after it, or with it.
  public var other: [Phrase] = []
  /// The event that ends the time after `other`.
  public var until: [Phrase] = []
  /// For `atMost`: how often the subject may happen.
  public var count = 0
  /// The facts with which the subject counts.
  public var during: [Values] = []
  /// The flows with which the runs start. Empty for all use cases, or the flow of the file.
  public var starts: [Phrase] = []
  /// The values with which facts begin. The others begin with any value.
  public var given: [Values] = []
  /// The flow that starts when the app comes back from the background. Nil if it never goes there.
  public var interruption: Phrase?
  /// Why the rule exists.
  public var because: String?
  /// Why the rule may be broken.
  public var allowance: String?
  /// The id of the flow in whose file the rule is. Nil in a file of rules.
  public var flow: String?
  /// The path of the file.
  public var path = ""

  /// A rule without words.
  public init() {}
}

/// The part of an action that the flows do not show: it counts, on a server or on a card.
public struct Contract: Equatable, Sendable {
  /// A state of the automaton, and the next state for each answer that is possible in it.
  public struct State: Equatable, Sendable {
    /// The name.
    public let name: HouseRule.Phrase
    /// The answers, each with the name of the next state.
    public let answers: [(answer: HouseRule.Phrase, next: HouseRule.Phrase)]

    /// A state with these answers.
    public init(
      name: HouseRule.Phrase,
      answers: [(answer: HouseRule.Phrase, next: HouseRule.Phrase)]
    ) {
      self.name = name
      self.answers = answers
    }

    public static func == (a: State, b: State) -> Bool {
      a.name == b.name && a.answers.elementsEqual(b.answers, by: ==)
    }
  }

  /// The name of the action.
  public var action = HouseRule.Phrase("", span: .top)
  /// What counts, and where.
  public var because = ""
  /// The states. Empty if it is not said how the action counts.
  public var states: [State] = []
  /// The path of the file.
  public var path = ""

  /// A contract without states.
  public init() {}
}

/// House rules, and the contracts of the actions that they speak of.
public struct HouseRules: Sendable {
  /// The rules, in the order of the files.
  public var rules: [HouseRule] = []
  /// The contracts, in the order of the files.
  public var contracts: [Contract] = []

  /// No rules.
  public init() {}
}
