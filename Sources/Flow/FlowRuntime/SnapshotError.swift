public import FlowModel

/// Why a snapshot could not be read or restored.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON; the reason and the byte.
  case notJSON(String)
  /// The snapshot has another version of the format.
  case otherFormat(String)
  /// A part of the snapshot is missing or invalid.
  case malformed(String)
  /// The app's own code is missing or wrong, or nothing checks it.
  case notAuthentic(String)
  /// The snapshot was taken in this other reading.
  case otherReading(Reading)
  /// What has changed since then, and the step where the run could go on instead.
  case changed([SnapshotChange], instead: String?)

  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .notJSON(let reason): "the snapshot is not JSON: \(reason)"
    case .otherFormat(let format):
      "the snapshot has the format `\(format)`; this reads `\(Snapshot.format)`"
    case .malformed(let what): "the snapshot is damaged: \(what)"
    case .notAuthentic(let what): "the snapshot is not the app's: \(what)"
    case .otherReading(let reading): "the snapshot is of a run as \(reading.rawValue)"
    case .changed(let changes, let instead):
      "the flows have changed since the snapshot: "
        + changes.map { $0.description }.joined(separator: "; ")
        + (instead.map { "; the run could go on at `\($0)`" } ?? "")
    }
  }
}
