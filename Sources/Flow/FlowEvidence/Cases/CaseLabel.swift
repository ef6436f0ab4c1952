/// What a field of a test case's form is about.
enum CaseLabel: Hashable {
  case id, title, about, reference, given, step, number, result, other

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
      test case number, identifier, test identifier, test case identifier, key, test key
      """)
    add(
      .title,
      """
      title, name, test case name, test name, test case title, test title, summary, test case,
      testcase, scenario name, test scenario, scenario
      """)
    add(
      .about,
      "description, objective, test objective, purpose, goal, test case description, intent")
    add(
      .reference,
      """
      covers, requirement, requirements, requirement id, requirement ids, req, reqs, req id,
      use case, use cases, user story, user stories, traceability, traces to, trace, links,
      related requirement, related requirements, verifies, reference, references, linked
      requirement, linked requirements, coverage, tags, uc, specification reference
      """)
    add(
      .given,
      """
      precondition, preconditions, pre condition, pre conditions, prerequisite, prerequisites,
      setup, set up, initial condition, initial conditions, initial state, given, pre requisites
      """)
    add(
      .step,
      """
      steps, step, test steps, test step, procedure, test procedure, action, actions, step
      description, user action, user actions, execution steps, steps to execute, test actions,
      instruction, instructions, when, steps to reproduce, execution, input action, step action
      """)
    add(.number, "#, no, nr, number, step no, step number, step id, s no, sl no, step #, order")
    add(
      .result,
      """
      expected, expected result, expected results, expected outcome, expected outcomes, expected
      behaviour, expected behavior, expected output, expected response, pass criteria, pass
      criterion, acceptance criteria, acceptance criterion, expectation, expectations, then,
      result, results, expected system response, verification
      """)
    add(
      .other,
      """
      priority, type, test type, status, version, author, actor, actors, date, notes, note,
      remarks, remark, comment, comments, postcondition, postconditions, post condition, post
      conditions, test data, data, input, inputs, actual result, actual results, pass/fail, pass
      fail, module, component, category, severity, environment, executed by, created by, owner,
      component under test, feature, platform, device, attachments, test suite, suite, background
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
    guard let label = CaseLabel.words[plain] else { return nil }
    self = label
  }
}

extension Substring {
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
