internal import FlowLogs
internal import FlowModel
internal import FlowRuntime
internal import JSON
internal import Markup

extension ConformanceReport {
  /// The summary, the deviations and the funnels as tables of Markdown.
  package var markdown: String {
    func cell(_ text: String) -> String { Markdown.escaped(text, escaping: ["\\", "|"]) }
    var text = "# Conformance\n\n\(summary.replacing(["\n": "; "])).\n"
    if !conformance.findings.isEmpty {
      text += "\n| Runs | Deviation | Row |\n| --: | --- | --- |\n"
      for finding in conformance.findings {
        let row = finding.deviation.after ?? finding.deviation.expected
        let place = row.map { "\($0.flow.path):\($0.line)" } ?? ""
        text += "| \(shown(finding.runs.count)) | \(cell(finding.deviation.text)) "
        text += "| \(cell(place)) |\n"
      }
    }
    if !conformance.rules.isEmpty {
      text += "\n| Runs | House rule | Broken by |\n| --: | --- | --- |\n"
      for rule in conformance.rules {
        let row = rule.broken.row.map { "\($0.qualified) \($0.text)" } ?? ""
        text += "| \(shown(rule.runs.count)) | \(cell(rule.broken.rule.rule)): "
        text += "\(cell(rule.broken.rule.sentence)) | \(cell(row)) |\n"
      }
    }
    for funnel in conformance.funnels {
      let group = funnel.group.isEmpty ? "" : " (\(cell(funnel.group)))"
      for flow in conformance.flows {
        text += "\n## \(cell(flow.id)) \(cell(flow.title))\(group)\n\n"
        text += "| Taken | Share | Median | Left here | # | Description | Next |\n"
        text += "| --: | --: | --: | --: | --- | --- | --- |\n"
        for line in ConformanceReport.lines(flow) {
          let cells = cells(line, funnel)
          text += "| \(cells.taken) | \(cells.share) | \(cells.median) | \(cells.left) "
          text += "| \(cell(line.id)) | \(cell(line.text)) | \(cell(line.next)) |\n"
        }
      }
    }
    if !conformance.gone.isEmpty {
      text += "\n## Rows of earlier releases that are gone\n\n| Taken | Row | Description |\n"
      text += "| --: | --- | --- |\n"
    }
    for (row, taken) in conformance.gone {
      text += "| \(shown(taken)) | \(cell(row.qualified)) | \(cell(row.text)) |\n"
    }
    return text
  }

  /// The report as one JSON object. Numbers that are too small are null.
  package var json: String {
    func number(_ value: Int) -> JSONValue { isSmall(value) ? .null : .integer(value) }
    let findings = conformance.findings.map { finding in
      let deviation = finding.deviation
      return JSONValue.object([
        "kind": .string(deviation.kind.rawValue), "text": .string(deviation.text),
        "after": deviation.after.map { .string($0.qualified) },
        "taken": deviation.taken.map { .string($0.qualified) },
        "expected": deviation.expected.map { .string($0.qualified) },
        "count": number(finding.runs.count),
        "runs": least > 0 ? nil : .strings(finding.runs),
      ])
    }
    let variants = conformance.variants.filter { !isSmall($0.runs.count) }.map { variant in
      JSONValue.object([
        "rows": .strings(variant.names), "count": .integer(variant.runs.count),
        "deviations": variant.deviations.map { .integer($0) } ?? .null,
        "filled": .integer(variant.filled), "runs": least > 0 ? nil : .strings(variant.runs),
      ])
    }
    let all = conformance
    let rules = all.rules.map { rule in
      JSONValue.object([
        "rule": .string(rule.broken.rule.rule), "sentence": .string(rule.broken.rule.sentence),
        "row": rule.broken.row.map { .string($0.qualified) }, "count": number(rule.runs.count),
        "runs": least > 0 ? nil : .strings(rule.runs),
      ])
    }
    // With the number of all runs, one of these would tell another that is too small.
    let parts = [all.fitting, all.undecided, all.runs - all.undecided - all.fitting]
    let isHidden = isSmall(all.runs) || parts.contains(where: isSmall)
    func part(_ value: Int) -> JSONValue { isHidden ? .null : .integer(value) }
    return JSONValue.object([
      "runs": number(all.runs), "events": isSmall(all.runs) ? .null : .integer(all.events),
      "fitting": part(all.fitting), "undecided": part(all.undecided),
      "filled": part(all.filled),
      "fitness": isHidden ? .null : .number(ConformanceReport.decimal(all.fitness)),
      "deviations": .array(findings), "rules": .array(rules), "variants": .array(variants),
      "funnels": .array(all.funnels.map { json($0) }),
      "gone": all.gone.isEmpty
        ? nil
        : .object(members: all.gone.map { ($0.row.qualified, number($0.taken)) }),
    ]).text + "\n"
  }

  private func json(_ funnel: Funnel) -> JSONValue {
    func number(_ value: Int) -> JSONValue { isSmall(value) ? .null : .integer(value) }
    let rows = conformance.flows.flatMap(\.rows).filter { funnel.taken($0) > 0 }.map { row in
      JSONValue.object([
        "row": .string(row.qualified), "taken": number(funnel.taken(row)),
        "filled": number(funnel.filled(row)), "arrivals": number(funnel.arrivals(row)),
        "median": isSmall(funnel.taken(row)) ? nil : funnel.medianTime(row).map { .integer($0) },
      ])
    }
    let left = conformance.flows.flatMap(\.steps).filter { funnel.left($0) > 0 }
    return .object([
      "group": .string(funnel.group), "runs": number(funnel.runs), "rows": .array(rows),
      "left": .object(members: left.map { ($0.qualified, number(funnel.left($0))) }),
    ])
  }
}
