internal import CryptoCore
internal import Diagnostics
internal import Encodings
internal import Files
internal import FlowDocument
internal import FlowFolder
internal import FlowLoader
internal import FlowModel

/// Imported flows in the folder in which they are written: as new files, or merged into those that
/// are there.
struct ImportedFlows {
  let documents: DocumentFiles
  let folder: String
  let prefix: String
  let id: String?
  /// The ids of the flows of the folder.
  let known: Set<String>
  /// The files of the folder, by the ids of their flows.
  private var paths: [String: String] = [:]
  private var bases: [ImportMark: DocumentSet] = [:]

  /// What is done with a file.
  enum Outcome {
    case new(isOutline: Bool)
    case same
    case merged(changes: Int, conflicts: [Diagnostic])
  }

  /// A file to be written.
  struct Result {
    let path: String
    var text: String
    var outcome: Outcome
  }

  init(
    _ documents: DocumentFiles, in folder: String, prefix: String, id: String?, known: Set<String>
  ) {
    (self.documents, self.folder, self.prefix) = (documents, folder, prefix)
    (self.id, self.known) = (id, known)
    guard !known.isEmpty else { return }
    let there = FlowFolder(folder)
    for path in there.paths where documents.fingerprints[path] == nil {
      if let flow = there.flow(at: path) { paths[flow.id] = path }
    }
  }

  /// The file of a use case, with what the document has changed since it was imported.
  ///
  /// - Parameter binding: the path of the binding file that was taken into the use case.
  mutating func result(_ member: DocumentSet.Member, binding: String?) async throws -> Result {
    let mark = member.document.flatMap { source($0) }.map {
      ImportMark(document: $0, binding: binding.flatMap { source($0) })
    }
    let text = mark?.added(to: member.flow.yaml) ?? member.flow.yaml
    guard let path = paths[member.flow.id] else {
      let path = "\(folder)/\(member.flow.fileName)"
      return Result(path: path, text: text, outcome: .new(isOutline: member.document == nil))
    }
    let file = try SourceFile(argument: path, limit: 16 << 20)
    let ours = String(decoding: file.bytes, as: UTF8.self)
    guard let mark, let (old, rest) = ImportMark.read(ours) else {
      throw Refusal(
        "`\(path)` exists already, and does not say that it was imported; move it away first")
    }
    // A binding file that was removed is in the flow file by now.
    let isBoundAlike =
      mark.binding == nil || mark.binding?.fingerprint == old.binding?.fingerprint
    guard old.document.fingerprint != mark.document.fingerprint || !isBoundAlike else {
      return Result(path: path, text: ours, outcome: .same)
    }
    let base = try await base(of: member.flow.id, old, mark)
    let merge = FlowMerge(
      base: mark.added(to: base), ours: mark.added(to: rest), theirs: text, at: path)
    let problems = merge.problems
    guard problems.isEmpty else {
      throw Refusal(
        problems, in: [],
        "the changes of `\(mark.document.path)` cannot be taken into `\(path)`; nothing is written")
    }
    return Result(
      path: path, text: merge.text,
      outcome: .merged(changes: merge.changes, conflicts: merge.conflicts))
  }

  private func source(_ path: String) -> ImportMark.Source? {
    documents.fingerprints[path].map { ImportMark.Source(path: path, fingerprint: $0) }
  }

  /// The flow file that a document gave when it was imported.
  private mutating func base(
    of flow: String, _ old: ImportMark, _ new: ImportMark
  ) async throws -> String {
    let binding = old.binding.flatMap { old in
      new.binding.map { ImportMark.Source(path: $0.path, fingerprint: old.fingerprint) }
    }
    let key = ImportMark(
      document: ImportMark.Source(
        path: new.document.path, fingerprint: old.document.fingerprint), binding: binding)
    if bases[key] == nil {
      let file = DocumentText.file(try await before(key.document))
      let files = documents.files.map { $0.path == file.path ? file : $0 }
      var base = DocumentSet(files, prefix: prefix, id: id, known: known)
      if let binding { base.bind([try await before(binding)]) }
      bases[key] = base
    }
    // A use case that the document did not have then.
    return bases[key]?.members.first { $0.flow.id == flow }?.flow.yaml ?? ""
  }

  /// A file as it was when it was imported.
  private func before(_ source: ImportMark.Source) async throws -> SourceFile {
    let repository = GitRepository(folder: FlowsFolder.parent(of: source.path))
    guard let bytes = await repository.blob(source.fingerprint) else {
      throw Refusal(
        """
        `\(source.path)` as it was imported is not in git (\(source.fingerprint.prefix(12))), so \
        nobody knows what has changed in it; `flowrun verify` lists how the flows differ from it
        """)
    }
    return SourceFile(path: source.path, bytes: bytes)
  }

  /// The files of flows whose documents have them no longer.
  func gone(besides members: [DocumentSet.Member]) -> [String] {
    let ids = Set(members.map(\.flow.id))
    return paths.filter { id, path in
      guard !ids.contains(id), let file = try? SourceFile(argument: path, limit: 16 << 20),
        let (mark, _) = ImportMark.read(String(decoding: file.bytes, as: UTF8.self))
      else { return false }
      return documents.fingerprints[mark.document.path] != nil
    }.map(\.value).sorted()
  }

  /// The id that git gives to a file with these bytes.
  static func fingerprint(of bytes: [UInt8]) -> String {
    Hexadecimal.text(Hash.sha1.digest(of: Array("blob \(bytes.count)\0".utf8) + bytes))
  }
}
