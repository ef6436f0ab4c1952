internal import ArgumentParser
internal import Dates
internal import Diagnostics
internal import Files
internal import FlowEvidence
internal import FlowModel
internal import FlowTesting
internal import JSON
internal import Markup

struct TraceCommand: AsyncParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Shows which rows each requirement covers, what proves them, and since when.",
    discussion: """
      Requirements and test cases stand below `Flows/evidence`. A proof is stale if the meaning of \
      its row has changed since. Exit status: 0 as required, 1 not, 2 a file cannot be read. \
      docs/evidence.md shows it.
      """)

  var deed: String? { "tracing" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, html, md, csv, json, reqif, needs, sdoc
  }

  enum Requirement: String, ExpressibleByArgument, CaseIterable {
    case fresh, covered
  }

  @Flag(help: "Decides the house rules, takes the paths, and keeps what came of it.")
  var record = false
  @Flag(help: "For `--record`: also the scripts below `Flows/real`, in their worlds.")
  var real = false
  @Option(help: "For `--record`: reports of tests of the app, as `flowrun results` reads them.")
  var results: [String] = []
  @Option(help: "For `--record`: a log of the app, as `flowrun conform` reads it.")
  var log: [String] = []
  @Option(help: "Keeps the word of a person for this requirement or test case.") var sign: String?
  @Option(help: "For `--sign`: who says so.") var by: String?
  @Option(help: "For `--sign`: what was seen.") var says: String?
  @Option(help: "The day of the proofs, such as 2026-11-26; today by default.") var date: String?
  @Option(help: "The revision of the proofs; that of git by default.") var revision: String?
  @Option(
    help: "Exits with 1 unless all requirements and cases are fresh, or all rows are covered.")
  var require: [Requirement] = []
  @Option(help: "Only these kinds of proofs count, with commas: tested,signed.") var count: String?
  @Option(help: "Only the requirements that cover rows of this flow.", completion: .flows)
  var flow: String?
  @Option(help: "A document, a feature file or a folder with more test cases.")
  var cases: [String] = []
  @Flag(help: "Says what is wrong with the test cases as texts; exits with 1 if anything is.")
  var lint = false
  @Flag(help: "Names rows that share words with what covers nothing. Nothing is linked by it.")
  var suggest = false
  @Flag(help: "The rows as meant.") var asMeant = false
  @Option(
    help: """
      table; html; md; csv; json; reqif (1.2); needs (needs.json of sphinx-needs); sdoc (StrictDoc).
      """)
  var format = Format.table
  @Option(name: .shortAndLong, help: "The file to write; `-` is standard output.")
  var output = "-"
  @OptionGroup var flows: FlowsOption

  func validate() throws {
    guard (sign == nil) == (by == nil), (sign == nil) == (says == nil) else {
      throw ValidationError("`--sign ID` needs `--by NAME` and `--says WORDS`")
    }
    guard record || !real && results.isEmpty && log.isEmpty else {
      throw ValidationError("`--results`, `--log` and `--real` need `--record`")
    }
    guard !(lint && suggest), !(lint || suggest) || !record && sign == nil else {
      throw ValidationError("give one of `--lint`, `--suggest`, `--record` and `--sign`")
    }
    guard sign == nil || !record else {
      throw ValidationError("give `--sign` or `--record`, not both")
    }
  }

  func run() async throws {
    let kinds = try countedKinds()
    var folder = try EvidenceFolder(
      flows, as: asMeant ? .meant : .written, documents: cases)
    if lint { return try say(CaseLint.findings(in: folder.cases), in: folder) }
    if suggest { return Console.current.out(try folder.suggestions(in: flow)) }
    if record || sign != nil {
      let made = try await proofs(in: &folder)
      try folder.write()
      return Console.current.out(made)
    }
    let only = try flow.map { try folder.catalogue.find($0) }
    let matrix = folder.matrix(of: only, counting: kinds)
    guard !matrix.parts.isEmpty || only == nil else {
      throw Refusal("no requirement and no test case covers a row of `\(only?.id ?? "")`")
    }
    let report = MatrixReport(matrix)
    switch format {
    case .table: try write(report.text, to: output)
    case .md: try write(report.markdown, to: output)
    case .csv: try write(report.csv, to: output)
    case .html: try write(report.html, to: output)
    case .json: try write(report.json.text + "\n", to: output)
    case .reqif: try write(report.reqif, to: output)
    case .needs: try write(report.needs.text + "\n", to: output)
    case .sdoc: try write(report.sdoc, to: output)
    }
    if matrix.isUnproven, format == .table {
      Console.current.err(
        """
        help: no proof is recorded; `flowrun trace --record` decides the house rules and takes \
        the paths

        """)
    }
    try check(matrix)
  }

  /// Prints what is wrong with test cases.
  private func say(_ findings: [Diagnostic], in folder: EvidenceFolder) throws {
    let console = Console.current
    console.show(findings, in: folder.files, to: .standardOutput)
    let words = String.count(findings.count, "finding")
    console.out("\(String.count(folder.cases.count, "test case")): \(words)\n")
    if !findings.isEmpty { throw ExitCode(1) }
  }

  private func check(_ matrix: EvidenceMatrix) throws {
    if require.contains(.fresh), !matrix.open.isEmpty {
      let count = matrix.open.count
      throw Refusal(
        count == 1
          ? "1 requirement or test case is not fresh"
          : "\(count) requirements and test cases are not fresh", status: 1)
    }
    if require.contains(.covered), !matrix.uncovered.isEmpty {
      throw Refusal(
        "nothing covers \(String.count(matrix.uncovered.count, "row"))", status: 1)
    }
  }

  private func countedKinds() throws -> Set<Proof.Kind> {
    guard let count else { return Set(Proof.Kind.allCases) }
    let words = try names(in: count, "`--count` needs kinds of proofs, such as `tested,signed`")
    return Set(
      try words.map { word in
        guard let kind = Proof.Kind(rawValue: word) else {
          let all = Proof.Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw Refusal("`\(word)` is no kind of proof; write some of: \(all)")
        }
        return kind
      })
  }

  /// Makes the proofs that were asked for, and says which.
  private func proofs(in folder: inout EvidenceFolder) async throws -> String {
    let day: CalendarDay
    if let date {
      guard let given = CalendarDay(date) else {
        throw Refusal("`\(date)` is no day; write it as `2026-11-26`")
      }
      day = given
    } else {
      day = CalendarDay(daysSince1970: SystemTime.seconds() / 86_400)
    }
    let place = try flows.located()
    let known = await GitRepository(folder: place).current()
    let maker = ProofMaker(on: folder.ground, date: day, revision: revision ?? known ?? "")
    guard let sign else {
      let recorder = EvidenceRecorder(maker: maker, flows: flows, place: place)
      return try await recorder.record(
        in: &folder, results: results, logs: log, isReal: real)
    }
    let entry = try folder.entry(sign)
    guard entry.applies else { throw Refusal("`\(sign)` does not apply: \(entry.because)") }
    let items = folder.links.items[sign] ?? []
    guard !items.isEmpty else {
      throw Refusal("`\(sign)` covers nothing that could be signed", help: "say it in `covers`")
    }
    let signer = by ?? ""
    guard let words = says, !signer.isEmpty, !words.isEmpty else {
      throw Refusal("a signature needs a name and words")
    }
    let proof = maker.proof(signing: entry, covering: items, by: signer, words: words)
    folder.add(proof)
    let rows = String.count(proof.rows.count, "row")
    return "signed: \(sign), \(rows), by \(TerminalText.line(signer))\n"
  }
}

