internal import Diagnostics
internal import Files
internal import FlowCases
internal import FlowDocument
internal import FlowEvidence
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowModel
internal import FlowRuntime
internal import FlowTesting
internal import Markup
internal import Studio

/// What `flowrun trace` finds in a folder of flows: requirements, test cases, proofs, and what they
/// are about.
struct EvidenceFolder {
  let catalogue: Catalogue
  let ground: EvidenceGround
  let entries: [EvidenceEntry]
  /// The test cases of documents, and the documents as text.
  let cases: [WrittenCase]
  let files: [SourceFile]
  let links: EvidenceLinks
  /// The replays of the paths, by the names of the paths.
  let replays: [(name: String, replay: Replay)]
  var book: ProofBook
  private let bookPath: String
  /// The file of proofs as it was read; empty without one.
  private let readBook: [UInt8]

  /// Reads everything. Refuses if something is wrong with it.
  ///
  /// - Parameter documents: files with test cases that lie elsewhere.
  init(_ flows: FlowsOption, as reading: Reading, documents: [String] = []) throws {
    let catalogue = try flows.catalogue()
    let place = try flows.located()
    let folder = "\(place)/\(FlowLoader.evidenceFolder)"
    self.catalogue = catalogue
    bookPath = "\(folder)/\(ProofBook.fileName)"
    readBook = (try? FileSystem.read(bookPath)) ?? []
    let read = try EvidenceFolder.read(folder, bookPath, documents)
    (files, cases, book) = (read.files, read.cases, read.book)
    replays = try EvidenceFolder.replays(catalogue, in: place, as: reading)
    ground = EvidenceGround(
      RowMeanings(catalogue, as: reading),
      paths: replays.map {
        EvidenceGround.Path(name: $0.name, rows: $0.replay.entries.map(\.row.original))
      },
      rules: try flows.houseRules(of: catalogue).rules, book: book)
    let requirements = Set(read.entries.filter { $0.kind == .requirement }.map(\.id))
    entries = read.entries.map { [ground] in
      $0.linked(on: ground, requirements: requirements)
    }
    links = EvidenceLinks(entries, on: ground, book: book)
    guard links.diagnostics.isEmpty else {
      let paths = Set(links.diagnostics.map(\.path)).sorted()
      throw Refusal(
        links.diagnostics, in: paths.compactMap { try? SourceFile(readingFrom: $0) })
    }
  }

  /// The requirements, test cases and proofs of a folder.
  private static func read(
    _ folder: String, _ bookPath: String, _ named: [String]
  ) throws -> (
    entries: [EvidenceEntry], cases: [WrittenCase], files: [SourceFile], book: ProofBook
  ) {
    let found = FileSystem.yamlListing(below: folder, isOptional: true)
    guard found.refused.isEmpty else { throw Refusal(found.refused.map { Diagnostic($0) }, in: []) }
    var reader = EvidenceFile()
    var files: [SourceFile] = []
    let documents = try EvidenceFolder.documents(in: folder, named)
    let written = try EvidenceFolder.written(in: documents, &files)
    reader.add(written)
    for path in documents where ExchangeFile.mayRead(path) {
      let file = try SourceFile(argument: path, limit: FlowFolder.documentLimit)
      files.append(file)
      reader.add(ExchangeFile(file))
    }
    for path in found.paths {
      let file = try SourceFile(argument: path)
      files.append(file)
      reader.read(file)
    }
    guard reader.diagnostics.isEmpty else {
      throw Refusal(reader.diagnostics.inReadingOrder(), in: files)
    }
    guard FileSystem.exists(bookPath) else {
      return (reader.entries, written, files, ProofBook())
    }
    let file = try SourceFile(argument: bookPath, limit: 1 << 28)
    let (book, diagnostics) = ProofBook.read(file)
    guard diagnostics.isEmpty else { throw Refusal(diagnostics, in: [file]) }
    return (reader.entries, written, files, book)
  }

  /// The documents and files of other tools: those below the folder, and those that were named.
  private static func documents(in folder: String, _ named: [String]) throws -> [String] {
    var paths: [String] = []
    for place in (FileSystem.isFolder(folder) ? [folder] : []) + named {
      guard FileSystem.isFolder(place) else {
        guard CaseReader.mayRead(place) || ExchangeFile.mayRead(place) else {
          let endings = DocumentText.endings + ExchangeFile.endings
          throw Refusal(
            "`\(place)` is no document with test cases",
            help: "they are read from: " + endings.joined(separator: " "))
        }
        paths.append(place)
        continue
      }
      var found = FlowFolder.documents(below: place, except: ["node_modules"])
      let others = FileSystem.listing(
        below: place, endingIn: ExchangeFile.endings, except: ["node_modules"])
      found.refused += others.refused.filter { !found.refused.contains($0) }
      guard found.refused.isEmpty else {
        throw Refusal(found.refused.map { Diagnostic($0) }, in: [])
      }
      paths += (found.paths + others.paths).sorted()
    }
    return paths
  }

  /// The test cases of documents.
  private static func written(
    in paths: [String], _ files: inout [SourceFile]
  ) throws -> [WrittenCase] {
    try paths.filter(CaseReader.mayRead).flatMap { path in
      let file = try SourceFile(argument: path, limit: FlowFolder.documentLimit)
      let text = DocumentText.file(file)
      if let problem = DocumentText.problem(text) { throw Refusal([problem], in: [text]) }
      files.append(text)
      return CaseReader.cases(of: file)
    }
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

  /// Writes the proofs, and which rows are covered. Refuses if somebody else has recorded proofs
  /// since they were read, which would be lost.
  mutating func write() throws {
    book.finish(links.links, on: ground)
    let folder = bookPath.dropLast(ProofBook.fileName.count + 1)
    try refusing { () throws(FileError) in
      try FileSystem.makeFolder(String(folder), forEveryone: true)
    }
    let lock = try refusing { () throws(FileError) in try FileLock(bookPath) }
    guard (try? FileSystem.read(bookPath)) ?? [] == readBook else {
      throw Refusal(
        "`\(bookPath)` has changed meanwhile; nothing was recorded", help: "run it again")
    }
    try refusing { () throws(FileError) in
      try FileSystem.write(Array(book.text.utf8), to: bookPath)
    }
    _ = consume lock
  }
}

extension BookEvidence {
  /// What is proven of the rows of a folder, as written. Nil if it has no evidence.
  init?(_ flows: FlowsOption, hasPage: Bool) throws {
    let folder = "\(try flows.located())/\(FlowLoader.evidenceFolder)"
    guard FileSystem.isFolder(folder) else { return nil }
    let evidence = try EvidenceFolder(flows, as: .written)
    guard !evidence.entries.isEmpty else { return nil }
    let report = MatrixReport(evidence.matrix(of: nil, counting: Set(Proof.Kind.allCases)))
    self.init(as: .written, badges: report.badges, page: hasPage ? report.html : nil)
  }
}
