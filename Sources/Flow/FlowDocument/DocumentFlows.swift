package import Diagnostics
internal import Dispatch
package import FlowLoader
internal import Synchronization

/// Documents whose use cases are flows where they stand.
///
/// Only a document that has changed is read again.
package struct DocumentFlows: Sendable {
  private struct Kept: Sendable {
    /// The bytes of the file on the disk.
    var bytes: [UInt8]
    /// The document as text.
    var file: SourceFile
    var read: DocumentImport?
    var places: FlowPlaces.Document
    /// Why it cannot be read.
    var problem: Diagnostic?

    init(_ document: SourceFile) {
      bytes = document.bytes
      file = DocumentText.file(document)
      problem = DocumentText.problem(file)
      read = problem == nil ? DocumentImport(file) : nil
      places = FlowPlaces.Document(file)
    }
  }

  /// A use case of a document, or what there is in place of one.
  package struct Reading: Sendable {
    /// The document, as text.
    package let file: SourceFile
    /// The id of the use case.
    package let id: String
    /// The place of its heading.
    package let span: Span
    /// How much of it is in the flow.
    package let reading: DocumentReading
  }

  private var documents: [String: Kept] = [:]
  /// The use cases, in the order of the documents' paths.
  package private(set) var readings: [Reading] = []
  /// What was read in one of several possible ways, and what has no place in a flow.
  package private(set) var diagnostics: [Diagnostic] = []

  private var files: [String: BindingFile] = [:]
  /// What is wrong with binding files that belong to no use case.
  package private(set) var unbound: [Diagnostic] = []
  private(set) var drafts: [String: (draft: FlowDraft, document: String, binding: BindingFile?)] =
    [:]
  /// The flow files that the use cases stand for, with what is said beside them.
  private var made: [String: SourceFile] = [:]

  /// The paths of documents whose flows have files of their own, or are left out.
  private var withoutFlows: Set<String> = []
  /// The use cases that are left out, since other documents have their ids.
  package private(set) var leftOut: [Diagnostic] = []

  /// The paths of documents whose use cases stay where others have their ids.
  package var preferred: Set<String> = []

  /// The paths of documents beside them in formats that cannot be read.
  package var unread: [String] = []

  /// No documents.
  package init() {}

  /// The paths of the documents, sorted.
  package var paths: [String] { documents.keys.sorted() }

  /// The document with this path, as text.
  package func file(_ path: String) -> SourceFile? { documents[path]?.file }

  /// The bytes of the document with this path.
  package func bytes(_ path: String) -> [UInt8]? { documents[path]?.bytes }

  /// Why documents cannot be read, in the order of their paths.
  package var problems: [Diagnostic] { paths.compactMap { documents[$0]?.problem } }

  /// The paths of the documents that have no use case, sorted.
  package var withoutUseCase: [String] {
    let found = withoutFlows.union(readings.map(\.file.path))
    return paths.filter { !found.contains($0) && documents[$0]?.problem == nil }
  }

  /// Reads a document if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  package mutating func read(_ file: SourceFile) -> Bool {
    guard documents[file.path]?.bytes != file.bytes else { return false }
    documents[file.path] = Kept(file)
    return true
  }

  /// Reads those of several documents that have changed, at once on several threads.
  package mutating func read(all files: [SourceFile]) {
    let changed = files.filter { documents[$0.path]?.bytes != $0.bytes }
    let next = Atomic<Int>(0)
    let done = Mutex<[Kept]>([])
    DispatchQueue.concurrentPerform(iterations: min(8, changed.count)) { _ in
      while true {
        let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard place < changed.count else { return }
        let kept = Kept(changed[place])
        done.withLock { $0.append(kept) }
      }
    }
    for kept in done.withLock({ $0 }) { documents[kept.file.path] = kept }
  }

  /// Forgets a document that is gone.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  package mutating func remove(_ path: String) -> Bool {
    documents.removeValue(forKey: path) != nil
  }

  // MARK: Bindings

  /// The paths of the binding files, sorted.
  package var bindingPaths: [String] { files.keys.sorted() }

  /// The binding file with this path.
  package func bindingFile(_ path: String) -> SourceFile? { files[path]?.file }

  /// Reads a binding file if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  package mutating func read(binding file: SourceFile) -> Bool {
    guard files[file.path]?.file.bytes != file.bytes else { return false }
    files[file.path] = BindingFile(file)
    return true
  }

  /// Forgets a binding file that is gone.
  package mutating func remove(binding path: String) { files[path] = nil }

  /// Reads a document or a binding file, as its name tells, if it has changed.
  ///
  /// - Returns: whether it has.
  @discardableResult
  package mutating func readAny(_ file: SourceFile) -> Bool {
    DocumentText.isDocument(file.path) ? read(file) : read(binding: file)
  }

  /// Forgets a document or a binding file that is gone.
  package mutating func removeAny(_ path: String) {
    files[path] = nil
    remove(path)
  }

  /// The binding files by the ids of their flows, in small letters.
  private mutating func bindings(
    of ids: [String], besides known: Set<String>
  ) -> [String: BindingFile] {
    unbound = []
    var found: [String: BindingFile] = [:]
    for path in bindingPaths {
      guard let file = files[path] else { continue }
      guard let flow = file.flow else {
        unbound += file.diagnostics
        continue
      }
      func lose(_ rule: Rule, _ message: String, _ help: String) {
        unbound.append(
          Diagnostic(rule, path: path, span: file.flowSpan, message, help: help))
      }
      let id = flow.lowercased()
      if known.contains(id) {
        lose(
          .duplicateFlow,
          "`\(flow)` has a flow file, and this file is about a use case of a document",
          "write into the flow file what is written here, and remove this file")
      } else if !ids.contains(where: { $0.lowercased() == id }) {
        lose(
          .unknownFlow, "no document here has a use case `\(flow)`",
          DidYouMean.question(for: flow, in: ids) ?? "`flow` is the id of a use case")
      } else if let other = found[id] {
        lose(
          .duplicateFlow, "`\(flow)` has a binding file already, `\(other.file.path)`",
          "put both files together")
      } else {
        found[id] = file
      }
    }
    return found
  }

  /// The binding file of a use case as it should be. Nil if no document has it.
  package func bindingDraft(of flow: String) -> BindingDraft? {
    drafts[flow.lowercased()].map { BindingDraft($0.draft, of: $0.document, $0.binding) }
  }

  /// The flow file that a use case stands for, with what is said beside its document.
  package func made(of flow: String) -> SourceFile? { made[flow.lowercased()] }

  /// The path of the document that has a use case.
  package func document(of flow: String) -> String? { drafts[flow.lowercased()]?.document }

  /// Whether all use cases but one say the same as before.
  package func isSame(as other: DocumentFlows, butFor flow: String) -> Bool {
    made.count == other.made.count
      && made.allSatisfy { id, file in
        id == flow.lowercased() || other.made[id]?.bytes == file.bytes
      }
  }

  // MARK: Flows

  /// The flows of all documents, by the paths of the documents.
  ///
  /// - Parameter ids: the ids of flows that have files of their own. The files are the flows then;
  ///   the documents are what they are compared with.
  package mutating func sources(besides ids: Set<String> = []) -> [String: [FlowSource]] {
    let known = Set(ids.map { $0.lowercased() })
    let ordered = paths.filter(preferred.contains) + paths.filter { !preferred.contains($0) }
    let kept = ordered.compactMap { path in documents[path].map { (path, $0) } }
    let set = DocumentSet(
      kept.compactMap { _, kept in kept.read.map { (kept.file, $0) } }, known: ids, outlines: false)
    diagnostics = set.diagnostics
    leftOut = set.leftOut
    (readings, withoutFlows, drafts, made) = ([], Set(leftOut.map(\.path)), [:], [:])
    let bindings = files.isEmpty ? [:] : bindings(of: set.members.map(\.flow.id), besides: known)
    var sources: [String: [FlowSource]] = [:]
    for member in set.members {
      guard let path = member.document, let kept = documents[path] else { continue }
      let flow = member.flow
      guard !known.contains(flow.id.lowercased()) else {
        withoutFlows.insert(path)
        continue
      }
      readings.append(
        Reading(file: kept.file, id: flow.id, span: flow.span, reading: flow.reading))
      let number = sources[path]?.count ?? 0
      sources[path, default: []].append(
        FlowSource(kept.file, made(flow, kept, bindings[flow.id.lowercased()]), number: number))
    }
    return sources
  }

  /// The flow file of a use case, with what its binding says.
  private mutating func made(
    _ flow: DocumentImport.Flow, _ kept: Kept, _ binding: BindingFile?
  ) -> FlowSource.Made {
    var (text, entries) = (flow.yaml, flow.places)
    var diagnostics: [Diagnostic] = []
    var reading: MadeReading? = flow.read
    drafts[flow.id.lowercased()] = (flow.draft, kept.file.path, binding)
    if let binding {
      let draft = BoundDraft(flow.draft, binding)
      let made = FlowYAML.text(of: draft.draft, alias: FlowYAML.alias(draft.draft))
      (text, entries, diagnostics) = (made.text, made.entries, draft.diagnostics)
      reading = nil
    }
    let file = SourceFile(path: kept.file.path, bytes: Array(text.utf8))
    made[flow.id.lowercased()] = file
    return FlowSource.Made(
      file,
      FlowPlaces(entries, made: text, in: kept.places), binding: binding?.file,
      diagnostics: diagnostics, reading: reading)
  }

  /// What was assumed about the meaning of the use cases, by their ids.
  package var guesses: [String: [Diagnostic]] {
    Dictionary(readings.map { ($0.id, $0.reading.guesses) }) { first, _ in first }
  }
}
