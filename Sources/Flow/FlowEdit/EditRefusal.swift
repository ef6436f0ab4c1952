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

  /// A refusal of another name for what has its name from a document.
  ///
  /// - Parameters:
  ///   - isFlow: whether it is a use case, and not a step or a row.
  ///   - line: the line of its name. Nil if it is not known.
  package static func ofName(isFlow: Bool, in path: String, line: Int?) -> EditRefusal {
    let what =
      isFlow
      ? "the id of a use case is that of its heading"
      : "the ids of a document's steps and rows are its numbers"
    return EditRefusal(
      "\(what); write another one into the document, \(path)\(line.map { ":\($0)" } ?? "")")
  }

  /// A refusal for this reason.
  package init(_ message: String, _ diagnostics: [Diagnostic] = [], kind: Kind = .refused) {
    self.message = message
    self.diagnostics = diagnostics
    self.kind = kind
  }
}
