internal import Diagnostics
internal import FlowModel

/// A part of a flow's header.
enum HeaderPart: Hashable {
  case title
  case text(HeaderText)
  case list(HeaderList)
}

/// A place in a document that says a part of the header, or some entries of it.
struct HeaderPlace {
  enum Form {
    /// The second cell of a row of the overview.
    case cell
    /// A line below a heading.
    case line
    /// What follows `Goal:` on a line.
    case label
  }

  var part: HeaderPart
  var form: Form
  /// The place of the words, without a bullet or a label.
  var span: Span
  /// What the entries of the flow have before the words: `Scope: `.
  var lead = ""
  /// The entries as the flow has them. None for a cell that says "None".
  var entries: [String]

  /// The place of a line's words: what follows its bullet or number.
  static func words(of fragment: Fragment) -> Span {
    let text = fragment.text
    var lead = text.prefix { "-*+•◦▪– ".contains($0) }
    if !lead.hasSuffix(" ") { lead = lead.prefix(0) }
    let word = text.dropFirst(lead.count).prefix { $0 != " " }
    if word.hasSuffix("."), word.dropLast().allSatisfy(\.isNumber), word.count > 1 {
      lead = text.prefix(lead.count + word.count + 1)
    }
    return fragment.span.droppingFirst(lead.unicodeScalars.count)
  }

  /// The place of what follows a label and its colon, without the emphasis of either.
  static func value(of fragment: Fragment) -> Span {
    let text = fragment.text
    guard let colon = mark(in: text) else { return fragment.span }
    let rest = text[text.index(after: colon)...]
    let lead = rest.prefix { "*_ ".contains($0) }
    var span = fragment.span.droppingFirst(
      text[...colon].unicodeScalars.count + lead.unicodeScalars.count)
    if !lead.contains("*"), text.hasPrefix("**"), text.hasSuffix("**") {
      span = Span(start: span.start, end: max(span.start, span.end - 2))
    }
    return span
  }

  /// The colon after a label, or the dash if that is all that follows it.
  private static func mark(in text: String) -> String.Index? {
    let colon = text.firstIndex(of: ":")
    let dash = [" — ", " – ", " - "].compactMap { text.firstRange(of: $0) }.min {
      $0.lowerBound < $1.lowerBound
    }
    guard let dash, dash.lowerBound < colon ?? text.endIndex,
      HeaderLabel(String(text[..<dash.lowerBound])) != nil
    else { return colon }
    return text.index(after: dash.lowerBound)
  }
}

extension Span {
  func droppingFirst(_ count: Int) -> Span {
    Span(start: min(start + UInt32(truncatingIfNeeded: count), end), end: end)
  }
}
