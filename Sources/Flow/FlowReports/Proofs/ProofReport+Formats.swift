internal import Diagnostics
public import FlowFolder
internal import FlowModel
internal import FlowProof
public import JSON
internal import Markup

extension ProofReport {
  // MARK: Text

  /// Each rule with its sentence and its verdicts, each counter-example as rows with their places
  /// and as a script, and a summary. Rules that cannot be read have their diagnostics. Characters
  /// that a terminal would obey are written as `\u{1B}`, since a log of CI is read at one too.
  public var text: String {
    TerminalText.lines(
      results.filter(\.diagnostics.isEmpty).map { text(of: $0) }.joined() + summary)
  }

  private func text(of result: Prover.Result) -> String {
    let rule = result.rule
    var text = "\(rule.name.text): \(verdict(result))\n"
    text += "  \(RuleSentence(rule).text)\n"
    if let because = rule.because { text += "  Because: \(because)\n" }
    var told: Set<String> = []
    let broken = result.verdicts.filter { if case .broken = $0.finding { true } else { false } }
    let isSameInBoth = broken.count > 1 && Set(broken.map(\.summary)).count == 1
    for verdict in result.verdicts {
      switch verdict.finding {
      case .broken(let example):
        guard told.insert(verdict.summary).inserted else { continue }
        let run =
          !example.isConfirmed
          ? "A run that would break it"
          : (example.isShortest ? "A shortest run" : "A short run") + " that breaks it"
        text += self.text(of: example, run, verdict.reading, isSameInBoth: isSameInBoth)
      case .notProvable(let reason):
        if told.insert(reason).inserted { text += "  Not provable: \(reason)\n" }
      case .holds, .neverTriggered: break
      }
    }
    return text
  }

  /// `holds`, or `as written it does not hold, as meant it holds (a known slip)`.
  func verdict(_ result: Prover.Result) -> String {
    func words(_ verdict: Verdict) -> String {
      if case .holds(ifUserGoesOn: true) = verdict.finding { return "holds if the user goes on" }
      return verdict.name
    }
    let names = result.verdicts.map { words($0) }
    let all =
      Set(names).count == 1
      ? names.first ?? ""
      : zip(result.verdicts, names).map { "as \($0.reading.rawValue) it \($1)" }
        .joined(separator: ", ")
    switch standing(of: result) {
    case .allowed(let reason): return "\(all) (allowed: \(reason))"
    case .knownSlip: return "\(all) (a known slip)"
    case .good, .open, .unreadable: return all
    }
  }

  private func text(
    of example: CounterExample, _ run: String, _ reading: Reading, isSameInBoth: Bool
  ) -> String {
    let facts = example.script.facts.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    let way = isSameInBoth ? "" : " as \(reading.rawValue)"
    var text = "  \(run)\(way), from \(example.start.id)"
    text += facts.isEmpty ? ":\n" : ", with \(facts):\n"
    for (place, entry) in example.entries.enumerated() {
      if example.loop > 0, place == example.entries.count - example.loop {
        text += "    and from here on again and again:\n"
      }
      guard let row = entry.row else {
        text += "    the app goes to the background, and comes back with another flow\n"
        continue
      }
      let passed = entry.isPassedOver ? " (passed over)" : ""
      let target = row.target(reading).map { " -> \($0)" } ?? ""
      text += "    \(row.flow.path):\(row.line): \(row.qualified)\(passed)  "
      text += "\(row.text)\(target)\n"
    }
    text += "  Why: \(example.why).\n"
    if !example.isConfirmed {
      text += "  Not confirmed: the machine did not take this run to its end.\n"
    }
    text += "  As a script, for `flowrun --script -`:\n"
    return text + example.script.file.split(separator: "\n").map { "    \($0)\n" }.joined()
  }

  private var summary: String {
    func part(_ standing: Standing, _ words: String) -> String? {
      let count = count(standing)
      return count == 0 ? nil : "\(count) \(words)"
    }
    let parts = [
      part(.good, "hold"), part(.knownSlip, "broken by known slips"), part(.allowed(""), "allowed"),
      part(.open, "to look at"), part(.unreadable, "cannot be read"),
    ].compactMap(\.self)
    let rules = "\(results.count) rule\(results.count == 1 ? "" : "s")"
    return parts.isEmpty ? "\(rules)\n" : "\(rules): \(parts.joined(separator: ", "))\n"
  }

