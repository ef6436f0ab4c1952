internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import FlowReports

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Finds mistakes in flows without running them.",
    discussion: """
      It also proves the house rules, as `flowrun prove` does. \
      A slip that the file itself names, with `meant` or `slip`, is a note and never fails; what \
      `allow` permits is not shown. A file that cannot be read does not keep the others from being \
      checked. Exit status: 0 clean, 1 findings that fail, 2 files that cannot be read as flows. A \
      file `flowrun.yaml` beside the flows or above sets levels: `rules: { numbering-gap: off }`.
      """)

  @Argument(
    help: "Folders or files. A file in a `Flows` folder is checked together with the others there.")
  var paths: [String] = []
  @Option(help: "text, json, sarif (2.1.0) or github (workflow commands).")
  var format = CheckFormat.text
  @Flag(help: "Warnings fail too.") var strict = false
  @Flag(help: "Prints all findings, not only the 200 most severe.") var all = false
  @Flag(
    help: "Goes on: prints what appears and what goes away when a file is saved, until Ctrl-C.")
  var watch = false
  @Option(help: "A file of known findings, which do not fail.") var baseline: String?
  @Flag(name: .customLong("write-baseline"), help: "Writes all open findings to the baseline.")
  var writesBaseline = false

  @Option(help: "Only these rules; separate several by commas.") var only: String?
  @Option(help: "Not these rules; separate several by commas.") var except: String?
  @Option(
    defaultAsFlag: HandlerList.wallet,
    help: ArgumentHelp(
      """
      Also checks handlers: unbound actions, outcomes without a row, missing values. The file \
      lists an app's.
      """,
      valueName: "file"))
  var handlers: HandlerList?

  func validate() throws {
    guard watch else { return }
    guard format == .text else { throw ValidationError("`--watch` prints text only") }
    guard !writesBaseline else {
      throw ValidationError("`--write-baseline` writes once; it does not go with `--watch`")
    }
  }

  func run() async throws {
    let selection = try selection()
    var kept = watch ? KeptWork() : nil
    let (output, status) = try await checked(selection, &kept)
    let console = Console.current
    output.show(as: format, limit: all ? .max : CheckOutput.usualLimit, on: console)
    guard watch else {
      if status != 0 { throw ExitCode(status) }
      return
    }
    guard FileSystem.isFolder(selection.name) else {
      throw Refusal("`--watch` follows a folder; name one")
    }
    let files = try refusing { () throws(FileError) in
      try FolderWatch(selection.name, endingIn: [".yaml", ".yml"])
    }
    var last = output
    while true {
      // Nothing else is done meanwhile, so the thread may be blocked.
      _ = try refusing { () throws(FileError) in try files.waitForChange() }
      do {
        let (next, _) = try await checked(try self.selection(), &kept)
        next.showChange(from: last, limit: all ? .max : CheckOutput.usualLimit, on: console)
        last = next
      } catch let refusal as Refusal {
        // Settings that cannot be read are followed again when they are repaired.
        console.show(refusal)
      }
    }
  }

  private func selection() throws -> CheckSelection {
    var paths = paths
    // `--handlers Flows`: the folder is what is checked.
    if case .file(let name) = handlers, FileSystem.isFolder(name) { paths.append(name) }
    return try CheckSelection(paths, isWritingBaseline: writesBaseline)
  }

  /// What is kept from one change to the next: only what a change can concern is done again.
  private struct KeptWork {
    var flows = KeptFlows(keepsReadable: false)
    var proofs = KeptProofs()
  }

  /// The findings, and the exit status that they give.
  private func checked(
    _ selection: CheckSelection, _ kept: inout KeptWork?
  ) async throws -> (output: CheckOutput, status: Int32) {
    let result =
      kept?.flows.load(selection.files, in: selection.name)
      ?? FlowLoader().load(selection.files, in: selection.name)
    var output = CheckOutput(flows: result.flows.count)
    let bindings = try await handlers?.bindings()
    var report = CheckReport(
      result.readable, reading: result.diagnostics, bindings: bindings)
    let (settings, prefix) = try TeamSettings.nearest(to: selection.name)
    let (chosen, omitted) = (try rules(only), try rules(except) ?? [])
    func isChosen(_ rule: Rule) -> Bool {
      chosen?.contains(rule.name) ?? (settings.levels[rule.name] != .off)
        && !omitted.contains(rule.name)
    }
    report.keep(where: isChosen)
    for (rule, level) in settings.levels {
      if case .severity(let severity) = level { report.set(severity, for: rule) }
    }
    let baseline = self.baseline ?? settings.baseline.map { prefix + $0 }
    if writesBaseline {
      guard let baseline else { throw Refusal("`--write-baseline` needs `--baseline FILE`") }
      try writeBaseline(report.baseline, to: baseline)
    }
    if let baseline {
      report.apply(baseline: try read(baseline: baseline))
    }
    let book = RuleBook(readable: result.readable, in: selection.name)
    var keptProofs = kept?.proofs ?? KeptProofs()
    let proofs = ProofReport(
      keptProofs.prove(book.rules, in: result.readable, contracts: book.contracts), files: [])
    kept?.proofs = keptProofs
    var told =
      book.diagnostics.map { CheckOutput.Entry($0, .open) }
      + proofs.findings.map { CheckOutput.Entry($0.diagnostic, $0.standing) }
    for place in told.indices where told[place].standing == .open {
      if case .severity(let severity) = settings.levels[told[place].diagnostic.rule.name] {
        told[place].diagnostic.severity = severity
      }
    }
    let entries =
      (report.findings.map { CheckOutput.Entry($0) }
      + told.filter { isChosen($0.diagnostic.rule) })
      .filter { selection.shows($0.diagnostic.path) }
    output.add(
      entries,
      from: result.files.isEmpty
        ? SourceFile.excerpts(from: Set(entries.map(\.diagnostic.path)))
        : result.files + book.files(of: result.readable))
    let unread = Set((result.unread + book.diagnostics).map(\.path))
    if entries.contains(where: { $0.standing == .open && unread.contains($0.diagnostic.path) }) {
      return (output, 2)
    }
    let limit: Diagnostic.Severity = strict ? .warning : .error
    let fails = entries.contains { $0.standing == .open && $0.diagnostic.severity >= limit }
    return (output, fails ? 1 : 0)
  }

  /// The rules that an option names. Nil without the option.
  private func rules(_ names: String?) throws -> [String]? {
    try names.map { names in
      try FlowRunCLI.names(
        in: names, "`--only` and `--except` need the name of a rule; `flowrun explain` lists all"
      ).map { name in
        guard TeamSettings.rules.contains(name) else {
          let help =
            DidYouMean.question(for: name, in: TeamSettings.rules) ?? "`flowrun explain` lists all"
          throw Refusal("there is no rule `\(name)`; \(help)")
        }
        return name
      }
    }
  }

  /// The lines of a baseline: the name of a rule, and a part of a flow.
  private func read(baseline path: String) throws -> [String] {
    let known = Set(
      (Check.all.map(\.rule) + Check.aboutRemarks + Rule.ofReading).map { Substring($0.name) })
    guard let text = String(validating: try SourceFile(argument: path).bytes, as: UTF8.self) else {
      throw Refusal("`\(path)` is not a baseline: it is not text in UTF-8")
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      guard known.contains(line.prefix { $0 != " " }) else {
        throw Refusal(
          "`\(path)` is not a baseline: line \(number + 1) does not begin with the name of a rule")
      }
    }
    return lines.filter { !$0.isEmpty && !$0.hasPrefix("#") }.map(String.init)
  }

  /// Replaces a baseline, and no file that is something else.
  private func writeBaseline(_ lines: [String], to path: String) throws {
    if FileSystem.isFile(path) { _ = try read(baseline: path) }
    let head = "# Known findings; `flowrun check --baseline` "
    try write(
      head + "does not fail because of them.\n" + lines.map { $0 + "\n" }.joined(), to: path)
  }
}
