internal import ArgumentParser
internal import FlowModel
internal import FlowTexts
internal import FlowTranslation

/// The options of a run, as given on the command line.
struct RunOptions: ParsableArguments, Sendable {
  @Argument(
    help: "The flow's id or alias, in any letter case. Not needed with `--script`.",
    completion: .flows)
  var flow: String?
  @Option(help: "Takes these rows: 1.1b,1.2b,2.1a") var rows: String?
  @Option(
    help:
      "Runs a script, or several; `-` reads them from standard input. With a flow, only its own.")
  var script: String?
  @Flag(help: "Takes the rows of a script also when no run would take them there.")
  var anyway = false
  @Option(help: "Enters the flow at this step.") var from: String?
  @Option(help: "Sets the first value of a fact: platform=android.") var fact: [String] = []
  @Flag(help: "Stops when the run leaves the flow.") var only = false
  @Flag(help: "Follows `meant` instead of the document's slips.") var asMeant = false
  @Option(help: "The world of the run: a YAML file, described in docs/wallet.md.")
  var world: String?
  @Option(
    help: "The website that starts the app, such as http://127.0.0.1:8080 of `serve website`.")
  var website: String?
  @Option(help: "The account server, such as http://127.0.0.1:8081 of `serve account`.")
  var account: String?
  @Option(
    help: "The folder for the app's data. By default below the home folder; with a world, none.")
  var state: String?
  @Option(
    help: "Writes the certificate of the virtual card's authority here, for `serve website`.")
  var authority: String?
  @Option(help: "Uses cards in this PC/SC reader, or in `any`. By default a virtual card.")
  var reader: String?
  @Option(
    help: ArgumentHelp(
      "An authority that the built-in website trusts: a certificate, a folder, or `test-cards`.",
      discussion: "Without it, with `--reader`, those that issue Estonian ID cards.",
      valueName: "file"))
  var trust: [String] = []
  @Flag(help: "Continues as far as nobody has to decide.") var byItself = false
  @Flag(help: "No handlers: you choose every outcome.") var byHand = false
  @Flag(help: "Shows the run in the studio, row by row.") var inspect = false
  @Option(
    help: ArgumentHelp(
      "Prints the taken rows: json, one object per line, or text; full and full-json with more; "
        + "xes or otlp.",
      discussion: """
        More is what is shown, the rows that the facts allow, the facts, and the stack. xes and \
        otlp are logs for other programs.
        """)
  )
  var trace: TraceFormat?
  @Flag(help: "The trace has the names of rows in code, where there are any.") var names = false
  @OptionGroup var language: LanguageOption
  @OptionGroup var flows: FlowsOption

  func validate() throws {
    if flow == nil, script == nil {
      throw ValidationError("Missing expected argument '<flow>'")
    }
  }
}

extension RunOptions {
  /// The flows in the language of the run: all of them, or those that one leads to.
  func catalogue(reachedFrom name: String? = nil) throws -> Catalogue {
    let catalogue = try name.map { try flows.catalogue(reachedFrom: $0) } ?? flows.catalogue()
    guard let texts = try language.translation(in: flows)?.texts else { return catalogue }
    return catalogue.translated(by: texts)
  }

  /// The reading of the run.
  var reading: Reading { asMeant ? .meant : .written }

  /// The first values of facts.
  var facts: [String: String] {
    var facts: [String: String] = [:]
    for entry in fact {
      let parts = entry.split(separator: "=", maxSplits: 1)
      facts[parts.first?.trimmed ?? ""] = parts.count == 2 ? parts[1].trimmed : ""
    }
    return facts
  }
}

extension Substring {
  /// Without the spaces around it.
  var trimmed: String {
    var text = self.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
