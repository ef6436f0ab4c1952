import Dates
import Diagnostics
import FlowEvidence
import FlowModel
import FlowTestSupport
import JSON
import TestSupport
import Testing

@Suite struct BadgeTests {
  @Test("A row's badge is as good as the worst proof of what is covered with it, or a gap")
  func badges() throws {
    let catalogue = try catalogue(in: projectFolder + "/Examples/Hotel/Flows")
    let ground = EvidenceGround(RowMeanings(catalogue, as: .written), paths: [], rules: [])
    var file = EvidenceFile()
    let text = """
      requirements:
        R-1: { title: Told so, covers: [UC1:1.2b, UC1:3.1a] }
        R-2: { title: Closed, covers: [UC1:3.1a] }
        R-3: { title: Nothing, covers: [UC1:2.1a], applies: no, because: nobody pays }
      """
    file.read(SourceFile(path: "all.yaml", bytes: Array(text.utf8)))
    let links = EvidenceLinks(file.entries, on: ground, book: ProofBook())
    let first = try #require(file.entries.first)
    let maker = ProofMaker(
      on: ground, date: try need(CalendarDay("2026-11-26"), "day"), revision: "")
    var book = ProofBook()
    book.add(
      maker.proof(signing: first, covering: links.items["R-1"] ?? [], by: "A", words: "seen"),
      on: ground)
    let matrix = EvidenceMatrix(
      file.entries, links, on: ground, book: book, in: catalogue.flows)
    let badges = MatrixReport(matrix).badges
    let words = ["1.2b", "3.1a", "2.1a"].map { row in
      let badge = badges["UC1:\(row)"]
      let by = (badge?["by"]?.array ?? []).compactMap(\.string).joined(separator: " ")
      let of = (badge?["of"]?.array ?? []).compactMap(\.string).joined(separator: " ")
      return "\(badge?["status"]?.string ?? ""), \(by), \(of)"
    }
    #expect(words == ["fresh, signed, R-1", "missing, signed, R-1 R-2", "not covered, , "])
  }
}
