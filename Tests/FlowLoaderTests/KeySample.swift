import FlowModel
import TestSupport

@testable import FlowLoader

/// A mapping with its required keys, the file around it, and a value for every one of its keys.
struct KeySample {
  /// The file, with `%` where the keys of the mapping go, one per line.
  let file: String
  /// The keys that are always there.
  let base: [String: String]
  /// Which of these a key replaces, and what else it needs.
  var replaces: [String: [String]] = [:]
  var needs: [String: [String: String]] = [:]
  /// Values of keys that have others elsewhere.
  var values: [String: String] = [:]

  /// The file with a key, or without it and with what that key needs.
  func text(with key: Key?, for other: Key? = nil) -> String {
    var lines = base
    if let key = key ?? other {
      for (word, value) in needs[key.word] ?? [:] {
        lines[word] = value
        for replaced in replaces[key.word] ?? [] { lines[replaced] = nil }
      }
    }
    if let key {
      for word in replaces[key.word] ?? [] { lines[word] = nil }
      lines[key.word] = value(of: key)
    }
    let first = ["flow", "section", "step", "line", "extension", "path"]
    let ordered = lines.sorted { a, b in
      (first.contains(a.key) ? 0 : 1, a.key) < (first.contains(b.key) ? 0 : 1, b.key)
    }
    return file.split(separator: "\n").flatMap { line -> [String] in
      guard line.contains("%") else { return [String(line)] }
      let margin = String(repeating: " ", count: line.prefix { $0 == " " || $0 == "-" }.count)
      return ordered.enumerated().map { index, entry in
        (index == 0 ? String(line.prefix { $0 != "%" }) : margin) + "\(entry.key): \(entry.value)"
      }
    }.joined(separator: "\n") + "\n"
  }

  /// A value for a key: by its word if the value has a grammar, or else by its shape.
  private func value(of key: Key) -> String {
    if let value = values[key.word] { return value }
    if case .texts = key.shape { return "[x]" }
    if case .events = key.shape { return "[1.1a]" }
    if let value = KeySample.values[key.word] { return value }
    return switch key.shape {
    case .text: "1.9"
    case .choice(let words): words.last ?? ""
    case .pattern(_, let isNumber): isNumber ? "6" : "1 s"
    case .flag: "yes"
    case .texts, .textOrTexts, .events: "[x]"
    case .words, .settings: "{ x: y }"
    case .values: "{ f: b }"
    case .mapping, .list, .named: "none is known: add one to the test"
    }
  }

  private static let values = [
    "language": "1", "name": "signOut",
    "next": "back", "meant": "back", "enters": "pin", "set": "{ f: b }", "reset": "f",
    "count": "{ f: x }", "with": "{ a: pin }", "facts": "{ g: [a, b] }", "at": "2",
    "meant at": "2", "clock": "5", "as": "meant", "input": "{ can: { digits: 6 } }",
    "extension": "2b", "steps": "[{ step: 8, screen: X, next: end }]",
    "sections": "[{ section: 8, title: T, steps: [{ step: 8, screen: X, next: end }] }]",
    "extensions": "[{ extension: 7a, case: C, lines: [{ line: a, os: X, next: end }] }]",
    "lines": "[{ line: b, os: X, next: end }]", "rows": "{ b: { user: goes, next: end } }",
    "anywhere": "{ '*a': { event: E, after: 1 h, next: end } }",
    "world": "{ network: ok }",
    "expect": "{ end: back }", "rules": "[{ rule: r, never: 1.1, because: b }]",
  ]
  /// For every key of a house rule a rule that has it, with `%` for its value.
  static let rules = [
    "rule": "rule: %, because: b, never: a", "because": "because: %, never: a", "never": "never: %",
    "only": "only: %, between: a, and: b", "eventually": "after: a, eventually: %",
    "exactly once": "exactly once: %", "just before": "just before: %, always: a",
    "just after": "just after: %, always: a", "at most": "at most: %, of: a",
    "always possible": "'always possible': %", "never both": "never both: %, and: a",
    "of": "at most: 1, of: %", "before": "never: a, before: %", "after": "never: a, after: %",
    "always": "just after: a, always: %", "between": "only: a, between: %, and: b",
    "and": "only: a, between: b, and: %", "until": "never: a, after: b, until: %",
    "while": "never: a, while: { f: % }", "start": "never: a, start: %",
    "given": "never: a, given: { f: % }", "interrupted by": "never: a, interrupted by: %",
    "allow": "never: a, allow: %",
  ]
  private static let step = "{ step: 7, screen: X, next: end }"
  private static let head = "flow: A\ntitle: A\nfacts: { f: [a, b] }\n"
  private static let stepBase = ["screen": "S", "next": "end", "input": "{ pin: { secret: yes } }"]
  private static let activities = Dictionary(
    uniqueKeysWithValues: Activity.allCases.map { ($0.key, ["screen"]) })

  private static let needs = [
    "meant call": ["call": "P"], "values": ["action": "a"],
    "trace": ["action": "a", "values": "[x]"],
  ]

  static let flows: [MappingKind: KeySample] = [
    .flow: KeySample(
      file: "%",
      base: [
        "flow": "A", "title": "A", "sections": "[{ section: 1, title: T, steps: [\(step)] }]",
      ],
      replaces: ["steps": ["sections"], "outline": ["sections"], "extensions": ["sections"]],
      needs: ["extensions": ["steps": "[\(step)]"]]),
    .section: KeySample(
      file: head + "sections:\n- %", base: ["section": "1", "title": "T", "steps": "[\(step)]"]),
    .step: KeySample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - %",
      base: stepBase.merging(["step": "1.1"]) { $1 },
      replaces: activities.merging(["meant call": ["screen"], "rows": ["next"]]) { $1 },
      needs: needs),
    .line: KeySample(
      file: head + "steps:\n- \(step)\nextensions:\n- extension: 7b\n  case: C\n  lines:\n  - %",
      base: stepBase.merging(["line": "a"]) { $1 },
      replaces: activities.merging(["meant call": ["screen"], "rows": ["next"]]) { $1 },
      needs: needs),
    .extension: KeySample(
      file: head + "steps:\n- { step: 2, screen: Y }\n- \(step)\nextensions:\n- %",
      base: ["extension": "7b", "case": "C", "lines": "[{ line: a, os: X, next: end }]"]),
    .row: KeySample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - step: 1.1\n    screen: S\n"
        + "    input: { pin: { secret: yes } }\n    rows:\n      a:\n        %",
      base: ["user": "goes", "next": "end"],
      replaces: Dictionary(
        uniqueKeysWithValues: ["case", "result", "event", "error"].map { ($0, ["user"]) })),
    .input: KeySample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - step: 1.1\n    screen: S\n"
        + "    next: end\n    input:\n      pin:\n        %",
      base: ["length": "5"]),
  ]

  static let scripts: [MappingKind: KeySample] = [
    .scripts: KeySample(
      file: "%", base: ["flow": "A", "about": "a"],
      replaces: ["paths": ["about"]],
      needs: ["steps": ["world": "{}"], "expect": ["world": "{}"]],
      values: ["facts": "{ x: y }", "paths": "[{ path: p, rows: [1.1a] }]"]),
    .path: KeySample(
      file: "flow: A\npaths:\n- %", base: ["path": "p"],
      needs: ["steps": ["world": "{}"], "expect": ["world": "{}"]],
      values: ["facts": "{ x: y }"]),
    .expectation: KeySample(file: "flow: A\nworld: {}\nexpect:\n  %", base: ["stored": "{ a: b }"]),
  ]
}
