internal import Diagnostics
internal import Files
internal import FlowFiles
internal import FlowFolder
internal import FlowLoader
internal import FlowReports
internal import JSON
internal import Studio

/// One of two versions of a folder of flows that are reviewed: a folder, or a revision of git,
/// whose files lie in a temporary folder while they are read.
struct ReviewVersion: Sendable {
  /// What is compared.
  let side: ReviewSide
  /// What pages show.
  let book: Book
  /// The temporary folder that no text names. Empty without one.
  private let hidden: String

  /// The two versions that arguments name, as for `diff`.
  ///
  /// - Parameters:
  ///   - kept: where revisions are known that were read before.
  ///   - isLive: whether a studio asks, which shows the newer files.
  ///   - known: these as the studio has read them, with the house rules decided. Nil if it
  ///     cannot read one.
  static func two(
    _ old: String, _ new: String?, in flows: FlowsOption, kept: KeptRevisions? = nil,
    isLive: Bool = false, known: FlowFolder? = nil
  ) async throws -> (old: ReviewVersion, new: ReviewVersion) {
    if let new { return (try ReviewVersion(at: old), try ReviewVersion(at: new)) }
    guard !FileSystem.exists(old) else {
      throw Refusal("there is nothing to compare `\(old)` with; name a second folder")
    }
    let folder = try flows.located()
    let repository = GitRepository(folder: folder)
    let (first, last) = try await repository.range(old)
    let kept = kept ?? KeptRevisions()
    let before = try await kept.version(of: first, repository)
    if let last { return (before, try await kept.version(of: last, repository)) }
    return (before, try ReviewVersion(at: folder, isLive: isLive, known: known))
  }

  private init(at path: String, isLive: Bool = false, known: FlowFolder? = nil) throws {
    guard FileSystem.exists(path) else { throw Refusal("there is no folder `\(path)`") }
    guard FileSystem.isFolder(path) else {
      throw Refusal("`\(path)` is not a folder; a review needs the folders of both versions")
    }
    var folder = known ?? FlowFolder(path)
    let end = FileSystem.resolved(path).split(separator: "/").last.map { String($0) } ?? path
    self.init(&folder, name: end, hidden: "", isLive: isLive)
  }

  /// Reads a revision.
  init(of revision: String, _ repository: GitRepository) async throws {
    let temporary = try refusing { () throws(FileError) in try TemporaryFolder() }
    let root = temporary.path + "/"
    let place = try await repository.place()
    let top = GitRepository(folder: place.top)
    let inside = root + place.below
    try refusing { () throws(FileError) in try FileSystem.makeFolder(inside) }
    // The settings say which files there are.
    try write(
      try await top.files(in: revision) { path in
        path.split(separator: "/").last ?? "" == TeamSettings.fileName
          && (place.below + "/").hasPrefix(ReviewVersion.parent(path))
      }, of: revision, below: root)
    var folder = FlowFolder(inside, below: root)
    let settings = folder.settings
    try write(
      try await top.files(in: revision) { path in
        root + path == settings.baselinePath || folder.holdsFlow(root + path)
          || ReviewVersion.isScript(path, below: place.below)
      }, of: revision, below: root)
    folder = FlowFolder(inside, below: root)
    let name = place.below.isEmpty ? place.top : place.below
    let end = name.split(separator: "/").last.map { String($0) } ?? name
    self.init(&folder, name: "\(end) at \(revision)", hidden: root)
    _ = consume temporary
  }

  private init(
    _ folder: inout FlowFolder, name: String, hidden: String, isLive: Bool = false
  ) {
    self.hidden = hidden
    side = ReviewSide(&folder)
    let book = Book(&folder, name: name, isLive: isLive, rulePage: RulePage.text)
    self.book = hidden.isEmpty ? book : book.hiding(hidden)
  }

  /// What has changed from this version to another one.
  ///
  /// - Parameters:
  ///   - snapshots: saved runs with their names.
  ///   - mark: the first line of the comment.
  func review(
    to new: ReviewVersion, snapshots: [(name: String, text: String)] = [], mark: String = ""
  ) -> (review: Review, json: String, comment: String) {
    let review = Review(from: side, to: new.side, snapshots: snapshots)
    func shown(_ text: String) -> String {
      [hidden, new.hidden].filter { !$0.isEmpty }.reduce(text) { $0.replacing($1, with: "") }
    }
    return (review, shown(review.json.text), shown(review.comment(mark: mark)))
  }

  /// The folder of a file, with a `/` at its end; nothing for one at the top.
  private static func parent(_ path: String) -> Substring {
    path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  /// Whether a file is in one of the folders beside the flows: paths, house rules.
  private static func isScript(_ path: String, below folder: String) -> Bool {
    let base = folder.isEmpty ? "" : folder + "/"
    guard path.hasPrefix(base),
      let first = path.dropFirst(base.count).split(separator: "/").first
    else { return false }
    return FlowLoader.scriptFolders.contains(String(first))
  }
}

/// Writes the files of a revision. One that would lie outside of the folder is left out: git does
/// not make such a name, but somebody may have.
private func write(
  _ files: [SourceFile], of revision: String, below root: String
) throws {
  for file in files {
    let path = String(file.path.dropFirst(revision.count + 1))
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else { continue }
    try refusing { () throws(FileError) in
      if parts.count > 1 {
        try FileSystem.makeFolder(root + parts.dropLast().joined(separator: "/"))
      }
      try FileSystem.write(file.bytes, to: root + path)
    }
  }
}
