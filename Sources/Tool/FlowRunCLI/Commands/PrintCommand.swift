internal import ArgumentParser
internal import FlowDocument
internal import FlowModel

struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Prints a flow as a use-case document, in Markdown.")

  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let catalogue = try flows.catalogue()
    let printer = DocumentPrinter(try catalogue.find(flow)) { catalogue.flow(id: $0)?.title }
    Console.current.out(printer.markdown)
  }
}
