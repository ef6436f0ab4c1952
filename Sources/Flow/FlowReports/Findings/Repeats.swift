package import Diagnostics

/// Diagnostics that say the same about other lines, once: a document may give none of its thirty
/// alternatives a step.
package enum Repeats {
  /// What diagnostics have in common that say the same.
  private struct Kind: Hashable {
    let path: String
    let rule: Rule
    let severity: Diagnostic.Severity
    let standing: String
    /// The message without its names and numbers.
    let words: [Substring]
  }

  /// What is left of diagnostics if those that say the same are said once, at the first of them,
  /// with the lines of the others.
  ///
  /// - Parameters:
  ///   - standings: how those stand that may be gathered, in the order of the diagnostics. Nil for
  ///     one that is always said.
  ///   - line: the line of a diagnostic by its place in the list.
  /// - Returns: the diagnostics in their order, with nil for those that are left out.
  static func gathered(
    _ diagnostics: [Diagnostic], standings: [String?], line: (Int) -> Int?
  ) -> [Diagnostic?] {
    var kinds: [Kind: [Int]] = [:]
    for (number, (diagnostic, standing)) in zip(diagnostics, standings).enumerated() {
      guard let standing else { continue }
      let parts = diagnostic.message.split(separator: "`", omittingEmptySubsequences: false)
      let words = parts.indices.filter { $0.isMultiple(of: 2) }
        .flatMap { parts[$0].split { $0.isNumber || ".,".contains($0) } }
      let kind = Kind(
        path: diagnostic.path, rule: diagnostic.rule, severity: diagnostic.severity,
        standing: standing, words: words)
      kinds[kind, default: []].append(number)
    }
    var shown = diagnostics.map(Optional.some)
    for numbers in kinds.values where numbers.count > 1 {
      let others = numbers.dropFirst()
      for other in others { shown[other] = nil }
      let lines = others.prefix(5).compactMap { line($0).map(String.init) }
      shown[numbers[0]]?.message +=
        "; and \(others.count) more like it (line\(others.count == 1 ? "" : "s") "
        + "\(lines.joined(separator: ", "))\(others.count > 5 ? ", ..." : ""))"
    }
    return shown
  }

  /// What is said of documents that were read: its errors one by one, and of the rest each cause
  /// once in each document.
  package static func gathered(_ diagnostics: [Diagnostic], in files: [SourceFile]) -> [Diagnostic]
  {
    let report = Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    return gathered(diagnostics, standings: diagnostics.map { $0.severity == .error ? nil : "" }) {
      let diagnostic = diagnostics[$0]
      return report[diagnostic.path]?.position(of: diagnostic.span.start).line
    }.compactMap(\.self)
  }
}
