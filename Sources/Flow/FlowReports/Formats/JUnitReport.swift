internal import Diagnostics
internal import FlowModel
public import FlowTesting
internal import Markup

/// Writes test cases as XML for build servers (the JUnit format of Apache Ant).
public struct JUnitReport: Sendable {
  /// Why a test case failed.
  struct Failure: Sendable {
    let kind: String
    let message: String
  }

  /// A test case.
  struct Case: Sendable {
    let group: String
    let name: String
    let file: String
    var failure: Failure?
    /// How long it took. Nil if it was not measured.
    var duration: Duration?
    /// Why it does not count.
    var skipped: String?
  }

  private var suites: [(name: String, cases: [Case])] = []

  /// A report without replays.
  public init() {}

  /// Adds the replays of one script file, each with how long it took.
  public mutating func add(_ name: String, _ replays: [(Replay, Duration)]) {
    add(
      name,
      replays.map { replay, duration in
        Case(
          group: replay.script.flow, name: replay.script.name, file: replay.script.path,
          failure: replay.failure.map { Failure(kind: "\($0.rule)", message: $0.message) },
          duration: duration)
      })
  }

  /// Adds test cases under one name.
  mutating func add(_ name: String, _ cases: [Case]) { suites.append((name, cases)) }

  /// The report.
  public var xml: String {
    let all = suites.flatMap(\.cases)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"flowrun\" tests=\"\(all.count)\" failures=\"\(failures(all))\""
    text += "\(time(all))>\n"
    for suite in suites {
      text += "  <testsuite name=\"\(XML.escaped(suite.name))\" tests=\"\(suite.cases.count)\" "
      text += "failures=\"\(failures(suite.cases))\" errors=\"0\" "
      text += "skipped=\"\(suite.cases.count { $0.skipped != nil })\"\(time(suite.cases))>\n"
      for test in suite.cases {
        text += "    <testcase classname=\"\(XML.escaped(test.group))\" "
        text += "name=\"\(XML.escaped(test.name))\" "
        text += "file=\"\(XML.escaped(test.file))\"\(time([test]))"
        if let failure = test.failure {
          text += ">\n      <failure type=\"\(XML.escaped(failure.kind))\" "
          text += "message=\"\(XML.escaped(failure.message))\"/>\n    </testcase>\n"
        } else if let reason = test.skipped {
          text += ">\n      <skipped message=\"\(XML.escaped(reason))\"/>\n    </testcase>\n"
        } else {
          text += "/>\n"
        }
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// How long test cases took, in seconds with six digits after the point.
  private func time(_ cases: [Case]) -> String {
    guard cases.contains(where: { $0.duration != nil }) else { return "" }
    let whole = cases.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }.components
    let micros = "\(whole.attoseconds / 1_000_000_000_000)"
    let zeros = String(repeating: "0", count: 6 - micros.count)
    return " time=\"\(whole.seconds).\(zeros)\(micros)\""
  }

  private func failures(_ cases: [Case]) -> Int { cases.count { $0.failure != nil } }
}
