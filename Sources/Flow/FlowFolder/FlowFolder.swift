package import Diagnostics
internal import Files
internal import FlowFiles
package import FlowLoader
package import FlowModel
internal import FlowProof

/// A folder of flows with everything that belongs to it: the flows, the house rules, `flowrun.yaml`
/// and the baseline.
///
/// A value. ``reload()`` reads what has changed on disk, and ``set(_:at:)`` uses the text of an
/// editor in place of a file. `findings` in FlowFolder+Findings.swift says what is found then. All
/// commands and the editor use it, so they agree.
package struct FlowFolder: Sendable {
  /// The folder, as messages name it.
  package let name: String
  /// The folders and files that hold flows: one folder, unless several were named.
  private let roots: [String]
  /// The files and folders in it that are asked for, without links. Nil for all.
  private(set) var asked: [String]?
  var flows: KeptFlows
  var proofs = KeptProofs()
  /// The files that are open in an editor, by path.
  package private(set) var open: [String: SourceFile] = [:]
  /// What the team has agreed on.
  package private(set) var settings = FolderSettings(of: "/")
  private var loaded: FlowLoader.Result?
  private var knownBook: HouseRuleBook?
  private var refused: [Diagnostic] = []

  /// Opens a folder of flows.
  ///
  /// - Parameter keepsReadable: whether the other flows see the last readable version of a file
  ///   while it cannot be read as a flow, as people want it while they type. Otherwise it is as if
  ///   it were not there.
  package init(_ folder: String, keepsReadable: Bool = false) {
    self.init(name: folder, roots: [folder], keepsReadable: keepsReadable)
  }

  private init(name: String, roots: [String], keepsReadable: Bool = false) {
    (self.name, self.roots) = (name, roots)
    flows = KeptFlows(keepsReadable: keepsReadable)
    reload()
  }

  /// Opens the folder to which files and folders belong, and asks for findings in them; without
  /// any, that of the working folder. What belongs to no folder of flows is taken by itself.
  ///
  /// - Parameter home: the folder of flows, if it is known.
  package static func open(
    _ paths: [String], in home: String? = nil
  ) throws(FolderProblem) -> FlowFolder {
    if let missing = (paths + [home].compactMap(\.self)).first(where: { !FileSystem.exists($0) }) {
      throw .missing(missing)
    }
    guard let first = paths.first else {
      guard let name = home ?? FolderPlace.nearest()?.name else { throw .noneNear }
      return FlowFolder(name)
    }
    let homes = paths.map { home ?? FolderPlace.containing($0)?.name }
    let real = homes.map { $0.map { FileSystem.resolved($0) } }
    if let name = homes[0], real.allSatisfy({ $0 == real[0] }) {
      var folder = FlowFolder(name)
      let asked = paths.map { FileSystem.resolved($0) }
      if asked.contains(where: { $0 == real[0] }) { return folder }
      if asked.allSatisfy({ folder.holds($0) }) {
        folder.asked = asked
        return folder
      }
      if home != nil, let other = zip(paths, asked).first(where: { !folder.holds($0.1) })?.0 {
        throw .outside(other)
      }
    }
    return FlowFolder(name: first, roots: paths)
  }

  /// Whether a file of flows or house rules is at this path or below it.
  ///
  /// - Parameter path: without links.
  private mutating func holds(_ path: String) -> Bool {
    (paths + book().files.map(\.path)).contains {
      FolderPlace.isInside(FileSystem.resolved($0), path)
    }
  }

  // MARK: Files

  /// Reads what has changed on disk.
  package mutating func reload() {
    settings = FolderSettings(of: name)
    var found = FileSystem.Listing()
    for root in roots {
      guard FileSystem.isFolder(root) || !FileSystem.exists(root) else {
        found.paths.append(root)
        continue
      }
      let listing = FlowLoader.flowFiles(below: root)
      found.paths += listing.paths
      found.refused += listing.refused
    }
    for path in open.keys where holdsFlow(path) && !found.paths.contains(path) {
      found.paths.append(path)
    }
    let (files, refused) = FlowLoader.read(found, open: open, in: name)
    let paths = Set(files.map(\.path))
    for path in flows.paths where !paths.contains(path) { flows.remove(path) }
    for file in files { flows.read(file) }
    (self.refused, loaded, knownBook) = (refused, nil, nil)
  }

  /// Uses the text of an editor in place of a file; with nil the file again.
  package mutating func set(_ bytes: [UInt8]?, at path: String) {
    open[path] = bytes.map { SourceFile(path: path, bytes: $0) }
    if holdsRules(path) { knownBook = nil }
    guard holdsFlow(path) else { return }
    if let file = open[path] ?? (try? SourceFile(readingFrom: path)) {
      guard flows.read(file) else { return }
    } else {
      flows.remove(path)
    }
    refused.removeAll { $0.path == path }
    (loaded, knownBook) = (nil, nil)
  }

  /// The paths of the files of flows, sorted.
  package var paths: [String] { flows.paths }

  /// The text of a file of flows.
  package func file(_ path: String) -> SourceFile? { flows.file(path) }

  /// The flow of a file, if it can be read as it is.
  package func flow(at path: String) -> Flow? { flows.flow(path) }

  /// Whether a file at this path is a file of flows, whether or not it is there.
  package func holdsFlow(_ path: String) -> Bool {
    roots.contains { root in
      guard path.hasPrefix(root + "/") else { return path == root }
      return FlowLoader.isFlowFile(path.dropFirst(root.count + 1))
    }
  }

  /// Whether a file at this path is a file of house rules.
  package func holdsRules(_ path: String) -> Bool {
    path.hasPrefix("\(name)/\(FlowLoader.rulesFolder)/")
  }

  // MARK: Flows and rules

  /// The flows, connected with each other, and everything that is wrong with their files.
  package mutating func result() -> FlowLoader.Result {
    if let loaded { return loaded }
    let result = flows.result(and: refused)
    loaded = result
    return result
  }

  /// The house rules that can be read.
  package mutating func book() -> HouseRuleBook {
    if let knownBook { return knownBook }
    let book = HouseRuleBook(result().readable, in: name, open: open)
    knownBook = book
    return book
  }
}
