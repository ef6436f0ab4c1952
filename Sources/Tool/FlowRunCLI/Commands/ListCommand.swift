internal import ArgumentParser
internal import FlowModel
internal import JSON
internal import Markup

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists all flows: id, alias, kind, title.")

  @OptionGroup var flows: FlowsOption
  @Flag(help: "Prints JSON, one array.") var json = false
  @Flag(help: "Prints only the names, one per line: all ids without spaces, then all aliases.")
  var names = false

  func run() throws {
    let flows = try flows.catalogue().flows
    if names {
      let names = flows.map(\.id).filter { !$0.contains(" ") } + flows.compactMap(\.alias)
      Console.current.out(names.map { $0 + "\n" }.joined())
      return
    }
    if json {
      let objects = flows.map { flow in
        JSONValue.object([
          "flow": .string(flow.id), "alias": flow.alias.map { .string($0) },
          "kind": .string(flow.isOutline ? "outline" : flow.kind.rawValue),
          "title": .string(flow.title), "file": .string(flow.path),
        ])
      }
      Console.current.out(JSONValue.array(objects).text + "\n")
      return
    }
    let ids = flows.map(\.id.count).max() ?? 0
    let aliases = flows.compactMap(\.alias?.count).max() ?? 0
    for flow in flows {
      let alias = (flow.alias ?? "").padded(to: aliases)
      let kind = (flow.isOutline ? "outline" : flow.kind.rawValue).padded(to: 12)
      let id = flow.id.padded(to: ids)
      Console.current.out("\(id)  \(alias)  \(kind)  \(TerminalText.line(flow.title))\n")
    }
  }
}
