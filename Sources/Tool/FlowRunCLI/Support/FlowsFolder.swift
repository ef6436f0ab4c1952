internal import CompiledFlows
internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
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
      throw Refusal("there is no folder `\(name)`; name one with `--flows DIR`")
    }
    return name
  }

  /// The path of the file of compiled flows. Nil for a folder.
  private var compiledFile: String? {
    name.flatMap { FileSystem.exists($0) && !FileSystem.isFolder($0) ? $0 : nil }
  }

  /// The folder in which a file is.
  static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The folder of flows of the working folder, or else the one that came with this program.
  static func nearest() throws -> String {
    if let place = FolderPlace.nearest() {
      let settings = FolderSettings(of: place.name)
      guard settings.diagnostics.isEmpty else {
        throw Refusal(settings.diagnostics, in: [settings.file].compactMap(\.self))
      }
      return place.name
    }
    if let installed = DataFolder.path("Flows") { return installed }
    throw Refusal(
      """
      there is no `Flows` folder here or above, and none beside this program; name one with \
      `--flows DIR`
      """
    )
  }

  /// The folder with all that belongs to it. Prints what cannot be read; refuses if nothing can.
  /// Nil for compiled flows.
  func opened() throws -> FlowFolder? {
    guard compiledFile == nil else { return nil }
    var folder = FlowFolder(try located())
    _ = try catalogue(of: folder.result())
    return folder
  }

  /// The house rules: those of the folder, or of the compiled flows. Refuses if they cannot be
  /// read.
  func houseRules(of catalogue: Catalogue) throws -> HouseRuleBook {
    guard !catalogue.isCompiled else {
      do throws(CompiledFlowsError) { return try HouseRuleBook(compiled: catalogue) } catch {
        throw Refusal("\(error)")
      }
    }
    return try HouseRuleBook(catalogue, in: try located()).complete()
  }

  /// A flow and the flows it reaches, if nothing is wrong with them. Otherwise all flows that can
  /// be read.
  func catalogue(reachedFrom flow: String) throws -> Catalogue {
    if let compiledFile { return try Catalogue(compiledFile: compiledFile) }
    let folder = try located()
    // What is in a document can only be found by reading it.
    if let result = FlowLoader().load(flow, reachedIn: folder) { return result.readable }
    return try catalogue()
  }

  /// All flows that can be read. Prints what cannot be read; refuses if nothing can.
  func catalogue() throws -> Catalogue {
    if let compiledFile { return try Catalogue(compiledFile: compiledFile) }
    return try catalogue(of: try result())
  }

  /// What is in the folder.
  private func result() throws -> FlowLoader.Result {
    var folder = FlowFolder(try located())
    return folder.result()
  }

  /// All flows. Refuses if anything is wrong with one of them, except for steps and flows that do
  /// not exist, of which it warns.
  func completeCatalogue() throws -> Catalogue {
    if let compiledFile { return try Catalogue(compiledFile: compiledFile) }
    let result = try result()
    guard let catalogue = result.unfinished else {
      let errors = result.diagnostics.count { $0.severity == .error }
      throw Refusal(
        result.diagnostics, in: result.files,
        "the flows are not complete: \(String.count(errors, "error"))")
    }
    let warnings = result.diagnostics.map { diagnostic in
      var warning = diagnostic
      warning.severity = min(diagnostic.severity, .warning)
      return warning
    }
    Console.current.show(warnings, in: result.files)
    return catalogue
  }

  /// Whether there is a flow with this id or alias. Says nothing about what cannot be read.
  func has(_ flow: String) -> Bool {
    if let compiledFile {
      return (try? Catalogue(compiledFile: compiledFile))?.flow(named: flow) != nil
    }
    return (try? result())?.readable.flow(named: flow) != nil
  }

  /// The ids of the flows that are there. None if the folder is empty.
  func ids() throws -> Set<String> {
    Set(try result().flows.map(\.id))
  }

  private func catalogue(of result: FlowLoader.Result) throws -> Catalogue {
    Console.current.showUnread(of: result)
    guard !result.readable.flows.isEmpty else {
      throw Refusal("there is no flow that can be read")
    }
    return result.readable
  }
}

extension HouseRuleBook {
  /// Refuses if a file of rules cannot be read.
  func complete() throws -> HouseRuleBook {
    guard diagnostics.isEmpty else {
      throw Refusal(diagnostics, in: files, "the house rules cannot be read")
    }
    return self
  }

  /// The rules with this name; all without one.
  func rules(named name: String?) throws -> [HouseRule] {
    guard let name else { return rules }
    let chosen = rules.filter { $0.name.text == name }
    guard chosen.isEmpty else { return chosen }
    let near = DidYouMean.question(for: name, in: rules.map(\.name.text))
    throw Refusal(
      "there is no house rule `\(name)`; \(near ?? "docs/house-rules.md shows how to write one")")
  }
}

extension Console {
  /// Prints why files cannot be read, and how many other problems there are. If there is such a
  /// file, the command ends with status 2.
  func showUnread(of result: FlowLoader.Result) {
    let unread = result.unread(besides: result.readable.flows)
    show(unread, in: result.files)
    if !unread.isEmpty { markUnread() }
    let count = result.diagnostics.count - unread.count
    if count > 0 {
      err("flowrun: note: \(String.count(count, "problem")) in the flows; see `flowrun check`\n")
    }
  }
}

extension FlowLoader.Result {
  /// The diagnostics of the files of which none of these flows is.
  func unread(besides flows: [Flow]) -> [Diagnostic] {
    let read = Set(flows.map(\.path))
    // The flow of a binding runs without what it says of rows that are gone.
    return diagnostics.filter { !read.contains($0.path) && !Rule.ofBindings.contains($0.rule) }
  }
}

extension Catalogue {
  /// Opens a file of compiled flows. If that is not possible, refuses and says why.
  init(compiledFile path: String) throws {
    let bytes = try refusing { () throws(FileError) in try FileSystem.read(path) }
    do throws(CompiledFlowsError) {
      try self.init(compiled: bytes)
    } catch {
      let isFlow = error == .notCompiledFlows && !path.hasSuffix(".flows")
      throw Refusal(
        "`\(path)`: \(isFlow ? "name the folder of this file" : error.description)")
    }
  }

  /// The flow with this id or alias. For a wrong name, suggests the nearest one.
  func find(_ name: String) throws -> Flow {
    if let flow = flow(named: name) { return flow }
    if unread.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw Refusal("the file of `\(name)` cannot be read; `flowrun check` says why")
    }
    let names = flows.map(\.id) + flows.compactMap(\.alias)
    let help =
      DidYouMean.question(for: name, in: names) ?? "`flowrun list` names all flows"
    throw Refusal("there is no flow `\(name)`; \(help)")
  }
}

/// Ends a run that took a row to a step or a flow that does not exist, with status 2.
func refuseMissing(_ end: End?) throws {
  guard case .missing(let target)? = end else { return }
  throw Refusal("the run came to `\(target)`, which does not exist; `flowrun check` says where")
}
