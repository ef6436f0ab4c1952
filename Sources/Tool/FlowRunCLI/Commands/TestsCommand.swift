internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowCases
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import FlowReports
internal import FlowRuntime
internal import FlowTesting
internal import Markup

struct TestsCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "tests",
    abstract: "Writes tests of the app for the tools that testers use, a file for each path.",
    discussion: """
      After every row the test makes sure that the next screen is there, and says after which row. \
      What only the app knows stands in hooks, which are written by hand and stay. \
      `Flows/tests/screens.yaml` says where screens, buttons and fields are found, and \
      `Flows/tests/data.yaml` what is typed. docs/testing.md leads through it.
      """)

  var deed: String? { "writing tests" }

  @Argument(
    help: "The flow's id or alias. By default all flows that have paths.", completion: .flows)
  var flow: String?
  @Option(name: .customLong("for"), help: "maestro; gherkin; behave; playwright; xcuitest; appium.")
  var tool: TestTool?
  @Option(
    name: .shortAndLong, help: "The folder to write. By default `tests/TOOL`.",
    completion: .directory)
  var output: String?
  @Flag(help: "Writes nothing; exits with status 1 if a file is not as it would be written.")
  var check = false
  @Flag(help: "Writes nothing; prints for what the tables of screens and data have no entry.")
  var missing = false
  @Option(
    name: .customLong("from-failed"), parsing: .upToNextOption,
    help: """
      Writes nothing; prints, for each row at which a test of these reports failed, the shortest \
      path that stands before it.
      """)
  var fromFailed: [String] = []
  @Option(
    help: """
      Takes the paths of `flowrun paths` in place of those of `Flows/paths`: rows, pairs, simple, \
      loops, timers or times; separate several by commas.
      """)
  var by: String?
  @Option(help: "The table of screens. By default `tests/screens.yaml` in the folder of flows.")
  var screens: String?
  @Option(help: "The table of data. By default `tests/data.yaml` in the folder of flows.")
  var data: String?
  @Flag(help: "The paths as meant.") var asMeant = false
  @OptionGroup var flows: FlowsOption

  func validate() throws {
    guard (tool == nil) == !fromFailed.isEmpty else {
      throw ValidationError("give `--for TOOL` or `--from-failed REPORT...`")
    }
    guard !(check && missing) else {
      throw ValidationError("give `--check` or `--missing`, not both")
    }
  }

  func run() throws {
    guard let tool else { return try printPaths() }
    let folder = output ?? "tests/\(tool.rawValue)"
    try requireFolderName(folder, for: "--output")
    let criteria = try by.map { try PathCriterion.named($0) }
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    if let only, only.isOutline { throw Refusal("`\(only.id)` is not yet written") }
    let place = try flows.located()
    let source = try CaseSource(
      catalogue, in: place, only: only, by: criteria, as: asMeant ? .meant : .written)
    let tests = FlowLoader.testsFolder
    let table = try read(screens, "\(place)/\(tests)/screens.yaml") {
      ScreenTable.read($0, for: catalogue)
    }
    let values = try read(data, "\(place)/\(tests)/\(FlowLoader.dataFile)") {
      TestData.read($0, for: catalogue)
    }
    let files = CaseFiles(
      source.cases, for: tool, on: source.program, screens: table ?? ScreenTable(),
      data: values ?? TestData())
    if missing { return printMissing(files) }
    try finish(files, for: tool, in: folder, of: only)
  }

  /// Reads a table. Nil if it is the usual one and is not there.
  private func read<Table>(
    _ named: String?, _ usual: String, as table: (SourceFile) -> (Table, [Diagnostic])
  ) throws -> Table? {
    guard named != nil || FileSystem.exists(usual) else { return nil }
    let file = try SourceFile(argument: named ?? usual)
    let (found, diagnostics) = table(file)
    guard diagnostics.isEmpty else {
      throw Refusal(diagnostics.inReadingOrder(), in: [file])
    }
    return found
  }

  /// Prints the shortest paths that stand before rows at which tests failed.
  private func printPaths() throws {
    let catalogue = try flows.catalogue()
    let only = try flow.map { try catalogue.find($0) }
    let source = try CaseSource(
      catalogue, in: try flows.located(), only: only,
      by: try by.map { try PathCriterion.named($0) },
      as: asMeant ? .meant : .written)
    let outcomes = try CaseReports(fromFailed, of: source.cases).outcomes
    var text = ""
    var known: Set<Row> = []
    for outcome in outcomes {
      guard let row = outcome.rows.first, known.insert(row.original).inserted else { continue }
      let found = ShortestPath.before(row, from: outcome.test.flow, on: source.program)
      var script = found ?? outcome.test.script
      if found == nil {
        // Where the search does not come, the test itself did.
        script.name = "before-\(row.qualified)"
        script.moves = outcome.test.entries.prefix(outcome.passed).map { .row($0.row.qualified) }
        script.end = nil
      }
      text += script.entry(of: outcome.test.flow.id)
    }
    guard !text.isEmpty, let first = outcomes.first else {
      throw Refusal("no test of these reports failed at a row")
    }
    Console.current.out("flow: \(first.test.flow.id)\npaths:\n\(text)")
  }

  private func printMissing(_ files: CaseFiles) {
    let console = Console.current
    guard !files.missing.isEmpty else {
      return console.out("nothing is missing in the tables\n")
    }
    let rows =
      [["STEP", "SCREEN", "MISSING", "NAME", "USED"]]
      + files.missing.map { [$0.step, $0.screen, $0.kind, $0.name, $0.instead] }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { $0.padded(to: $1) }
      console.out(
        String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed()) + "\n")
    }
  }

  // MARK: Files

  private func finish(
    _ files: CaseFiles, for tool: TestTool, in folder: String, of only: Flow?
  ) throws {
    let console = Console.current
    var changed: [(name: String, bytes: [UInt8])] = []
    var news: [String] = []
    for file in files.files {
      let written = try refusing { () throws(FileError) in
        try TestsCommand.text(at: "\(folder)/\(file.path)")
      }
      let text = file.text(keeping: written)
      guard text != written else { continue }
      changed.append((file.path, Array(text.utf8)))
      news.append(written == nil ? "missing: \(file.path)" : "not up to date: \(file.path)")
    }
    for path in try strays(files, for: tool, in: folder, of: only) {
      news.append("no path makes it any more: \(path)")
    }
    if check {
      guard news.isEmpty else {
        console.out(news.map { "\($0)\n" }.joined())
        throw Refusal(
          "\(String.count(news.count, "file")) in \(folder) not as the paths say",
          help: "run the command without `--check`", status: 1)
      }
      return console.out("\(String.count(files.files.count, "file")) up to date\n")
    }
    for folder in Set(changed.map { Self.folder(of: "\(folder)/\($0.name)") }).sorted() {
      try refusing { () throws(FileError) in
        try FileSystem.makeFolder(folder, forEveryone: true)
      }
    }
    for file in changed {
      try refusing { () throws(FileError) in
        try FileSystem.write(file.bytes, to: "\(folder)/\(file.name)")
      }
    }
    console.out(
      "\(String.count(files.files.count, "file")) in \(folder), \(changed.count) of them written\n")
    for stray in news where stray.hasPrefix("no path") { console.out("\(stray)\n") }
    if !files.hooks.isEmpty {
      console.out("hooks:\n" + files.hooks.map { "  \($0.name)  \($0.words)\n" }.joined())
    }
    if !files.missing.isEmpty {
      console.out(
        "not in the tables: \(files.missing.count), which `--missing` lists\n")
    }
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// The text of a file. Nil if there is none.
  private static func text(at path: String) throws(FileError) -> String? {
    do throws(FileError) {
      return String(decoding: try FileSystem.read(path), as: UTF8.self)
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// The generated files that are there although no path makes them.
  private func strays(
    _ files: CaseFiles, for tool: TestTool, in folder: String, of only: Flow?
  ) throws -> [String] {
    guard FileSystem.isFolder(folder) else { return [] }
    let made = Set(files.files.map(\.path))
    let found = try refusing { () throws(FileError) in
      try FileSystem.files(below: folder, endingIn: [tool.fileEnding])
    }
    return found.compactMap { path in
      let name = String(path.dropFirst(folder.count + 1))
      guard !made.contains(name),
        let text = try? TestsCommand.text(at: path),
        let line = text.split(separator: "\n", maxSplits: 1).first,
        let mark = line.firstRange(of: TestFile.mark)
      else { return nil }
      // The tests of other flows are not looked at.
      guard only == nil || line[mark.upperBound...].hasPrefix(" \(only?.id ?? "") --for") else {
        return nil
      }
      return name
    }
  }
}

extension TestTool: ExpressibleByArgument {}

extension PathCriterion {
  /// The criteria in a list with commas.
  static func named(_ list: String) throws -> [PathCriterion] {
    if list == "all" { return allCases }
    return try names(in: list, "`--by` needs what to show, such as `--by rows`").map { name in
      guard let criterion = PathCriterion(rawValue: name) else {
        let all = PathCriterion.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal("`\(name)` cannot be shown; write one of: \(all), all")
      }
      return criterion
    }
  }
}
