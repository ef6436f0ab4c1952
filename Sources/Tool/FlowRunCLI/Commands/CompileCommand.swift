internal import ArgumentParser
internal import CompiledFlows
internal import Files
internal import FlowFolder

struct CompileCommand: ParsableCommand, LongCommand {
  /// The usual ending of a file of compiled flows.
  static let ending = ".flows"

  static let configuration = CommandConfiguration(
    commandName: "compile", abstract: "Compiles a folder of flows into one file for an app.",
    discussion: """
      The file needs neither YAML nor a folder: an app opens it with `Catalogue(compiled: bytes)`, \
      and every command with `--flows FILE`. docs/compiled-flows.md describes it. A step or a flow \
      that does not exist yet is a warning: a run ends there.
      """)

  var deed: String? { "compiling" }

  @Argument(
    help: "The folder with the flow files. By default the nearest `Flows` here or above.")
  var folder: String?
  @Option(name: .shortAndLong, help: "The file to write, such as `app.flows`.") var output: String

  func run() throws {
    guard output != "-" else { throw Refusal("`--output` needs the name of a file") }
    let flows = FlowsFolder(name: folder)
    let catalogue = try flows.completeCatalogue()
    let rules = try flows.houseRules(of: catalogue).houseRules
    let bytes = catalogue.compiledFile(with: rules)
    try refusing { () throws(FileError) in try FileSystem.write(bytes, to: output) }
  }
}
