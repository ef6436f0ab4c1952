import Diagnostics
import FlowEvidence
import FlowModel
import FlowTestSupport
import JSON
import TestSupport
import Testing

@Suite struct ExchangeTests {
  private static let formats = ["evidence.reqif", "needs.json", "evidence.sdoc"]

  /// The matrix of some entries over the hotel, with a path.
  private func matrix(_ entries: [EvidenceEntry]) throws -> EvidenceMatrix {
    let catalogue = try catalogue(in: projectFolder + "/Examples/Hotel/Flows")
    let flow = try #require(catalogue.flows.first)
    let path = EvidenceGround.Path(
      name: "UC1 refused", rows: ["1.1a", "1.2b"].compactMap { flow.row($0) })
    let ground = EvidenceGround(RowMeanings(catalogue, as: .written), paths: [path], rules: [])
    let requirements = Set(entries.filter { $0.kind == .requirement }.map(\.id))
    let linked = entries.map { $0.linked(on: ground, requirements: requirements) }
    let links = EvidenceLinks(linked, on: ground, book: ProofBook())
    #expect(links.diagnostics == [])
    return EvidenceMatrix(
      linked, links, on: ground, book: ProofBook(), in: catalogue.flows)
  }

  private func text(_ matrix: EvidenceMatrix, as name: String) -> String {
    let report = MatrixReport(matrix)
    return switch name {
    case "needs.json": report.needs.text + "\n"
    case "evidence.sdoc": report.sdoc
    default: report.reqif
    }
  }

  private func read(_ text: String, _ name: String) -> ExchangeFile {
    ExchangeFile(SourceFile(path: name, bytes: Array(text.utf8)))
  }

  private static let evidence = """
    requirements:
      R-1:
        title: 'Told “so” & <at once>; 50 % = a | b'
        source: "House rules, §4\\nand 5"
        covers: [UC1:1.2]
      'R 2(b)#ü': { title: Pays, covers: [UC1:2.1b, UC1:1.2a] }
      R-3: { title: Invoices, applies: no, because: the hotel takes cards only }
      R-4: { title: 'Source: of nothing' }
    cases:
      T-1: { title: The last room, checks: ['R 2(b)#ü', R-1], covers: [UC1 refused, UC1:1.1a] }
    """

  @Test("What is written for another tool is read back as the same matrix", arguments: formats)
  func roundTrip(_ name: String) throws {
    var file = EvidenceFile()
    file.read(SourceFile(path: "all.yaml", bytes: Array(Self.evidence.utf8)))
    #expect(file.diagnostics == [])
    let written = text(try matrix(file.entries), as: name)
    let back = read(written, name)
    #expect(back.diagnostics == [])
    #expect(back.entries.map(\.id) == file.entries.map(\.id))
    #expect(back.entries.map(\.because) == file.entries.map(\.because))
    let again = try matrix(back.entries)
    #expect(text(again, as: name) == written)
    // In the other formats it is the same, too, but for the order in which StrictDoc has links.
    if name != "evidence.sdoc" {
      for other in Self.formats where other != "evidence.sdoc" {
        #expect(text(again, as: other) == text(try matrix(file.entries), as: other))
      }
    }
  }

  @Test("Files that other tools wrote have requirements, test cases and what these check")
  func foreign() throws {
    for name in ["foreign.reqif", "foreign-needs.json", "foreign.sdoc"] {
      let bytes = try fixture("exchange/\(name)")
      let file = ExchangeFile(SourceFile(path: name, bytes: bytes))
      // With the line ends of Windows it is the same.
      let text = String(decoding: bytes, as: UTF8.self).replacing("\n", with: "\r\n")
      let returned = ExchangeFile(SourceFile(path: name, bytes: Array(text.utf8)))
      #expect(returned.entries.map(\.title) == file.entries.map(\.title), "\(name)")
      #expect(returned.entries.map(\.checks.count) == file.entries.map(\.checks.count))
      #expect(file.diagnostics == [], "\(name)")
      #expect(file.entries.map(\.id) == ["R-1", "T-1"], "\(name)")
      #expect(file.entries.map(\.kind) == [.requirement, .test], "\(name)")
      #expect(
        file.entries.first?.title == "A guest who comes too late is told so", "\(name)")
      #expect(file.entries.map { $0.checks.map(\.text) } == [[], ["R-1"]], "\(name)")
      let matrix = try matrix(file.entries)
      let covered = matrix.parts.map { $0.lines.map(\.item.name) }
      let isLinked = name == "foreign-needs.json"
      #expect(covered == (isLinked ? [["UC1:1.2b"], ["UC1:1.2b"]] : [[], []]), "\(name)")
    }
  }

  @Test("A file of evidence says what an entry of another tool covers")
  func added() throws {
    var file = EvidenceFile()
    file.add(
      ExchangeFile(
        SourceFile(path: "foreign.reqif", bytes: try fixture("exchange/foreign.reqif"))))
    let more = "requirements:\n  R-1: { covers: [UC1:1.2b] }\ncases:\n  R-1: { title: Other }\n"
    file.read(SourceFile(path: "links.yaml", bytes: Array(more.utf8)))
    #expect(file.entries.first?.covers.map(\.text) == ["UC1:1.2b"])
    #expect(file.entries.first?.title == "A guest who comes too late is told so")
    #expect(file.diagnostics.map(\.message) == ["`R-1` is also in foreign.reqif"])
  }

  @Test(
    "A file that cannot be read is refused at its place",
    arguments: [
      ("a.reqif", "<a/>", "it has no `REQ-IF-CONTENT`", 0),
      ("a.reqif", "<REQ-IF><b></REQ-IF>", "`REQ-IF` ends here and is not open", 20),
      ("needs.json", "{\"versions\": [}", "", 14), ("needs.json", "[]", "it has no `versions`", 0),
      ("a.sdoc", "TITLE: x", "it does not begin with `[DOCUMENT]`", 0),
      ("a.sdoc", "[DOCUMENT]\n[REQUIREMENT]\nSTATEMENT: >>>\nx", "`STATEMENT` does not end", 25),
    ])
  func refused(_ name: String, _ text: String, _ reason: String, _ place: Int) throws {
    let file = read(text, name)
    #expect(file.entries.isEmpty)
    let diagnostic = try #require(file.diagnostics.first)
    #expect(diagnostic.message.contains(reason), "\(diagnostic.message)")
    #expect(Int(diagnostic.span.start) == place, "\(diagnostic.message)")
  }

  @Test("Damaged files are read or refused, and end")
  func damaged() throws {
    var random = SplitMix(seed: 11)
    for name in ["foreign.reqif", "foreign-needs.json", "foreign.sdoc"] {
      let bytes = try fixture("exchange/\(name)")
      for _ in 0..<200 {
        var damaged = bytes
        for _ in 0..<3 { damaged[random.next(damaged.count)] = UInt8(random.next(256)) }
        damaged.removeLast(random.next(damaged.count))
        let file = ExchangeFile(SourceFile(path: name, bytes: damaged))
        #expect(file.entries.allSatisfy { !$0.id.isEmpty })
      }
    }
  }
}
