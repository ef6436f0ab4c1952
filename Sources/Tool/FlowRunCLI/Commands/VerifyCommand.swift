internal import ArgumentParser
internal import Diagnostics
internal import FlowDocument
internal import FlowModel

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Compares a flow with its document, row by row.")

  @Argument(help: "The document; `-` is standard input.") var document: String
  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String
  @Flag(help: "Compares only ids, kinds and targets, not the sentences.") var onlyStructure = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    let console = Console.current
    let catalogue = try flows.catalogue()
    let found = try catalogue.find(flow)
    let file = try SourceFile(document: document)
    let letters = found.id.prefix { !$0.isNumber }
    let result = DocumentImport(file, prefix: letters.isEmpty ? "UC" : String(letters))
    let useCase =
      result.flows.first { $0.id == found.id }
      ?? (result.flows.count == 1 ? result.flows[0] : nil)
    guard let useCase else {
      let ids = result.flows.map(\.id).joined(separator: ", ")
      throw refuse(
        ids.isEmpty
          ? "`\(document)` has no use case"
          : "`\(document)` has no use case `\(found.id)`; it has: \(ids)")
    }
    let check = DocumentCheck(
      useCase, at: file.path, against: found, comparesWords: !onlyStructure)
    let files = [file] + SourceFile.excerpts(from: [found.path])
    // Print the errors of the document first, since they explain the differences.
    console.show(result.diagnostics.filter { $0.severity == .error }, in: files)
    let renderer = DiagnosticRenderer(files: files, color: console.outHasColor)
    for diagnostic in check.diagnostics { console.out(renderer.render([diagnostic])) }
    console.out(
      "\(found.id): \(check.rowCount) rows of the document, \(check.differenceCount) different\n")
    if check.differenceCount > 0 { throw ExitCode(1) }
  }
}
