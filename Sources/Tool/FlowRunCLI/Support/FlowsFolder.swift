internal import ArgumentParser
internal import CompiledFlows
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel
internal import Markup

/// The folder from which flows are loaded, or a file of compiled flows.
struct FlowsFolder {
  /// The folder or file given by the user. Nil for the nearest folder.
  let name: String?

  /// The path of the folder, as diagnostics print it. For compiled flows it is the nearest folder,
  /// since scripts and git revisions are not in the file.
  func located() throws -> String {
    guard let name, compiledFile == nil else { return try FlowsFolder.nearest() }
    guard FileSystem.isFolder(name) else {
      throw refuse("there is no folder `\(name)`; name one with `--flows DIR`")
    }
    return name
  }

  /// The path of the file of compiled flows. Nil for a folder.
  private var compiledFile: String? {
    name.flatMap { FileSystem.exists($0) && !FileSystem.isFolder($0) ? $0 : nil }
  }

  /// The nearest `Flows` in this folder or above, or else the one that came with this program.
  static func nearest() throws -> String {
    let depth = FileSystem.currentFolder.split(separator: "/").count
    let above = (0...depth).lazy.map { String(repeating: "../", count: $0) + "Flows" }
    if let found = above.first(where: FileSystem.isFolder) { return found }
    if let installed = DataFolder.path("Flows") { return installed }
    throw refuse(
      "there is no `Flows` folder here or above, and none beside this program; name one with `--flows DIR`"
    )
  }

  /// A flow and the flows it reaches. Other flows are not checked.
  func catalogue(reachedFrom flow: String) throws -> Catalogue {
    if let compiledFile { return try Catalogue(compiledFile: compiledFile) }
    return try catalogue(of: FlowLoader().load(flow, andWhatItReachesIn: try located()))
  }

  /// All flows. If they cannot be run, prints why and exits with status 2.
  func catalogue() throws -> Catalogue {
    if let compiledFile { return try Catalogue(compiledFile: compiledFile) }
    return try catalogue(of: FlowLoader().load(folder: try located()))
  }

  private func catalogue(of result: FlowLoader.Result) throws -> Catalogue {
    if !result.diagnostics.isEmpty {
      Console.current.show(result.diagnostics, in: result.files)
    }
    guard let catalogue = result.catalogue else {
      let count = result.diagnostics.filter { $0.severity == .error }.count
      throw refuse("the flows cannot run: \(count) error\(count == 1 ? "" : "s")")
    }
    return catalogue
  }
}

extension Catalogue {
  /// Opens a file of compiled flows. If that is not possible, says why and exits with status 2.
  init(compiledFile path: String) throws {
    let bytes = try refusing { () throws(FileError) in try FileSystem.read(path) }
    do throws(CompiledFlowsError) {
      try self.init(compiled: bytes)
    } catch {
      let isYAML = error == .notCompiledFlows && (path.hasSuffix(".yaml") || path.hasSuffix(".yml"))
      throw refuse("`\(path)`: \(isYAML ? "name the folder of this flow file" : error.description)")
    }
  }

  /// The flow with this id or alias. For a wrong name, suggests the nearest one and exits with
  /// status 2.
  func find(_ name: String) throws -> Flow {
    if let flow = flow(named: name) { return flow }
    let names = flows.map(\.id) + flows.compactMap(\.alias)
    let help =
      DidYouMean.question(for: name, in: names) ?? "`flowrun list` names all flows"
    throw refuse("there is no flow `\(name)`; \(help)")
  }
}

/// Prints a message. Returns the exit status for wrong files or arguments.
func refuse(_ message: String) -> ExitCode {
  Console.current.err("flowrun: \(TerminalText.lines(message))\n")
  return ExitCode(2)
}
