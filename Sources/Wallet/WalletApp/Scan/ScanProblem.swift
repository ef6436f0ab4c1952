/// Why a scanned text cannot be used, with the outcome that flows have for it.
package enum ScanProblem: String, Error, Hashable, Sendable {
  /// Nothing was read, or the text is cut or garbled, as from a bad picture: another scan may help.
  case unreadable = "recoverable"
  /// A document or code of another kind: no scan will help.
  case unknownKind = "irrecoverable"
}
