import FlowModel
import JSON
import LoopbackHTTP
import TestSupport
import Testing

@testable import Studio

@Suite struct RunListTests {
  private static func report(_ id: String, _ more: String = "") -> [UInt8] {
    Array(
      """
      {"run":"\(id)","name":"N","flow":"A","as":"written","facts":{},"rows":["A:1.1a"],"step":"A:1.1",\
      "stands":"waiting A:1.1"\(more)}
      """.utf8)
  }

  @Test("Runs keep their places, the newest first; what else a sender writes is left out")
  func runs() {
    var list = RunList()
    let isTaken = (1...22).map { list.take(RunListTests.report("\($0)")) }
    #expect(!isTaken.contains(false))
    #expect(list.json.array?.count == RunList.most)
    #expect(list.json.array?.first?["run"]?.string == "22")
    let isKnown = list.take(RunListTests.report("20", #","over":true,"pin":"271828""#))
    #expect(isKnown)
    #expect(list.json.array?[2]["run"]?.string == "20")
    #expect(list.json.array?[2]["over"]?.bool == true)
    #expect(!list.json.text.contains("271828"))
    #expect(list.number == 23)
  }

  @Test(
    "What is not a report is refused",
    arguments: [
      "", "{}", "[]", #"{"run":"1"}"#,
      #"{"run":"1","name":"N","flow":"A","as":"written","facts":{},"rows":[1],"step":"A:1","stands":"w"}"#,
      #"{"run":"1","name":"N","flow":"A","as":"written","facts":{"a":1},"rows":[],"step":"A:1","stands":"w"}"#,
      #"{"run":"","name":"N","flow":"A","as":"written","facts":{},"rows":[],"step":"A:1","stands":"w"}"#,
    ])
  func refused(_ text: String) {
    var list = RunList()
    let isTaken = list.take(Array(text.utf8))
    let isLongTaken = list.take(RunListTests.report(String(repeating: "x", count: 301)))
    #expect(!isTaken && !isLongTaken && list.number == 0)
  }

  @Test("A run reports with the key and without a browser, and pages get it at once")
  func reporting() async throws {
    let folder = try Folder(["Flows/A.yaml": "flow: A\ntitle: A\noutline: nothing\n"])
    let book = await LiveBook(folder.path("Flows")) { _ in nil }
    let pages = StudioPages(
      book, folder: folder.path("Flows"), start: "A", engine: [],
      revisions: { .failure(StudioRefusal("no")) }, compare: { _ in .failure(StudioRefusal("no")) })
    _ = await pages.begin(port: 80)
    let path = await pages.reportPath
    func send(
      _ method: String, _ target: String, _ headers: [String: String] = [:]
    ) async -> Int {
      let headers = ["content-type": "application/json"].merging(headers) { $1 }
      return await pages.answer(
        HTTPRequest(method, target, headers: headers, body: RunListTests.report("1"))
      ).status
    }
    #expect(await send("POST", "/runs/guess") == 403)
    #expect(await send("POST", "/runs/") == 403)
    #expect(await send("GET", path) == 400)
    #expect(await send("POST", path, ["origin": "http://127.0.0.1:80"]) == 400)
    #expect(await send("POST", path, ["origin": "https://example.org"]) == 403)
    #expect(await send("POST", path, ["content-type": "text/plain"]) == 400)
    let first = await book.news(after: "")
    #expect(!first.contains("event: runs"))
    let known = try #require(first.split(separator: "\n")[1].split(separator: " ").last)
    async let next = book.news(after: String(known))
    #expect(await send("POST", path) == 200)
    let news = await next
    // The flows are not sent again.
    #expect(!news.contains("event: flows"))
    #expect(news.contains("~1\nevent: runs\ndata: [{\"run\":\"1\""))
    // The key is in nothing that pages get.
    let key = try #require(path.split(separator: "/").last)
    #expect(!news.contains(key))
    #expect(await !book.text.contains(key))
  }
}
