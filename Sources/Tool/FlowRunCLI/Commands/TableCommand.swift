internal import ArgumentParser
internal import FlowReports

struct TableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", abstract: "Prints the table of a flow, every row in document order.")

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case tsv, md, json
  }

  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String
  @Option(help: "tsv: row id, kind, text, next, without a header; md; json.")
  var format = Format.tsv
  @OptionGroup var language: LanguageOption
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let catalogue = try language.catalogue(of: flows)
    let table = FlowTable(try catalogue.find(flow), in: catalogue)
    switch format {
    case .tsv: Console.current.out(table.tsv)
    case .md: Console.current.out(table.markdown)
    case .json: Console.current.out(table.json)
    }
  }
}
