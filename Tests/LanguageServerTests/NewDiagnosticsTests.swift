import Diagnostics
import FlowLoader
import JSON
import TestSupport
import Testing

@testable import LanguageServer

/// Which files are told about after a change.
@Suite struct NewDiagnosticsTests {
  private static let renamed = Editor.payment.replacing("[Paid,", with: "[Payd,")
    .replacing("result Paid }", with: "result Payd }")

  @Test("A change that breaks another file is told there, and taken back when it is repaired")
  func others() throws {
    var editor = try Editor()
    try editor.open("C", Editor.payment)
    let before = try editor.diagnostics()["A.yaml"] ?? []
    try editor.change("C", [.object(["text": .string(Self.renamed)])])
    let broken = try editor.diagnostics()
    #expect(broken.keys.sorted() == ["A.yaml", "C.yaml"] || broken.keys.sorted() == ["A.yaml"])
    #expect(
      broken["A.yaml"]?.contains { $0.contains("`C` may return `Payd`") } == true)
    try editor.change("C", [.object(["text": .string(Editor.payment)])])
    #expect(try editor.diagnostics()["A.yaml"] == before)
    #expect(try editor.diagnostics() == [:])
  }

  @Test(
    "A document that is changed to the same text, or saved as it is, is answered with its version")
  func unchanged() throws {
    var editor = try Editor()
    try editor.open("A", Editor.hotel)
    _ = try editor.diagnostics()
    try editor.change("A", [.object(["text": .string(Editor.hotel)])], version: 7)
    let answers = try Editor.messages(editor.server.diagnostics())
    #expect(answers.map { $0["params"]?["version"]?.integer } == [7])
    try editor.notify("textDocument/didSave", .object(["textDocument": editor.document("A")]))
    #expect(try editor.diagnostics() == ["A.yaml": []])
    #expect(try editor.diagnostics() == [:])
  }

  @Test("A level holds for a mistake in a file that cannot be read as a flow")
  func levels() throws {
    var editor = try Editor(settings: "rules: { unknown-target: note }\n")
    try editor.open("A", Editor.hotel.replacing("next: 1.2 }", with: "next: 1.7 }"))
    #expect(try editor.diagnostics()["A.yaml"] == ["14:53 3 step `1.7` does not exist"])
  }

  /// Two files in which the same flow has the same finding, of which the baseline knows one.
  @Test("A finding that the baseline knows once is told where it comes again")
  func baseline() throws {
    let twin = Editor.offer.replacing("flow: B", with: "flow: D")
    var editor = try Editor(
      ["A": Editor.hotel, "B": Editor.offer, "C": Editor.payment, "E": twin],
      settings: "baseline: known.txt\n",
      baseline: ["numbering-gap D:1.3", "numbering-gap D:1.3"])
    _ = try editor.diagnostics()
    let gap = twin.replacing("step: 1.2", with: "step: 1.3").replacing("A:1.2c", with: "A:1.2a")
    func gaps(_ found: [String: [String]], _ file: String) -> Int {
      found[file]?.count { $0.contains("comes where") } ?? 0
    }
    try editor.open("E", gap)
    #expect(gaps(try editor.diagnostics(), "E.yaml") == 0)
    // Both are named D now.
    try editor.open("B", gap)
    #expect(gaps(try editor.diagnostics(), "E.yaml") == 0)
  }

  @Test("Whatever is typed, the diagnostics are those of a server that starts with it")
  func random() throws {
    let baseline = [
      "numbering-gap A:1.2", "result-unhandled A:2.1 Payd", "self-loop B:1.2a",
      "unreachable-step B:1.2", "button-without-row A:1.1 Go",
    ]
    let settings = "baseline: known.txt\nrules: { unreachable-step: error, dead-end: off }\n"
    let texts = ["A": Editor.hotel, "B": Editor.offer, "C": Editor.payment]
    let edits = [
      ("next: 1.2", "next: 1.1"), ("Paid", "Payd"), ("goto A:1.2", "goto A:9"),
      ("title:", "titel:"),
      ("flow: B", "flow: A"), ("call: C", "call: B"), ("step: 1.2", "step: 1.4"),
      ("[Go]", "[Start]"),
      ("screen:", "prompt:"), ("result Refused", "end"), ("rows:", "rows: ["),
      ("flow: C", "flow: B"),
    ]
    var random = SplitMix(seed: 11)
    for round in 0..<6 {
      var editor = try Editor(settings: settings, baseline: baseline)
      var open: [String: String] = [:]
      var shown: [String: [String]] = [:]
      for _ in 0..<12 {
        let name = random.pick(["A", "B", "C"])
        if open[name] == nil {
          open[name] = texts[name]
          try editor.open(name, open[name] ?? "")
        } else if random.next(6) == 0 {
          open[name] = nil
          try editor.notify(
            "textDocument/didClose", .object(["textDocument": editor.document(name)]))
        } else {
          let (old, new) = random.pick(edits)
          let text = open[name] ?? ""
          open[name] = text.contains(new) ? texts[name] : text.replacing(old, with: new)
          try editor.change(name, [.object(["text": .string(open[name] ?? "")])])
        }
        for (file, lines) in try editor.diagnostics() { shown[file] = lines }
        var other = try Editor(settings: settings, baseline: baseline)
        for (name, text) in open.sorted(by: { $0.key < $1.key }) { try other.open(name, text) }
        let fresh = try other.diagnostics().filter { !$0.value.isEmpty }
        // A file that was never readable since the start has no last readable version.
        guard open.values.allSatisfy({ Self.isReadable($0) }) else { continue }
        #expect(shown.filter { !$0.value.isEmpty } == fresh, "round \(round): \(open)")
      }
    }
  }

  private static func isReadable(_ text: String) -> Bool {
    let file = SourceFile(path: "A.yaml", bytes: Array(text.utf8))
    var flows = KeptFlows()
    flows.read(file)
    return flows.flow("A.yaml") != nil
  }
}
