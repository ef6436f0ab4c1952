package import Diagnostics

/// Why something is not changed.
package struct EditRefusal: Error, Hashable, Sendable {
  /// What a caller may do about it.
  package enum Kind: Hashable, Sendable {
    /// It cannot be done, or something would be wrong afterwards.
    case refused
    /// The file is another one by now: make the change again from what it is.
    case changedMeanwhile
  }

  /// The reason, in lower case.
  package let message: String
  /// What would be wrong in the files afterwards, or is wrong now.
  package let diagnostics: [Diagnostic]
  /// What a caller may do about it.
  package let kind: Kind

  /// A refusal for this reason.
  package init(_ message: String, _ diagnostics: [Diagnostic] = [], kind: Kind = .refused) {
    self.message = message
    self.diagnostics = diagnostics
    self.kind = kind
  }
}
