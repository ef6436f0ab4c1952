internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowDocument
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowProof
internal import Markup

/// What somebody does next in the working folder: printed for an empty command line.
enum NextSteps {
  /// How many documents are read to find use cases, and how large each may be.
  private static let documents = (count: 20, bytes: 1 << 20)

  static func text() -> String {
    let (state, steps) = FolderPlace.nearest().map(ofFlows) ?? withoutFlows()
    let width = steps.map(\.command.count).max() ?? 0
    let lines = steps.map { "  \($0.command.padded(to: width))  \($0.does)\n" }
    return """
      \(state)

      \(lines.joined())
      `flowrun --help` names all commands.

      """
  }

  private typealias Step = (command: String, does: String)

  private static func ofFlows(_ place: FolderPlace) -> (String, [Step]) {
    var folder = FlowFolder(place.name)
    let found = folder.findings()
    let open = found.findings.filter { $0.standing == .open }.map(\.diagnostic.severity)
    let ids = folder.result().readable.flows.filter { $0.outline == nil }.map(\.id)
    guard let first = ids.first else {
      let (documents, steps) = withoutFlows()
      return ("`\(place.name)` has no flow that can run. \(documents)", steps)
    }
    let counts = [
      String.count(found.flows, "flow"),
      open.isEmpty ? "nothing to repair" : String.count(open.count, "finding"),
    ]
    var steps: [Step] = []
    if !open.isEmpty { steps.append(("flowrun check", "what is wrong, where, and what helps")) }
    steps += [
      ("flowrun studio", "shows the tables in the browser, to walk through and to change"),
      ("flowrun \(first)", "runs this flow at the terminal; `flowrun list` names all"),
    ]
    if FileSystem.isFolder("\(place.name)/\(FlowLoader.pathsFolder)") {
      steps.append(("flowrun replay", "runs the recorded paths again"))
    } else {
      steps.append(("flowrun paths \(first)", "lists the paths that are worth recording"))
    }
    if folder.book().rules.isEmpty {
      steps.append(("flowrun tests --for gherkin", "writes tests of the app, one for each path"))
    } else {
      steps.append(("flowrun prove", "decides the house rules for all runs"))
    }
    return ("`\(place.name)`: \(counts.joined(separator: ", ")).", steps)
  }

  private static func withoutFlows() -> (String, [Step]) {
    if let (document, count) = documentWithUseCases() {
      let cases = String.count(count, "use case")
      return (
        "`\(document)` has \(cases).",
        [
          (
            "flowrun import \(HostRegistration.quoted(document)) -o Flows",
            "makes a flow of each use case"
          ),
          ("flowrun studio", "then shows them in the browser"),
        ]
      )
    }
    return (
      "There are no flows here yet. Begin with the booking of a hotel, or with a document:",
      [
        ("flowrun studio", "shows the booking in the browser, where its rows are the buttons"),
        ("flowrun init hotel", "makes a folder with it, to be changed and checked"),
        ("flowrun import DOCUMENT -o Flows", "makes flows of your own document"),
        ("flowrun studio UC2.3", "shows what a document with mistakes looks like"),
      ]
    )
  }

  /// The first document of this folder, or of `docs` in it, that has a use case, and how many.
  private static func documentWithUseCases() -> (name: String, count: Int)? {
    let names = ["", "docs/"].flatMap { folder in
      FileSystem.names(in: folder.isEmpty ? "." : folder).sorted().map { folder + $0 }
    }
    let found = names.filter { FileSystem.isFile($0) && FlowFolder.isDocumentFile($0) }
    for name in found.prefix(documents.count) {
      guard let bytes = try? FileSystem.read(name, limit: documents.bytes) else { continue }
      let file = DocumentText.file(SourceFile(path: name, bytes: bytes))
      guard DocumentText.problem(file) == nil else { continue }
      let count = DocumentSet([file]).members.count { $0.document != nil }
      if count > 0 { return (name, count) }
    }
    return nil
  }
}
