/// Where a row leads. `next`, `meant` and the printed table share this grammar.
public struct Target: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of targets.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// A step of this flow, by its id.
    case step
    /// The first step of a section of this flow, by the section's id.
    case section
    /// Another flow, without return: its beginning, or one of its steps or rows.
    case goto
    /// The previous screen.
    case back
    /// The state at the suspension.
    case resume
    /// The end of the run.
    case end
    /// The same step again.
    case stay
    /// The row of the caller that handles this result.
    case result
    /// The error flow with this name.
    case error
  }

  /// The kind of the target.
  public let kind: Kind
  /// The id or name that it leads to: of a step, a section, a flow, a result, an error flow. Empty
  /// for kinds without one.
  public let name: String
  /// For `goto UC9.2:1.1`, the id of the step or row. Otherwise nil.
  public let place: String?

  package init(_ kind: Kind, _ name: String = "", place: String? = nil) {
    self.kind = kind
    self.name = name
    self.place = place
  }

  /// The target in the words of the language: `goto UC9.2:1.1`.
  public var description: String {
    let word = kind.traits.word
    return word.isEmpty || !kind.isNamed ? word + path : "\(word) \(path)"
  }

  /// The target as documents and diagrams write it: `Go to: UC9.2:1.1`.
  package var heading: String {
    let title = kind.traits.title
    return title.isEmpty || !kind.isNamed ? title + path : "\(title): \(path)"
  }

  /// The target in a sentence: `the result “Retry”`.
  package var phrase: String {
    switch kind.destination {
    case .step: name
    case .flow: place.map { "\(name) at \($0)" } ?? name
    case .errorFlow, .caller: "\(kind.traits.phrase) “\(name)”"
    case .itself, .screen, .suspension, .end: kind.traits.phrase
    }
  }

  /// The name and the place: `UC9.2:1.1`.
  package var path: String { place.map { "\(name):\($0)" } ?? name }
}

extension Target.Kind {
  /// Where the targets of a kind lead.
  package enum Destination: Sendable {
    /// A step of the flow, which the loader finds by its id.
    case step
    /// The row's own step.
    case itself
    /// Another flow: without return, or an error flow, which may resume this one.
    case flow, errorFlow
    /// The row of the caller for a result.
    case caller
    /// A screen that was shown before.
    case screen
    /// Where the run was suspended; its end if it was not.
    case suspension
    /// The end of the run.
    case end
  }

  /// All that is known of a kind, apart from what a run does: its word in the language, in
  /// documents and in sentences (empty for an id), and where it leads.
  package var traits: (word: String, title: String, phrase: String, destination: Destination) {
    switch self {
    case .step: ("", "", "step", .step)
    case .section: ("", "", "section", .step)
    case .goto: ("goto", "Go to", "", .flow)
    case .back: ("back", "Back", "Back", .screen)
    case .resume: ("resume", "Resume", "Resume", .suspension)
    case .end: ("end", "End", "the end", .end)
    case .stay: ("stay", "Stay", "itself", .itself)
    case .result: ("result", "Result", "the result", .caller)
    case .error: ("error", "Error flow", "the error flow", .errorFlow)
    }
  }

  package var destination: Destination { traits.destination }

  /// The kinds that are written as a word, alone or followed by a name.
  package static let worded = allCases.filter { !$0.traits.word.isEmpty }

  /// Whether a name belongs to the target.
  package var isNamed: Bool {
    switch destination {
    case .step, .flow, .errorFlow, .caller: true
    case .itself, .screen, .suspension, .end: false
    }
  }

  /// Whether it leads to a flow, by its name.
  package var leadsToFlow: Bool { destination == .flow || destination == .errorFlow }
}

extension FlowTables {
  package func target(_ record: TargetRecord) -> Target {
    guard record.kind.isNamed else { return Target(record.kind) }
    return Target(record.kind, string(record.name), place: optional(record.place))
  }
}
