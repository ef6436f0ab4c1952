public import FlowKit

/// Why a run in a database could not be read or could not go on.
public enum StoreError: Error, Sendable, CustomStringConvertible {
  /// There is no run of this name.
  case unknown(String)
  /// There is a run of this name already.
  case exists(String)
  /// The run has gone on since: how it stands now. Show that, and let the user decide again.
  case moved(StoredRun)
  /// The run has ended: how.
  case ended(StoredRun)
  /// The run cannot go on with the flows that this process has, and why. Another process may have
  /// them, or `older` of ``Runs`` takes them.
  case otherFlows(String, SnapshotError)
  /// Another request or the job holds the run for long, and why that is known. Try it again.
  case busy(String)
  /// The database cannot be reached, or has ended the transaction. Nothing was changed, and it may
  /// be tried again.
  case unavailable(String)
  /// The database has refused a statement.
  case refused(String)
  /// The connection was lost while the change was being written, so it may be there or not.
  case unknownOutcome(String)

  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .unknown(let id): "there is no run `\(id)`"
    case .exists(let id): "there is a run `\(id)` already"
    case .moved(let run): "the run `\(run.id)` has gone on, and now is at `\(run.place)`"
    case .ended(let run): "the run `\(run.id)` has ended: \(run.end ?? "end")"
    case .otherFlows(let id, let reason):
      "the run `\(id)` cannot go on with these flows: \(reason); "
        + "load the release that it began with as an older one, or migrate the runs"
    case .busy(let reason): "another request is at work: \(reason); try again"
    case .unavailable(let reason): "the database is not to be had: \(reason)"
    case .refused(let reason): "the database refuses: \(reason)"
    case .unknownOutcome(let reason): "the database has not said whether it wrote: \(reason)"
    }
  }

  /// Whether the same may succeed when it is tried again.
  public var isTransient: Bool {
    switch self {
    case .busy, .unavailable, .unknownOutcome: true
    case .unknown, .exists, .moved, .ended, .otherFlows, .refused: false
    }
  }
}
