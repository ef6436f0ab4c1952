internal import ChildProcesses
internal import FlowReports

/// The program that draws diagrams.
enum Graphviz {
  /// A diagram as SVG. Nil if the program is not installed.
  static func svg(of diagram: FlowDiagram) async throws -> String? {
    do throws(ChildProcess.Failure) {
      let svg = try await ChildProcess("dot", ["-Tsvg"], input: Array(diagram.dot.utf8)).output()
      return String(decoding: svg, as: UTF8.self)
    } catch {
      switch error {
      case .notFound: return nil
      case .failed(let reason): throw Refusal("dot refused the drawing: \(reason)")
      }
    }
  }
}
