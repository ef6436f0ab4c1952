/// Why a scanned text cannot be used. The raw value is the outcome in flows.
package enum ScanProblem: String, Error, Hashable, Sendable {
  /// Nothing was read, or the text is cut or garbled, as from a bad picture. Another scan may help.
  case unreadable = "recoverable"
  /// A document or code of another kind. Another scan will not help.
  case unknownKind = "irrecoverable"
}
