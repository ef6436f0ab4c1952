internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowDocument
internal import FlowEdit
internal import FlowFolder
internal import FlowReports

struct CheckCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Finds mistakes in flows without running them.",
    discussion: """
      It also proves the house rules, as `flowrun prove` does. \
      A slip that the file itself names, with `meant` or `slip`, is a note and never fails; what \
      `allow` permits is not shown. A file that cannot be read does not keep the others from being \
      checked. Exit status: 0 clean, 1 findings that fail, 2 files that cannot be read as flows. A \
      file `flowrun.yaml` beside the flows or above sets levels: `rules: { numbering-gap: off }`.
      """)

  var deed: String? { watch ? nil : "checking" }

  @Argument(
    help:
      "Folders or files. What is in a folder of flows is checked together with all that is there.")
  var paths: [String] = []
  @Option(
    name: .customLong("flows"),
    help:
      """
      The folder with the flow files. By default that of the named files: the nearest `Flows` \
      above them, or what a `flowrun.yaml` names.
      """
  )
  var folder: String?
  @Option(
    help: "text, json, sarif (2.1.0), github (workflow commands) or gitlab (code quality).")
  var format = CheckFormat.text
  @Flag(help: "Warnings fail too.") var strict = false
  @Flag(help: "Prints all findings, not only the 200 most severe.") var all = false
  @Flag(
    help: "Goes on: prints what appears and what goes away when a file is saved, until Ctrl-C.")
  var watch = false
  @Option(help: "A file of known findings, which do not fail.") var baseline: String?
  @Flag(name: .customLong("write-baseline"), help: "Writes all open findings to the baseline.")
  var writesBaseline = false

  @Flag(help: "Mends what has a safe fix, and checks again.") var fix = false
  @Flag(
    name: .customLong("unsafe-fixes"),
    help: "Makes the other fixes too: proposals that somebody has to look at.")
  var makesUnsafeFixes = false
  @Flag(help: "Only shows what `--fix` would change, as a patch. Exit status: 1 if there is any.")
  var diff = false

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

  private var fixes: Bool { fix || makesUnsafeFixes || diff }

  func validate() throws {
    if fixes, writesBaseline || watch {
      throw ValidationError("fixes do not go with `--watch` or `--write-baseline`")
    }
    guard watch else { return }
    guard format == .text else { throw ValidationError("`--watch` prints text only") }
    guard !writesBaseline else {
      throw ValidationError("`--write-baseline` writes once; it does not go with `--watch`")
    }
  }

  func run() async throws {
    var folder = try opened()
    let request = try await request()
    if fixes { try mend(&folder, request) }
    var found = folder.findings(request)
    if writesBaseline {
      guard let path = baseline ?? folder.settings.baselinePath else {
        throw Refusal("`--write-baseline` needs `--baseline FILE`")
      }
      try write(found.baseline, to: path)
      var again = request
      again.baseline = found.baseline
      found = folder.findings(again)
    }
    var report = FindingsReport(
      found, fixes: format.hasFixes ? folder.fixes(for: found.findings) : nil)
    try show(report)
    if format == .text { Console.current.tell(folder.documentSummary) }
    guard watch else {
      let fails = found.fails(at: strict ? .warning : .error)
      let status: Int32 = found.isUnread ? 2 : fails ? 1 : 0
      if status != 0 { throw ExitCode(status) }
      return
    }
    let files = try refusing { () throws(FileError) in
      try FolderWatch(folder.name, endingIn: FlowFolder.endings)
    }
    while true {
      // Nothing else is done meanwhile, so the thread may be blocked.
      _ = try refusing { () throws(FileError) in try files.waitForChange() }
      folder.reload()
      let next: FindingsReport
      do { next = FindingsReport(folder.findings(try await self.request())) } catch let refusal
        as Refusal
      {
        // A baseline or a list of handlers that cannot be read is followed again when it is
        // repaired.
        Console.current.show(refusal)
        continue
      }
      show(next.change(since: report, limit: limit, color: Console.current.outHasColor))
      report = next
    }
  }

  /// Writes the fixes, or only shows them.
  private func mend(_ folder: inout FlowFolder, _ request: CheckRequest) throws {
    var mended = folder
    let (edit, made) = mended.fixAll(request, withProposals: makesUnsafeFixes)
    try makeChange(edit, in: &folder, onlyShows: diff)
    guard format == .text else { return }
    for (finding, fix) in made {
      let diagnostic = finding.diagnostic
      Console.current.out("fixed: \(diagnostic.path): \(diagnostic.message): \(fix.title)\n")
    }
  }

  private var limit: Int { all ? .max : FindingsReport.usualLimit }

  private func show(_ report: FindingsReport) throws {
    let console = Console.current
    switch format {
    case .text: show(report.text(limit: limit, color: console.outHasColor))
    case .json: console.out(report.json(limit: limit))
    case .sarif: console.out(report.sarif(version: Version.text, limit: limit))
    case .github: console.out(report.github(limit: limit))
    case .gitlab: console.out(report.gitLab(limit: limit))
    }
  }

  private func show(_ text: (lines: String, summary: String)) {
    Console.current.control(text.lines, .standardOutput)
    Console.current.out(text.summary)
  }

  /// The folder that the arguments mean.
  private func opened() throws -> FlowFolder {
    var paths = paths
    // `--handlers Flows`: the folder is what is checked.
    if case .file(let name) = handlers, FileSystem.isFolder(name) { paths.append(name) }
    let named = paths + [folder].compactMap(\.self)
    if let compiled = named.first(where: {
      $0.hasSuffix(CompileCommand.ending) && FileSystem.isFile($0)
    }) {
      throw Refusal(
        "`\(compiled)` is a file of compiled flows; check the folder that it was made from")
    }
    if watch {
      if let file = named.first(where: { FileSystem.isFile($0) }) {
        throw Refusal("`--watch` follows a folder, and `\(file)` is a file; name one")
      }
    }
    do throws(FolderProblem) {
      return try FlowFolder.open(paths, in: folder)
    } catch {
      let hint = "; `--write-baseline` writes to the file of `--baseline FILE`"
      throw Refusal(error, hint: writesBaseline ? hint : "")
    }
  }

  /// What the options ask for.
  private func request() async throws -> CheckRequest {
    var request = CheckRequest()
    request.only = try rules(only).map { Set($0) }
    request.except = Set(try rules(except) ?? [])
    request.bindings = try await handlers?.bindings()
    if writesBaseline {
      request.baseline = Baseline()
    } else if let baseline {
      request.baseline = try read(baseline: baseline)
    }
    return request
  }

  /// The rules that an option names. Nil without the option.
  private func rules(_ names: String?) throws -> [String]? {
    try names.map { names in
      try FlowRunCLI.names(
        in: names, "`--only` and `--except` need the name of a rule; `flowrun explain` lists all"
      ).map { name in
        let known = Rule.all.map(\.name)
        guard known.contains(name) else {
          let help = DidYouMean.question(for: name, in: known) ?? "`flowrun explain` lists all"
          throw Refusal("there is no rule `\(name)`; \(help)")
        }
        return name
      }
    }
  }

  private func read(baseline path: String) throws -> Baseline {
    switch Baseline.read(try SourceFile(argument: path)) {
    case .success(let baseline): return baseline
    case .failure(let error): throw Refusal("`\(path)` is not a baseline: \(error.reason)")
    }
  }

  /// Replaces a baseline, and no file that is something else.
  private func write(_ baseline: Baseline, to path: String) throws {
    if FileSystem.isFile(path) { _ = try read(baseline: path) }
    try FlowRunCLI.write(baseline.text, to: path)
  }
}

extension Refusal {
  /// - Parameter hint: what else a path may have been meant for.
  init(_ problem: FolderProblem, hint: String = "") {
    switch problem {
    case .missing(let path): self.init("there is no `\(path)`" + hint)
    case .outside(let path):
      self.init("`\(path)` holds no flows or house rules of the folder of `--flows`")
    case .noneNear: self.init("there is no `Flows` folder here or above; name one")
    }
  }
}
