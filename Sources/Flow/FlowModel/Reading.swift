/// Which of two readings of a document a run follows.
public enum Reading: String, Hashable, Sendable, CaseIterable {
  /// What the document says, slips included.
  case written
  /// What must have been meant: `meant` in place of `next`, and the proposed rows.
  case meant

  /// The reading that this one is not.
  package var other: Reading { self == .written ? .meant : .written }
}
