internal import ArgumentParser

/// The format of printed findings.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, sarif, github, gitlab

  /// Whether it has the fixes of findings.
  var hasFixes: Bool {
    switch self {
    case .json, .sarif: true
    case .text, .github, .gitlab: false
    }
  }
}
