internal import Diagnostics
internal import FlowModel

extension Check {
  static let withoutName = Check(
    "without-name", severity: .note,
    "steps and rows without a name in code, in a flow where others have one"
  ) { context, findings in
    let flow = context.flow
    guard flow.hasNames else { return }
    let steps = flow.steps.filter { $0.name == nil && $0.activity.isShown }
    let rows = flow.rows.filter { $0.name == nil && $0.kind == .user }
    guard let first = steps.first?.id ?? rows.first?.reference else { return }
    let count = steps.count + rows.count
    let others = count > 1 ? " and \(count - 1) more have" : " has"
    findings.add(
      at: .flow(flow), key: "names", span: flow.span, "`\(first)`\(others) no name in code",
      help: "`flowrun name \(flow.id)` proposes names and writes them")
  }
}
