internal import ArgumentParser
internal import FlowModel
internal import FlowReports

/// The format of a report of coverage.
enum CoverageFormat: String, ExpressibleByArgument, CaseIterable {
  case text, md, html, json

  /// The format of a file, by the end of its name; text for any other end.
  init(ofFile path: String) {
    self = CoverageFormat.allCases.first { path.hasSuffix(".\($0.rawValue)") } ?? .text
  }

  /// The report in this format.
  func text(
    of report: CoverageReport, in catalogue: Catalogue, drawsTables: Bool = false
  ) async throws -> String {
    switch self {
    case .text: return report.text(drawsTables: drawsTables)
    case .md: return report.markdown(in: catalogue)
    case .json: return report.json
    case .html:
      var drawings: [String] = []
      for flow in report.flows {
        guard let svg = try await Graphviz.svg(of: report.diagram(of: flow, in: catalogue)) else {
          Console.current.err(
            "flowrun: note: the page has no diagrams; they need the program `dot` of Graphviz\n")
          break
        }
        drawings.append(svg)
      }
      return report.html(drawings: drawings)
    }
  }
}
