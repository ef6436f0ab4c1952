internal import ArgumentParser
internal import FlowLoader

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the flow language, for editors.",
    discussion: """
      `Flows/flow.schema.json` is what `flowrun schema` prints; every flow names it in its first \
      line, `# yaml-language-server: $schema=../flow.schema.json`.
      """)

  @Flag(help: "Prints the schema of the files below `Flows/paths`.") var paths = false
  @Flag(help: "Prints the schema of the files below `Flows/rules`.") var rules = false

  @Flag(help: "Prints the schema of the files below `Flows/texts`.") var texts = false

  func run() throws {
    let schema: FlowSchema = paths ? .paths : rules ? .rules : texts ? .texts : .flows
    Console.current.out(schema.text)
  }
}
