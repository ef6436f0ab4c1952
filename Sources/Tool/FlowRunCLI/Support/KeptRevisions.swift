/// The revisions that a studio was asked for, as they were read. What a commit means does not
/// change, and deciding its house rules is most of the work of a comparison.
///
/// An actor, since a page asks for both versions and for what differs at the same time.
actor KeptRevisions {
  private struct Known {
    let revision: String
    let commit: String
    let version: Task<ReviewVersion, any Error>
  }

  /// A page offers one revision after another.
  private static let most = 4
  /// The last one last.
  private var known: [Known] = []

  /// A revision of the flows, read unless it is known.
  func version(of revision: String, _ repository: GitRepository) async throws -> ReviewVersion {
    guard let commit = await repository.commit(revision) else {
      return try await ReviewVersion(of: revision, repository)
    }
    if let found = known.first(where: { $0.revision == revision && $0.commit == commit }) {
      return try await found.version.value
    }
    let version = Task { try await ReviewVersion(of: revision, repository) }
    known.append(Known(revision: revision, commit: commit, version: version))
    if known.count > KeptRevisions.most { known.removeFirst() }
    do { return try await version.value } catch {
      known.removeAll { $0.revision == revision && $0.commit == commit }
      throw error
    }
  }
}
