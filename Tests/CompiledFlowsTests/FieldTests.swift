import Diagnostics
import Files
import FlowModel
import FlowTestSupport
import Foundation
import TestSupport
import Testing

@testable import CompiledFlows

@Suite struct FieldTests {
  @Test("Every field of every table is in the format")
  func complete() {
    var seen: [String: Set<String>] = [:]
    for seed in 0..<300 as Range<UInt64> {
      var coder = RandomFields(random: SplitMix(seed: seed))
      var flow = CodedFlow()
      flow.code(&coder)
      collect(flow, "flow", into: &seen)
    }
    // A field that no coder ever got keeps its first value.
    // House rules are for people who prove them, not for the apps that open the format.
    let forgotten = seen.filter { $0.value.count < 2 && $0.key != "flow.tables.rules" }.keys
      .sorted()
    #expect(forgotten == [], "add these to Tables+Fields.swift or Records+Fields.swift")
    #expect(seen.count > 150)
  }

  /// The values of all fields below a value, by the path of the field.
  private func collect(_ value: Any, _ path: String, into seen: inout [String: Set<String>]) {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional || mirror.displayStyle == .enum {
      seen[path, default: []].insert(mirror.children.first?.label ?? "\(value)")
    }
    guard !mirror.children.isEmpty else {
      seen[path, default: []].insert("\(value)")
      return
    }
    for child in mirror.children {
      let isList = mirror.displayStyle == .collection
      collect(child.value, isList ? path : "\(path).\(child.label ?? "")", into: &seen)
    }
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil

  @Test("docs/compiled-flows.md lists the records and their fields as they are")
  func page() throws {
    let path = projectFolder + "/docs/compiled-flows.md"
    let page = String(decoding: try FileSystem.read(path), as: UTF8.self)
    let start = "<!-- made by FieldTests -->\n"
    let parts = page.components(separatedBy: start)
    try #require(parts.count == 2)
    let tables = FileLayout().records.map { record in
      "### \(record.name)\n\n| field | type |\n| --- | --- |\n"
        + record.fields.map { "| \($0.name) | \($0.type) |\n" }.joined()
    }.joined(separator: "\n")
    if FieldTests.isRecording {
      try FileSystem.write(Array((parts[0] + start + tables).utf8), to: path)
    } else {
      #expect(parts[1] == tables, "RECORD_GOLDEN=1 writes it; then read the difference")
    }
  }
}

/// Gives every field a small random value, and every table two entries.
private struct RandomFields: FieldCoder {
  var random: SplitMix

  mutating func raw<N: FixedWidthInteger>(_ value: inout N) {
    value = N(truncatingIfNeeded: random.next(3) - (N.isSigned ? 1 : 0))
  }
  mutating func bytes(_ value: inout [UInt8], of table: TableName) { value = random.bytes(2) }
  mutating func entries<E>(
    _ entries: inout [E], of table: TableName, blank: E,
    each: (inout E, inout RandomFields) -> Void
  ) {
    for _ in 0..<2 {
      var entry = blank
      each(&entry, &self)
      entries.append(entry)
    }
  }
  func count(of table: TableName) -> UInt32 { .max }
  mutating func require(
    _ count: UInt32, from start: UInt32, of table: TableName, _ name: String
  ) {}
  mutating func require(_ holds: Bool, _ name: String) {}
  mutating func describe(_ name: String, _ type: @autoclosure () -> FieldType) {}
  mutating func describe<R: CodedRecord>(nested: R.Type) {}
}
