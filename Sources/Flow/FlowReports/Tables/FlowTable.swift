public import FlowModel
internal import JSON
internal import Markup

/// The printed table of a flow: every row in document order, with the document's targets.
public struct FlowTable: Sendable {
  /// A line of the table.
  public struct Row: Hashable, Sendable {
    /// The id in the document.
    public let id: String
    /// `section`, `step` or `outcome`; in a main scenario `step`, `extension` or `line`.
    public let kind: String
    /// The sentence.
    public let text: String
    /// The target. Empty for sections and for steps with rows.
    public let next: String
    /// The step at which an alternative begins whose id does not say it. Empty for other lines.
    public var at = ""

    /// The sentence, with that step.
    var said: String { at.isEmpty ? text : "\(text) (at step \(at))" }
  }

  /// The flow.
  public let flow: Flow
  /// The lines, in document order.
  public let rows: [Row]

  /// The table of a flow. The catalogue gives the titles of flows that it refers to.
  public init(_ flow: Flow, in catalogue: Catalogue) {
    self.flow = flow
    rows = flow.lines.map { line in
      switch line {
      case .section(let section):
        Row(id: section.id, kind: "section", text: section.title, next: "")
      case .step(let step):
        Row(
          id: step.id, kind: step.isLine ? "line" : "step", text: step.text(in: catalogue),
          next: step.isLine ? step.rows(.written).first?.next?.description ?? "" : "")
      case .row(let row):
        Row(
          id: row.id, kind: row.kind == .extension ? "extension" : "outcome", text: row.text,
          next: row.next?.description ?? "",
          at: row.kind != .extension || row.isAnywhere || row.id.hasPrefix(row.step.id)
            ? "" : row.step.id)
      case .anywhere(let id): Row(id: id, kind: "section", text: flow.anytimeHeading, next: "")
      }
    }
  }

  /// Tab-separated, one line per row, without a header: id, kind, text, next.
  public var tsv: String {
    rows.map { row in
      [row.id, row.kind, row.said, row.next].map(FlowTable.flattened).joined(separator: "\t")
        + "\n"
    }.joined()
  }

  /// The table in Markdown, in the form of the documents.
  public var markdown: String {
    var text = "| # | Description | Next |\n| --- | --- | --- |\n"
    for row in rows {
      let isHead = row.kind == "section" || row.kind == "step"
      let cells = [row.id, row.said].map {
        isHead ? "**\(FlowTable.escaped($0))**" : FlowTable.escaped($0)
      }
      text += "| \(cells[0]) | \(cells[1]) | \(FlowTable.escaped(row.next)) |\n"
    }
    return text
  }

  /// One JSON object: the flow's id and title, and its rows.
  public var json: String {
    let rows = rows.map { row in
      JSONValue.object([
        "id": .string(row.id), "kind": .string(row.kind), "text": .string(row.text),
        "next": .string(row.next), "at": .string(row.at),
      ])
    }
    let table = JSONValue.object([
      "flow": .string(flow.id), "title": .string(flow.title), "rows": .array(rows),
    ])
    return table.text + "\n"
  }

  private static func flattened(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }

  private static func escaped(_ text: String) -> String {
    Markdown.escaped(flattened(text), escaping: ["|"])
  }
}

extension Step {
  /// The sentence in the printed table. A call names the title of the called flow.
  public func text(in catalogue: Catalogue) -> String {
    guard activity == .call, let title = catalogue.flow(id: subject)?.title else { return text }
    return "\(text) \(title)"
  }
}
