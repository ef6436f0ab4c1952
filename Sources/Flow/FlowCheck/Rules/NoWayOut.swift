internal import FlowModel

extension Check {
  static let noWayOut = Check("no-way-out", "steps from which no row ever leaves the flow") {
    context, findings in
    let out = WaysOut(context)
    var told = out.steps
    for step in context.steps where !told.contains(step) {
      out.follow(from: step, adding: &told)
      findings.add(
        at: .step(step),
        "there is no way out of step `\(step.id)`: no row from here ever leaves the flow",
        help: "add a row that goes on, back or to the end")
    }
  }
}
