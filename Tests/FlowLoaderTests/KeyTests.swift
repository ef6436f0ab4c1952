import Diagnostics
import Files
import FlowModel
import FlowTestSupport
import TestSupport
import Testing
import YAMLTree

@testable import FlowLoader

/// Tests of every key of the language. The keys come from the schemas, so a new one is tested too.
@Suite struct KeyTests {
  @Test(
    "Every key of a flow file changes what is loaded",
    arguments: FlowReader.mappings.map(\.kind).filter { $0 != .rule })
  func flowKeysAreStored(_ kind: MappingKind) throws {
    let mapping = try #require(FlowReader.mappings.first { $0.kind == kind })
    let plain = try #require(Sample.flows[mapping.kind])
    for key in mapping.keys {
      let before = try tables(plain.text(with: nil, for: key))
      let after = try tables(plain.text(with: key), "\(mapping.kind.name), `\(key.word)`")
      let isStored = after != before
      #expect(isStored, "`\(key.word)` of \(mapping.kind.name) is not stored")
    }
  }

  @Test(
    "Every key of a script changes what is loaded", arguments: ScriptReader.mappings.map(\.kind))
  func scriptKeysAreStored(_ kind: MappingKind) throws {
    let mapping = try #require(ScriptReader.mappings.first { $0.kind == kind })
    let plain = try #require(Sample.scripts[mapping.kind])
    for key in mapping.keys {
      let before = try scripts(plain.text(with: nil, for: key))
      let after = try scripts(plain.text(with: key), "\(mapping.kind.name), `\(key.word)`")
      let isStored = after != before
      #expect(isStored, "`\(key.word)` of \(mapping.kind.name) is not stored")
    }
  }

  @Test(
    "Every key of a house rule changes what is loaded, in its own file and in that of a flow",
    arguments: TreeReader.rule.mapping.keys.map(\.word))
  func ruleKeysAreStored(_ word: String) throws {
    let line = try #require(Sample.rules[word], "add a rule with `\(word)` to the test")
    let head = word == "rule" ? "" : word == "because" ? "rule: r, " : "rule: r, because: b, "
    func text(_ value: String) -> String {
      "rules:\n- { \(head)\(line.replacing("%", with: value)) }\n"
    }
    let texts: [String] = word == "at most" ? [text("1"), text("2")] : [text("x"), text("y")]
    let alone = texts.map { (text: String) -> String in
      let (rules, problems) = RuleLoader().load(
        SourceFile(path: "r.yaml", bytes: Array(text.utf8)))
      #expect(problems.map(\.message) == [])
      return Told(pool: []).describe(rules)
    }
    #expect(alone[0] != alone[1])
    let inFlow = try texts.map { try tables("flow: A\ntitle: A\noutline: o\n" + $0) }
    #expect(inFlow[0] != inFlow[1])
  }

  @Test("Beside `paths`, a file of scripts has no keys of a run")
  func pathsExcludeKeysOfARun() throws {
    let plain = try #require(Sample.scripts[.scripts])
    for key in ScriptReader.scripts.mapping.keys where key.role == .own {
      let text = plain.text(with: key) + "paths: [{ path: p }]\n"
      let loader = ScriptLoader(world: SettingsShape("a world", []))
      let found = loader.load(SourceFile(path: "A.yaml", bytes: Array(text.utf8))).diagnostics
      #expect(found.contains { $0.message == "`\(key.word)` and `paths` exclude each other" })
    }
  }

  @Test("Every key has a unique word in its mapping, short enough to be recognised")
  func wordsAreRecognised() {
    let languages = [
      (FlowReader.mappings, FlowReader.vocabulary),
      (ScriptReader.mappings, ScriptReader.vocabulary),
    ]
    for (mappings, vocabulary) in languages {
      for mapping in mappings {
        #expect(Set(mapping.keys.map(\.word)).count == mapping.keys.count)
        #expect(mapping.keys.count <= Mapping.room)
        for key in mapping.keys { #expect(vocabulary.number(of: key.word) > 0) }
      }
    }
  }

  @Test("docs/language.md names every key, and no others")
  func keysAreDocumented() throws {
    let page = String(
      decoding: try FileSystem.read(projectFolder + "/docs/language.md"), as: UTF8.self)
    let mappings = FlowReader.mappings + ScriptReader.mappings + TreeReader.ruleMappings
    let known = Set(mappings.flatMap { $0.keys.map(\.word) })
    // In tables: the words in the first column, up to a colon.
    var listed: Set<String> = []
    for line in page.split(separator: "\n") where line.hasPrefix("| `") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      for word in code(in: String(cell)) { listed.insert(word) }
    }
    let targets: Set = [
      "1.4", "2", "goto UC9.2", "back", "resume", "end", "stay", "result X", "error X",
    ]
    #expect(listed.subtracting(targets).subtracting(known) == [])
    // Some are named in the text or in an example only, and those of `expect` with the world,
    // and those of house rules on a page of their own.
    let wallet = String(
      decoding: try FileSystem.read(projectFolder + "/docs/wallet.md"), as: UTF8.self)
    let rules = String(
      decoding: try FileSystem.read(projectFolder + "/docs/house-rules.md"), as: UTF8.self)
    let named = known.filter { word in
      ["`\(word)`", "`\(word): ", " \(word):", "\n\(word):"].contains {
        (page + wallet + rules).contains($0)
      }
    }
    #expect(known.subtracting(named) == [])
  }

