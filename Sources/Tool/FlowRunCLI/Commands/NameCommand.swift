internal import ArgumentParser
internal import Files
internal import FlowEdit
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import Markup

struct NameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "name",
    abstract: "Gives steps and rows names for code, made of their words.",
    discussion: """
      Writes `name: signOut` at every step and row of the flows that has none yet; of a flow in a \
      document into the binding file beside it. The names stay when ids change, and whoever does \
      not like one writes another. Translations below ids move to the names. `flowrun swift`, \
      traces, saved runs and comparisons use them. See docs/language.md#names.
      """)

  @Argument(help: "The flows, by id or alias.", completion: .flows)
  var names: [String]
  @Flag(help: "Only shows what would be written, as a patch. Exit status: 1 if there is any.")
  var diff = false
  @OptionGroup var flows: FlowsOption

  func run() throws {
    var folder = FlowFolder(try flows.located())
    let catalogue = folder.result().readable
    var edit = FlowEdit([])
    var lines: [String] = []
    for flow in try names.map({ try catalogue.find($0) }) {
      let proposals = NameProposals(flow)
      let named = proposals.all.filter { $0.name != nil }
      if !named.isEmpty {
        do throws(EditRefusal) {
          edit = edit.followed(
            by: try folder.editable().after(edit)
              .edit(naming: proposals, in: flow.path, of: catalogue))
        } catch {
          throw Refusal("\(flow.id): \(error.message)")
        }
      }
      lines += proposals.all.map { one in
        let words = TerminalText.line(one.text)
        return one.name.map { "\(flow.id):\(one.id)  \($0)  \(words)" }
          ?? "\(flow.id):\(one.id)  no name can be made of “\(words)”; write one"
      }
      if named.isEmpty { lines.append("\(flow.id): nothing to name") }
    }
    try makeChange(edit, in: &folder, onlyShows: diff)
    Console.current.out(lines.map { $0 + "\n" }.joined())
  }
}
