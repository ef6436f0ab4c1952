internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowDocument
internal import FlowFolder
internal import FlowLoader
internal import FlowModel

/// A command about a flow, which may be named by the path of its file or its document as well.
protocol FlowNaming: ParsableCommand {
  /// The word that names the flow.
  var flowName: String? { get set }
  /// The folder of flows.
  var flows: FlowsOption { get set }
  /// Whether the word may be left out, and so may name a folder of flows.
  static var takesAllFlows: Bool { get }
}

/// A command about one flow.
protocol NamesFlow: FlowNaming {
  var flow: String { get set }
}

/// A command about one flow or about all flows.
protocol MayNameFlow: FlowNaming {
  var flow: String? { get set }
}

extension NamesFlow {
  var flowName: String? {
    get { flow }
    set { flow = newValue ?? flow }
  }
  static var takesAllFlows: Bool { false }
}

extension MayNameFlow {
  var flowName: String? {
    get { flow }
    set { flow = newValue }
  }
  static var takesAllFlows: Bool { true }
}

extension FlowNaming {
  /// Puts the folder and the id in place of a path.
  mutating func resolvePath() throws {
    guard let word = flowName, FileSystem.exists(word) else { return }
    if FileSystem.isFolder(word) {
      // A folder may be called like a flow.
      guard Self.takesAllFlows, flows.folder == nil, word.contains("/") || !flows.has(word) else {
        return
      }
      (flowName, flows.folder) = (nil, word)
      return
    }
    guard
      word.hasSuffix(".yaml") || word.hasSuffix(".yml") || DocumentText.isDocument(word)
    else { return }
    let home = flows.folder ?? FolderPlace.home(of: word)?.name ?? FlowsFolder.parent(of: word)
    let real = FileSystem.resolved(word)
    var folder = FlowFolder(home)
    let found = folder.result().readable.flows.filter { FileSystem.resolved($0.path) == real }
    guard found.count < 2 else {
      throw Refusal(
        "`\(word)` has \(found.count) use cases: \(found.map(\.id).joined(separator: ", ")); name "
          + "one of them and its folder: `\(found[0].id) --flows \(home)`")
    }
    guard let flow = found.first else {
      var problems = folder.result().diagnostics.filter { FileSystem.resolved($0.path) == real }
      if problems.isEmpty, DocumentText.isShared(word), let file = try? SourceFile(argument: word),
        let problem = DocumentText.problem(DocumentText.file(file))
      {
        problems = [problem]
      }
      let isDocument = DocumentText.isDocument(word)
      if problems.isEmpty, isDocument, let file = try? SourceFile(argument: word) {
        let ids = Set(DocumentImport(DocumentText.file(file)).flows.map(\.id))
        let files = folder.result().readable.flows.filter { ids.contains($0.id) }.map(\.path)
        if let first = files.first {
          throw Refusal(
            "the use cases of `\(word)` have flow files (\(files.joined(separator: ", "))); name "
              + "one of them, such as `\(first)`")
        }
      }
      throw Refusal(
        problems, in: folder.result().files,
        isDocument ? "`\(word)` has no use case" : "`\(word)` is no flow that can be read")
    }
    (flowName, flows.folder) = (flow.id, home)
  }
}

extension RunCommand: FlowNaming {
  var flowName: String? {
    get { options.flow }
    set { options.flow = newValue }
  }
  var flows: FlowsOption {
    get { options.flows }
    set { options.flows = newValue }
  }
  static var takesAllFlows: Bool { false }
}

extension TableCommand: NamesFlow {}
extension GraphCommand: NamesFlow {}
extension PrintCommand: NamesFlow {}
extension BindCommand: MayNameFlow {}
extension PathsCommand: MayNameFlow {}
extension ExportCommand: MayNameFlow {}
extension MutateCommand: MayNameFlow {}
extension TestsCommand: MayNameFlow {}
extension ReplayCommand: MayNameFlow {}
extension StudioCommand: MayNameFlow {}
