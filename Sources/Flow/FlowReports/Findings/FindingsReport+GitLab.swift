internal import Diagnostics
internal import FlowCheck
internal import JSON

extension FindingsReport {
  /// A report of code quality for GitLab, which shows each entry beside its line of a merge
  /// request: an array of objects, each with a fingerprint that no other one has.
  public func gitLab(limit: Int = .max) -> String {
    let cut = cut(to: limit, where: \.isShown)
    var used: [String: Int] = [:]
    let entries = cut.entries.filter(\.finding.isShown).map { finding, place in
      let diagnostic = finding.shown
      let line = "\(diagnostic.path) \(finding.fingerprint)"
      let number = used[line, default: 0] + 1
      used[line] = number
      let severity =
        switch diagnostic.severity {
        case .note: "info"
        case .warning: "minor"
        case .error: "major"
        }
      return JSONValue.object([
        "description": .string(
          diagnostic.message + (diagnostic.help.map { "; \($0)" } ?? "")),
        "check_name": .string(diagnostic.rule.name),
        "fingerprint": .string(number == 1 ? line : "\(line) #\(number)"),
        "severity": .string(severity),
        "location": .object([
          "path": .string(diagnostic.path),
          "lines": .object(["begin": .integer(place?.start.line ?? 1)]),
        ]),
      ])
    }
    return JSONValue.array(entries).text + "\n"
  }
}
