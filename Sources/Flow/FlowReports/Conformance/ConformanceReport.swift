package import FlowLogs
internal import FlowModel
internal import FlowRuntime
internal import Markup

/// What a log says of flows, as text, Markdown and JSON.
package struct ConformanceReport: Sendable {
  let conformance: Conformance
  /// Numbers of runs below this one are not shown.
  let least: Int
  /// Whether the tables of all flows are shown.
  let drawsTables: Bool

  /// A report.
  ///
  /// - Parameter least: numbers of runs that are below this, except 0, are not shown, so that
  ///   nobody can be recognised by what few have done.
  package init(_ conformance: Conformance, least: Int = 0, drawsTables: Bool = false) {
    (self.conformance, self.least, self.drawsTables) = (conformance, least, drawsTables)
  }

  /// Whether a number is too small to be shown.
  func isSmall(_ number: Int) -> Bool { number > 0 && number < least }

  /// A number, or that it is too small.
  func shown(_ number: Int) -> String { isSmall(number) ? "<\(least)" : "\(number)" }

  var summary: String {
    let all = conformance
    if isSmall(all.runs) { return "<\(least) runs" }
    var text = "\(String.count(all.runs, "run")), \(String.count(all.events, "row")) logged, "
    text += "\(String.count(all.variants.count, "variant"))\n"
    let decided = all.runs - all.undecided
    guard !isSmall(all.fitting), !isSmall(all.undecided), !isSmall(decided - all.fitting) else {
      // The rest would tell a number that is not shown.
      return text + "how many fit is not shown, since it would tell a number below \(least)"
    }
    text += "\(all.fitting) of \(String.count(decided, "run")) \(all.fitting == 1 ? "fits" : "fit")"
    text += ", fitness \(ConformanceReport.decimal(all.fitness))"
    if all.filled > 0 {
      text += ", \(String.count(all.filled, "row")) of the system filled in"
    }
    if all.undecided > 0 { text += "; \(String.count(all.undecided, "run")) not decided" }
    return text
  }

  /// Three digits after the point.
  static func decimal(_ number: Double) -> String {
    let thousandths = Int(number * 1_000)
    let digits = "\(thousandths % 1_000)"
    return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - digits.count) + digits
  }

  /// The summary, the deviations, the variants and the funnels.
  package var text: String {
    var text = summary + "\n"
    if !conformance.findings.isEmpty { text += "\ndeviations\n" }
    for finding in conformance.findings {
      text += "  \(shown(finding.runs.count).aligned(to: 6))x  "
      text += "\(TerminalText.line(finding.deviation.text))\(ids(finding.runs))\n"
      if let row = finding.deviation.after ?? finding.deviation.expected {
        text += "          \(row.flow.path):\(row.line)\n"
      }
    }
    if !conformance.rules.isEmpty { text += "\nhouse rules that were broken\n" }
    for rule in conformance.rules {
      text += "  \(shown(rule.runs.count).aligned(to: 6))x  \(rule.broken.rule.rule)"
      text += rule.broken.row.map { " by `\($0.qualified) \(TerminalText.line($0.text))`" } ?? ""
      text += "\(ids(rule.runs))\n          \(TerminalText.line(rule.broken.rule.sentence))\n"
    }
    text += "\nvariants\n"
    for variant in conformance.variants.prefix(10) where !isSmall(variant.runs.count) {
      let fit =
        switch variant.deviations {
        case nil: "not decided"
        case 0?: "fits"
        case let number?: String.count(number, "deviation")
        }
      text += "  \("\(variant.runs.count)".aligned(to: 6))x  \(fit): "
      text += "\(TerminalText.line(ConformanceReport.short(variant.names)))\n"
    }
    let rest = conformance.variants.dropFirst(10).count
    let small = conformance.variants.prefix(10).count { isSmall($0.runs.count) }
    if rest + small > 0 { text += "  and \(rest + small) more\n" }
    guard drawsTables else { return text }
    for funnel in conformance.funnels {
      let group = funnel.group.isEmpty ? "all runs" : TerminalText.line(funnel.group)
      if conformance.funnels.count > 1 {
        text += "\n== \(group): \(shown(funnel.runs)) of \(conformance.runs) runs\n"
      }
      for flow in conformance.flows { text += table(flow, funnel) }
    }
    if !conformance.gone.isEmpty { text += "\nrows of earlier releases that are gone\n" }
    for (row, taken) in conformance.gone {
      text += "  \(shown(taken).aligned(to: 6))x  \(row.qualified) \(TerminalText.line(row.text))\n"
    }
    return text
  }

  /// The first runs, unless they are few.
  func ids(_ runs: [String]) -> String {
    guard least == 0 else { return "" }
    let first = runs.prefix(3).map(TerminalText.line).joined(separator: ", ")
    return "  [\(first)\(runs.count > 3 ? ", ..." : "")]"
  }

  /// The names of rows, each flow only where it changes: `UC1:1.1a 1.2a`. At most 30.
  static func short(_ names: [String]) -> String {
    var flow: Substring = ""
    let words = names.prefix(30).map { name in
      let own = name.prefix { $0 != ":" }
      defer { flow = own }
      return own == flow ? String(name.dropFirst(own.count + 1)) : name
    }
    return words.joined(separator: " ") + (names.count > 30 ? " ..." : "")
  }

  // MARK: Funnels

  /// A line of a funnel. A step has the number of runs that were left there.
  struct Line {
    let id: String
    let text: String
    let next: String
    var row: Row?
    var step: Step?
  }

  static func lines(_ flow: Flow) -> [Line] {
    flow.lines.map { line in
      switch line {
      case .section(let section): Line(id: section.id, text: section.title, next: "")
      case .anywhere(let id): Line(id: id, text: FlowModel.Line.atAnyTime, next: "")
      case .row(let row):
        Line(
          id: row.reference, text: row.text, next: row.next?.description ?? "", row: row.original)
      case .step(let step):
        Line(
          id: step.id, text: step.text, next: step.ownRow?.next?.description ?? "",
          row: step.ownRow, step: step)
      }
    }
  }

  private func table(_ flow: Flow, _ funnel: Funnel) -> String {
    var text = "\n\(flow.id) \(TerminalText.line(flow.title))\n"
    text += "   taken  share    median    left  row\n"
    for line in ConformanceReport.lines(flow) {
      let cells = cells(line, funnel)
      text += "\(cells.taken.aligned(to: 8)) \(cells.share.aligned(to: 6)) "
      text += "\(cells.median.aligned(to: 9)) \(cells.left.aligned(to: 7))  "
      text += "\(line.id.padded(to: 7)) \(TerminalText.line(line.text))"
      text += line.next.isEmpty ? "\n" : " -> \(line.next)\n"
    }
    return text
  }

  /// What a funnel shows at a line.
  func cells(
    _ line: Line, _ funnel: Funnel
  ) -> (taken: String, share: String, median: String, left: String) {
    var (taken, share, median, left) = ("", "", "", "")
    if let row = line.row {
      let (count, all) = (funnel.taken(row), funnel.arrivals(row))
      taken = count == 0 ? "-" : shown(count)
      // With all runs of a step, a share would tell a number that is not shown.
      let isHidden = isSmall(count) || isSmall(all) || isSmall(all - count)
      share = all == 0 || isHidden ? "" : "\(count * 100 / all)%"
      median = isSmall(count) ? "" : funnel.medianTime(row).map { "\($0) ms" } ?? ""
    }
    if let step = line.step, funnel.left(step) > 0 { left = shown(funnel.left(step)) }
    return (taken, share, median, left)
  }
}
