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
    let plain = try #require(KeySample.flows[mapping.kind])
    // The version of the language only says who may read the file.
    for key in mapping.keys where key.word != "language" {
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
    let plain = try #require(KeySample.scripts[mapping.kind])
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
    let line = try #require(KeySample.rules[word], "add a rule with `\(word)` to the test")
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
    let plain = try #require(KeySample.scripts[.scripts])
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
      return !places.contains(label) && (child.value is TableRange || !referredTo.contains(label))
    }
    if children.isEmpty { return "\(value is any Collection ? "" : "\(value)")" }
    return "(" + children.map { "\($0.label ?? ""):\(describe($0.value))" }.joined(separator: ",")
      + ")"
  }
}
