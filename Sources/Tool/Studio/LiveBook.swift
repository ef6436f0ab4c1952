internal import Dates
internal import Diagnostics
internal import Files
internal import FlowCheck
internal import FlowFiles
package import FlowFolder
internal import FlowLoader
public import FlowModel
internal import JSON

/// The flows of a folder as pages get them, always as the files are now.
///
/// An actor, since the pages of several tabs and the watch of the files use it.
public actor LiveBook {
  /// What the pages were sent last.
  struct Edition {
    var number = 0
    var book: Book?
    /// The folder as the book shows it.
    var folder: FlowFolder?
    /// Whether that is how the files are, and not how they were before one could not be read.
    var isCurrent = false
    var catalogue: Catalogue?
    var problems: JSONValue = .array([])
    /// All flows as JSON, once a page has asked for them.
    var text: String?
    /// When the files were saved, in milliseconds since 1970. Nil for the first edition.
    var saved: Int64?
  }

  let folder: String
  /// The paths of reports of tests of the app.
  private let reports: [String]
  /// The language of the texts that the pages show. Nil for the flows' own words.
  private let language: String?
  /// How many steps all flows may have, for a page to get all of them at every change.
  let patience: Int
  /// What is proven of the rows now. Nil without evidence.
  private let evidence: @Sendable () -> BookEvidence?
  private let rulePage: @Sendable (String) -> String?
  /// Tells the editions of this program from those of the one before it.
  let era = SystemTime.milliseconds()
  var edition = Edition()
  package var flows: FlowFolder
  /// The changes that were made in the page, the last one last.
  var changes: [StudioChange] = []
  /// Those that were undone, the last one last.
  var undone: [StudioChange] = []
  /// What was found and which paths play in an edition.
  var keptEffects: (edition: Int, effects: Effects)?
  private var proofs: (edition: Int, work: Task<(text: String, folder: FlowFolder), Never>)?
  /// The stamp of the files as they were shown last.
  private var shown: Int
  private var recorded: RecordedRuns?
  private var runs = RunList()
  private var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
  private var lastWait = 0

  /// Loads the flows of a folder.
  ///
  /// - Parameters:
  ///   - reports: the paths of reports of tests of the app, whose failures are shown at the rows.
  ///   - language: that of the texts that pages show. Nil for the flows' own words, which are
  ///     changed there.
  ///   - patience: how many steps all flows may have, for a page to get all of them at every
  ///     change.
  ///   - evidence: what is proven of the rows, asked whenever the files were saved.
  ///   - rulePage: the page of a rule of the check, in Markdown.
  package init(
    _ folder: String, reports: [String] = [], language: String? = nil, patience: Int = 1_000,
    evidence: @escaping @Sendable () -> BookEvidence? = { nil },
    rulePage: @escaping @Sendable (String) -> String?
  ) async {
    self.folder = folder
    self.reports = reports
    self.language = language
    self.patience = patience
    self.evidence = evidence
    self.rulePage = rulePage
    shown = LiveBook.stamp(folder)
    flows = FlowFolder(folder)
    show(saved: nil)
  }

  /// The flow with this id or alias, if the flows could be loaded.
  public func flow(named name: String) -> Flow? { edition.catalogue?.flow(named: name) }

  /// The name of a flow's page; that of all flows if there is none.
  public func page(of flow: String) -> String {
    edition.book?.flows.first { $0.flow.id == flow }?.page ?? "index"
  }

  /// The page to begin with: that of a flow, that of the only flow there is, or that of all flows.
  func firstPage(_ flow: String?) -> String {
    if let flow { return page(of: flow) }
    let all = edition.book?.flows ?? []
    return all.count == 1 ? all[0].page : "index"
  }

  /// The id and the title of the flow with this page.
  func flow(ofPage page: String) -> (id: String, title: String)? {
    edition.book?.flows.first { $0.page == page }.map { ($0.flow.id, $0.flow.title) }
  }

  var catalogue: Catalogue? { edition.catalogue }
  /// The tag of the language in which pages show the flows.
  var shownLanguage: String { edition.book?.language ?? flows.language }
  /// The number of the edition.
  package var number: Int { edition.number }

  /// Loads the files again. While a file cannot be read, the last flows are kept; at the start,
  /// what can be read is shown.
  ///
  /// What the page has written is shown already, so the news of it is no change.
  package func reload(saved: Int64?) {
    let written = LiveBook.stamp(folder)
    guard written != shown else { return }
    // Before the files are read: what is saved meanwhile is news.
    shown = written
    flows.reload()
    show(saved: saved)
  }

  /// The files as they are now are those that are shown next.
  func markShown() { shown = LiveBook.stamp(folder) }

  /// What all files of the folder have in them, as a number.
  static func stamp(_ folder: String) -> Int {
    var hasher = Hasher()
    let found = FileSystem.listing(below: folder, endingIn: endings)
    for path in found.paths {
      hasher.combine(path)
      let bytes = try? FileSystem.read(path)
      hasher.combine(bytes?.count)
      // All at once: an array combines each of its bytes by itself.
      bytes?.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    hasher.combine(found.refused.map(\.path))
    return hasher.finalize()
  }

  /// The endings of the files that pages are made of.
  static let endings = FlowFolder.endings + [".trace", ".jsonl"]

  func show(saved: Int64?) {
    let result = flows.result()
    edition.number += 1
    edition.saved = saved
    edition.problems = result.catalogue == nil ? problems(result) : .array([])
    // A missing target is a finding and no reason to show old flows, as a file that cannot be read
    // is.
    let isRead = result.diagnostics.allSatisfy { flows.flow(at: $0.path) != nil }
    edition.isCurrent = isRead
    if isRead || edition.book == nil {
      edition.catalogue = result.readable
      let recorded = RecordedRuns(below: folder, known: recorded)
      edition.book = Book(
        &flows, name: name, isLive: true, recorded, reports: reports, evidence: evidence(),
        language: language, rulePage: rulePage)
      self.recorded = recorded
      edition.folder = flows
    }
    edition.text = nil
    tellPages()
  }

  /// The heading of all flows.
  private var name: String {
    FileSystem.resolved(folder).split(separator: "/").last.map { String($0) } ?? ""
  }

  private func tellPages() {
    for one in waiting.values { one.yield() }
  }

  /// Takes a report of a run. Returns whether it is one.
  func take(report: [UInt8]) -> Bool {
    guard runs.take(report) else { return false }
    tellPages()
    return true
  }

  /// The errors of files with their lines.
  private func problems(_ result: FlowLoader.Result) -> JSONValue {
    let found = Dictionary(
      foundNow().map { ("\($0.diagnostic.path) \($0.diagnostic.message)", $0.fingerprint) }
    ) { first, _ in first }
    let files = Dictionary(result.files.map { ($0.path, $0) }) { first, _ in first }
    return .array(
      result.diagnostics.filter { $0.severity == .error }.prefix(50).map { diagnostic in
        let file = files[diagnostic.path]
        let position = file?.position(of: diagnostic.span.start)
        return .object([
          "path": .string(diagnostic.path),
          "absolute": .string(FileSystem.resolved(diagnostic.path)),
          "line": position.map { .integer($0.line) },
          "column": position.map { .integer($0.column) },
          "finding": found["\(diagnostic.path) \(diagnostic.message)"].map { .string($0) },
          "message": .string(diagnostic.message), "help": diagnostic.help.map { .string($0) },
          "excerpt": position.flatMap { position in
            file.map { .string("\(position.line) | \($0.line(at: position))") }
          },
        ])
      })
  }

  // MARK: For pages

  /// The house rules of this edition, decided when a page asks for them first: saving a file shows
  /// the tables without waiting for the proofs. Only those are decided again that the changes can
  /// concern.
  func proofs() async -> String { await decided()?.text ?? "null" }

  /// The folder as its files are, with its house rules decided. Nil if one cannot be read: pages
  /// then show how it was before.
  package func decidedFolder() async -> FlowFolder? {
    edition.isCurrent ? await decided()?.folder : nil
  }

  private func decided() async -> (text: String, folder: FlowFolder)? {
    guard let folder = edition.folder else { return nil }
    if let proofs, proofs.edition == edition.number { return await proofs.work.value }
    let before = proofs?.work
    let work = Task.detached(priority: .utility) {
      var folder = folder
      if let before { folder.useProofs(of: await before.value.folder) }
      let text = BookProofs(&folder, isLive: true).json.text
      return (text: text, folder: folder)
    }
    proofs = (edition.number, work)
    return await work.value
  }

  /// The next edition and the runs as server-sent events, as soon as there are others than the page
  /// has. After 25 s without news, a comment.
  ///
  /// - Parameters:
  ///   - known: the id of the last event: the version of the edition, and after `~` the number of
  ///     the runs.
  ///   - page: the name of the page. Nil for all flows.
  func news(after known: String, of page: String? = nil) async -> String {
    let parts = known.split(separator: "~", omittingEmptySubsequences: false).map { String($0) }
    let knownRuns = parts.count > 1 ? parts[1] : "0"
    func hasNews() -> Bool { parts[0] != version || knownRuns != "\(runs.number)" }
    if !hasNews() { await change() }
    guard hasNews() else { return "retry: 400\n: nothing new\n\n" }
    let id = "id: \(version)~\(runs.number)\n"
    var news = "retry: 400\n"
    if parts[0] != version { news += "\(id)event: flows\ndata: \(text(of: page))\n\n" }
    if runs.number > 0 { news += "\(id)event: runs\ndata: \(runs.json.text)\n\n" }
    return news
  }

  private func change() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    lastWait += 1
    let number = lastWait
    waiting[number] = continuation
    let end = Task {
      try? await Task.sleep(for: .seconds(25))
      continuation.finish()
    }
    for await _ in stream { break }
    end.cancel()
    waiting[number] = nil
  }

  // MARK: The files

  /// Loads the files again whenever one was saved, and whenever the folder is gone or there again.
  nonisolated func follow() throws(FileError) {
    let follower = try Follower(folder)
    Task.detached { [weak self] in
      while true {
        let isNew = await follower.wait()
        guard let self else { return }
        if isNew { await self.reload(saved: SystemTime.milliseconds()) }
      }
    }
  }
}
