internal import ArgumentParser
internal import FlowFolder
internal import FlowModel
internal import FlowSwift

struct SwiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Writes Swift types for the rows, actions, facts and inputs of flows.",
    discussion: """
      An app that names them by these types is not compiled if the flows have no such name, or if \
      it lacks an action of theirs. docs/typed-swift.md describes them. The plugin `FlowTypes` of \
      the package writes them in every build.
      """)

  @Argument(
    help:
      "The flows to begin with, by id or alias; those that they reach are included. Default: all.",
    completion: .flows)
  var names: [String] = []
  @Option(name: .shortAndLong, help: "The file to write. By default standard output.")
  var output: String?
  @Option(help: "The name of the enum around all types.") var name = "Flows"
  @Flag(help: "The types are for the meant targets.") var asMeant = false
  @Flag(name: .customLong("public"), help: "Other modules may use the types.") var isPublic = false
  @Flag(help: "Writes the compiled flows into the file as well, so that the app needs no other.")
  var embed = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    guard SwiftTypes.isName(name) else {
      throw Refusal("`\(name)` cannot be the name of a Swift type; write one like `--name Hotel`")
    }
    let catalogue = try flows.catalogue()
    let rules = try embed ? flows.houseRules(of: catalogue).houseRules : nil
    let types = SwiftTypes(
      catalogue, as: asMeant ? .meant : .written, from: try names.map { try catalogue.find($0) },
      name: name, isPublic: isPublic, embedsFlows: embed, rules: rules)
    guard let output else { return Console.current.out(types.text) }
    try write(types.text, to: output)
  }
}
