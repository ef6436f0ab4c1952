package import Diagnostics

/// What is wrong with test cases as texts.
package enum CaseLint {
  /// What is wrong with some cases, in the order of the cases.
  package static func findings(in cases: [WrittenCase]) -> [Diagnostic] {
    var lint = Findings()
    var ids: [String: WrittenCase] = [:]
    var contents: [String: WrittenCase] = [:]
    let counts = Dictionary(cases.map { ($0.path, 1) }, uniquingKeysWith: +)
    for found in cases {
      if found.id.isEmpty {
        lint.add(
          .caseWithoutID, found, found.span, "the test case `\(found.title)` has no id",
          "give it one, so that requirements and proofs can name it")
      } else if let first = ids[found.id] {
        lint.add(
          .duplicateCase, found, found.span, "`\(found.id)` is also the id of `\(first.title)`",
          "the other one is in \(first.path)")
      }
      if !found.id.isEmpty, ids[found.id] == nil { ids[found.id] = found }
      if !found.isEmpty, let first = contents[found.content], first.name != found.name {
        lint.add(
          .duplicateCase, found, found.span, "`\(found.name)` says the same as `\(first.name)`",
          "the other one is in \(first.path)")
      }
      if contents[found.content] == nil { contents[found.content] = found }
      if counts[found.path] == 1, !found.id.isEmpty, let id = CaseID.ofFile(found.path),
        !CaseLint.isSame(id, found.id)
      {
        lint.add(
          .caseNamedOtherwise, found, found.span,
          "the id is `\(found.id)`, and the file is called `\(id)`",
          "rename the file, or correct the id")
      }
      parts(of: found, &lint)
    }
    return lint.all
  }

  /// Whether ids are the same, apart from how they are written.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func plain(_ id: String) -> String {
      String(id.lowercased().filter { $0.isLetter || $0.isNumber })
    }
    return plain(first) == plain(second) || plain(first).hasPrefix(plain(second))
  }

  private static func parts(of found: WrittenCase, _ lint: inout Findings) {
    let name = found.name
    if found.steps.isEmpty {
      lint.add(
        .caseWithoutStep, found, found.span, "`\(name)` has no step",
        "say what is done: `When …`, or the steps of the form")
    }
    if found.results.isEmpty, !found.steps.contains(where: { $0.result != nil }) {
      lint.add(
        .caseWithoutResult, found, found.span, "`\(name)` does not say what must be seen",
        "say it: `Then …`, or the expected result")
    } else {
      let isBeside = found.hasResultsBeside
      let isPaired = isBeside || found.steps.contains { $0.result != nil }
      for (index, step) in found.steps.enumerated() where isPaired && step.result == nil {
        // `When a, And b, Then c` is one deed.
        if !isBeside, index + 1 < found.steps.count { continue }
        lint.add(
          .stepWithoutResult, found, step.deed.span,
          "a step of `\(name)` has no result: `\(shortened(step.deed.text))`",
          "say what must be seen after it")
      }
    }
    let texts = found.results + found.steps.map(\.deed)
    for phrase in texts where saysNothing(phrase.text) {
      lint.add(
        .caseSaysNothing, found, phrase.span,
        "`\(name)` has `\(phrase.text)`, which nobody can look for",
        "say what is seen: a screen, a message, a value")
    }
  }

  private static func shortened(_ text: String) -> String {
    text.count > 60 ? text.prefix(57) + "…" : text
  }

  private static let empty: Set<String> = [
    "this is the case", "that is the case", "it is the case", "as expected", "works",
    "it works", "works as expected", "it works as expected", "everything works", "ok", "okay",
    "pass", "passed", "success", "successful", "n/a", "na", "none", "tbd", "todo", "to be defined",
    "to be done", "-", "–", "—", "...", "…", "?", "see above", "same as above", "as above", "yes",
    "done", "the expected result", "the result is as expected", "the test passes", "test passes",
    "the test is successful", "correct", "it is correct", "the behaviour is correct",
    "the behavior is correct", "works correctly", "it works correctly", "this is so",
  ]

  /// Whether a sentence says nothing that could be seen.
  static func saysNothing(_ text: String) -> Bool {
    var plain = text.lowercased()[...]
    while let last = plain.last, ".!".contains(last), plain != "..." { plain = plain.dropLast() }
    return empty.contains(plain.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  private struct Findings {
    var all: [Diagnostic] = []

    mutating func add(
      _ rule: Rule, _ found: WrittenCase, _ span: Span, _ message: String, _ help: String
    ) {
      all.append(
        Diagnostic(rule, .warning, path: found.path, span: span, message, help: help))
    }
  }
}

extension Rule {
  /// A test case has no id.
  package static let caseWithoutID = Rule("case-without-id")
  /// Two test cases have the same id, or say the same.
  package static let duplicateCase = Rule("duplicate-case")
  /// A test case has another id than its file.
  package static let caseNamedOtherwise = Rule("case-named-otherwise")
  /// Nothing is done in a test case.
  package static let caseWithoutStep = Rule("case-without-step")
  /// A test case does not say what must be seen.
  package static let caseWithoutResult = Rule("case-without-result")
  /// A step does not say what must be seen after it.
  package static let stepWithoutResult = Rule("step-without-result")
  /// A sentence of a test case says nothing.
  package static let caseSaysNothing = Rule("case-says-nothing")
}
