internal import Diagnostics

/// A part of a document: its raw text and its place.
struct Fragment {
  var text: String
  var span: Span

  static let empty = Fragment(text: "", span: .top)
}

/// A line of a document, or a row of a Markdown table.
struct DocumentLine {
  enum Kind {
    case text
    /// The cells of a table's row.
    case row([Fragment])
    /// `| --- | --- |`
    case delimiter
  }

  var kind: Kind
  var fragment: Fragment
  /// How far a line of text is indented.
  var indent = 0

  var isBlank: Bool {
    if case .text = kind { fragment.text.isEmpty } else { false }
  }
}
