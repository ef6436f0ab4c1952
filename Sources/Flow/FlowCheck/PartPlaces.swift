internal import Diagnostics
internal import FlowModel

/// The parts of a flow by their places in its document.
struct PartPlaces {
  private let flow: Flow
  /// The parts in the order of their places; of several at one place, rows come first.
  private let parts: [FlowPart]

  /// How many parts at a place are looked at, which may be a whole document on one line.
  private static let most = 64

  init(_ flow: Flow) {
    self.flow = flow
    let all =
      flow.rows.map { FlowPart.row($0) } + flow.steps.map { .step($0) }
      + flow.sections.map { .section($0) }
    let placed = all.filter { $0.span.end > 0 }.enumerated()
    parts = placed.sorted {
      ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
    }.map(\.element)
  }

  /// The alternative that begins in a place of the document, or the first other part that does: a
  /// paragraph may have an alternative with all of its steps. Otherwise the last part before the
  /// place, or the flow itself.
  func part(at span: Span) -> FlowPart {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].span.start < span.start { low = middle + 1 } else { high = middle }
    }
    let end = max(span.end, span.start + 1)
    let inside = parts[low...].prefix { $0.span.start < end }.prefix(PartPlaces.most)
    let alternative = inside.first {
      if case .row(let row) = $0 { row.kind == .extension } else { false }
    }
    return alternative ?? inside.first ?? (low > 0 ? parts[low - 1] : .flow(flow))
  }
}
