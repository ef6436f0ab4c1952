package import Diagnostics
internal import Files
package import FlowDocument
internal import FlowFiles
package import FlowLoader
package import FlowModel
internal import FlowProof

/// A folder of flows with everything that belongs to it: the flows, in flow files and in documents,
/// the house rules, `flowrun.yaml` and the baseline.
///
/// A value. ``reload()`` reads what has changed on disk, and ``set(_:at:)`` uses the text of an
/// editor in place of a file. `findings` in FlowFolder+Findings.swift says what is found then. All
/// commands and the editor use it, so they agree.
package struct FlowFolder: Sendable {
  /// The folder, as messages name it.
  package let name: String
  /// What the paths of files in a temporary folder begin with on disk and not in messages.
  private let hidden: String
  /// The folders and files that hold flows: one folder, unless several were named.
  private let roots: [String]
  /// The files and folders in it that are asked for, without links. Nil for all.
  private(set) var asked: [String]?
  var flows: KeptFlows
  /// The documents of the folder.
  package private(set) var documents = DocumentFlows()
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

  /// Opens a folder of flows that lies below another one which messages do not name.
  ///
  /// - Parameter hidden: the path of that other folder, with a `/` at its end.
  package init(_ folder: String, below hidden: String) {
    self.init(name: folder, roots: [folder], hidden: hidden)
  }

  private init(
    name: String, roots: [String], keepsReadable: Bool = false, hidden: String = ""
  ) {
    (self.name, self.roots, self.hidden) = (name, roots, hidden)
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
    let homes = paths.map { home ?? FolderPlace.home(of: $0)?.name }
    let real = homes.map { $0.map { FileSystem.resolved($0) } }
    if let name = homes[0], real.allSatisfy({ $0 == real[0] }) {
      var folder = FlowFolder(name)
      let asked = paths.map { FileSystem.resolved($0) }
      if asked.contains(where: { $0 == real[0] }) { return folder }
      if asked.allSatisfy({ folder.holds($0) }) {
        folder.asked = asked
        folder.preferAsked()
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
    (paths + documents.bindingPaths + (book().files + texts).map(\.path)).contains {
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
      let listing = FlowFolder.files(below: root)
      found.paths += listing.paths
      found.refused += listing.refused
    }
    for path in open.keys where holdsFlow(path) && !found.paths.contains(path) {
      found.paths.append(path)
    }
    let documents = found.paths.filter { DocumentText.isDocument($0) }
    let bindings = found.paths.filter { FlowFolder.isBinding($0) }
    found.paths.removeAll { DocumentText.isDocument($0) || FlowFolder.isBinding($0) }
    let isEmpty = found.paths.isEmpty && found.refused.isEmpty
    let (read, unread) =
      isEmpty && !documents.isEmpty ? ([], []) : FlowLoader.read(found, open: open, in: name)
    let files = read.map { shown($0) }
    let paths = Set(files.map(\.path) + documents.map { shown($0) })
    for path in flows.paths where !paths.contains(path) { flows.remove(path) }
    for file in files { flows.read(file) }
    refused = unread
    for path in self.documents.paths where !paths.contains(path) { self.documents.remove(path) }
    let shownBindings = Set(bindings.map { shown($0) })
    for path in self.documents.bindingPaths where !shownBindings.contains(path) {
      self.documents.remove(binding: path)
    }
    var named: [SourceFile] = []
    for path in documents + bindings {
      do throws(FileError) {
        let limit = FlowFolder.documentLimit
        let bytes =
          if let file = open[path] { file.bytes } else { try FileSystem.read(path, limit: limit) }
        named.append(SourceFile(path: shown(path), bytes: bytes))
      } catch {
        self.documents.removeAny(shown(path))
        refused.append(Diagnostic(error))
      }
    }
    self.documents.read(all: named.filter { DocumentText.isDocument($0.path) })
    let others = documents.isEmpty ? [] : roots.filter(FileSystem.isFolder)
    self.documents.unread = others.flatMap(FlowFolder.unreadDocuments).map { shown($0) }
    for file in named where FlowFolder.isBinding(file.path) { self.documents.read(binding: file) }
    readDocuments()
  }

  /// The most bytes of a document.
  package static let documentLimit = 16 << 20

  /// The endings of the files that a folder is made of.
  package static let endings = [".yaml", ".yml"] + DocumentText.endings

  /// Keeps the use cases of the documents that are asked for, if others have their ids.
  private mutating func preferAsked() {
    documents.preferred = Set(
      documents.paths.filter { asked?.contains(FileSystem.resolved($0)) ?? false })
    if !documents.preferred.isEmpty { readDocuments() }
  }

  /// Takes the flows of the documents as they are now.
  private mutating func readDocuments() {
    let sources = documents.sources(besides: flows.idsOfFiles)
    for path in documents.paths { flows.read(sources[path] ?? [], ofDocument: path) }
    refused.removeAll { documents.file($0.path) != nil || documents.bindingFile($0.path) != nil }
    refused += documents.problems + documents.unbound + documents.leftOut
    if flows.paths.isEmpty, refused.isEmpty, let first = documents.paths.first {
      let count = documents.paths.count
      refused.append(
        Diagnostic(
          .noFlows, path: count == 1 ? first : name, span: .top,
          count == 1
            ? "this document has no use case"
            : "none of the \(count) documents here has a use case",
          help: "docs/documents.md says how a use case is recognised"))
    }
    (loaded, knownBook) = (nil, nil)
  }

  /// A file with the path that messages have.
  private func shown(_ file: SourceFile) -> SourceFile {
    SourceFile(path: shown(file.path), bytes: file.bytes)
  }

  private func shown(_ path: String) -> String {
    guard !hidden.isEmpty, path.hasPrefix(hidden) else { return path }
    return String(path.dropFirst(hidden.count))
  }

  /// Uses the text of an editor in place of a file; with nil the file again.
  package mutating func set(_ bytes: [UInt8]?, at path: String) {
    open[path] = bytes.map { SourceFile(path: path, bytes: $0) }
    if holdsRules(path) { knownBook = nil }
    guard holdsFlow(path) else { return }
    if DocumentText.isDocument(path) || FlowFolder.isBinding(path) {
      let limit = FlowFolder.documentLimit
      if let bytes = bytes ?? (try? FileSystem.read(path, limit: limit)) {
        guard documents.readAny(SourceFile(path: path, bytes: bytes)) else { return }
      } else {
        documents.removeAny(path)
        flows.remove(path)
      }
      readDocuments()
      return
    }
    if let file = open[path] ?? (try? SourceFile(readingFrom: path)) {
      guard flows.read(file) else { return }
    } else {
      flows.remove(path)
    }
    refused.removeAll { $0.path == path }
    // A flow may have got a file of its own.
    if documents.paths.isEmpty { (loaded, knownBook) = (nil, nil) } else { readDocuments() }
  }

  /// The paths of the files of flows, sorted.
  package var paths: [String] { flows.paths }

  /// The text of a file of flows.
  package func file(_ path: String) -> SourceFile? {
    flows.file(path) ?? documents.file(path) ?? documents.bindingFile(path)
  }

  /// The flow of a file, if it can be read as it is.
  package func flow(at path: String) -> Flow? { flows.flow(path) }

  /// Whether the flows of this path stand in a document, and in no flow file.
  package func isInDocument(_ path: String) -> Bool { documents.file(path) != nil }

  /// The flows of a file that can be read as they are, in its order: a document may have several.
  package func flows(at path: String) -> [Flow] {
    !isInDocument(path)
      ? flow(at: path).map { [$0] } ?? [] : flows.flows(ofDocument: path)
  }

  /// Whether a file at this path is a file of flows, whether or not it is there.
  package func holdsFlow(_ path: String) -> Bool {
    roots.contains { root in
      guard path.hasPrefix(root + "/") else { return path == root }
      return FlowFolder.isSource(path.dropFirst(root.count + 1))
    }
  }

  /// The files of flows and the documents below a folder.
  private static func files(below folder: String) -> FileSystem.Listing {
    var found = FlowLoader.flowFiles(below: folder)
    let documents = documents(below: folder, except: foldersAside)
    // A folder that cannot be read is named once.
    found.paths += documents.paths.filter { isDocument($0.dropFirst(folder.count + 1)) }
    let bindings = FileSystem.listing(
      below: folder, endingIn: [FlowLoader.bindingEnding], except: foldersAside)
    found.paths += bindings.paths
    return found
  }

  /// Whether a file at this path is a file of house rules.
  package func holdsRules(_ path: String) -> Bool {
    path.hasPrefix("\(name)/\(FlowLoader.rulesFolder)/")
  }

  /// The flows of files that are in memory, such as those of a revision of git.
  package static func result(of files: [SourceFile]) -> FlowLoader.Result {
    var (flows, documents) = (KeptFlows(keepsReadable: false), DocumentFlows())
    for file in files where !DocumentText.isShared(file.path) || DocumentText.isPage(file.bytes) {
      if DocumentText.isDocument(file.path) || isBinding(file.path) {
        documents.readAny(file)
      } else {
        flows.read(file)
      }
    }
    for (path, sources) in documents.sources(besides: flows.idsOfFiles) {
      flows.read(sources, ofDocument: path)
    }
    return flows.result(and: documents.problems + documents.unbound + documents.leftOut)
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
