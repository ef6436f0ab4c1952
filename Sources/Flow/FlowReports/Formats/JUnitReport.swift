internal import Diagnostics
internal import FlowModel
public import FlowTesting
internal import Markup

/// Writes replays as XML for build servers (the JUnit format of Apache Ant).
public struct JUnitReport: Sendable {
  private var suites: [(name: String, replays: [Replay])] = []

  /// A report without replays.
  public init() {}

  /// Adds the replays of one script file.
  public mutating func add(_ name: String, _ replays: [Replay]) {
    suites.append((name, replays))
  }

  /// The report.
  public var xml: String {
    let all = suites.flatMap(\.replays)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"flowrun\" tests=\"\(all.count)\" failures=\"\(failures(all))\">\n"
    for suite in suites {
      text += "  <testsuite name=\"\(XML.escaped(suite.name))\" tests=\"\(suite.replays.count)\" "
      text += "failures=\"\(failures(suite.replays))\" errors=\"0\" skipped=\"0\">\n"
      for replay in suite.replays {
        text += "    <testcase classname=\"\(XML.escaped(replay.script.flow))\" "
        text += "name=\"\(XML.escaped(replay.script.name))\" "
        text += "file=\"\(XML.escaped(replay.script.path))\""
        if let failure = replay.failure {
          text += ">\n      <failure type=\"\(failure.rule)\" "
          text += "message=\"\(XML.escaped(failure.message))\"/>\n    </testcase>\n"
        } else {
          text += "/>\n"
        }
      }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func failures(_ replays: [Replay]) -> Int { replays.count { !$0.hasPassed } }
}
