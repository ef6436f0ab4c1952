import Files
import FlowFiles
import FlowLoader
import TestSupport
import Testing

/// The JSON Schema says what the loader says, as far as a schema can.
@Suite struct SchemaTests {
  /// Whether Python has what validates; nothing is installed here.
  static let hasValidator =
    (try? OtherProgram.run("python3", ["-c", "import jsonschema, yaml"]))?.status == 0

  private static let texts = projectFolder + "/Examples/Hotel/Flows/texts"

  @Test("The schema files beside the flows are those that the tool prints")
  func schemaFiles() throws {
    let committed = try FileSystem.read(flowsFolder + "/flow.schema.json")
    #expect(String(decoding: committed, as: UTF8.self) == FlowSchema.flows.text)
    let paths = try FileSystem.read(flowsFolder + "/paths/paths.schema.json")
    #expect(String(decoding: paths, as: UTF8.self) == FlowSchema.paths.text)
    let rules = try FileSystem.read(flowsFolder + "/rules/rules.schema.json")
    #expect(String(decoding: rules, as: UTF8.self) == FlowSchema.rules.text)
    let texts = try FileSystem.read(Self.texts + "/texts.schema.json")
    #expect(String(decoding: texts, as: UTF8.self) == FlowSchema.texts.text)
  }

  @Test("Every flow file names the schema in its first line")
  func schemaNamed() throws {
    let paths = try FileSystem.yamlFiles(below: flowsFolder, except: FlowLoader.scriptFolders)
    for path in paths {
      let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
      #expect(
        text.hasPrefix("# yaml-language-server: $schema=../flow.schema.json\n"), "\(path)")
    }
  }

  @Test(
    "A JSON Schema validator accepts every flow and every script",
    .enabled(if: hasValidator, "Python lacks jsonschema or yaml"))
  func validFiles() throws {
    let flows = try FileSystem.yamlFiles(below: flowsFolder, except: FlowLoader.scriptFolders)
    #expect(try Self.invalid(flows, in: "/flow.schema.json") == [])
    let rules = try FileSystem.yamlFiles(below: flowsFolder + "/" + FlowLoader.rulesFolder)
    #expect(rules.count > 1)
    #expect(try Self.invalid(rules, in: "/rules/rules.schema.json") == [])
    let names = FlowLoader.scriptFolders.subtracting([FlowLoader.rulesFolder])
    // Our own flows have no folder for what tests of an app need.
    let folders = try names.map { flowsFolder + "/" + $0 }.filter(FileSystem.isFolder).map {
      try FileSystem.yamlFiles(below: $0, except: [])
    }
    let paths = folders.flatMap(\.self)
    #expect(paths.count > 20)
    #expect(try Self.invalid(paths, in: "/paths/paths.schema.json") == [])
    let right = try Fixture.all(in: "ok").filter { !$0.contains("not-what-yaml") }
    #expect(try Self.invalid(right, in: "/flow.schema.json") == [])
  }

  @Test(
    "A JSON Schema validator refuses every fixture of a wrong shape",
    .enabled(if: hasValidator, "Python lacks jsonschema or yaml"))
  func invalidFiles() throws {
    // Not in a shape: what follows from the order of steps, and the size of numbers.
    let invisible = [
      "missing-key-last-line", "missing-key-last-step", "missing-key-row-next",
      "keys-exclude-rows-and-next", "keys-exclude-meant-call", "keys-exclude-extensions",
      "wrong-kind-key-is-list",
    ]
    let wrong = try Fixture.all(in: "err").filter { path in
      let name = path.split(separator: "/").last?.dropLast(5) ?? ""
      let isShape = ["unknown-key", "wrong-kind", "missing-key", "keys-exclude"].contains {
        name.hasPrefix($0)
      }
      let values = ["kind", "kind-far", "duration", "takes", "flag", "length"]
      return isShape && !invisible.contains(String(name))
        || values.contains { name == "wrong-value-\($0)" }
    }
    #expect(wrong.count > 30)
    #expect(try Set(wrong).subtracting(Self.invalid(wrong, in: "/flow.schema.json")) == [])
  }

  @Test(
    "A JSON Schema validator refuses an empty list in a rule, as the loader does",
    .enabled(if: hasValidator, "Python lacks jsonschema or yaml"))
  func emptyLists() throws {
    let lists = ["never: A", "never: [A, B]", "never: []", "never: A\n    start: []"]
    let folder = try Folder()
    let files = try lists.enumerated().map { number, list in
      try folder.write(
        "rules:\n  - rule: x\n    \(list)\n    because: y\n", to: "\(number).yaml")
      return folder.path("\(number).yaml")
    }
    #expect(try Self.invalid(files, in: "/rules/rules.schema.json") == Array(files[2...]))
  }

  @Test(
    "A JSON Schema validator accepts the files of texts, and refuses other shapes",
    .enabled(if: hasValidator, "Python lacks jsonschema or yaml"))
  func texts() throws {
    let own = try FileSystem.yamlFiles(below: Self.texts)
    #expect(own.count == 2)
    #expect(try Self.invalid(own, in: "/texts.schema.json", of: Self.texts) == [])
    for path in own {
      let text = String(decoding: try FileSystem.read(path), as: UTF8.self)
      #expect(text.hasPrefix("# yaml-language-server: $schema=texts.schema.json\n"), "\(path)")
    }
    let right = [
      "A: { title: x }", "A: { title: { text: x } }", "A: { '1.2': { screen: 12 } }",
      "A: { home: { screen: { of: bcdfgh, text: x } } }", "words: { user: 'Kasutaja {}' }",
    ]
    let wrong = [
      "A: x", "A: { title: { of: bcdfgh } }", "A: { title: { text: x, off: y } }",
      "A: { title: { of: x, text: y } }", "words: { usr: 'x {}' }", "words: { user: x }",
      "A: { home: { screen: [x] } }", "A: { home: { screen: { deep: { x: y } } } }",
    ]
    let folder = try Folder()
    let files = try (right + wrong).enumerated().map { number, text in
      try folder.write(text + "\n", to: "\(number).yaml")
      return folder.path("\(number).yaml")
    }
    let refused = try Self.invalid(files, in: "/texts.schema.json", of: Self.texts)
    #expect(refused == Array(files[right.count...]))
  }

  private static func invalid(
    _ files: [String], in schema: String, of folder: String = flowsFolder
  ) throws -> [String] {
    let script = Fixture.folder + "/validate.py"
    let (status, output) = try OtherProgram.run(
      "python3", [script, folder + schema] + files, joinsErrors: false)
    #expect(status == 0)
    let lines = output.split(separator: "\n")
    #expect(lines.count == files.count)
    return lines.filter { $0.hasPrefix("bad ") }.map { String($0.dropFirst(4)) }
  }
}
