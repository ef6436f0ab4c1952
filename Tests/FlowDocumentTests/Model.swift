import FlowModel

/// The part of a flow that a document has: the table and the header.
struct Model: Equatable {
  var rows: [String]
  var header: [String]

  init(_ flow: Flow) {
    rows = flow.lines.map { line in
      switch line {
      case .section(let section): "\(section.id) section \(section.title)"
      case .step(let step):
        """
        \(step.id) \(step.activity.key) \(step.subject) m:\(step.message ?? "") \
        n:\(step.note ?? "") l:\(step.loading ?? "") b:\(step.buttons) i:\(step.items) \
        t:\(step.takes?.description ?? "") c:\(step.isCancelable?.description ?? "") \
        in:\(step.inputs.map { "\($0.name) \($0.length)" }) -> \(Model.ownTarget(of: step))
        """
      case .anywhere(let id): id
      case .row(let row):
        """
        \(row.reference) \(row.kind.key) \(row.label) (\(row.does ?? "")) -> \
        \(row.next?.description ?? "")
        """
      }
    }
    header = [
      flow.id, flow.kind.rawValue, flow.title, flow.outline ?? "", flow.summary ?? "",
      flow.goal ?? "", flow.actor ?? "", "\(flow.preconditions)", "\(flow.postconditions)",
      "\(flow.triggeredBy)", "\(flow.usedBy)", "\(flow.parameters)", "\(flow.results)",
      "\(flow.documentation)", "\(flow.tests)", "\(flow.notes)", "\(flow.errors)",
    ]
  }

  /// The target of a step's own row. Empty if it has none.
  private static func ownTarget(of step: Step) -> String {
    guard step.hasOwnRow else { return "" }
    return step.rows(.written).first { $0.kind == .own }?.next?.description ?? ""
  }
}
