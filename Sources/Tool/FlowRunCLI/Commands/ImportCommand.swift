internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowLoader

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Converts a use-case document to flow files.",
    discussion: """
      Reads Markdown with a step table, also collapsed to one line; text copied from a rendered \
      page; a main scenario with extensions; user stories. Says of everything it could not place \
      where it stands. Exit status: 1 when something of the document is missing from the flow.
      """)

  @Argument(help: "The document; `-` is standard input.") var document: String
  @Option(name: .shortAndLong, help: "Writes every flow into a file in this folder.")
  var output: String?
  @Option(help: "Only this use case of the document.") var only: String?
  @Option(help: "The letters before the number in an id.") var prefix = "UC"
  @Option(help: "The id, for a document without one.") var id: String?
  @Flag(help: "Omits notes about unusual parts that were kept.") var quiet = false

  func run() throws {
    let console = Console.current
    let file = try SourceFile(document: document)
    let result = DocumentImport(file, prefix: prefix, id: id)
    let told = result.diagnostics.filter { !quiet || $0.severity != .note }
    console.show(told, in: [file])
    var flows = result.flows
    if let only {
      flows = flows.filter { $0.id.lowercased() == only.lowercased() }
      guard !flows.isEmpty else {
        let ids = result.flows.map(\.id)
        throw refuse(
          "the document has no use case `\(only)`; "
            + (DidYouMean.question(for: only, in: ids) ?? "it has: \(ids.joined(separator: ", "))"))
      }
    }
    guard !flows.isEmpty else { throw ExitCode(2) }
    if let output {
      try write(flows, to: output)
    } else {
      guard flows.count == 1 else {
        throw refuse(
          "the document has \(flows.count) use cases; name a folder with `-o DIR`, or one of them "
            + "with `--only \(flows[0].id)`")
      }
      console.out(flows[0].yaml)
    }
    let isWhole = flows.allSatisfy { check($0) }
    let hasLoss = result.diagnostics.contains { $0.severity == .error }
    if !isWhole || hasLoss { throw ExitCode(1) }
  }

  /// Prints the loader's diagnostics about a file, except for those about other files.
  private func check(_ flow: DocumentImport.Flow) -> Bool {
    let file = SourceFile(path: flow.fileName, bytes: Array(flow.yaml.utf8))
    let result = FlowLoader().load([file])
    if !result.flows.isEmpty { return true }
    Console.current.show(result.diagnostics, in: [file])
    return false
  }

  private func write(_ flows: [DocumentImport.Flow], to folder: String) throws {
    guard FileSystem.isFolder(folder) else { throw refuse("there is no folder `\(folder)`") }
    for flow in flows {
      let path = "\(folder)/\(flow.fileName)"
      guard !FileSystem.exists(path) else {
        throw refuse("`\(path)` exists already; move it away first")
      }
      try FlowRunCLI.write(flow.yaml, to: path)
      Console.current.out("\(path)\n")
    }
  }
}

extension SourceFile {
  /// The document named on the command line.
  init(document: String) throws { try self.init(argument: document, limit: 4 << 20) }
}
