internal import FlowKit

/// What was done with that which waiting runs have sealed with older keys, or would be done.
public struct Resealing: Hashable, Sendable {
  /// How many runs were sealed anew with the current key.
  public internal(set) var sealed = 0
  /// How many have something that none of the keys opens. It stays as it is.
  public internal(set) var lost = 0
  /// How many a request or the job held, so that nothing was done with them; none in a dry run.
  /// Call it again for these.
  public internal(set) var busy = 0
}

extension Runs {
  /// Seals anew, with the current key, what waiting runs have sealed with an older one. Once it
  /// finds nothing, neither `sealed` nor `busy`, and all processes have the new key first, the
  /// older keys may go.
  ///
  /// - Parameters:
  ///   - dryRun: only says what would be done.
  ///   - batch: how many runs in one transaction.
  @discardableResult
  public func reseal(dryRun: Bool, batch: Int = 200) async throws -> Resealing {
    var (told, after) = (Resealing(), "")
    while true {
      let (place, before) = (after, told)
      (told, after) = try await again {
        try await store.transaction { transaction in
          var told = before
          // No release is called by the empty name, so these are all runs that go on.
          let page = try await transaction.page(
            notOn: "", after: place, most: max(1, batch), locked: !dryRun)
          told.busy += page.busy
          for record in page.runs where keys.isOld(record.secrets) || keys.isOld(record.marking) {
            guard let next = try keys.resealed(record) else {
              told.lost += 1
              continue
            }
            told.sealed += 1
            if !dryRun { try await transaction.write(next, over: record.version) }
          }
          return (told, page.last)
        }
      }
      if after.isEmpty { return told }
    }
  }
}

extension SealingKeys {
  /// A run with everything sealed with the current key. Nil if something of it cannot be opened.
  fileprivate func resealed(_ record: RunRecord) throws -> RunRecord? {
    var next = record
    if isOld(record.marking) {
      guard let marking = try marking(of: record) else { return nil }
      next.marking = marking
    }
    if let sealed = record.secrets, isOld(sealed) {
      guard let secrets = open(sealed, of: record.id, version: record.version) else { return nil }
      next.secrets = try seal(secrets, of: record.id, version: record.version)
    }
    return next
  }
}
