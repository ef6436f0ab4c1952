internal import Diagnostics
internal import FlowCheck
package import FlowFolder
internal import FlowLoader
package import FlowModel
internal import FlowProof
internal import FlowTesting

/// One of two versions of a folder of flows, with everything that a review compares.
package struct ReviewSide: Sendable {
  /// The flows that can be read, to walk through.
  package let readable: Catalogue
  /// The flows that can be read, also a second one of the same id.
  let flows: [Flow]
  /// The flows, if a run can be taken over to them.
  let complete: Catalogue?
  /// The names of flows that cannot be read.
  let unread: Set<String>
  /// What the check finds; what is allowed or in the baseline is not in here.
  let findings: [Finding]
  /// The files, for the lines of findings.
  let files: [SourceFile]
  /// The house rules, each decided for all runs.
  let proofs: ProofReport
  /// Why recorded paths fail, by the ids of their flows and their names. Nil for one that passes.
  let paths: [Path: String?]

  /// A recorded path.
  struct Path: Hashable, Comparable, Sendable {
    let flow: String
    let name: String

    static func < (a: Path, b: Path) -> Bool { (a.flow, a.name) < (b.flow, b.name) }
  }

  /// Checks a folder, decides its house rules and runs its recorded paths.
  package init(_ folder: inout FlowFolder) {
    let result = folder.result()
    (readable, flows, complete) = (result.readable, result.flows, result.unfinished)
    unread = result.all.unread
    var request = CheckRequest()
    request.proofs = .none
    let found = folder.findings(request)
    findings = found.findings.filter(\.isShown)
    files = found.files
    proofs = folder.proofs()
    var paths: [Path: String?] = [:]
    let book = ReplayBook(folder: "\(folder.name)/paths")
    let replays = Replays(result.readable)
    for chapter in book.chapters {
      for script in chapter.scripts {
        let replay = Replay(
          script, on: replays.program(as: script.reading), trace: chapter.trace(of: script))
        let flow = result.readable.flow(named: script.flow)?.id ?? script.flow
        paths[Path(flow: flow, name: script.name)] = .some(replay.failure?.message)
      }
    }
    self.paths = paths
  }
}
