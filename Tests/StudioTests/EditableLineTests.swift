import Diagnostics
import Files
import FlowEdit
import FlowFiles
import FlowLoader
import FlowTestSupport
import JSON
import TestSupport
import Testing

@testable import Studio

/// What the page gets of a line, and what it may send back.
@Suite struct EditableLineTests {
  @Test("What the page gets of a line, sent back, changes nothing")
  func sentBack() throws {
    for path in FlowLoader.flowFiles(below: flowsFolder).paths {
      let file = try SourceFile(readingFrom: path)
      let text = try YAMLText(file)
      for place in text.places {
        let id = place.description.split(separator: " ", maxSplits: 1).dropFirst().joined()
        guard let line = text.line(place == .file ? "" : id) else { continue }
        for key in line["keys"]?.array ?? [] {
          let name = try #require(key["key"]?.string)
          let value = try #require(key["value"].flatMap(EditValue.init))
          let found = try #require(line["place"]?.string.flatMap(EditPlace.init))
          #expect(text.value(of: found)?[name] == value, "\(path) \(place) \(name)")
        }
      }
    }
  }

  @Test("Each key that the page offers has the shape that the schema of flows wants")
  func shapes() throws {
    let schema = try #require(
      JSONValue(parsing: try FileSystem.read(flowsFolder + "/flow.schema.json")))
    let text = try YAMLText(SourceFile("A.yaml", text: StudioEditTests.flow))
    for (id, kind) in [("", "flow"), ("1.1", "step"), ("1.1a", "row")] {
      let line = try #require(text.line(id))
      let properties = try #require(schema["definitions"]?[kind]?["properties"])
      for key in line["newKeys"]?.array ?? [] {
        let name = try #require(key["key"]?.string)
        let property = try #require(properties[name], "\(kind) has no \(name)")
        let wanted = property["anyOf"]?.array ?? [property]
        let types = wanted.flatMap { one in
          one["type"]?.string.map { [$0] } ?? one["type"]?.array?.compactMap(\.string) ?? ["string"]
        }
        switch try #require(key["shape"]?.string) {
        case "facts", "inputs": #expect(types.contains("object"), "\(kind) \(name)")
        case "list": #expect(types.contains("array"), "\(kind) \(name)")
        default: #expect(types.contains("string"), "\(kind) \(name)")
        }
      }
    }
  }

  @Test("Every key of every line takes another text, and only its bytes change")
  func everyPlace() throws {
    var random = SplitMix(seed: 7)
    let texts = ["Plain words", "a # b", "it's", "*a", "x: y", "ütf — dash", "- x", "'", "90 s"]
    let own = try FlowLoader.flowFiles(below: flowsFolder).paths.map {
      try SourceFile(readingFrom: $0)
    }
    var written = 0
    for _ in 0..<sampleSize("STUDIO_EDITS", or: 300) {
      let file = random.pick(own)
      let text = try YAMLText(file)
      let place = random.pick(text.places)
      let id = place.description.split(separator: " ", maxSplits: 1).dropFirst().joined()
      guard let line = text.line(place == .file ? "" : id),
        let keys = line["keys"]?.array, !keys.isEmpty,
        let key = random.pick(keys)["key"]?.string, let name = line["place"]?.string
      else { continue }
      let new = random.pick(texts)
      let request = JSONValue.object(members: [
        ("flow", .string("A")), ("place", .string(name)), ("do", .string("set")),
        ("key", .string(key)), ("value", .string(new)),
      ])
      let flows = EditableFlows(flows: [file])
      guard let change = StudioEdit(request),
        let edit = try? change.edit(of: flows, in: file.path).edit,
        let changed = edit.files.first
      else { continue }
      written += 1
      #expect(
        edit.files.count == 1 && changed.edits.count == 1, "\(file.path) \(name) \(key): \(new)")
      #expect(edit.inverse.files.first?.after == file.bytes)
      let after = try YAMLText(SourceFile(path: file.path, bytes: try #require(changed.after)))
      let changedPlace = try #require(EditPlace(name))
      #expect(
        after.value(of: changedPlace)?[key] == .text(new), "\(file.path) \(name) \(key): \(new)")
    }
    #expect(written > sampleSize("STUDIO_EDITS", or: 300) / 4, "\(written)")
  }
}
