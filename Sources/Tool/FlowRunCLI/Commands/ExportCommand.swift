internal import ArgumentParser
internal import Files
internal import FlowExport
internal import FlowModel
internal import FlowRuntime
internal import Markup

struct ExportCommand: ParsableCommand, LongCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Writes flows in formats that other engines run.",
    discussion: """
      Each file holds a flow and all flows that a run of it can come to. What a format cannot \
      carry stands in the file, and in a page NOTES-FORMAT.md beside it, by the ids of rows. \
      docs/engines.md says which engines run the files, and how that is tested.
      """)

  var deed: String? { "exporting" }

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case asl, bpmn, scxml
  }

  @Argument(help: "The flow's id or alias.", completion: .flows) var flow: String?
  @Flag(help: "Exports every flow.") var all = false
  @Option(name: .customLong("to"), help: "asl; bpmn; scxml.") var format: Format
  @Option(name: .shortAndLong, help: "The folder to write.", completion: .directory)
  var output: String
  @Option(
    help: "A flow that may be put on top of a suspended run. May be given several times.",
    completion: .flows)
  var onTop: [String] = []
  @Flag(help: "The reading as meant.") var asMeant = false
  @OptionGroup var flows: FlowsOption

  func validate() throws {
    guard all == (flow == nil) else {
      throw ValidationError("name a flow, or write `--all`")
    }
  }

  func run() throws {
    try requireFolderName(output, for: "--output")
    let catalogue = try flows.catalogue()
    let program = catalogue.compiled(as: asMeant ? .meant : .written)
    let chosen = try flow.map { [try catalogue.find($0)] } ?? catalogue.flows
    if let flow, let first = chosen.first, first.isOutline {
      throw Refusal("`\(flow)` is not yet written")
    }
    let tops = try onTop.map { try catalogue.find($0) }
    if let outline = tops.first(where: \.isOutline) {
      throw Refusal("`\(outline.id)` is not yet written")
    }
    var names = ExportNames(other: "-") { $0 == "." || $0 == "-" }
    let files = chosen.compactMap { flow in
      ExportModel(flow, in: program, tops: tops).map {
        ExportFile($0, as: format, name: names.name(flow.id))
      }
    }
    let page = "NOTES-\(format.rawValue).md"
    try write(
      files.map { ($0.name, Array($0.text.utf8)) }
        + [(page, Array(ExportFile.notes(of: files).utf8))], into: output)
    let notes = Set(files.flatMap(\.notes)).count
    let word = files.count == 1 ? "1 file" : "\(files.count) files"
    Console.current.out(
      notes == 0
        ? "\(word) in \(output)\n"
        : """
        \(word) in \(output); what they cannot carry is in \(page): \
        \(String.count(notes, "note"))\n
        """
    )
  }
}

/// A file that `flowrun export` writes.
struct ExportFile {
  /// Its name, with ending.
  let name: String
  let text: String
  let notes: [ExportNote]

  init(_ model: ExportModel, as format: ExportCommand.Format, name: String) {
    switch format {
    case .asl:
      let machine = StateLanguage(model)
      (text, notes) = (machine.json, machine.notes)
      self.name = "\(name).\(StateLanguage.fileEnding)"
    case .bpmn:
      let document = ProcessDocument(model)
      (text, notes) = (document.xml, document.notes)
      self.name = "\(name).\(ProcessDocument.fileEnding)"
    case .scxml:
      let chart = StateChart(model)
      (text, notes) = (chart.xml, chart.notes)
      self.name = "\(name).\(StateChart.fileEnding)"
    }
  }

  /// The notes of some files as a page.
  static func notes(of files: [ExportFile]) -> String {
    var text = "# What the files cannot carry\n"
    for file in files {
      text += "\n## \(file.name)\n"
      if file.notes.isEmpty { text += "Nothing is missing.\n" }
      for note in file.notes { text += "- `\(note.place)`: \(note.text)\n" }
    }
    return text
  }
}
