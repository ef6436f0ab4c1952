internal import ArgumentParser
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowLoader
internal import FlowModel

/// The folder from which flows are loaded.
struct FlowsFolder {
  /// The folder given by the user. Nil for the nearest one.
  let name: String?

  /// The path of the folder, as diagnostics print it.
  func located() throws -> String {
    if let name {
      guard FileSystem.isFolder(name) else {
        throw refuse("there is no folder `\(name)`; name one with `--flows DIR`")
      }
      return name
    }
    return try FlowsFolder.nearest()
  }

  /// The nearest `Flows` in this folder or above, or else the one of the sources.
  static func nearest() throws -> String {
    var prefix = ""
    var rest = FileSystem.currentFolder.split(separator: "/").count
    while true {
      if FileSystem.isFolder(prefix + "Flows") { return prefix + "Flows" }
      if rest == 0 { break }
      rest -= 1
      prefix += "../"
    }
    let built = SourceTree.path("Flows")
    if FileSystem.isFolder(built) { return built }
    throw refuse("there is no `Flows` folder here or above; name one with `--flows DIR`")
  }

  /// A flow and the flows it reaches. Other flows are not checked.
  func catalogue(reachedFrom flow: String) throws -> Catalogue {
    try catalogue(of: FlowLoader().load(flow, andWhatItReachesIn: try located()))
  }

  /// All flows. If they cannot be run, prints why and exits with status 2.
  func catalogue() throws -> Catalogue {
    try catalogue(of: FlowLoader().load(folder: try located()))
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
  Console.current.err("flowrun: \(message)\n")
  return ExitCode(2)
}
