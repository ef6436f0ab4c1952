internal import ChildProcesses
internal import Diagnostics

/// The git repository that a folder belongs to, as the program `git` reads it.
///
/// The repository may be foreign, and its settings may name programs. None of them is started:
/// objects that are missing are not fetched, since no transport is allowed; hooks and the monitor
/// of files are off; filters are never asked for.
struct GitRepository {
  let folder: String

  /// The files below the folder in a revision, in the order of git. Links and submodules are left
  /// out.
  ///
  /// - Parameter isWanted: whether to read a file; gets its path from the folder.
  func files(
    in revision: String, where isWanted: (String) -> Bool
  ) async throws -> [SourceFile] {
    let list = try await git(["ls-tree", "-rz"], [revision], about: revision)
    let entries = list.split(separator: 0).compactMap(Entry.init).filter { isWanted($0.path) }
    guard !list.isEmpty else {
      throw Refusal("git cannot read `\(revision)`: it has no files in `\(folder)`")
    }
    // `git` answers in the order of the questions: a line `OBJECT blob LENGTH`, the bytes, a
    // newline.
    let questions = entries.map { "\($0.object)\n" }.joined()
    var answers = try await git(["cat-file", "--batch"], input: questions, about: revision)[...]
    return try entries.map { entry in
      let head = answers.prefix { $0 != 0x0A }
      let words = String(decoding: head, as: UTF8.self).split(separator: " ")
      let rest = answers.dropFirst(head.count + 1)
      guard words.count == 3, words[1] == "blob", let count = Int(words[2]), count < rest.count
      else { throw Refusal("git cannot read `\(revision):\(entry.path)`") }
      answers = rest.dropFirst(count + 1)
      return SourceFile(path: "\(revision):\(entry.path)", bytes: Array(rest.prefix(count)))
    }
  }

  /// The bytes of a file with this id, in any revision. Nil if there is none, or no repository.
  func blob(_ id: String) async -> [UInt8]? {
    guard id.allSatisfy(\.isHexDigit) else { return nil }
    return try? await git(["cat-file", "blob", id], about: id)
  }

  /// The two revisions that a range means, `main..HEAD` or, from where they parted, `main...HEAD`.
  /// The second is nil for one revision alone, which means the files as they are.
  func range(_ words: String) async throws -> (first: String, last: String?) {
    guard let dots = words.firstRange(of: "..") else { return (words, nil) }
    var first = String(words[..<dots.lowerBound])
    var last = String(words[dots.upperBound...])
    let isFromBase = last.hasPrefix(".")
    if isFromBase { last.removeFirst() }
    if first.isEmpty { first = "HEAD" }
    if last.isEmpty { last = "HEAD" }
    if isFromBase { first = try await base(of: first, last) }
    return (first, last)
  }

  /// The commit that a revision means now. Nil if it means none.
  func commit(_ revision: String) async -> String? {
    guard
      let out = try? await git(
        ["rev-parse", "--verify"], ["\(revision)^{commit}"], about: revision)
    else { return nil }
    return String(decoding: out.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The top of the repository, and the path of the folder from there, empty for the top itself.
  func place() async throws -> (top: String, below: String) {
    let out = try await git(["rev-parse", "--show-toplevel", "--show-prefix"], about: folder)
    let lines = String(decoding: out, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let below = lines.count > 1 ? lines[1] : ""
    return (String(lines[0]), String(below.hasSuffix("/") ? below.dropLast() : below))
  }

  /// The short name of the current revision, with `+` if files below the folder differ from it. Nil
  /// without a repository or a commit.
  func current() async -> String? {
    guard let out = try? await git(["rev-parse", "--short", "--verify"], ["HEAD"], about: "HEAD"),
      let changes = try? await git(["status", "--porcelain", "--", "."], about: "HEAD")
    else { return nil }
    let name = String(decoding: out.prefix { $0 != 0x0A }, as: UTF8.self)
    return changes.isEmpty ? name : name + "+"
  }

  /// The last revision that two revisions have in common.
  func base(of first: String, _ last: String) async throws -> String {
    let out = try await git(["merge-base"], [first, last], about: "\(first)...\(last)")
    return String(decoding: out.prefix { $0 != 0x0A }, as: UTF8.self)
  }

  /// The names of branches or tags, the one that was changed last first; at most `limit`.
  ///
  /// - Parameter place: `heads`, `remotes` or `tags`.
  func names(_ place: String, limit: Int) async throws -> [String] {
    let out = try await git(
      [
        "for-each-ref", "--sort=-creatordate", "--count=\(limit)", "--format=%(refname:short)",
        "refs/\(place)",
      ], about: place)
    return String(decoding: out, as: UTF8.self).split(separator: "\n").map { String($0) }
  }

  /// The last commits that changed the folder, with the first lines of their messages.
  func commits(_ limit: Int) async throws -> [(name: String, title: String)] {
    let out = try await git(
      ["log", "--max-count=\(limit)", "--no-show-signature", "--format=%h %s", "--", "."],
      about: "HEAD")
    return String(decoding: out, as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
  }

  /// A file in the list of `git ls-tree -z`: `MODE TYPE OBJECT`, a tab, the path.
  private struct Entry {
    let object: String
    let path: String

    /// Nil for a link or a submodule.
    init?(_ bytes: ArraySlice<UInt8>) {
      let parts = bytes.split(separator: 0x09, maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let words = String(decoding: parts[0], as: UTF8.self).split(separator: " ")
      guard words.count == 3, words[0].hasPrefix("100") else { return nil }
      object = String(words[2])
      path = String(decoding: parts[1], as: UTF8.self)
    }
  }

  /// Settings that win against those of the repository.
  private static let settings = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"]
  /// An empty list of protocols allows none, whatever the repository says. Git from 2.45 on does
  /// not even try to fetch.
  private static let environment = [
    "GIT_ALLOW_PROTOCOL": "", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
  ]

  private func git(
    _ command: [String], _ revisions: [String] = [], input: String = "", about revision: String
  ) async throws -> [UInt8] {
    // Git would take it for an option.
    guard !revisions.contains(where: { $0.hasPrefix("-") }) else {
      throw Refusal("`\(revision)` is not a revision")
    }
    do throws(ChildProcess.Failure) {
      let git = ChildProcess(
        "git", ["-C", folder] + GitRepository.settings + command + revisions,
        environment: GitRepository.environment, input: Array(input.utf8))
      return try await git.output()
    } catch {
      switch error {
      case .notFound: throw Refusal("git is not installed; compare two folders instead")
      case .failed(let reason): throw Refusal("git cannot read `\(revision)`: \(reason)")
      }
    }
  }
}
