internal import Diagnostics
internal import FlowCheck
internal import FlowFolder
internal import FlowModel
internal import Markup

extension Review {
  /// What a review may be asked to fail because of; the raw value is its name for options.
  package enum Reason: String, CaseIterable, Sendable {
    /// A house rule is newly broken.
    case rule
    /// A path is lost.
    case lostPath = "lost-path"
    /// The check finds an error or a warning that it did not find before.
    case finding
  }

  /// Whether this is a reason to fail.
  package func fails(because reason: Reason) -> Bool {
    switch reason {
    case .rule: rules.contains(where: \.isNewlyBroken)
    case .lostPath: lostPaths > 0 || !diff.removed.isEmpty
    case .finding:
      newFindings.contains { $0.standing == .open && $0.diagnostic.severity >= .warning }
    }
  }

  var gainedPaths: Int { diff.changed.reduce(0) { $0 + $1.gained.count } }
  var lostPaths: Int { diff.changed.reduce(0) { $0 + $1.lost.count } }

  /// Whether nothing is different, also not in what is said to it.
  package var isEmpty: Bool { diff.isEmpty && isQuiet }

  /// Whether the check, the rules, the paths and the waiting runs say the same as before.
  private var isQuiet: Bool {
    newFindings.isEmpty && goneFindings.isEmpty && rules.isEmpty && stale.isEmpty
  }

  /// Whether a user of the app sees a difference.
  package var changesSomethingForUsers: Bool {
    !diff.added.isEmpty || !diff.removed.isEmpty || !diff.unread.isEmpty
      || !tables.allSatisfy(\.isRenumbered)
  }

  /// The review in one sentence, without a full stop.
  package var verdict: String {
    guard !isEmpty else { return "nothing is different" }
    var parts: [String] = []
    if !changesSomethingForUsers {
      let count = tables.flatMap(\.places).count
      parts.append(
        count == 0
          ? "nothing changes for users"
          : "nothing changes for users: only \(String.count(count, "number")) "
            + (count == 1 ? "is another one" : "are others"))
    }
    parts += [
      words(diff.added.count, "flow", "new"), words(diff.removed.count, "flow", "gone"),
      words(diff.unread.count, "flow", "not compared"),
      changed(.row, "row"), changed(.step, "step"), changed(.section, "section"),
      changed(.header, "header line"), words(lostPaths, "path", "lost"),
      words(gainedPaths, "path", "gained"),
      words(diff.changed.count(where: \.hasTooManyPaths), "flow", "with too many paths to compare"),
    ].compactMap(\.self)
    for rule in rules {
      if rule.isNewlyBroken {
        parts.append("rule \(rule.name) newly broken")
      } else if rule.isMended {
        parts.append("rule \(rule.name) kept again")
      } else {
        parts.append("rule \(rule.name) \(rule.words)")
      }
    }
    parts += [
      words(newFindings.count, "finding", "new"), words(goneFindings.count, "finding", "gone"),
      stale.isEmpty
        ? nil
        : "\(String.count(stale.count, "recorded path")) no longer run"
          + (stale.count == 1 ? "s" : ""),
      waiting.isEmpty || !changesSomethingForUsers
        ? nil
        : "waiting runs at \(String.count(waiting.count, "place")) must be told or are lost",
    ].compactMap(\.self)
    return parts.joined(separator: ", ")
  }

  private func words(_ count: Int, _ noun: String, _ what: String) -> String? {
    count == 0 ? nil : "\(String.count(count, noun)) \(what)"
  }

  /// How many lines of a kind have changed in more than their numbers.
  private func changed(_ part: ReviewPlace.Part, _ noun: String) -> String? {
    words(
      tables.flatMap(\.places).count { $0.part == part && !$0.isRenumbered }, noun, "changed")
  }
}
