internal import ArgumentParser
internal import FlowModel
internal import JSON

struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Names all flows: id, alias, kind, title.")

  @OptionGroup var flows: FlowsOption
  @Flag(help: "As JSON, one array.") var json = false

  func run() throws {
    let flows = try flows.catalogue().flows
    if json {
      let objects = flows.map { flow in
        var object = JSONObject()
        object.add("flow", flow.id)
        if let alias = flow.alias { object.add("alias", alias) }
        object.add("kind", flow.isOutline ? "outline" : flow.kind.rawValue)
        object.add("title", flow.title)
        object.add("file", flow.path)
        return object.text
      }
      Console.current.out(JSONObject.array(objects) + "\n")
      return
    }
    let ids = flows.map(\.id.count).max() ?? 0
    let aliases = flows.compactMap(\.alias?.count).max() ?? 0
    for flow in flows {
      let id = flow.id.padded(to: ids)
      let alias = (flow.alias ?? "").padded(to: aliases)
      let kind = (flow.isOutline ? "outline" : flow.kind.rawValue).padded(to: 12)
      Console.current.out("\(id)  \(alias)  \(kind)  \(flow.title)\n")
    }
  }
}

extension String {
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
