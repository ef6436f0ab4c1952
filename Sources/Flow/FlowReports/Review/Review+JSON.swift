internal import Diagnostics
internal import FlowCheck
internal import FlowFolder
internal import FlowModel
internal import FlowProof
internal import FlowTesting
package import JSON

extension Review {
  /// The review as one JSON object: for programs, and as the page gets it.
  package var json: JSONValue {
    .object([
      "verdict": .string(verdict), "changesForUsers": .bool(changesSomethingForUsers),
      "added": .strings(diff.added.map(\.id)), "removed": .strings(diff.removed.map(\.id)),
      "notCompared": .strings(diff.unread), "changed": .array(tables.map(\.json)),
      "findings": .object([
        "new": FindingsReport(newFindings, flows: 0, files: files).page,
        "gone": FindingsReport(goneFindings, flows: 0, files: files).page,
      ]),
      "rules": .array(rules.map(\.json)),
      "paths": .array(
        stale.map { path, reason in
          .object([
            "flow": .string(path.flow), "name": .string(path.name), "reason": .string(reason),
          ])
        }),
      "waiting": .array(waiting.map { $0.json("place") }),
    ])
  }
}

extension ReviewTable {
  fileprivate var json: JSONValue {
    .object([
      "flow": .string(diff.new.id), "was": .string(diff.old.id), "title": .string(diff.new.title),
      "onlyNumbers": .bool(isRenumbered), "places": .array(places.map(\.json)),
      "screens": .array(
        screens.map { before, now in
          .object(["before": before.map { .string($0) }, "now": now.map { .string($0) }])
        }),
      "gained": .strings(diff.gained), "lost": .strings(diff.lost),
      "plays": .object([
        "gained": ReviewTable.json(gained), "lost": ReviewTable.json(lost),
      ]),
      "tooManyPaths": .bool(diff.hasTooManyPaths), "concerns": .strings(concerns.map(\.text)),
    ])
  }
}

extension ReviewTable {
  /// The first values of facts of each path, or null if it was not found to run.
  fileprivate static func json(_ runs: [FirstValues?]) -> JSONValue {
    .array(
      runs.map { run in
        run.map { .object(members: $0.facts.map { ($0.name, .string($0.value)) }) } ?? .null
      })
  }
}

extension ReviewPlace {
  fileprivate var json: JSONValue {
    .object([
      "part": .string(part.rawValue), "at": .string(at), "onlyNumber": .bool(isRenumbered),
      "before": before?.json, "now": now?.json,
      "changes": .array(
        changes.map { change in
          .object(["kind": .string(change.kind.rawValue), "text": .string(change.text)])
        }),
    ])
  }
}

extension ReviewPlace.Cell {
  fileprivate var json: JSONValue {
    .object(["id": .string(id), "text": .string(text), "next": .string(next)])
  }
}

extension Review.TurnedRule {
  /// The run that shows why the rule is broken, in the version in which it is.
  var run: (side: String, verdict: Verdict, example: CounterExample)? {
    for (side, result) in [("new", now), ("old", before)] {
      for verdict in result?.verdicts ?? [] {
        if case .broken(let example) = verdict.finding { return (side, verdict, example) }
      }
    }
    return nil
  }

  fileprivate var json: JSONValue {
    let rule = (now ?? before)?.rule
    return .object([
      "name": .string(name), "sentence": rule.map { .string(RuleSentence($0).text) },
      "because": rule?.because.map { .string($0) }, "was": was.map { .string($0) },
      "now": isNow.map { .string($0) }, "words": .string(words),
      "newlyBroken": .bool(isNewlyBroken),
      "run": run.map { side, verdict, example in
        .object([
          "side": .string(side), "as": .string(verdict.reading.rawValue),
          "why": .string(example.why), "confirmed": .bool(example.isConfirmed),
          "flow": .string(example.start.id),
          "facts": .object(members: example.script.facts.map { ($0.name, .string($0.value)) }),
          "rows": .strings(example.script.moves.map(\.pageText)),
          "end": example.script.end.map { .string($0) },
        ])
      },
    ])
  }
}
