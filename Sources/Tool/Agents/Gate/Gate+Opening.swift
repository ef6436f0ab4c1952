internal import CompiledFlows
package import Diagnostics
internal import Files
internal import FlowFiles
package import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowProof

extension Gate {
  /// Why there is no gate.
  package enum Problem: Error, Sendable {
    case diagnostics([Diagnostic], SourceFile)
    case refused(AgentRefusal)

    /// The problem for an assistant.
    package var refusal: AgentRefusal {
      switch self {
      case .refused(let refusal): refusal
      case .diagnostics(let diagnostics, let file):
        AgentRefusal(
          "`\(file.path)` has mistakes: \(diagnostics.first?.message ?? "")",
          next: "a person runs `flowrun gate check`")
      }
    }
  }

  /// The path of the gate's file that belongs to a folder of flows: beside the folder.
  package static func path(beside folder: String) -> String {
    let real = FileSystem.resolved(folder)
    return (real.lastIndex(of: "/").map { String(real[...$0]) } ?? "") + GateFile.name
  }

  /// The store of the gate beside a folder of flows. Nil if there is no gate.
  package static func store(beside folder: String) -> GateStore? {
    let path = path(beside: folder)
    guard FileSystem.exists(path) else { return nil }
    return try? GateStore(store(of: path))
  }

  /// The folder of the store of a gate's file.
  private static func store(of path: String) -> String {
    (path.lastIndex(of: "/").map { String(path[...$0]) } ?? "") + ".flowrun/gate"
  }

  /// Whether a gate runs the flows of a folder, or some of them, also by another path.
  package static func binds(_ file: GateFile, at path: String, folder: String) -> Bool {
    guard let named = flows(of: file, at: path) else { return true }
    let flows = FileSystem.resolved(named)
    let folder = FileSystem.resolved(folder)
    return flows == folder || flows.hasPrefix(folder + "/") || folder.hasPrefix(flows + "/")
  }

  /// The flows that a gate's file names. Nil without any.
  private static func flows(of file: GateFile, at path: String) -> String? {
    let base = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return file.flows.map { $0.hasPrefix("/") ? $0 : base + $0 }
  }

  /// Opens the gate of a file.
  ///
  /// - Parameter folder: the flows, unless the file names others.
  package static func open(_ path: String, flows folder: String) throws(Problem) -> Gate {
    guard FileSystem.exists(path) else {
      throw .refused(
        AgentRefusal(
          "there is no gate: no `\(GateFile.name)` is beside the flows",
          next: "a person writes it; docs/agents.md shows how"))
    }
    let source: SourceFile
    do throws(FileError) { source = try SourceFile(readingFrom: path) } catch {
      throw .refused(AgentRefusal("\(error)"))
    }
    let (file, diagnostics) = GateFile.read(source)
    guard diagnostics.isEmpty else { throw .diagnostics(diagnostics, source) }
    let catalogue = try catalogue(flows(of: file, at: path) ?? folder)
    let problems = file.problems(in: catalogue)
    guard problems.isEmpty else { throw .diagnostics(problems, source) }
    do throws(AgentRefusal) {
      return Gate(file, catalogue, try GateStore(store(of: path)))
    } catch { throw .refused(error) }
  }

  private static func catalogue(_ path: String) throws(Problem) -> Catalogue {
    guard FileSystem.isFolder(path) else {
      guard let bytes = try? FileSystem.read(path) else {
        throw .refused(AgentRefusal("there are no flows at `\(path)`"))
      }
      do throws(CompiledFlowsError) { return try Catalogue(compiled: bytes) } catch {
        throw .refused(AgentRefusal("`\(path)`: \(error)"))
      }
    }
    guard let catalogue = FlowLoader().load(folder: path).unfinished else {
      throw .refused(
        AgentRefusal("the flows have mistakes, so no run is started", next: "see flow_check"))
    }
    return catalogue
  }

  /// Decides for all runs that no action changes the world unless the row that was decided last is
  /// a person's, or one that the file leaves to the agent.
  package var proofs: ProofReport {
    let all = rows.all
    func phrases(decided: Bool) -> [HouseRule.Phrase] {
      all.filter { ($0.taker == .person || rows.isLeft($0.row)) == decided }
        .map { HouseRule.Phrase($0.row.qualified, span: .top) }
    }
    let prover = Prover(catalogue)
    let results = rows.changing.map { action in
      var rule = HouseRule()
      rule.name = HouseRule.Phrase("\(action)-needs-a-person", span: .top)
      rule.subject = [HouseRule.Phrase("action \(action)", span: .top)]
      rule.starts = file.starts.keys.sorted().compactMap { catalogue.flow(named: $0)?.id }
        .map { HouseRule.Phrase($0, span: .top) }
      rule.because = "what changes the world is decided by a person"
      (rule.form, rule.other, rule.until) = (
        .onlyBetween, phrases(decided: true), phrases(decided: false)
      )
      if rule.until.isEmpty { (rule.form, rule.until) = (.neverBefore, []) }
      if rule.other.isEmpty { rule.form = .never }
      return prover.prove(rule)
    }
    return ProofReport(results, files: [])
  }
}
