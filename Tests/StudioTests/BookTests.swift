import CompiledFlows
import FlowFolder
import FlowModel
import FlowReports
import FlowTestSupport
import Foundation
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct BookTests {
  private static func json(_ book: Book) throws -> JSONValue {
    try #require(JSONValue(parsing: book.text))
  }

  /// Made once, since deciding the house rules takes a while.
  private static let made = Result {
    // Without the rules of the wallet, which take seconds.
    let folder = try Folder()
    try FileManager.default.copyItem(atPath: flowsFolder, toPath: folder.path("Flows"))
    try FileManager.default.removeItem(atPath: folder.path("Flows/rules/wallet.yaml"))
    let catalogue = try catalogue(in: folder.path("Flows"))
    var opened = FlowFolder(folder.path("Flows"))
    let book = Book(&opened, name: "Flows") {
      "# \($0)\n\nSays more.\n\n## Reported\n"
    }
    return (catalogue: catalogue, book: book)
  }

  private static func documents() throws -> (catalogue: Catalogue, book: Book) { try made.get() }

  @Test(
    "Without the rows that only the other reading has, the lines are those of the printed table")
  func lines() throws {
    let (catalogue, book) = try BookTests.documents()
    let flows = try #require(BookTests.json(book)["flows"]?.array)
    #expect(flows.count == catalogue.flows.count)
    for (flow, json) in zip(catalogue.flows, flows) {
      let lines = try #require(json["lines"]?.array).filter { $0["only"] == nil }
      let table = FlowTable(flow, in: catalogue).rows
      #expect(lines.count == table.count, "\(flow.id)")
      for (line, row) in zip(lines, table) {
        #expect(line["id"]?.string == row.id)
        #expect(line["kind"]?.string == row.kind)
        #expect(line["text"]?.string == row.text)
        #expect(line["next"]?.string ?? "" == row.next)
      }
    }
  }

  @Test("A line says in which readings its target or its call does not exist")
  func missing() throws {
    let folder = try Folder()
    try folder.write(
      """
      flow: X
      title: X
      sections:
        - section: 1
          title: All
          steps:
            - step: 1.1
              screen: Menu
              rows:
                a: { user: goes on, next: 9.9, meant: 1.2, why: a slip }
                b: { user: goes elsewhere, next: goto Y }
            - { step: 1.2, call: Z, next: end }

      """, to: "Flows/X.yaml")
    var opened = FlowFolder(folder.path("Flows"))
    let book = Book(&opened, name: "Flows") { _ in nil }
    let lines = try #require(BookTests.json(book)["flows"]?.array?[0]["lines"]?.array)
    func readings(_ id: String, _ key: String) -> [String]? {
      lines.first { $0["id"]?.string == id }?[key]?.array?.compactMap(\.string)
    }
    #expect(readings("1.1a", "missing") == ["written"])
    #expect(readings("1.1b", "missing") == ["written", "meant"])
    #expect(readings("1.2", "missing") == nil)
    #expect(readings("1.2", "missingCall") == ["written", "meant"])
    #expect(readings("1.1", "missingCall") == nil)
    // The engine of the page opens what the page gets.
    #expect(try Catalogue(compiled: book.compiled).flows.map(\.id) == ["X"])
  }

  @Test("Every row of both readings has a line")
  func rows() throws {
    let (catalogue, book) = try BookTests.documents()
    let flows = try #require(BookTests.json(book)["flows"]?.array)
    for (flow, json) in zip(catalogue.flows, flows) {
      let lines = try #require(json["lines"]?.array)
      for reading in Reading.allCases {
        let shown = lines.filter { ($0["only"]?.string ?? reading.rawValue) == reading.rawValue }
          .compactMap { $0["row"]?.string }
        let rows = flow.rows.filter { $0.has(reading) }.map(\.reference)
        #expect(shown.sorted() == rows.sorted(), "\(flow.id) as \(reading.rawValue)")
      }
    }
  }

  @Test("What nothing leads to is marked in the reading in which that is so")
  func unreached() throws {
    let (_, book) = try BookTests.documents()
    let flow = try #require(
      BookTests.json(book)["flows"]?.array?.first { $0["id"]?.string == "UC2.3" })
    let lines = try #require(flow["lines"]?.array)
    func readings(_ id: String) -> [String]? {
      lines.first { $0["id"]?.string == id }?["unreached"]?.array?.compactMap(\.string)
    }
    #expect(readings("5") == ["written"])
    #expect(readings("5.1a") == ["written"])
    #expect(readings("2.1") == nil)
  }

  @Test("Coverage counts what `flowrun replay` counts, and leaves out runs that enter at a step")
  func coverage() throws {
    let (_, book) = try BookTests.documents()
    let counts = try BookTests.json(book)["coverage"]
    #expect((counts?["replays"]?["written"]?.members?.count ?? 0) >= 301)
    #expect(counts?["replays"]?["written"]?["UC2.3:5.1a"] == nil)
    #expect(counts?["real"]?["written"]?["Server unreachable:1.1b"] != nil)
    #expect((try BookTests.json(book)["paths"]?.array?.count ?? 0) >= 260)
  }

  @Test("A finding is at its line, and its rule says what its page begins with")
  func findings() throws {
    let (_, book) = try BookTests.documents()
    let json = try BookTests.json(book)
    let loop = try #require(
      json["findings"]?.array?.first { $0["rule"]?.string == "self-loop" })
    #expect(loop["flow"]?.string == "UC2.3")
    #expect(loop["at"]?.string == "2.1b")
    #expect(loop["standing"]?.string == "known slip")
    #expect((loop["line"]?.integer ?? 0) > 100)
    #expect(json["rules"]?["self-loop"]?.string == "Says more.")
    // What was meant repairs it, so that it is not shown as meant.
    #expect(loop["only"]?.string == "written")
  }

  @Test("A house rule has its sentence, its place, and the run that breaks it, as rows to take")
  func proofs() throws {
    let (_, book) = try BookTests.documents()
    let proofs = try #require(BookTests.json(book)["proofs"])
    let rules = try #require(proofs["rules"]?.array)
    #expect(rules.count >= 12)
    #expect(proofs["problems"] == nil)
    let rule = try #require(rules.first { $0["name"]?.string == "log-in-asks-for-pin1" })
    #expect(rule["sentence"]?.string == "In runs from `EID8` or `EID10`: never `enters pin2`.")
    #expect(rule["standing"]?.string == "known slip")
    #expect(rule["path"]?.string?.hasSuffix("Flows/rules/eid.yaml") == true)
    #expect((rule["line"]?.integer ?? 0) > 1)
    let written = try #require(rule["verdicts"]?.array?.first)
    #expect(written["words"]?.string == "does not hold")
    #expect(written["run"]?["flow"]?.string == "EID8")
    #expect(written["run"]?["at"]?.string == "EID3:2")
    #expect(
      written["run"]?["rows"]?.array?.compactMap(\.string)
        == ["EID8:1", "EID8:2", "EID8:3", "EID3:1", "EID3:2"])
    #expect(rule["verdicts"]?.array?.last?["words"]?.string == "holds")
    #expect(rule["verdicts"]?.array?.last?["run"] == nil)
  }

  @Test("Names of pages are plain, different for all flows, and never that of the first page")
  func names() {
    #expect(
      PageName.names(of: ["UC2.3", "Device insecure", "a/../b", "..", "index", "uc2.3", "ä"])
        == ["UC2.3", "Device-insecure", "a-..-b", "-..", "index-2", "uc2.3-2", "--"])
  }
}