  /// The counter-examples as a file of scripts.
  public var scripts: String {
    var text = ""
    for result in results {
      for verdict in result.verdicts {
        guard case .broken(let example) = verdict.finding else { continue }
        if text.isEmpty { text = "flow: \(example.start.id)\npaths:\n" }
        var script = example.script
        script.name += " as \(verdict.reading.rawValue)"
        text += script.entry(of: example.start.id)
      }
    }
    return text
  }

  // MARK: JSON

  /// The report as one JSON object.
  public var json: JSONValue {
    .object(["rules": .array(results.map { json(of: $0) })])
  }

  private func json(of result: Prover.Result) -> JSONValue {
    .object([
      "rule": .string(result.rule.name.text), "file": .string(result.rule.path),
      "sentence": .string(RuleSentence(result.rule).text),
      "because": result.rule.because.map { .string($0) },
      "standing": .string(standing(of: result).name),
      "problems": result.diagnostics.isEmpty
        ? nil : .strings(result.diagnostics.map(\.message)),
      "verdicts": .array(result.verdicts.map { json(of: $0) }),
    ])
  }

  private func json(of verdict: Verdict) -> JSONValue {
    var isIfUser: Bool?
    var reason: String?
    var counter: JSONValue?
    switch verdict.finding {
    case .holds(let ifUserGoesOn): isIfUser = ifUserGoesOn ? true : nil
    case .notProvable(let words): reason = words
    case .neverTriggered: break
    case .broken(let example): counter = json(of: example)
    }
    return .object([
      "reading": .string(verdict.reading.rawValue), "verdict": .string(verdict.name),
      "ifUserGoesOn": isIfUser.map { .bool($0) }, "reason": reason.map { .string($0) },
      "places": .integer(verdict.places), "counterExample": counter,
    ])
  }

  private func json(of example: CounterExample) -> JSONValue {
    .object([
      "flow": .string(example.start.id),
      "facts": .object(members: example.script.facts.map { ($0.name, .string($0.value)) }),
      "rows": .array(
        example.entries.map { entry in
          .object([
            "row": entry.row.map { .string($0.qualified) },
            "file": entry.row.map { .string($0.flow.path) },
            "line": entry.row.map { .integer($0.line) },
            "suspendedAt": entry.row == nil ? .string(entry.step.qualified) : nil,
            "passedOver": entry.isPassedOver ? .bool(true) : nil,
          ])
        }),
      "loop": example.loop > 0 ? .integer(example.loop) : nil, "why": .string(example.why),
      "end": example.script.end.map { .string($0) }, "confirmed": .bool(example.isConfirmed),
      "script": .string(example.script.file),
    ])
  }

  // MARK: JUnit

  /// The report as XML for build servers: a test case per rule and reading.
  public var junit: String {
    let cases = results.flatMap { result -> [JUnitReport.Case] in
      let standing = standing(of: result)
      var excuse: String?
      switch standing {
      case .allowed(let reason): excuse = "allowed: \(reason)"
      case .knownSlip: excuse = "a known slip of the document"
      case .good, .open, .unreadable: break
      }
      guard result.diagnostics.isEmpty else {
        let failure = JUnitReport.Failure(
          kind: result.diagnostics[0].rule.name, message: result.diagnostics[0].message)
        return [
          JUnitReport.Case(
            group: "house rules", name: result.rule.name.text, file: result.rule.path,
            failure: failure)
        ]
      }
      return result.verdicts.map { verdict in
        let failure = JUnitReport.Failure(kind: verdict.name, message: verdict.summary)
        return JUnitReport.Case(
          group: "house rules as \(verdict.reading.rawValue)", name: result.rule.name.text,
          file: result.rule.path, failure: verdict.isGood || excuse != nil ? nil : failure,
          skipped: verdict.isGood ? nil : excuse)
      }
    }
    var report = JUnitReport()
    report.add("house rules", cases)
    return report.xml
  }
}
