internal import ArgumentParser
internal import Diagnostics
internal import FlowDocument
internal import FlowModel

struct PrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print", abstract: "Prints a flow as a use-case document, in Markdown.",
    discussion: """
      With `--like DOCUMENT`, prints that document with the rows that the flow says differently; \
      every other byte stays as it is.
      """)

  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String
  @Option(help: "The document of the flow, whose words are kept.") var like: String?
  @Option(help: "The letters before the number in an id. By default those of the flow.")
  var prefix: String?
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let catalogue = try flows.catalogue()
    let found = try catalogue.find(flow)
    let title = { catalogue.flow(id: $0)?.title }
    guard let like else {
      Console.current.out(DocumentPrinter(found, title: title).markdown)
      return
    }
    let file = try SourceFile(argument: like)
    let letters = String(found.id.prefix { !$0.isNumber })
    let document = DocumentImport(file, prefix: prefix ?? (letters.isEmpty ? "UC" : letters))
    guard document.flows.count == 1, let useCase = document.flows.first else {
      throw refuse("`\(like)` has \(document.flows.count) use cases; name a document of one")
    }
    let patch = DocumentPatch(found, into: file, as: useCase, title: title)
    Console.current.out(patch.markdown)
    if !patch.isInPlace {
      Console.current.err(
        "flowrun: note: `\(like)` cannot be changed row by row; the flow was printed anew\n")
    }
  }
}
