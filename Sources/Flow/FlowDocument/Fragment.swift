package import Diagnostics

/// A part of a document: its raw text and its place.
package struct Fragment {
  /// The raw text.
  package var text: String
  /// The place.
  package var span: Span

  static let empty = Fragment(text: "", span: .top)
}

/// A line of a document, or a row of a Markdown table.
package struct DocumentLine {
  /// What a line is.
  package enum Kind {
    /// Text.
    case text
    /// The cells of a table's row.
    case row([Fragment])
    /// `| --- | --- |`
    case delimiter

    var isText: Bool { if case .text = self { true } else { false } }
  }

  /// What it is.
  package var kind: Kind
  /// All of it.
  package var fragment: Fragment
  /// How far it is indented, if it is no row of a table made from something else.
  package var indent = 0
  /// Whether it is one of several conditions below a step: `3.1. If the place is free, ...`.
  var isChoice = false
  /// The arrow before it, which is not in its text.
  package var arrow: StepArrow?

  /// Whether a line is empty, or a rule.
  var saysNothing: Bool { isBlank || fragment.text.allSatisfy { "-*_= ".contains($0) } }
  var isDelimiter: Bool { if case .delimiter = kind { true } else { false } }
  var isRow: Bool { if case .row = kind { true } else { false } }

  /// Whether it is the heading or the label of a main scenario, and nothing else.
  var headsMain: Bool {
    guard fragment.text.utf8.count < 80,
      case .main? = HeaderLabel(CellText(fragment.text).whole)
    else { return false }
    return true
  }

  var isBlank: Bool {
    if case .text = kind { fragment.text.isEmpty } else { false }
  }
}
