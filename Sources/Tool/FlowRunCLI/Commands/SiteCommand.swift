internal import ArgumentParser
internal import Files
internal import FlowDocument
internal import FlowFolder
internal import FlowModel
internal import Studio

struct SiteCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "site",
    abstract: "Writes flows as a folder of files that a browser shows without a server.",
    discussion: """
      Open `index.html` by a double click: every table with lasting anchors, the walk with a \
      phone, diagrams, findings, coverage and named paths; with `Flows/evidence` also its matrix, \
      and at each row what proves it. docs/studio.md describes it.
      """)

  var deed: String? { "writing pages" }

  @Argument(
    help:
      """
      The folder with the flow files, or a file of `flowrun compile`. By default the nearest \
      `Flows` here or above.
      """
  )
  var folder: String?
  @Option(name: .shortAndLong, help: "The folder to write.", completion: .directory)
  var output: String
  @OptionGroup var reports: ReportsOption
  @OptionGroup var language: LanguageOption

  func run() throws {
    try reports.check()
    try requireFolderName(output, for: "--output")
    let flows = FlowsFolder(name: folder)
    let engine = try EngineModule.bytes()
    let name = folder.map { FileSystem.resolved($0) }?.split(separator: "/").last ?? "Flows"
    var option = FlowsOption()
    option.folder = folder
    _ = try language.translation(in: option)
    let book: Book
    var evidence: BookEvidence?
    if var opened = try flows.opened() {
      Console.current.tell(opened.documents.summary())
      evidence = try BookEvidence(option, hasPage: true)
      book = Book(
        &opened, name: String(name), reports: reports.results, evidence: evidence,
        language: language.language, rulePage: RulePage.text)
    } else {
      let catalogue = try flows.catalogue()
      book = Book(
        catalogue, try flows.houseRules(of: catalogue), name: String(name),
        scriptsIn: try? flows.located(), rulePage: RulePage.text)
    }
    let site = Site(book, name: String(name), engine: engine, matrix: evidence?.page)
    try write(site.files, into: output)
    let size = site.files.reduce(0) { $0 + $1.bytes.count }
    Console.current.out(
      "\(book.flows.count) flows, \((size + 999) / 1_000) kB: open \(output)/index.html\n")
  }
}
