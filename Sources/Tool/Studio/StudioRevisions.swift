internal import JSON

/// Revisions of git that the page offers to compare with.
public struct StudioRevisions: Sendable {
  /// The names of branches, the last one that was changed first.
  public let branches: [String]
  /// The names of tags, the newest first.
  public let tags: [String]
  /// The last commits: what git calls them, and the first line of their messages.
  public let commits: [(name: String, title: String)]

  /// The branches, tags and commits of a repository.
  public init(branches: [String], tags: [String], commits: [(name: String, title: String)]) {
    (self.branches, self.tags, self.commits) = (branches, tags, commits)
  }

  var json: JSONValue {
    .object([
      "branches": .strings(branches), "tags": .strings(tags),
      "commits": .array(commits.map { .strings([$0.name, $0.title]) }),
    ])
  }
}
