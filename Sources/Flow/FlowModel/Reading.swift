/// One of the two readings of a document.
public enum Reading: String, Hashable, Sendable, CaseIterable {
  /// As the document is written, slips included.
  case written
  /// As it was meant: `meant` in place of `next`, and with the proposed rows.
  case meant

  /// The opposite reading.
  package var other: Reading { self == .written ? .meant : .written }
}
