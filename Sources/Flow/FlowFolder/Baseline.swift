package import Diagnostics

/// A file of known findings: a line for each, which begins with the name of its rule.
package struct Baseline: Equatable, Sendable {
  /// The lines.
  package let lines: [String]

  /// No known findings.
  package init() { lines = [] }

  /// Known findings.
  package init(_ lines: [String]) { self.lines = lines }

  /// Reads a baseline.
  ///
  /// - Returns: why the file is none, otherwise.
  package static func read(_ file: SourceFile) -> Result<Baseline, NoBaseline> {
    guard let text = String(validating: file.bytes, as: UTF8.self) else {
      return .failure(NoBaseline(reason: "it is not text in UTF-8"))
    }
    let known = Set(Rule.all.map { Substring($0.name) })
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func isFinding(_ line: Substring) -> Bool { !line.isEmpty && !line.hasPrefix("#") }
    for (number, line) in lines.enumerated() where isFinding(line) {
      guard known.contains(line.prefix { $0 != " " }) else {
        return .failure(
          NoBaseline(reason: "line \(number + 1) does not begin with the name of a rule"))
      }
    }
    return .success(Baseline(lines.filter(isFinding).map { String($0) }))
  }

  /// The text of the file.
  package var text: String {
    "# Known findings; `flowrun check --baseline` does not fail because of them.\n"
      + lines.map { $0 + "\n" }.joined()
  }
}

/// Why a file is not a baseline.
package struct NoBaseline: Error {
  /// A part of a sentence.
  package let reason: String
}