extension EvidenceFolder {
  /// The matrix.
  ///
  /// - Parameter only: the flow that it is about. Nil for all.
  func matrix(of only: Flow?, counting kinds: Set<Proof.Kind>) -> EvidenceMatrix {
    let parts = entries.filter { entry in
      guard let only else { return true }
      return (links.items[entry.id] ?? []).contains { item in
        ground.rows(of: item).contains { $0.flow == only }
      }
    }
    return EvidenceMatrix(
      parts, links, on: ground, book: book, counting: kinds,
      in: only.map { [$0] } ?? catalogue.flows)
  }

  /// Rows that share words with entries that cover nothing.
  func suggestions(in name: String?) throws -> String {
    let flows = try name.map { [try catalogue.find($0)] } ?? catalogue.flows
    let suggestions = LinkSuggestions(ground.meanings, in: flows)
    var text = ""
    var count = 0
    for entry in entries where entry.applies && (links.items[entry.id] ?? []).isEmpty {
      let found = suggestions.suggestions(for: entry)
      count += found.isEmpty ? 0 : 1
      let title = TerminalText.line(entry.title == entry.id ? "" : " " + entry.title)
      text += "\(TerminalText.line(entry.id))\(title)\(found.isEmpty ? ": no row" : "")\n"
      for one in found {
        let percent = Int((one.score * 100).rounded())
        text += "  \(one.row.qualified) \(TerminalText.line(one.row.text))  (\(percent)%, with "
        text += "`\(TerminalText.line(one.sentence))`)\n"
      }
    }
    return text + "suggestions for \(count); write what is right into `covers`\n"
  }
}