  /// The texts in backticks, up to a colon.
  private func code(in text: String) -> [String] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { index in
      String(parts[index].prefix { $0 != ":" })
    }
  }

  /// The content of a flow without places; lists by their lengths.
  private func tables(_ text: String, _ what: String = "plain") throws -> String {
    var reader = FlowReader()
    let read = reader.read(SourceFile(path: "A.yaml", bytes: Array(text.utf8)))
    #expect(read.diagnostics.map(\.message) == [], "\(what)\n\(text)")
    let tables = try #require(read.tables, "\(what)")
    return Told(pool: tables.all.pool).describe(tables.all)
  }

  private func scripts(_ text: String, _ what: String = "plain") throws -> String {
    let shape = SettingsShape("a world", [.init("network", .text, "the network")])
    let loader = ScriptLoader(world: shape)
    let (scripts, diagnostics) = loader.load(
      SourceFile(path: "A.yaml", bytes: Array(text.utf8)))
    #expect(diagnostics.map(\.message) == [], "\(what)\n\(text)")
    return Told(pool: []).describe(scripts)
  }
}

/// Describes values by their stored properties, except for places in a file and in other tables.
private struct Told {
  let pool: [UInt8]
  private let places: Set = ["path", "pool", "stepRows", "line", "start", "span", "moveSpans"]
  /// Tables whose entries are described by the slices that refer to them.
  private let referredTo: Set = ["texts", "arguments", "conditions", "changes"]

  func describe(_ value: Any) -> String {
    if let text = value as? String { return text }
    if let text = value as? PooledText {
      return String(decoding: pool[text.range], as: UTF8.self)
    }
    let children = Mirror(reflecting: value).children.filter { child in
      let label = child.label ?? ""
      return !places.contains(label) && (child.value is Slice || !referredTo.contains(label))
    }
    if children.isEmpty { return "\(value is any Collection ? "" : "\(value)")" }
    return "(" + children.map { "\($0.label ?? ""):\(describe($0.value))" }.joined(separator: ",")
      + ")"
  }
}

/// A mapping with its required keys, the file around it, and a value for every one of its keys.
private struct Sample {
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
    if let value = Sample.values[key.word] { return value }
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

  static let flows: [MappingKind: Sample] = [
    .flow: Sample(
      file: "%",
      base: [
        "flow": "A", "title": "A", "sections": "[{ section: 1, title: T, steps: [\(step)] }]",
      ],
      replaces: ["steps": ["sections"], "outline": ["sections"], "extensions": ["sections"]],
      needs: ["extensions": ["steps": "[\(step)]"]]),
    .section: Sample(
      file: head + "sections:\n- %", base: ["section": "1", "title": "T", "steps": "[\(step)]"]),
    .step: Sample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - %",
      base: stepBase.merging(["step": "1.1"]) { $1 },
      replaces: activities.merging(["meant call": ["screen"], "rows": ["next"]]) { $1 },
      needs: needs),
    .line: Sample(
      file: head + "steps:\n- \(step)\nextensions:\n- extension: 7b\n  case: C\n  lines:\n  - %",
      base: stepBase.merging(["line": "a"]) { $1 },
      replaces: activities.merging(["meant call": ["screen"], "rows": ["next"]]) { $1 },
      needs: needs),
    .extension: Sample(
      file: head + "steps:\n- { step: 2, screen: Y }\n- \(step)\nextensions:\n- %",
      base: ["extension": "7b", "case": "C", "lines": "[{ line: a, os: X, next: end }]"]),
    .row: Sample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - step: 1.1\n    screen: S\n"
        + "    input: { pin: { secret: yes } }\n    rows:\n      a:\n        %",
      base: ["user": "goes", "next": "end"],
      replaces: Dictionary(
        uniqueKeysWithValues: ["case", "result", "event", "error"].map { ($0, ["user"]) })),
    .input: Sample(
      file: head + "sections:\n- section: 1\n  title: T\n  steps:\n  - step: 1.1\n    screen: S\n"
        + "    next: end\n    input:\n      pin:\n        %",
      base: ["length": "5"]),
  ]

  static let scripts: [MappingKind: Sample] = [
    .scripts: Sample(
      file: "%", base: ["flow": "A", "about": "a"],
      replaces: ["paths": ["about"]],
      needs: ["steps": ["world": "{}"], "expect": ["world": "{}"]],
      values: ["facts": "{ x: y }", "paths": "[{ path: p, rows: [1.1a] }]"]),
    .path: Sample(
      file: "flow: A\npaths:\n- %", base: ["path": "p"],
      needs: ["steps": ["world": "{}"], "expect": ["world": "{}"]],
      values: ["facts": "{ x: y }"]),
    .expectation: Sample(file: "flow: A\nworld: {}\nexpect:\n  %", base: ["stored": "{ a: b }"]),
  ]
}
