internal import Diagnostics
internal import Files
internal import FlowCases
internal import FlowEvidence
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting
internal import Markup

/// What `flowrun trace` finds in a folder of flows: requirements, test cases, proofs, and what they
/// are about.
struct EvidenceFolder {
  let catalogue: Catalogue
  let ground: EvidenceGround
  let entries: [EvidenceEntry]
  let links: EvidenceLinks
  /// The replays of the paths, by the names of the paths.
  let replays: [(name: String, replay: Replay)]
  var book: ProofBook
  private let bookPath: String

  /// Reads everything. Refuses if something is wrong with it.
  init(_ flows: FlowsOption, as reading: Reading) throws {
    let catalogue = try flows.catalogue()
    let place = try flows.located()
    let folder = "\(place)/\(FlowLoader.evidenceFolder)"
    self.catalogue = catalogue
    bookPath = "\(folder)/\(ProofBook.fileName)"
    (entries, book) = try EvidenceFolder.read(folder, bookPath)
    replays = try EvidenceFolder.replays(catalogue, in: place, as: reading)
    ground = EvidenceGround(
      RowMeanings(catalogue, as: reading),
      paths: replays.map {
        EvidenceGround.Path(name: $0.name, rows: $0.replay.entries.map(\.row.original))
      },
      rules: try flows.houseRules(of: catalogue).rules, book: book)
    links = EvidenceLinks(entries, on: ground, book: book)
    guard links.diagnostics.isEmpty else {
      let paths = Set(links.diagnostics.map(\.path)).sorted()
      throw Refusal(
        links.diagnostics, in: paths.compactMap { try? SourceFile(readingFrom: $0) })
    }
  }

  /// The requirements, test cases and proofs of a folder.
  private static func read(
    _ folder: String, _ bookPath: String
  ) throws -> ([EvidenceEntry], ProofBook) {
    let found = FileSystem.yamlListing(below: folder, isOptional: true)
    guard found.refused.isEmpty else { throw Refusal(found.refused.map { Diagnostic($0) }, in: []) }
    var reader = EvidenceFile()
    var files: [SourceFile] = []
    for path in found.paths {
      let file = try SourceFile(argument: path)
      files.append(file)
      reader.read(file)
    }
    guard reader.diagnostics.isEmpty else {
      throw Refusal(reader.diagnostics.inReadingOrder(), in: files)
    }
    guard FileSystem.exists(bookPath) else { return (reader.entries, ProofBook()) }
    let file = try SourceFile(argument: bookPath, limit: 1 << 28)
    let (book, diagnostics) = ProofBook.read(file)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return (reader.entries, book)
  }

  /// The paths of a folder in a reading, taken now.
  private static func replays(
    _ catalogue: Catalogue, in place: String, as reading: Reading
  ) throws -> [(name: String, replay: Replay)] {
    let book = ReplayBook(folder: "\(place)/\(FlowLoader.pathsFolder)")
    guard book.diagnostics.isEmpty else { throw Refusal(book.diagnostics, in: book.files) }
    let program = catalogue.compiled(as: reading)
    return book.chapters.flatMap { chapter in
      chapter.scripts.filter { $0.reading == reading }.map { script in
        let name = catalogue.flow(named: script.flow).map {
          TestCase.name(of: script.name, in: $0)
        }
        return (
          name ?? script.name, Replay(script, on: program, trace: chapter.trace(of: script))
        )
      }
    }
  }

  /// The entry with an id.
  func entry(_ id: String) throws -> EvidenceEntry {
    if let entry = entries.first(where: { $0.id == id }) { return entry }
    let near = DidYouMean.question(for: id, in: entries.map(\.id))
    throw Refusal(
      "there is no requirement and no test case `\(id)`",
      help: near ?? "they stand below `Flows/\(FlowLoader.evidenceFolder)`")
  }

  /// Adds a proof.
  mutating func add(_ proof: Proof) { book.add(proof, on: ground) }

  /// Writes the proofs, and which rows are covered.
  mutating func write() throws {
    book.finish(links.links, on: ground)
    let folder = bookPath.dropLast(ProofBook.fileName.count + 1)
    try refusing { () throws(FileError) in
      try FileSystem.makeFolder(String(folder), forEveryone: true)
      try FileSystem.write(Array(book.text.utf8), to: bookPath)
    }
  }
}
