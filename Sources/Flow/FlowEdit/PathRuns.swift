package import Diagnostics
package import FlowLoader
package import FlowModel
package import FlowRuntime

/// Runs the paths of scripts in which nothing real happens.
package struct PathRuns: Sendable {
  private let programs: [Reading: Program]

  /// Nil if something is wrong with the flows.
  package init?(_ flows: FlowLoader.Result) {
    guard let catalogue = flows.catalogue else { return nil }
    programs = Dictionary(
      uniqueKeysWithValues: Reading.allCases.map { ($0, catalogue.compiled(as: $0)) })
  }

  /// The run of each path of a file, with its name. Nil where it does not get to its end.
  package func runs(of file: SourceFile) -> [(script: Script, run: ScriptRun?)] {
    ScriptLoader().load(file).scripts.map { script in
      (script, programs[script.reading].flatMap { try? ScriptRun.run(script, on: $0) })
    }
  }

  /// For each row that a path names, by its place in the file: the flow in which the path takes it.
  package func flows(in file: SourceFile) -> [UInt32: Flow] {
    var flows: [UInt32: Flow] = [:]
    for (script, run) in runs(of: file) {
      guard let run else { continue }
      for (entry, move) in zip(run.entries, run.namedBy) {
        if let move { flows[script.moveSpans[move].start] = entry.row.flow }
      }
    }
    return flows
  }
}
