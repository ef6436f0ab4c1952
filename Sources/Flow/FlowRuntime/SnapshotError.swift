public import FlowModel

/// Why a snapshot could not be read or restored.
public enum SnapshotError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON; the reason and the byte.
  case notJSON(String)
  /// The snapshot has another version of the format.
  case otherFormat(String)
  /// A part of the snapshot is missing or invalid.
  case malformed(String)
  /// The snapshot was taken in this other reading.
  case otherReading(Reading)
  /// The flows have changed since then; the changes.
  case changed([String])
  /// The flows no longer have this step.
  case noSuchStep(String)

  /// What happened, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .notJSON(let reason): "the snapshot is not JSON: \(reason)"
    case .otherFormat(let format):
      "the snapshot has the format `\(format)`; this reads `\(Snapshot.format)`"
    case .malformed(let what): "the snapshot is damaged: \(what)"
    case .otherReading(let reading): "the snapshot is of a run as \(reading.rawValue)"
    case .changed(let changes):
      "the flows have changed since the snapshot: \(changes.joined(separator: "; "))"
    case .noSuchStep(let step): "the snapshot needs the step `\(step)`, which does not exist"
    }
  }
}
