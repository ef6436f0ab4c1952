internal import ArgumentParser
internal import Diagnostics
internal import FlowLogs
internal import FlowModel
internal import FlowReports
internal import FlowRuntime

struct ConformCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "conform",
    abstract: "Says where runs in the log of an app differ from the flows.",
    discussion: """
      Reads JSON Lines, CSV, XES and OTLP in JSON. Rows that the system takes are filled in if the \
      log lacks them. Exit status: 0 all runs fit, 1 one does not or could not be decided, or \
      breaks a house rule, 2 the log cannot be read. docs/conform.md describes it.
      """)

  var deed: String? { "aligning" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, md, json
  }

  @Argument(help: "Files of logs; `-` is standard input.") var logs: [String]
  @Option(help: "A file that says what columns mean, and which rows words stand for.")
  var map: String?
  @Option(help: "The format of the logs: jsonl; csv; xes; otlp. By default that of each file.")
  var from: LogFormat?
  @Option(help: "The flow in which all runs begin.", completion: .flows) var flow: String?
  @Flag(help: "Every run must come to an end.") var complete = false
  @Flag(help: "The log must have every row, also those that the system takes.") var allRows = false
  @Flag(help: "Compares the log with the flows as meant.") var asMeant = false
  @Flag(help: "Prints the tables, with how many runs took each row, and where they were left.")
  var table = false
  @Option(help: "Also a table for each value of this: release, or fact:NAME.") var by: String?
  @Option(
    name: .customLong("release"),
    help: """
      RELEASE=VERSION: the runs of this release are compared with its own flows, a folder or a \
      revision of git, and counted at the rows that these have become.
      """)
  var releases: [String] = []
  @Option(
    parsing: .unconditional,
    help: "Shows no number of runs below this one, and no ids, so that nobody can be recognised.")
  var atLeast: Int = 0
  @Option(
    parsing: .unconditional, help: "Exits with 1 only if less than this per cent of the runs fit.")
  var fit: Int?
  @Option(help: "How many places are looked at in search of one run's alignment.")
  var limit = 50_000
  @Option(help: "text; md; json.") var format = Format.text
  @OptionGroup var flows: FlowsOption

  func run() async throws {
    if let fit, !(0...100).contains(fit) { throw Refusal("`--fit` is from 0 to 100") }
    guard atLeast >= 0 else { throw Refusal("`--at-least` is a number of runs") }
    guard limit > 0, limit <= 10_000_000 else { throw Refusal("`--limit` is from 1 to 10000000") }
    let catalogue = try flows.catalogue()
    var settings = Aligner.Settings()
    settings.flow = try flow.map { try catalogue.find($0) }
    (settings.isComplete, settings.needsAllRows) = (complete, allRows)
    settings.limit = limit
    let whole = try read()
    let reading: Reading = asMeant ? .meant : .written
    let program = catalogue.compiled(as: reading)
    let earlier = try releases.map { try ConformCommand.release($0, in: whole) }
    let names = Set(earlier.map(\.release))
    guard names.count == earlier.count else {
      throw Refusal("`--release` names a release twice, whose runs would count twice")
    }
    let log = whole.only { !names.contains($0.attributes["release"] ?? "") }
    let rules = try flows.houseRules(of: catalogue).rules(named: nil)
    let judge: LogRules?
    do {
      judge = rules.isEmpty ? nil : try LogRules(rules, on: program)
    } catch {
      throw Refusal(
        "a house rule cannot be read: \(error)", help: "`flowrun prove` says where it stands")
    }
    var conformance = Conformance(log, with: program, settings, by: by, rules: judge)
    for (release, version) in earlier {
      let found = try await FlowVersion.one(version, in: flows)
      guard let old = found.catalogue else {
        throw Refusal("the flows of `\(version)` have targets that do not exist")
      }
      let oldProgram = old.compiled(as: reading)
      if let flow { settings.flow = try old.find(flow) }
      // A rule that speaks of something new says nothing of what was before.
      let ruled = Conformance(
        whole.only { $0.attributes["release"] == release }, with: oldProgram, settings, by: by,
        rules: try? LogRules(rules, on: oldProgram))
      let match = VersionMatch(old.flows, catalogue.flows)
      conformance.join(ruled, row: { match.new($0) }, step: { match.new($0) })
    }
    guard conformance.runs > 0 else {
      throw Refusal("there is no run in \(logs.map { "`\($0)`" }.joined(separator: ", "))")
    }
    if let by, !conformance.funnels.dropFirst().contains(where: { $0.group != "-" }) {
      throw Refusal(
        "no run has `\(by)`",
        help: "`--by release` or `--by fact:NAME`; a mapping file names columns in `attributes`")
    }
    let report = ConformanceReport(
      conformance, least: atLeast, drawsTables: table || by != nil)
    switch format {
    case .text: Console.current.out(report.text)
    case .md: Console.current.out(report.markdown)
    case .json: Console.current.out(report.json)
    }
    let percent = conformance.fitting * 100 / conformance.runs
    if let fit {
      if percent < fit { throw Refusal("\(percent)% of the runs fit, not \(fit)%", status: 1) }
    } else if conformance.fitting < conformance.runs || !conformance.rules.isEmpty {
      throw ExitCode(1)
    }
  }

  /// A release of the log with the version of its flows.
  private static func release(
    _ text: String, in log: EventLog
  ) throws -> (release: String, version: String) {
    guard let place = text.firstIndex(of: "="), place > text.startIndex,
      text.index(after: place) < text.endIndex
    else {
      throw Refusal(
        "`--release \(text)` does not say a release and its flows",
        help: "for example `--release 2.3=v2.3`, with a folder or a revision of git")
    }
    let release = String(text[..<place])
    guard log.cases.contains(where: { $0.attributes["release"] == release }) else {
      throw Refusal("no run is of the release `\(release)`")
    }
    return (release, String(text[text.index(after: place)...]))
  }

  private func read() throws -> EventLog {
    var mapping = LogMapping()
    if let map {
      let file = try SourceFile(argument: map)
      let (found, diagnostics) = LogMapping.read(file)
      guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
      mapping = found
    }
    var reader = LogReader(mapping: mapping)
    for path in logs {
      let file = try SourceFile(argument: path, limit: ConformCommand.mostBytes)
      reader.read(file, as: from)
      guard reader.diagnostics.isEmpty else { throw Refusal(reader.diagnostics, in: [file]) }
    }
    return reader.finished()
  }

  /// The largest log that is read, in bytes.
  static let mostBytes = 1 << 30
}

extension LogFormat: ExpressibleByArgument {}
