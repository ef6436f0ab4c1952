internal import Diagnostics

/// What a field of a test case's form is about, by its words in English or German.
enum CaseLabel: Hashable {
  case id, title, about, reference, given, step, number, result, other
  /// What is entered: a step in a table that has no others.
  case input
  /// What the case is about in some forms, and its steps in others.
  case scenario

  /// The labels, by their words in small letters.
  private static let words: [String: CaseLabel] = {
    var all: [String: CaseLabel] = [:]
    func add(_ label: CaseLabel, _ words: String) {
      for word in words.split(separator: ",") { all[word.trimmed] = label }
    }
    add(
      .id,
      """
      id, test id, test case id, testcase id, case id, tc id, tc, tc no, test case no, test no,
      test case number, identifier, test identifier, test case identifier, key, test key,
      testfall, testfall id, testfallnummer, testfall nr, test nr, kennung
      """)
    add(
      .title,
      """
      title, name, test case name, test name, test case title, test title, summary, test case,
      testcase, scenario name, titel, bezeichnung, name des testfalls
      """)
    add(
      .about,
      """
      description, objective, test objective, purpose, test purpose, goal, test case description,
      intent, beschreibung, ziel, testziel, zweck
      """)
    add(.input, "input, inputs, test input, test inputs, eingabe, eingaben")
    add(.scenario, "test scenario, scenario, testszenario, szenario")
    add(
      .reference,
      """
      covers, requirement, requirements, requirement id, requirement ids, req, reqs, req id,
      use case, use cases, user story, user stories, traceability, traces to, trace, links,
      related requirement, related requirements, verifies, reference, references, linked
      requirement, linked requirements, coverage, tags, uc, specification reference, anforderung,
      anforderungen, referenz, referenzen, anwendungsfall, anwendungsfälle
      """)
    add(
      .given,
      """
      precondition, preconditions, pre condition, pre conditions, prerequisite, prerequisites,
      setup, set up, initial condition, initial conditions, initial state, given, pre requisites,
      pre requisite, vorbedingung, vorbedingungen, voraussetzung, voraussetzungen, ausgangslage
      """)
    add(
      .step,
      """
      steps, step, test steps, test step, procedure, test procedure, action, actions, step
      description, user action, user actions, execution steps, steps to execute, test actions,
      instruction, instructions, when, steps to reproduce, execution, input action, step action,
      schritt, schritte, testschritt, testschritte, aktion, aktionen, ablauf, testablauf,
      durchführung, vorgehen, steps to test, test steps & expected results, steps & expected
      results, test steps and expected results, steps and expected results
      """)
    add(.number, "#, no, nr, number, step no, step number, step id, s no, sl no, step #, order")
    add(
      .result,
      """
      expected, expected result, expected results, expected outcome, expected outcomes, expected
      behaviour, expected behavior, expected output, expected response, pass criteria, pass
      criterion, acceptance criteria, acceptance criterion, expectation, expectations, then,
      result, results, expected system response, verification, expected test result, erwartet,
      erwartetes ergebnis, erwartete ergebnisse, erwartetes verhalten, soll ergebnis, ergebnis,
      ergebnisse, erwartung, reaction, reactions, expected reaction, system reaction, reaktion,
      pass/fail criteria, success criteria, expected values, output
      """)
    add(
      .other,
      """
      priority, type, test type, status, version, author, actor, actors, date, notes, note,
      remarks, remark, comment, comments, postcondition, postconditions, post condition, post
      conditions, test data, data, actual result, actual results, pass/fail, pass
      fail, module, component, category, severity, environment, executed by, created by, owner,
      component under test, feature, platform, device, attachments, test suite, suite, background,
      profile, verdict, nachbedingung, nachbedingungen, testdaten, priorität, autor, bemerkung,
      bemerkungen, datum, ist ergebnis, tatsächliches ergebnis
      """)
    return all
  }()

  /// The label that a text is. Nil if it is none.
  init?(_ text: String) {
    guard text.count <= 40 else { return nil }
    var name = text.lowercased().map { "-_*:".contains($0) ? " " : $0 }[...]
    while let last = name.last, last.isWhitespace || last == "." { name = name.dropLast() }
    let plain = String(name).replacing("(s)", with: "s").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard let label = CaseLabel.words[plain] ?? CaseLabel.mistyped(plain) else { return nil }
    self = label
  }

  /// The label that somebody has mistyped: a long one, with the same first letter.
  private static func mistyped(_ text: String) -> CaseLabel? {
    let count = text.split(separator: " ").count
    guard text.count >= 9, text.contains(where: { !$0.isNumber }) else { return nil }
    let near = words.keys.filter {
      $0.count >= 9 && $0.first == text.first && abs($0.count - text.count) <= 2
        && $0.split(separator: " ").count == count
    }
    return DidYouMean.nearest(to: text, in: near.sorted()).flatMap { words[$0] }
  }
}

extension Substring {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
