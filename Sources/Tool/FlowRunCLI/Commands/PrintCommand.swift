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
    let prefix = prefix ?? (letters.isEmpty ? "UC" : letters)
    let useCases = DocumentImport(file, prefix: prefix).flows
    guard
      let useCase = useCases.count == 1
        ? useCases.first : useCases.first(where: { $0.id == found.id })
    else {
      let ids = useCases.map(\.id).joined(separator: ", ")
      throw Refusal(
        ids.isEmpty
          ? "there is no use case in `\(like)`"
          : "`\(like)` has no use case `\(found.id)`; it has: \(ids)")
    }
    let patch = DocumentPatch(found, into: file, as: useCase, prefix: prefix, title: title)
    Console.current.out(patch.markdown)
    if !patch.isInPlace {
      Console.current.err(
        "flowrun: note: `\(like)` cannot be changed in place; the flow was printed anew\n")
    }
  }
}
