internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import JSON
package import Studio

/// The tools with which an assistant reads and writes the tables of one folder.
package struct Workbench: Sendable {
  let host: AgentHost
  /// The folder, as the studio has it: always as the files are now.
  package let book: LiveBook
  let engine = WalkEngine()

  package init(_ host: AgentHost) async {
    self.host = host
    book = await LiveBook(host.folder) { rule in host.page("docs/rules/\(rule).md") }
  }

  /// The most findings and paths in an answer.
  static let most = 60

  // MARK: The folder

  /// The flows as the files are now.
  func catalogue() async throws(AgentRefusal) -> Catalogue {
    await book.reload(saved: nil)
    var folder = await book.flows
    let catalogue = folder.result().readable
    guard !catalogue.flows.isEmpty else {
      throw AgentRefusal(
        "there is no flow that can be read in `\(host.folder)`", next: "call flow_check")
    }
    return catalogue
  }

  func flow(_ name: String?, in catalogue: Catalogue) throws(AgentRefusal) -> Flow {
    let name = name ?? ""
    if let flow = catalogue.flow(named: name) { return flow }
    if catalogue.unread.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw AgentRefusal(
        "the file of `\(name)` cannot be read", next: "flow_check without a flow says why")
    }
    let names = catalogue.flows.map(\.id) + catalogue.flows.compactMap(\.alias)
    throw AgentRefusal(
      "there is no flow `\(AgentArguments.short(name))`",
      next: DidYouMean.question(for: name, in: names) ?? "call flow_list for the names of all")
  }

  static func reading(_ arguments: AgentArguments) -> Reading {
    arguments.text("as") == Reading.meant.rawValue ? .meant : .written
  }

  // MARK: Tools that read

  func list() async throws(AgentRefusal) -> AgentAnswer {
    let flows = try await catalogue().flows
    let lines = flows.map { flow in
      let kind = flow.isOutline ? "outline" : flow.kind.rawValue
      return "\(flow.id)\t\(flow.alias ?? "")\t\(kind)\t\(flow.title)\n"
    }
    return AgentAnswer(
      "id\talias\tkind\ttitle\n" + lines.joined(), next: "flow_table shows the rows of one")
  }

  func table(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let catalogue = try await catalogue()
    let flow = try flow(arguments.text("flow"), in: catalogue)
    return AgentAnswer(
      "\(flow.id) \(flow.title)\n\n" + FlowTable(flow, in: catalogue).markdown,
      next: "flow_walk takes rows of it; flow_edit changes one")
  }

  func check(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    await book.reload(saved: nil)
    var folder = await book.flows
    var found = folder.findings()
    if let name = arguments.text("flow") {
      let path = try flow(name, in: folder.result().readable).path
      found = found.only { $0.diagnostic.path == path }
    }
    let report = FindingsReport(found, fixes: folder.fixes(for: found.findings))
    let data = JSONValue(parsing: report.json(limit: Workbench.most)) ?? .null
    var text = ""
    for finding in data["findings"]?.array ?? [] {
      guard ["open", "known slip"].contains(finding["standing"]?.string) else { continue }
      text += Workbench.line(finding)
    }
    let open = found.findings.contains { $0.standing == .open }
    return AgentAnswer(
      text + report.text(limit: 0, color: false).summary, data: data,
      next: open
        ? "flow_fix with the fingerprint of a finding that has a safe fix; others need a person "
          + "or flow_edit"
        : "flow_prove says whether the house rules hold")
  }

  /// A finding in two or three lines.
  private static func line(_ finding: JSONValue) -> String {
    func text(_ key: String) -> String { finding[key]?.string ?? "" }
    let place = finding["line"]?.integer.map { ":\($0)" } ?? ""
    let severity =
      finding["standing"]?.string == "known slip" ? "note" : text("severity")
    var line = "\(text("file"))\(place): \(severity): \(text("message")) [\(text("rule"))]\n"
    if let help = finding["help"]?.string { line += "  help: \(help)\n" }
    guard finding["standing"]?.string == "open" else { return line }
    line += "  fingerprint: \(text("fingerprint"))\n"
    for fix in finding["fixes"]?.array ?? [] {
      let kind = fix["safe"]?.bool == true ? "safe fix" : "proposal"
      line += "  \(kind): \(fix["title"]?.string ?? "")\n"
    }
    return line
  }

  func prove(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    await book.reload(saved: nil)
    var folder = await book.flows
    let book = folder.book()
    if let problem = book.diagnostics.first {
      throw AgentRefusal("the house rules cannot be read: \(problem.message)")
    }
    var rules = book.rules
    if let name = arguments.text("rule") {
      rules = rules.filter { $0.name.text == name }
      guard !rules.isEmpty else {
        throw AgentRefusal(
          "there is no house rule `\(AgentArguments.short(name))`",
          next: DidYouMean.question(for: name, in: book.rules.map(\.name.text))
            ?? "call flow_prove without a rule")
      }
    }
    // One more each time, so that somebody can hear how far it is, and take it back; what was
    // decided is kept.
    for (place, rule) in rules.enumerated() {
      if Task.isCancelled { throw AgentRefusal("it was cancelled") }
      _ = folder.proofs(of: Array(rules.prefix(place + 1)))
      await AgentProgress.current?.tell(place + 1, of: rules.count, rule.name.text)
    }
    let report = folder.proofs(of: rules)
    return AgentAnswer(
      report.text, data: report.json,
      next: report.fails
        ? "flow_walk with the rows of a run that breaks a rule shows it step by step" : nil)
  }

  func paths(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let catalogue = try await catalogue()
    let flow = try flow(arguments.text("flow"), in: catalogue)
    guard !flow.isOutline else {
      throw AgentRefusal("`\(flow.id)` is an outline: it has no rows yet")
    }
    let criterion = arguments.text("by").flatMap { PathCriterion(rawValue: $0) } ?? .rows
    let program = catalogue.compiled(as: Workbench.reading(arguments))
    let paths = PathBook(flow, on: program, by: [criterion], limit: Workbench.most)
    return AgentAnswer(paths.text(listing: true), next: "flow_walk takes the rows of one")
  }

  func diff(_ arguments: AgentArguments) async throws(AgentRefusal) -> AgentAnswer {
    let text = try await host.compare(arguments.text("revision") ?? "HEAD").get()
    return AgentAnswer(text.isEmpty ? "no difference\n" : text)
  }
}
