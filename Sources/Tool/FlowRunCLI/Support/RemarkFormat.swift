internal import ArgumentParser
internal import Diagnostics
internal import FlowCheck
internal import FlowReports

/// The format of what a command says about documents.
enum RemarkFormat: String, ExpressibleByArgument, CaseIterable {
  case text, github, gitlab

  /// The remarks as the host of a change shows them beside their lines. Nil for text.
  func report(_ remarks: [Diagnostic], in files: [SourceFile]) -> String? {
    let report = FindingsReport(
      remarks.map { Finding(reading: $0) }, flows: 0, files: files)
    return switch self {
    case .text: nil
    case .github: report.github()
    case .gitlab: report.gitLab()
    }
  }
}
