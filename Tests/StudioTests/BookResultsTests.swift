import FlowFolder
import JSON
import TestSupport
import Testing

@testable import Studio

@Suite struct BookResultsTests {
  @Test("A page knows which rows green tests take, and at which rows a test failed")
  func results() throws {
    let folder = try Folder()
    try folder.write(
      """
      flow: X
      title: X
      sections:
        - section: 1
          title: A
          steps:
            - step: 1.1
              screen: Rooms
              buttons: [Book, Close]
              rows:
                a: { user: selects Book, next: 1.2 }
                b: { user: selects Close, next: end }
            - step: 1.2
              screen: Booked
              buttons: [Done]
              rows:
                a: { user: selects Done, next: end }
      """, to: "Flows/X.yaml")
    try folder.write(
      """
      flow: X
      paths:
        - { path: booked, rows: [1.1a, 1.2a], end: end }
        - { path: left, rows: [1.1b], end: end }
      """, to: "Flows/paths/X.yaml")
    try folder.write(
      """
      <testsuite><testcase name="X left"/>
      <testcase name="X booked"><failure>after X:1.1a: screen “Booked”
      and more</failure></testcase></testsuite>
      """, to: "report.xml")
    var opened = FlowFolder(folder.path("Flows"))
    let reports = [folder.path("report.xml"), folder.path("missing.xml")]
    let book = Book(&opened, name: "Flows", reports: reports) { _ in nil }
    let json = try #require(JSONValue(parsing: book.text))
    let tests = try #require(json["coverage"]?["tests"]?["written"])
    #expect(tests == .object(["X:1.1b": .integer(1)]))
    let failures = try #require(json["failures"]?.array)
    #expect(failures.count == 1)
    #expect(failures[0]["rows"] == .strings(["X:1.1a"]))
    #expect(failures[0]["test"]?.string == "X booked")
    #expect(failures[0]["message"]?.string == "after X:1.1a: screen “Booked”")
    let without = Book(&opened, name: "Flows") { _ in nil }
    let plain = try #require(JSONValue(parsing: without.text))
    #expect(plain["coverage"]?["tests"] == nil)
    #expect(plain["failures"] == .array([]))
  }
}
