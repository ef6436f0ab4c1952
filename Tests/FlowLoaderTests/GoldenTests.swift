import Diagnostics
import Files
import FlowLoader
import FlowModel
import Foundation
import Testing

/// The diagnostics of wrong files, to the letter: place, words, excerpt, caret and help.
@Suite struct GoldenTests {
  /// Set to rewrite the `.out` files; the changes are reviewed like code.
  static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil

  @Test("Every wrong fixture is reported with the recorded words")
  func wrongFiles() throws {
    for path in try Fixture.all(in: "err") {
      let fixture = try Fixture(path)
      let golden = path.dropLast("yaml".count) + "out"
      let output = fixture.output
      #expect(output.contains(": error: ") || output.contains(": warning: "), "\(fixture)")
      if Self.isRecording {
        try FileSystem.write(Array(output.utf8), to: String(golden))
      } else {
        let wanted = String(decoding: try FileSystem.read(String(golden)), as: UTF8.self)
        #expect(output == wanted, "\(fixture)")
      }
    }
  }

  @Test("Every rule of reading has a fixture that breaks it")
  func rulesShown() throws {
    // These need a file that cannot be kept as text, or no file at all: see the hostile files.
    let elsewhere = ["unreadable-file", "no-flows", "file-too-large", "invalid-utf8"]
    let shown = try Fixture.all(in: "err").map { try Fixture($0).output }.joined()
    for rule in Rule.ofReading where !elsewhere.contains(rule.name) {
      #expect(shown.contains("[\(rule)]\n"), "\(rule)")
    }
  }

  @Test("Every right fixture loads without a diagnostic")
  func rightFiles() throws {
    for path in try Fixture.all(in: "ok") {
      let fixture = try Fixture(path)
      #expect(fixture.output == "", "\(fixture)")
      #expect(FlowLoader().load(fixture.files).catalogue != nil, "\(fixture)")
    }
  }

  @Test("Every scalar is the text in the file, never a number, date or boolean")
  func plainScalars() throws {
    let fixture = try Fixture("\(Fixture.folder)/ok/not-what-yaml-makes-of-it.yaml")
    let flow = FlowLoader().load(fixture.files).catalogue?.flow(id: "A")
    #expect(flow?.title == "012345")
    #expect(flow?.summary == "no")
    #expect(flow?.goal == "1.10")
    #expect(flow?.actor == "null")
    #expect(flow?.notes == ["~", "yes", "0x1F", "2026-01-01"])
  }
}
